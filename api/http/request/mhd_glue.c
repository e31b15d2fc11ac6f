/* One request and its response, as callbacks of the HTTP library. */
#include "api/http/request/mhd_glue.h"

#include "api/http/connections/acceptor.h"
#include "api/http/connections/conn_deadline.h"
#include "api/http/connections/connection.h"
#include "api/http/connections/loop.h"
#include "api/http/connections/stream_sender.h"
#include "api/http/limits/charge.h"
#include "api/http/limits/client_ip.h"
#include "api/http/request/dispatch.h"
#include "api/http/request/framing.h"
#include "api/http/request/request_end.h"
#include "api/http/request/route.h"
#include "api/http/request/url.h"
#include "api/http/responses/compress.h"
#include "api/http/responses/cors.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/refbuf.h"
#include "api/http/responses/response.h"
#include "api/http/server_inner.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "base/hex.h"

#include <stdlib.h>
#include <string.h>

/* How many bytes of a body that is too large are read and discarded before the
 * connection is closed; the client reads the response after sending them. */
enum { DISCARD_MAX = 1024 * 1024 };

/* ---- the connection ---- */

/* The library is about to close its descriptor.  It does not notify us of the
 * end of a request with more parameters than it has memory for. */
static void close_connection(struct server *server, struct MHD_Connection *mhd,
                             struct connection *connection)
{
    struct request *request = connection->request;

    if (request && request->line &&
        stream_sender_take(server->stream_sender, request, connection_fd(mhd)))
        return; /* the stream has the connection, with its places */
    if (request)
        request_end(request, false);
    connection_leave(server, connection);
    acceptor_ended(server->acceptor);
}

void mhd_glue_connection(void *closure, struct MHD_Connection *mhd,
                         void **context,
                         enum MHD_ConnectionNotificationCode what)
{
    struct loop *loop = closure;
    struct server *server = loop_server(loop);

    switch (what) {
    case MHD_CONNECTION_NOTIFY_STARTED:
        *context = loop_added(loop, connection_fd(mhd));
        connection_begin(server, *context, mhd);
        break;
    case MHD_CONNECTION_NOTIFY_CLOSED:
        close_connection(server, mhd, *context);
        *context = NULL;
        break;
    }
}

/* ---- a request begins ---- */

static void resume(struct request *request)
{
    loop_pass(request->connection);
}

/* The library would parse the query, too, into its memory for the connection.
 * Nothing reads that, and when some hundred parameters fill the memory the
 * library sends no response at all.  So it gets an empty query.  The URL is in
 * a buffer of the library that it changes itself, after this (0.9.75, 1.0.1).
 */
static void hide_query(const char *uri)
{
    const char *query = strchr(uri, '?');

    if (query)
        ((char *)(uintptr_t)query)[1] = '\0';
}

void *mhd_glue_begin(void *closure, const char *uri, struct MHD_Connection *mhd)
{
    struct server *server = closure;
    struct connection *connection = connection_of(mhd);
    struct request *request = calloc(1, sizeof *request);

    conn_deadline_begin(server->conn_deadlines, &connection->deadline);
    if (!request)
        return NULL;
    request->server = server;
    request->play = server->play;
    request->connection = connection;
    request->mhd = mhd;
    request->resume = resume;
    request->method = "";
    request->begun_us = clock_steady_us();
    if (!url_read(request, uri)) {
        url_drop(request);
        free(request);
        return NULL;
    }
    hide_query(uri);
    connection->request = request;
    return request;
}

/* A number that was never used before and does not reveal how many there were.
 * Each step of the mixing is invertible, so two numbers stay different. */
static uint64_t next_number(struct server *server)
{
    uint64_t n = atomic_fetch_add(&server->ids, UINT64_C(0x9e3779b97f4a7c15));

    n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
    return n ^ n >> 31;
}

/* The client's request id if it is safe to log and to send back, else a new
 * one. */
