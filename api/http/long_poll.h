/* A long poll: answered at once when there is something to tell, else when
 * there is, or when its time is up.
 *
 * It holds no thread: its connection is suspended, play calls when there is
 * news, and a worker reads again.  While it waits it has a slot
 * (stream_slots.h), and ends when its client closes the connection, or its half
 * of it. */
#ifndef API_POLL_H
#define API_POLL_H

#include "api/http/request.h"

/* What a long poll tells. */
struct long_poll_source {
    /* On a worker: read, and write the reply.  *is_empty: nothing is new, but
     * something may be later. */
    enum play_err (*read)(struct request *request, bool *is_empty);
    /* Have request->waiter wait for more than was read: match_wait or
     * feed_wait. */
    enum play_err (*wait)(struct request *request, unsigned wait_ms);
};

/* Answer within wait_s seconds: from a handler on a worker.  source is a
 * constant. */
enum handled long_poll_open(struct request *request,
                            const struct long_poll_source *source,
                            int64_t wait_s);

#endif
