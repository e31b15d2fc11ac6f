/* A stream of server-sent events: a reply that is written in pieces
 * (chunked_body.h), and waits between them.
 *
 * Nobody pushes into a stream: what is new is read when the client has taken
 * what was there before.  A client that is cut goes on by Last-Event-ID.  A
 * stream that waits has no deadline; it has a slot (stream_slots.h) as long as
 * it is open, and ends within a second or so when its client closes the
 * connection.
 *
 * A comment is sent every heartbeat_seconds, and the token behind the stream
 * is looked at then.  A stream ends after
 * stream_seconds, give or take a tenth; when its source is over; when its
 * token is no longer good; and when the service stops: as a lame duck it ends
 * one after the other, with a comment and a time to come again that differ, so
 * that no crowd comes to another node at once.  Then play answers all that
 * wait, those on their way find the node draining, and the workers end before
 * the library does, so that no connection is suspended then. */
#ifndef API_STREAM_H
#define API_STREAM_H

#include "api/http/request.h"
#include "play/error.h"

#include <stdbool.h>

enum { STREAM_SOCKET_BYTES = 64 * 1024 }; /* to be sent, in the kernel */

/* What a stream tells. */
struct stream_source {
    /* On a worker: add what is new to text, as blocks of an event stream, and
     * say whether that was the last of it.  Any error ends the stream. */
    enum play_err (*read)(struct request *request, struct text *text,
                          bool *is_over);
    /* Have request->waiter wait until there may be something to read:
     * match_wait or feed_wait. */
    enum play_err (*wait)(struct request *request, unsigned wait_ms);
};

/* Does the client ask for a stream, where the route has one? */
bool stream_is_wanted(const struct request *request);

/* Answer with a stream: from a handler on a worker.  The first reading decides
 * about the status: a problem when it fails, 204 when it is over already.
 * source is a constant. */
enum handled stream_open(struct request *request,
                         const struct stream_source *source);

#endif
