/* A reply that goes on: a stream of server-sent events. */
#include "api/stream.h"

#include "api/accept.h"
#include "api/charge.h"
#include "api/exchange.h"
#include "api/problem.h"
#include "api/reaper.h"
#include "api/routes.h"
#include "api/server_inner.h"
#include "api/when.h"

#include <errno.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const char stream_type[] = "text/event-stream";

/* ---- who has how many ---- */

struct streams {
    pthread_mutex_t lock;
    struct stream *first;
    unsigned open, most;
    uint64_t opened;
};

struct streams *streams_new(unsigned most)
{
    struct streams *streams = calloc(1, sizeof *streams);

    if (!streams)
        return NULL;
    streams->most = most;
    pthread_mutex_init(&streams->lock, NULL);
    return streams;
}

void streams_free(struct streams *streams)
{
    if (!streams)
        return;
    pthread_mutex_destroy(&streams->lock);
    free(streams);
}

void streams_count(struct streams *streams, unsigned *open, uint64_t *opened)
{
    pthread_mutex_lock(&streams->lock);
    *open = streams->open;
    *opened = streams->opened;
    pthread_mutex_unlock(&streams->lock);
}

/* The client closed its end: the library does not look at a connection that
 * is suspended. */
static bool is_gone(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* Under the lock: has somebody as many as allowed?  Those whose client is gone
 * end at their next heartbeat and do not count: somebody who opens a page
 * again and again is not shut out by those closed. */
static bool has_enough(const struct streams *streams, const char *who,
                       unsigned most)
{
    unsigned count = 0;

    for (struct stream *s = streams->first; s; s = s->next) {
        if (s->is_gone || strcmp(s->who, who) != 0)
            continue;
        s->is_gone = is_gone(s->fd);
        if (s->is_gone)
            shutdown(s->fd, SHUT_RDWR);
        else
            count++;
    }
    return count >= most;
}

enum room { ENTERED, OWN_FULL, NODE_FULL };

static enum room enter(struct streams *streams, struct stream *stream,
                       unsigned most)
{
    enum room room = ENTERED;

    pthread_mutex_lock(&streams->lock);
    if (has_enough(streams, stream->who, most)) {
        room = OWN_FULL;
    } else if (streams->open >= streams->most) {
        room = NODE_FULL;
    } else {
        stream->next = streams->first;
        stream->previous = NULL;
        if (streams->first)
            streams->first->previous = stream;
        streams->first = stream;
        streams->open++;
        streams->opened++;
        stream->is_counted = true;
    }
    pthread_mutex_unlock(&streams->lock);
    return room;
}

static void leave(struct streams *streams, struct stream *stream)
{
    pthread_mutex_lock(&streams->lock);
    if (stream->next)
        stream->next->previous = stream->previous;
    if (stream->previous)
        stream->previous->next = stream->next;
    else
        streams->first = stream->next;
    streams->open--;
    stream->is_counted = false;
    pthread_mutex_unlock(&streams->lock);
}

static int fd_of(const struct request *request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    return info ? info->connect_fd : -1;
}

/* True, or the reply is written. */
static bool has_entered(struct request *request)
{
    struct stream *stream = &request->stream;
    unsigned most = request->player ? STREAMS_PER_ACCOUNT : STREAMS_PER_NETWORK;

    stream->fd = fd_of(request);
    snprintf(stream->who, sizeof stream->who, "%s",
             request->player ? request->player->id : request_network(request));
    switch (enter(request->server->streams, stream, most)) {
    case ENTERED: return true;
    case OWN_FULL:
        problem_reply(request, PROBLEM_TOO_MANY_STREAMS, NULL);
        reply_header(request, "Retry-After", "%u",
                     request->server->config.heartbeat_seconds);
        return false;
    case NODE_FULL: break;
    }
    problem_reply(request, PROBLEM_UNAVAILABLE,
                  "As many streams are open as this node allows.");
    return false;
}

void stream_close(struct request *request)
{
    if (request->stream.is_counted)
        leave(request->server->streams, &request->stream);
}

/* ---- going on ---- */

static enum handled go_on(struct request *request);

/* When the service goes, those that listen come again somewhere else, and not
 * all at once. */
static enum handled end(struct request *request)
{
    enum { SOON_MS = 100, SPREAD_MS = 1000 };

    if (server_is_leaving(request->server))
        text_printf(&request->reply.body, "retry: %u\n: leaving\n\n",
                    SOON_MS + (unsigned)(when_steady_us() % SPREAD_MS));
    request->stream.is_over = true;
    return HANDLED;
}

/* No worker is left for it. */
static void drop(void *ctx)
{
    end(ctx);
    request_finish(ctx);
}

/* On one of play's threads, or on the worker that asked to be called. */
static void woken(void *ctx, enum play_wait why)
{
    struct request *request = ctx;

    if (why == PLAY_WAIT_TIMEOUT && server_is_leaving(request->server))
        request->stream.ends_us = 0; /* it is its turn to go */
    if (why != PLAY_WAIT_DRAINING)
        request_submit(request, go_on, drop);
    else
        drop(request);
}

/* The comment is due; is whoever listens still somebody? */
static bool beats(struct request *request, int64_t now_us)
{
    const struct server_config *config = &request->server->config;

    request->stream.beat_us =
        now_us + config->heartbeat_seconds * INT64_C(1000000);
    text_add_string(&request->reply.body, ":\n\n");
    return !request->has_login ||
           login_check(request->play, &request->login) != PLAY_BAD_TOKEN;
}

/* On a worker: the client took all there was. */
static enum handled go_on(struct request *request)
{
    struct stream *stream = &request->stream;
    int64_t now_us = when_steady_us();

    if (server_is_draining(request->server) || now_us >= stream->ends_us)
        return end(request);
    if (now_us >= stream->beat_us && !beats(request, now_us))
        return end(request);
    enum play_err err =
        stream->source->read(request, &request->reply.body, &stream->is_over);

    if (err == PLAY_SLOW)
        return TOO_SLOW;
    if (err)
        return end(request);
    if (stream->is_over || request->reply.body.length > 0)
        return HANDLED;

    int64_t until_us =
        stream->beat_us < stream->ends_us ? stream->beat_us : stream->ends_us;
    unsigned wait_ms =
        server_wait_ms(request->server, (until_us - now_us) / 1000 + 1);

    return stream->source->wait(request, wait_ms, woken, request) ? end(request)
                                                                  : LATER;
}

ssize_t stream_take(void *ctx, uint64_t position, char *out, size_t most)
{
    struct request *request = ctx;
    struct server *server = request->server;
    struct stream *stream = &request->stream;
    struct text *body = &request->reply.body;
    size_t left = body->length - stream->sent;

    (void)position;
    if (left > 0) {
        size_t n = left < most ? left : most;

        memcpy(out, body->bytes + stream->sent, n);
        stream->sent += n;
        reaper_expect(server->reaper, exchange_reaped(request->connection));
        return (ssize_t)n;
    }
    if (stream->is_over || body->failed)
        return MHD_CONTENT_READER_END_OF_STREAM;
    charge_request(request, stream->sent);
    text_clear(body); /* one that waits keeps nothing */
    stream->sent = 0;
    reaper_relax(server->reaper, exchange_reaped(request->connection));
    atomic_store(&request->holds, 1); /* the promise to go on */
    MHD_suspend_connection(request->connection);
    request_submit(request, go_on, drop);
    return 0;
}

/* ---- the beginning ---- */

bool stream_is_wanted(const struct request *request)
{
    const char *types = request->route->accepts;
    const char *chosen =
        accept_choose(request_header(request, "Accept"), types);

    return chosen && strncmp(chosen, stream_type, strlen(stream_type)) == 0;
}

/* Give or take a tenth, so that streams that begin together do not come again
 * together. */
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
    int64_t now_us = when_steady_us();

    stream->ends_us = now_us + life_us(request->server);
    stream->beat_us =
        now_us + request->server->config.heartbeat_seconds * INT64_C(1000000);
}

enum handled stream_open(struct request *request,
                         const struct stream_source *source)
{
    const int room = STREAM_SOCKET_BYTES;
    struct stream *stream = &request->stream;
    struct text *body;
    enum play_err err;

    if (!has_entered(request))
        return HANDLED;
    body = reply_text(request, 200, stream_type);
    text_add_string(body, "retry: 2000\n\n");

    size_t nothing = body->length;

    err = source->read(request, body, &stream->is_over);
    if (err)
        return problem_of_play(request, err);
    if (stream->is_over && body->length == nothing) {
        reply_empty(request, 204);
        return HANDLED;
    }
    stream->source = source;
    request->reply.goes_on = true;
    set_times(request);
    setsockopt(stream->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    reply_private(request);
    reply_header(request, "X-Accel-Buffering", "no"); /* for a proxy */
    request->reply.close = true;
    return HANDLED;
}
