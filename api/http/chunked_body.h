/* A reply that is written in pieces, each when the client has taken the one
 * before: a stream of events, or a document that may be long.
 *
 * Like any request it belongs to one thread at a time, and that is why nothing
 * here is locked:
 *
 *   - While it has bytes to send it is the library's, which asks for them as
 *     the client takes them (chunked_body_take).
 *   - When the library asks for more than there is, its thread suspends the
 *     connection and only then hands the request to a worker.  From there on
 *     until it is resumed it is the worker's, or play's while it waits: nobody
 *     resumes a connection that is not suspended yet, and it is resumed once,
 *     as the last thing that is done with it (request_finish).
 *
 * So a slow client costs what it was given last: a piece, STREAM_SOCKET_BYTES
 * or the server's send buffer in the kernel, and half a connection's memory in
 * the library.  A client that takes none of it within request_seconds is cut
 * by the reaper. */
#ifndef API_PIECES_H
#define API_PIECES_H

#include "api/http/request.h"

#include <sys/types.h>

/* From a handler on a worker, which has opened the reply and written its first
 * piece to request->reply.body: more goes on, on a worker, whenever that has
 * been taken.  It adds the next piece to the body and returns HANDLED, or LATER
 * when it has to wait; chunked_body_end before HANDLED says that this was the
 * last.
 */
void chunked_body_begin(struct request *request,
                        enum handled (*more)(struct request *request));

/* The reply may end after any piece, as a stream may: when the service stops,
 * or has no room for the work.  Otherwise it is broken off then. */
void chunked_body_may_end(struct request *request);

/* What is written now is the last of it. */
void chunked_body_end(struct request *request);

/* The rest cannot be written: the connection ends in the middle of the reply,
 * so that nobody takes it for a whole one. */
void chunked_body_break(struct request *request);

/* The library's content reader; ctx is the request. */
ssize_t chunked_body_take(void *ctx, uint64_t position, char *out, size_t most);

#endif