static void set_id(struct request *request)
{
    const char *sent = request_header(request, "X-Request-Id");
    size_t length = sent ? strspn(sent, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "abcdefghijklmnopqrstuvwxyz"
                                        "0123456789._-")
                         : 0;

    if (length > 0 && length < sizeof request->id && sent[length] == '\0') {
        memcpy(request->id, sent, length + 1);
        return;
    }
    hex_write_u64(request->server->node, request->id);
    hex_write_u64(next_number(request->server), request->id + 16);
}

/* W3C Trace Context: 00-32 hex-16 hex-2 hex. */
static void set_traceparent(struct request *request)
{
    static const size_t dashes[] = {2, 35, 52};
    const char *sent = request_header(request, "traceparent");

    if (!sent || strlen(sent) != 55 || strspn(sent, "0123456789abcdef-") != 55)
        return;
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
        if (sent[dashes[i]] != '-')
            return;
    memcpy(request->traceparent, sent, 56);
}

static enum MHD_Result send_reply(struct request *request);

static enum MHD_Result send_ready(struct request *request)
{
    request_go_to(request, STAGE_READY);
    return send_reply(request);
}

/* The request has arrived, or is refused before that. */
static void enter(struct request *request)
{
    request->asked_us = clock_steady_us();
    server_enter(request->server);
}

/* The client waits for "100 Continue" before it sends its body. */
static bool waits_to_send(const struct request *request)
{
    const char *expect = request_header(request, "Expect");

    return expect && strcasecmp(expect, "100-continue") == 0;
}

/* The headers have arrived.  A request that is refused now is refused before
 * the body, and the connection ends, because a body that follows must not be
 * read as a request. */
static enum MHD_Result take_headers(struct request *request, const char *method,
                                    const char *version)
{
    struct framing framing;

    request->method = method;
    set_id(request);
    set_traceparent(request);
    request->takes_chunks = strcmp(version, "HTTP/1.0") != 0;
    request->client_ip = request->connection->client_ip;
    client_ip_behind_proxies(&request->client_ip, request->mhd,
                             request->server->config.trusted_proxies);
    dispatch_begin(request);
    framing_read(&framing, request->mhd, version);
    if (framing.header_bytes > REQUEST_HEADERS_MAX)
        problem_reply(request, PROBLEM_HEADERS_TOO_LARGE, NULL);
    else if (framing.fault)
        problem_reply(request, PROBLEM_MALFORMED_REQUEST, framing.fault);
    else if (framing.body_bytes > DISCARD_MAX)
        problem_reply(request, PROBLEM_CONTENT_TOO_LARGE, NULL);
    else if (request->stage == STAGE_DISCARDED && waits_to_send(request))
        dispatch_check(request);
    else
        return MHD_YES;
    request->reply.close = true;
    enter(request);
    return send_ready(request);
}

static enum MHD_Result take_body(struct request *request, const char *bytes,
                                 size_t size)
{
    size_t length = request->body_length + size;

    if (length > DISCARD_MAX)
        return MHD_NO;
    if (length > REQUEST_BODY_MAX || request->stage == STAGE_DISCARDED) {
        request->body_length = length;
        return MHD_YES;
    }
    if (length + 1 > request->body_cap) {
        size_t cap = 2 * length > 512 ? 2 * length : 512;
        char *body = realloc(request->body, cap);

        if (!body)
            return MHD_NO;
        request->body = body;
        request->body_cap = cap;
    }
    memcpy(request->body + request->body_length, bytes, size);
    request->body_length = length;
    request->body[length] = '\0';
    return MHD_YES;
}

/* ---- a request is complete ---- */

/* Suspend the connection until the response is complete. */
static void suspend(struct request *request)
{
    atomic_store(&request->holds, 1); /* the response is still owed */
    MHD_suspend_connection(request->mhd);
}

/* The response is complete but for what this thread adds. */
static enum MHD_Result complete(struct request *request)
{
    request_go_to(request, STAGE_AT_ONCE);
    if (request_run_at_once(request, request->work, clock_steady_us()) ==
        HANDLED)
        return send_ready(request);
    suspend(request);
    request_submit(request, request->work, request->drop);
    return MHD_YES;
}

