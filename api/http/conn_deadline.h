/* Ends connections that take too long, and those that are worth least when
 * there are too many.
 *
 * The HTTP library's own timeout counts inactivity only: a client that drips a
 * byte now and then stays for ever.  Here every connection has an absolute
 * deadline while something is expected of its client: a whole request, headers
 * and body, or taking the whole reply.  A reply may be long and a line slow:
 * whoever took REAPER_BYTES_PER_SECOND since the last deadline (as the kernel
 * knows from acknowledgements) gets another one.  While the service works for
 * it, or it waits in a long poll, there is none.  Who closes its connection in
 * the middle of a request is not waited for.
 *
 * When more than three quarters of all connections are open, room is made
 * until that is so no longer.  First go those that have never sent a byte for
 * REAPER_SILENT_MS since they came; then those that have rested as long since
 * their last reply; then those whose request is not complete
 * REAPER_SLOW_MS after it began.  The fewer connections are left, the shorter
 * is the first of these times, down to REAPER_SILENT_LEAST_MS when none is.  Of
 * each kind the oldest go first.  What waits for the service, or takes a reply,
 * stays. */
#ifndef API_REAPER_H
#define API_REAPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REAPER_BYTES_PER_SECOND = 4096,
    REAPER_SILENT_MS = 2000,
    REAPER_SILENT_LEAST_MS = 100,
    REAPER_SLOW_MS = 5000,
};

struct conn_deadlines;
struct reaped; /* one connection's place */

/* New: release with conn_deadline_free.  seconds is how long a client may take
 * for a request, and again for a reply; most is how many connections there may
 * be. */
struct conn_deadlines *conn_deadline_new(unsigned seconds, unsigned most);

/* A connection came: its request is expected.  NULL when out of memory. */
struct reaped *conn_deadline_add(struct conn_deadlines *conn_deadlines, int fd);

/* The client's move: the deadline begins anew. */
void conn_deadline_expect(struct conn_deadlines *conn_deadlines,
                          struct reaped *connection);

/* The same, but the client has a reply to take: who takes it slowly, but not
 * too slowly, is given time. */
void conn_deadline_deliver(struct conn_deadlines *conn_deadlines,
                           struct reaped *connection);

/* The same, and nothing of another request has come yet. */
void conn_deadline_rest(struct conn_deadlines *conn_deadlines,
                        struct reaped *connection);
/* Something of a request has come; its deadline stays. */
void conn_deadline_begin(struct conn_deadlines *conn_deadlines,
                         struct reaped *connection);

/* The service's move: no deadline. */
void conn_deadline_relax(struct conn_deadlines *conn_deadlines,
                         struct reaped *connection);

/* The service's move, and it may take long: no deadline.  gone is called, on
 * the reaper's thread and perhaps more than once, when the client has closed
 * the connection; it must call nothing of the reaper.  Until the next call
 * here. */
void conn_deadline_watch(struct conn_deadlines *conn_deadlines,
                         struct reaped *connection, void (*gone)(void *ctx),
                         void *ctx);

/* End connections that rest after a reply, but those whose next request is
 * there already. */
void conn_deadline_dismiss(struct conn_deadlines *conn_deadlines);

/* The connection is about to be closed: its descriptor is touched no more. */
void conn_deadline_remove(struct conn_deadlines *conn_deadlines,
                          struct reaped *connection);

struct conn_deadline_counts {
    size_t open;
    uint64_t ended;   /* so far: they took too long */
    uint64_t evicted; /* so far: to make room */
};

void conn_deadline_count(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline_counts *out);

/* No connection may be left. */
void conn_deadline_free(struct conn_deadlines *conn_deadlines);

#endif
