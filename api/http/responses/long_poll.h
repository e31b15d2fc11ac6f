/* A long poll: a response that is sent at once if it has something to report,
 * and otherwise when that is so or when the time is up.
 *
 * It occupies no thread: its connection is suspended, play calls when something
 * is new, and a worker reads again.  While it waits it holds a slot
 * (stream_slots.h). It ends when the client closes the connection, or its half
 * of it. */
#ifndef API_LONG_POLL_H
#define API_LONG_POLL_H

#include "api/http/request/request.h"

/* What a long poll reads and waits for. */
struct long_poll_source {
    /* On a worker: read, and write the response.  *is_empty: nothing is new,
     * but something may be later. */
    enum play_err (*read)(struct request *request, bool *is_empty);
    /* Have request->waiter wait for more than was read: match_wait or
     * feed_wait. */
    enum play_err (*wait)(struct request *request, unsigned wait_ms);
    /* The same on any thread, without waiting for the database or another
     * thread.  false: not possible now.  Both NULL: never possible. */
    bool (*read_at_once)(struct request *request, bool *is_empty);
    bool (*wait_at_once)(struct request *request, unsigned wait_ms);
};

/* Respond within wait_s seconds: from a handler on a worker, or of a route that
 * is IF_READY.  source is a constant. */
enum handled long_poll_open(struct request *request,
                            const struct long_poll_source *source,
                            int64_t wait_s);

#endif
