/* A stream of server-sent events. */
#include "api/http/responses/stream.h"

#include "api/http/connections/connection.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/request/accept_header.h"
#include "api/http/request/route.h"
#include "api/http/responses/chunked_body.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/refbuf.h"
#include "api/http/responses/stream_gzip.h"
#include "api/http/server_inner.h"
#include "base/clock.h"

#include <openssl/rand.h>
#include <string.h>
#include <sys/socket.h>

static const char stream_type[] = "text/event-stream";

/* Bytes of a piece that the sender's thread compresses; that is quick, and
 * mostly another stream has done it already. */
enum { PACKED_AT_ONCE_MAX = 8192 };

/* Odd: pieces and waits take turns. */
enum { MEASURED_TIMES = 17 };

/* ---- compression ---- */

/* Copy a shared block, if there is any, to the body. */
static void copy_block(struct request *request)
{
    const struct refbuf *block = request->stream.block;

    if (block && request->reply.body.length == 0)
        text_add(&request->reply.body, block->bytes, block->length);
}

/* The bytes that were read. */
static size_t length_read(const struct request *request)
{
    const struct refbuf *block = request->stream.block;

    return block ? block->length : request->reply.body.length;
}

/* The piece is complete. */
static enum handled send_piece(struct request *request)
{
    struct stream *stream = &request->stream;
    struct text *body = &request->reply.body;
    struct refbuf *block = stream->block;

    if (stream->gzip) {
        copy_block(request);
        stream_gzip_pack(stream->gzip, body,
                         block && block->length == body->length ? block : NULL,
                         request->pieces.is_over);
        refbuf_drop(block);
    } else {
        chunked_body_share(request, block);
    }
    stream->block = NULL;
    return HANDLED;
}

static void choose_coding(struct request *request)
{
    const char *codings = request_header(request, "Accept-Encoding");

    if (codings && accept_choose(codings, "gzip"))
        request->stream.gzip = stream_gzip_new();
    if (request->stream.gzip)
        reply_header(request, "Content-Encoding", "gzip");
}

/* ---- continuing ---- */

/* When the service stops, clients reconnect elsewhere, spread over some
 * time. */
static enum handled end(struct request *request)
{
    enum { SOON_MS = 100, SPREAD_MS = 1000 };

    if (server_is_leaving(request->server))
        text_printf(&request->reply.body, "retry: %u\n: leaving\n\n",
                    SOON_MS + (unsigned)(clock_steady_us() % SPREAD_MS));
    chunked_body_end(request);
    return send_piece(request);
}

/* An EventSource would reconnect, and so end another stream: a page closes it
 * at this event. */
static enum handled say_bye(struct request *request, enum slot_end why)
{
    enum { LONG_MS = 300000 };

    text_printf(&request->reply.body,
                "retry: %d\nevent: bye\ndata: {\"reason\":\"%s\"}\n\n", LONG_MS,
                why == SLOT_REPLACED ? "replaced" : "too-many-streams");
    chunked_body_end(request);
    return send_piece(request);
}

static enum handled go_on(struct request *request);

/* The queue of the workers is full. */
static void drop(void *ctx)
{
    end(ctx);
    request_finish(ctx);
}

/* On a thread of play, or on the worker that began to wait.  If something is
 * new the sender's thread reads it (more_at_once). */
static void woken(void *ctx, enum play_wait why)
{
    struct request *request = ctx;
    const struct stream *stream = &request->stream;

    if (why == PLAY_WAIT_TIMEOUT && server_is_leaving(request->server))
        request->stream.ends_us = 0; /* the stream must end now */
    if (why == PLAY_WAIT_DRAINING)
        drop(request);
    else if (why == PLAY_WAIT_NEWS && stream->source->read_at_once)
        request_finish(request);
    else
        request_submit(request, go_on, drop);
}

/* A comment is due: check that the token is still valid. */
static bool beats(struct request *request, int64_t now_us)
{
    const struct server_config *config = &request->server->config;

    request->stream.beat_us =
        now_us + config->heartbeat_seconds * INT64_C(1000000);
    text_add_string(&request->reply.body, ":\n\n");
    return !request->has_login ||
           login_check(request->play, &request->login) != PLAY_BAD_TOKEN;
}

/* Prepare to wait; returns for how long. */
static unsigned begin_wait(struct request *request, int64_t now_us)
{
    const struct stream *stream = &request->stream;
    const int64_t until_us =
        stream->beat_us < stream->ends_us ? stream->beat_us : stream->ends_us;

    request->waiter.done = woken;
    request->waiter.ctx = request;
    request_lend(request);
    return server_wait_ms(request->server, (until_us - now_us) / 1000 + 1);
}

/* Read, at once if that is possible. */
static enum play_err read_news(struct request *request, bool *is_over)
{
    const struct stream_source *source = request->stream.source;
    struct text *body = &request->reply.body;

    *is_over = false;
    if (source->read_at_once && source->read_at_once(request, body))
        return PLAY_OK;
    return source->read(request, body, is_over);
}

/* On a worker.  A client that left just before the wait began, or another
 * reason to end, ends it. */
static enum handled wait_for_news(struct request *request, int64_t now_us)
{
    const unsigned wait_ms = begin_wait(request, now_us);

    if (request->stream.source->wait(request, wait_ms))
        return end(request);
    if (atomic_load(&request->has_left) ||
        stream_slots_must_end(&request->slot))
        wait_end(request->play, &request->waiter);
    return LATER;
}

