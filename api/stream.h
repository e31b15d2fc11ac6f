/* A reply that goes on: a stream of server-sent events.
 *
 * A stream is a request that is answered in pieces.  Like any request it
 * belongs to one thread at a time, and that is why nothing here is locked:
 *
 *   - While it has bytes to send it is the library's, which asks for them as
 *     the client takes them (stream_take).
 *   - When the library asks for more than there is, its thread suspends the
 *     connection and only then hands the request to a worker.  From there on
 *     until it is resumed it is the worker's, or play's while it waits: nobody
 *     resumes a connection that is not suspended yet, and it is resumed once,
 *     as the last thing that is done with it (request_finish).
 *
 * So nobody pushes into a stream: what is new is read when the client has
 * taken what was there before.  A slow client costs what it was given last (a
 * reading of its source, STREAM_SOCKET_BYTES in the kernel and half a
 * connection's memory in the library) and no more; whoever does not take a
 * piece of that within request_seconds is cut by the reaper, and goes on by
 * Last-Event-ID.  A stream that waits has no deadline.
 *
 * A comment is sent every heartbeat_seconds, and the token behind the stream
 * is looked at then.  The library learns that a client is gone when it writes
 * to it: by the second heartbeat at the latest.  A stream ends after
 * stream_seconds, give or take a tenth; when its source is over; when its
 * token is no longer good; and when the service stops: as a lame duck it ends
 * one after the other, with a comment and a time to come again that differ, so
 * that no crowd comes to another node at once.  Then play answers all that
 * wait, those on their way find the node draining, and the workers end before
 * the library does, so that no connection is suspended then. */
#ifndef API_STREAM_H
#define API_STREAM_H

#include "api/request.h"
#include "play/match.h"

#include <sys/types.h>

struct streams;

enum {
    STREAMS_PER_ACCOUNT = 4,
    STREAMS_PER_NETWORK = 64,       /* of those without a token */
    STREAM_SOCKET_BYTES = 64 * 1024 /* to be sent, in the kernel */
};

/* What a stream tells. */
struct stream_source {
    /* On a worker: add what is new to text, as blocks of an event stream, and
     * say whether that was the last of it.  Any error ends the stream. */
    enum play_err (*read)(struct request *request, struct text *text,
                          bool *is_over);
    /* As match_wait: call done when there may be something to read. */
    enum play_err (*wait)(struct request *request, unsigned wait_ms,
                          void (*done)(void *ctx, enum play_wait why),
                          void *ctx);
};

/* Does the client ask for a stream, where the route has one? */
bool stream_is_wanted(const struct request *request);

/* Answer with a stream: from a handler on a worker.  The first reading decides
 * about the status: a problem when it fails, 204 when it is over already.
 * source is a constant. */
enum handled stream_open(struct request *request,
                         const struct stream_source *source);

/* ---- for the exchange ---- */

/* The library's content reader; ctx is the request. */
ssize_t stream_take(void *ctx, uint64_t position, char *out, size_t most);

/* The request ends; does nothing when it is no stream. */
void stream_close(struct request *request);

/* ---- for the server ---- */

/* New: release with streams_free.  most: how many there may be at once. */
struct streams *streams_new(unsigned most);
void streams_free(struct streams *streams);

/* Those that are open, and all that ever were. */
void streams_count(struct streams *streams, unsigned *open, uint64_t *opened);

#endif
