/* A response that is written in pieces. */
#include "api/http/responses/chunked_body.h"

#include "api/http/connections/conn_deadline.h"
#include "api/http/connections/connection.h"
#include "api/http/limits/charge.h"
#include "api/http/responses/refbuf.h"
#include "api/http/server_inner.h"

#include <string.h>

void chunked_body_begin(struct request *request,
                        enum handled (*more)(struct request *request))
{
    request->reply.goes_on = true;
    request->pieces.more = more;
}

void chunked_body_may_end(struct request *request)
{
    request->pieces.may_end = true;
}

void chunked_body_quick(struct request *request,
                        enum handled (*more_at_once)(struct request *request))
{
    request->pieces.more_at_once = more_at_once;
}

void chunked_body_share(struct request *request, struct refbuf *piece)
{
    request->pieces.shared = piece;
}

void chunked_body_end(struct request *request)
{
    request->pieces.is_over = true;
}

void chunked_body_break(struct request *request)
{
    request->pieces.is_broken = true;
}

/* The queue of the workers is full. */
static void drop(void *ctx)
{
    struct request *request = ctx;

    if (request->pieces.may_end)
        chunked_body_end(request);
    else
        chunked_body_break(request);
    request_finish(request);
}

void chunked_body_suspend(struct request *request)
{
    atomic_store(&request->holds, 1); /* the response is still owed */
    if (!request->line)
        MHD_suspend_connection(request->mhd);
}

/* All bytes were taken.  True: there are more now. */
static bool ask_for_more(struct request *request)
{
    struct server *server = request->server;
    struct chunked_body *pieces = &request->pieces;
    enum handled handled = NOT_HERE;

    if (pieces->sent > 0)
        charge_request(request, pieces->sent);
    text_clear(&request->reply.body); /* a response that waits keeps no
                                       * buffer */
    refbuf_drop(pieces->shared);
    pieces->shared = NULL;
    pieces->sent = 0;
    if (pieces->more_at_once)
        handled = pieces->more_at_once(request);
    if (handled == HANDLED)
        request_go_to(request, STAGE_READY);
    if (handled != NOT_HERE)
        return handled == HANDLED;
    conn_deadline_relax(server->conn_deadlines, &request->connection->deadline);
    chunked_body_suspend(request);
    request_submit(request, pieces->more, drop);
    return false;
}

static size_t piece_length(const struct request *request)
{
    const struct refbuf *shared = request->pieces.shared;

    return shared ? shared->length : request->reply.body.length;
}

static ssize_t take_bytes(struct request *request, char *out, size_t most)
{
    struct chunked_body *pieces = &request->pieces;
    const char *bytes =
        pieces->shared ? pieces->shared->bytes : request->reply.body.bytes;
    const size_t left = piece_length(request) - pieces->sent;
    const size_t n = left < most ? left : most;

    memcpy(out, bytes + pieces->sent, n);
    pieces->sent += n;
    return (ssize_t)n;
}

ssize_t chunked_body_next(struct request *request, char *out, size_t most)
{
    struct chunked_body *pieces = &request->pieces;

    if (piece_length(request) > pieces->sent)
        return take_bytes(request, out, most);
    if (pieces->is_broken || request->reply.body.failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (pieces->is_over)
        return MHD_CONTENT_READER_END_OF_STREAM;
    return ask_for_more(request) ? take_bytes(request, out, most) : 0;
}

ssize_t chunked_body_take(void *ctx, uint64_t position, char *out, size_t most)
{
    struct request *request = ctx;
    ssize_t n = chunked_body_next(request, out, most);

    (void)position;
    if (n > 0)
        conn_deadline_expect(request->server->conn_deadlines,
                             &request->connection->deadline);
    return n;
}
