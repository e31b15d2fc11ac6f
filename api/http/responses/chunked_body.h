/* A response that is written in pieces, each when the client has taken the one
 * before: a stream of events, or a document that may be long.
 *
 * Like any request it belongs to one thread at a time, so nothing here is
 * locked:
 *
 *   - While it has bytes to send it belongs to its sender, which takes them as
 *     the client does: that of streams (stream_sender.h), or else the library,
 *     with chunked_body_take.
 *   - When the sender wants more bytes than there are, its thread gets them
 *     itself if they are at hand (chunked_body_quick).  Else it suspends the
 *     connection and only then passes the request to a worker.  From there
 *     until it is resumed it belongs to the worker, or to play while it waits.
 *     No thread resumes a connection that is not suspended yet, and resuming
 *     is the last thing that a worker does with it (request_finish).
 *
 * So a slow client costs only its last piece, and STREAM_SOCKET_BYTES or the
 * server's send buffer in the kernel; in the library also half a connection's
 * memory.  The connection of a client that takes nothing within
 * request_seconds is closed (conn_deadline.h). */
#ifndef API_CHUNKED_BODY_H
#define API_CHUNKED_BODY_H

#include "api/http/request/request.h"

#include <sys/types.h>

/* Continue the response: from a handler on a worker, which has opened the
 * response and written its first piece to request->reply.body.  `more` is
 * called on a worker whenever the last piece has been taken.  It adds the next
 * piece to the body and returns HANDLED, or LATER if it must wait; it calls
 * chunked_body_end before HANDLED when that piece was the last. */
void chunked_body_begin(struct request *request,
                        enum handled (*more)(struct request *request));

/* The response may end after any piece, as a stream may: when the service stops
 * or its workers are overloaded.  Without this call the connection is broken
 * off then. */
void chunked_body_may_end(struct request *request);

/* Call `more_at_once` before `more`, on the sender's thread: it must not
 * wait for anything.  It adds bytes and returns HANDLED; or calls
 * chunked_body_suspend, has somebody finish the request (request_finish) and
 * returns LATER; or returns NOT_HERE, and `more` is called. */
void chunked_body_quick(struct request *request,
                        enum handled (*more_at_once)(struct request *request));

/* Suspend the connection until request_finish. */
void chunked_body_suspend(struct request *request);

/* Send these bytes as the next piece, instead of those of the body.  Takes one
 * reference; NULL: the piece is in the body. */
void chunked_body_share(struct request *request, struct refbuf *piece);

/* Mark the bytes written now as the last ones. */
void chunked_body_end(struct request *request);

/* The rest cannot be written: close the connection in the middle of the
 * response, so that no client takes it for a complete one. */
void chunked_body_break(struct request *request);

/* Copy the next bytes of the response, of one piece, to `out`; returns how
 * many, at least 1.  0: none yet, the request belongs to others until
 * request_finish, perhaps already to the next owner.  Else
 * MHD_CONTENT_READER_END_OF_STREAM, or _END_WITH_ERROR if the connection must
 * be broken off. */
ssize_t chunked_body_next(struct request *request, char *out, size_t most);

/* The same as the library's content reader; ctx is the request. */
ssize_t chunked_body_take(void *ctx, uint64_t position, char *out, size_t most);

#endif
