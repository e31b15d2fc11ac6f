/* A long poll. */
#include "api/http/responses/long_poll.h"

#include "api/http/connections/connection.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/responses/problem.h"
#include "api/http/server_inner.h"
#include "api/operations/metrics.h"
#include "base/clock.h"

static enum handled read_or_wait(struct request *request);

/* On a thread of play, or on the worker that began to wait; a worker reads. */
static void woken(void *ctx, enum play_wait why)
{
    struct request *request = ctx;

    metrics_woken(request);
    switch (why) {
    case PLAY_WAIT_NEWS: break;
    case PLAY_WAIT_TIMEOUT: request->poll.deadline_us = 0; break;
    case PLAY_WAIT_DRAINING:
        problem_reply(request, PROBLEM_UNAVAILABLE, "The service is stopping.");
        request->reply.close = true;
        request_finish(request);
        return;
    }
    request_submit(request, read_or_wait, request_drop);
}

/* The source has written a response.  Send it, or wait (*wait_ms)? */
static bool must_wait(struct request *request, bool is_empty, unsigned *wait_ms)
{
    int64_t left_ms = (request->poll.deadline_us - clock_steady_us()) / 1000;

    if (!is_empty || left_ms <= 0 || !stream_slots_enter(request, SLOT_POLL) ||
        stream_slots_must_end(&request->slot))
        return false;
    metrics_wait(request);
    connection_watch(request);
    request->waiter.done = woken;
    request->waiter.ctx = request;
    request_lend(request);
    *wait_ms = server_wait_ms(request->server, left_ms);
    return true;
}

static enum handled answer_or_wait(struct request *request, bool is_empty)
{
    unsigned wait_ms;

    if (!must_wait(request, is_empty, &wait_ms))
        return HANDLED;
    enum play_err err = request->poll.source->wait(request, wait_ms);

    return err ? problem_of_play(request, err) : LATER;
}

/* The same on the connection's thread. */
static enum handled read_or_wait_at_once(struct request *request)
{
    const struct long_poll_source *source = request->poll.source;
    bool is_empty = false;
    unsigned wait_ms;

    if (!source->read_at_once || !source->read_at_once(request, &is_empty))
        return NOT_HERE;
    if (!must_wait(request, is_empty, &wait_ms))
        return HANDLED;
    if (source->wait_at_once(request, wait_ms))
        return LATER;
    metrics_woken(request);
    return NOT_HERE;
}

/* Read, at once if that is possible. */
static enum play_err read_news(struct request *request, bool *is_empty)
{
    const struct long_poll_source *source = request->poll.source;

    *is_empty = false;
    if (source->read_at_once && source->read_at_once(request, is_empty))
        return PLAY_OK;
    return source->read(request, is_empty);
}

static enum handled read_or_wait(struct request *request)
{
    bool is_empty;
    enum play_err err = read_news(request, &is_empty);
    enum handled handled =
        err ? problem_of_play(request, err) : answer_or_wait(request, is_empty);

    if (handled == HANDLED)
        stream_slots_leave(request->server->stream_slots, &request->slot);
    return handled;
}

enum handled long_poll_open(struct request *request,
                            const struct long_poll_source *source,
                            int64_t wait_s)
{
    request->poll.source = source;
    request->poll.deadline_us = clock_steady_us() + wait_s * 1000000;
    return request->stage == STAGE_AT_ONCE ? read_or_wait_at_once(request)
                                           : read_or_wait(request);
}