/* On a worker: the client took all bytes. */
static enum handled go_on(struct request *request)
{
    struct stream *stream = &request->stream;
    int64_t now_us = clock_steady_us();
    enum slot_end why = stream_slots_must_end(&request->slot);
    bool is_over;

    if (why)
        return say_bye(request, why);
    if (server_is_draining(request->server) || now_us >= stream->ends_us ||
        atomic_load(&request->has_left))
        return end(request);
    if (now_us >= stream->beat_us && !beats(request, now_us))
        return end(request);
    enum play_err err = read_news(request, &is_over);

    if (err == PLAY_SLOW)
        return NOT_HERE;
    if (err)
        return end(request);
    if (is_over)
        chunked_body_end(request);
    if (is_over || length_read(request) > 0)
        return send_piece(request);
    return wait_for_news(request, now_us);
}

/* false: there may be news already, and the request still belongs to this
 * thread: a connection that has left the library need not be resumed. */
static bool wait_at_once(struct request *request, int64_t now_us)
{
    const unsigned wait_ms = begin_wait(request, now_us);

    chunked_body_suspend(request);
    if (!request->stream.source->wait_at_once(request, wait_ms))
        return false;
    /* stream_slots.h may have set must_end just before.  Only this thread, that
     * of the stream's sender, frees the request. */
    if (stream_slots_must_end(&request->slot))
        wait_end(request->play, &request->waiter);
    return true;
}

/* Read, compress and wait without another thread.  The reading before returned
 * all news, and mostly nothing has happened since. */
static enum handled go_on_at_once(struct request *request)
{
    struct stream *stream = &request->stream;
    const bool has_read = stream->has_read;
    struct text *body = &request->reply.body;
    int64_t now_us = clock_steady_us();

    stream->has_read = false;
    if (stream_slots_must_end(&request->slot) ||
        server_is_draining(request->server) || now_us >= stream->ends_us ||
        now_us >= stream->beat_us || atomic_load(&request->has_left))
        return NOT_HERE;
    if (has_read && wait_at_once(request, now_us))
        return LATER;
    if (!stream->source->read_at_once(request, body))
        return NOT_HERE;
    if (stream->gzip && length_read(request) > PACKED_AT_ONCE_MAX) {
        copy_block(request); /* a worker reads on, and compresses it */
        return NOT_HERE;
    }
    stream->has_read = length_read(request) > 0;
    if (stream->has_read)
        return send_piece(request);
    if (!wait_at_once(request, now_us))
        request_submit(request, go_on, drop);
    return LATER;
}

/* On the sender's thread: the client took all bytes, or something is new.
 * That is at the client's cost.  The clock is a system call, a part of what
 * going on costs: one of MEASURED_TIMES is measured and stands for all. */
static enum handled more_at_once(struct request *request)
{
    int64_t begun_us;
    enum handled handled;

    if (request->stream.times++ % MEASURED_TIMES != 0)
        return go_on_at_once(request);
    begun_us = clock_thread_us();
    handled = go_on_at_once(request);
    atomic_fetch_add(&request->cpu_us,
                     MEASURED_TIMES * (clock_thread_us() - begun_us));
    return handled;
}

/* ---- start ---- */

bool stream_is_wanted(const struct request *request)
{
    const char *types = request->route->accepts;
    const char *chosen =
        accept_choose(request_header(request, "Accept"), types);

    return chosen && strncmp(chosen, stream_type, strlen(stream_type)) == 0;
}

/* Varied by a tenth, so that streams that begin together do not all end and
 * reconnect together. */
static int64_t life_us(const struct server *server)
{
    int64_t whole = server->config.stream_seconds * INT64_C(1000000);
    uint32_t chance = 0;

    RAND_bytes((unsigned char *)&chance, sizeof chance);
    return whole - whole / 10 + (int64_t)chance % (whole / 5 + 1);
}

static void set_times(struct request *request)
{
    struct stream *stream = &request->stream;
    int64_t now_us = clock_steady_us();

    stream->ends_us = now_us + life_us(request->server);
    stream->beat_us =
        now_us + request->server->config.heartbeat_seconds * INT64_C(1000000);
}

/* Limit what the kernel keeps for a client that takes nothing. */
static void narrow_socket(const struct request *request)
{
    const int room = STREAM_SOCKET_BYTES;

    setsockopt(connection_fd(request->mhd), SOL_SOCKET, SO_SNDBUF, &room,
               sizeof room);
}

enum handled stream_open(struct request *request,
                         const struct stream_source *source)
{
    bool is_over = false;

    if (!stream_slots_enter(request, SLOT_STREAM))
        return HANDLED;
    struct text *body = reply_text(request, 200, stream_type);

    text_add_string(body, "retry: 2000\n\n");

    size_t nothing = body->length;
    enum play_err err = source->read(request, body, &is_over);

    if (err)
        return problem_of_play(request, err);
    if (is_over && body->length == nothing) {
        reply_empty(request, 204);
        return HANDLED;
    }
    request->stream.source = source;
    chunked_body_begin(request, go_on);
    chunked_body_may_end(request);
    if (source->read_at_once)
        chunked_body_quick(request, more_at_once);
    if (is_over)
        chunked_body_end(request);
    set_times(request);
    narrow_socket(request);
    reply_private(request);
    reply_header(request, "X-Accel-Buffering", "no"); /* for a proxy */
    choose_coding(request);
    request->reply.close = true;
    return send_piece(request);
}
