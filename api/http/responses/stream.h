/* A stream of server-sent events: a response that is written in pieces
 * (chunked_body.h), and waits between them.
 *
 * Nothing is pushed into a stream: new events are read when the client has
 * taken the ones before, by the sender's thread (stream_sender.h) if they are
 * in memory, else by a worker, which also compresses large pieces.  A client
 * whose connection breaks continues with Last-Event-ID.  A stream that waits
 * has no deadline; it holds a slot (stream_slots.h) as long as it is open, and
 * ends when its client closes the connection.
 *
 * A comment is sent every heartbeat_seconds, and the token of the stream is
 * checked then.  A stream ends after stream_seconds, varied by a tenth; when
 * its source is complete; when its token is no longer valid; and when the
 * service stops. During the announced stop streams end one after the other,
 * each with a comment and a reconnection time that differ, so that clients do
 * not crowd onto another node at once.  Then play wakes all that wait, those on
 * their way find the node draining, and the workers end before the senders do,
 * so that all streams belong to their senders then. */
#ifndef API_STREAM_H
#define API_STREAM_H

#include "api/http/request/request.h"
#include "play/error.h"

#include <stdbool.h>

enum { STREAM_SOCKET_BYTES = 64 * 1024 }; /* send buffer in the kernel */

/* What a stream reads and waits for. */
struct stream_source {
    /* On a worker: add new events to text, as blocks of an event stream, and
     * return whether these were the last.  Any error ends the stream. */
    enum play_err (*read)(struct request *request, struct text *text,
                          bool *is_over);
    /* Have request->waiter wait until something may be new: match_wait or
     * feed_wait. */
    enum play_err (*wait)(struct request *request, unsigned wait_ms);
    /* The same without waiting for the database or another thread, after the
     * first reading: on any thread.  read_at_once reads all that is new; while
     * text is empty it may put it into request->stream.block instead.
     * wait_at_once waits for what comes after the last read_at_once.  false:
     * not possible now, nothing was done; for wait_at_once also that there may
     * be news already.  Both NULL: never possible. */
    bool (*read_at_once)(struct request *request, struct text *text);
    bool (*wait_at_once)(struct request *request, unsigned wait_ms);
};

/* Does the client accept a stream, on a route that has one? */
bool stream_is_wanted(const struct request *request);

/* Respond with a stream: from a handler on a worker.  The first reading decides
 * the status: a problem when it fails, 204 when the source is complete already.
 * source is a constant. */
enum handled stream_open(struct request *request,
                         const struct stream_source *source);

#endif