static enum MHD_Result run(struct request *request)
{
    struct server *server = request->server;

    enter(request);
    if (!dispatch_check(request))
        return send_ready(request);
    request_go_to(request, STAGE_AT_ONCE);
    if (dispatch_at_once(request))
        return send_ready(request);
    conn_deadline_relax(server->conn_deadlines, &request->connection->deadline);
    suspend(request);
    if (request->route->where == IF_READY)
        request_try(request, dispatch_run, request_drop);
    else
        request_submit(request, dispatch_run, request_drop);
    return MHD_YES;
}

enum MHD_Result mhd_glue_go_on(void *closure, struct MHD_Connection *connection,
                               const char *url, const char *method,
                               const char *version, const char *upload,
                               size_t *upload_size, void **context)
{
    struct request *request = *context;

    (void)closure;
    (void)connection;
    (void)url;
    if (!request)
        return MHD_NO; /* refused when it began */
    switch (request->stage) {
    case STAGE_LINE: return take_headers(request, method, version);
    case STAGE_COMPLETING: return complete(request);
    case STAGE_READY: return send_reply(request);
    default: break;
    }
    if (*upload_size > 0) {
        enum MHD_Result taken = take_body(request, upload, *upload_size);

        *upload_size = 0;
        return taken;
    }
    return run(request);
}

/* ---- the response ---- */

/* Bytes of the response that are about to be sent; of one in pieces 0, because
 * none are known yet. */
static size_t reply_bytes(const struct request *request)
{
    const struct reply *reply = &request->reply;

    if (!reply->type || reply->goes_on || strcmp(request->method, "HEAD") == 0)
        return 0;
    if (reply->constant)
        return reply->constant_length;
    return reply->refbuf ? reply->refbuf->length : reply->body.length;
}

/* A stream begins. */
static bool leaves_library(const struct request *request)
{
    return request->stream.source && request->reply.goes_on;
}

/* A stream is just leaving the library on this thread. */
static _Thread_local bool is_handing_over;

bool mhd_glue_is_handing_over(void)
{
    return is_handing_over;
}

/* Have the library close its descriptor of the connection, without a response
 * and without a shutdown of the socket (MHD_USE_TURBO).  Just before that
 * close_connection passes a copy of the descriptor to the stream's sender. */
static enum MHD_Result leave_library(struct request *request,
                                     struct MHD_Response *response)
{
    stream_sender_prepare(request, response);
    is_handing_over = request->line != NULL;
    return MHD_NO;
}

static enum MHD_Result send_reply(struct request *request)
{
    struct reply *reply = &request->reply;
    struct MHD_Response *response;
    enum MHD_Result result;

    /* The library ends the head of a response in pieces like a body, which no
     * other response may follow. */
    if (reply->goes_on && strcmp(request->method, "HEAD") == 0)
        reply->close = true;
    if (cors_varies(request))
        reply_vary(request, "Origin");
    if (reply_varies(request) || request->stream.gzip)
        reply_vary(request, "Accept-Encoding");
    reply_compress(request);
    charge_request(request, reply_bytes(request));
    response = response_make(request);
    if (!response)
        return MHD_NO; /* out of memory: the connection ends */
    metrics_reply(request);
    conn_deadline_deliver(request->server->conn_deadlines,
                          &request->connection->deadline);
    if (leaves_library(request))
        result = leave_library(request, response);
    else
        result = MHD_queue_response(request->mhd, reply->status, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- a request ends ---- */

void mhd_glue_end(void *closure, struct MHD_Connection *mhd, void **context,
                  enum MHD_RequestTerminationCode why)
{
    struct server *server = closure;
    struct connection *connection = connection_of(mhd);
    struct request *request = *context;

    *context = NULL;
    is_handing_over = false;
    if (request && request->line)
        return; /* the stream goes on */
    conn_deadline_rest(server->conn_deadlines, &connection->deadline);
    connection->request = NULL;
    if (request)
        request_end(request, why == MHD_REQUEST_TERMINATED_COMPLETED_OK);
}
