/* Closes connections that take too long, and the least useful ones when too
 * many are open.
 *
 * The HTTP library's own timeout counts inactivity only: a client that sends a
 * byte now and then could stay forever.  Here every connection has an absolute
 * deadline while the client must act: while it sends a whole request, headers
 * and body, or takes a whole response.  For long responses and slow lines the
 * deadline is extended for a client that took REAPER_BYTES_PER_SECOND since the
 * last one (measured by acknowledgements in the kernel).  While the service
 * works on a request, or a long poll waits, the connection has no deadline.  A
 * connection that the client closes in the middle of a request is closed at
 * once.
 *
 * When more than three quarters of all connections are open, some are closed
 * until that is no longer so.  First those that have never sent a byte in
 * REAPER_SILENT_MS since they connected; then those that have rested for this
 * time since their last response; then those whose request is not complete
 * REAPER_SLOW_MS after it began.  The fewer connections are left, the shorter
 * is the first of these times, down to REAPER_SILENT_LEAST_MS when the limit is
 * reached.  Of each kind the oldest are closed first.  Connections that wait
 * for the service, or take a response, are not closed. */
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
struct reaped; /* a connection in the table */

/* New: release with conn_deadline_free.  seconds is how long a client may take
 * for a request, and again for a response; idle_seconds, how long a connection
 * may rest after a response until the line of the next request has arrived;
 * most is the largest number of connections. */
struct conn_deadlines *conn_deadline_new(unsigned seconds,
                                         unsigned idle_seconds, unsigned most);

/* Add a new connection: its request is expected.  NULL when out of memory. */
struct reaped *conn_deadline_add(struct conn_deadlines *conn_deadlines, int fd);

/* The client must send: restart the deadline. */
void conn_deadline_expect(struct conn_deadlines *conn_deadlines,
                          struct reaped *connection);

/* The same, but the client must take a response: a client that is slow, but not
 * too slow, gets more time. */
void conn_deadline_deliver(struct conn_deadlines *conn_deadlines,
                           struct reaped *connection);

/* The response ended, and nothing of another request has arrived yet. */
void conn_deadline_rest(struct conn_deadlines *conn_deadlines,
                        struct reaped *connection);

/* The line of a request has arrived.  The deadline of the first request of a
 * connection stays. */
void conn_deadline_begin(struct conn_deadlines *conn_deadlines,
                         struct reaped *connection);

/* The service must act: no deadline. */
void conn_deadline_relax(struct conn_deadlines *conn_deadlines,
                         struct reaped *connection);

/* The service must act, and it may take long: no deadline.  gone is called, on
 * the thread of the sweeps and perhaps more than once, when the client has
 * closed the connection; it must not call functions of this module.  Valid
 * until the next call for this connection. */
void conn_deadline_watch(struct conn_deadlines *conn_deadlines,
                         struct reaped *connection, void (*gone)(void *ctx),
                         void *ctx);

/* From now on the connection has this descriptor, another one of the same
 * socket. */
void conn_deadline_move(struct conn_deadlines *conn_deadlines,
                        struct reaped *connection, int fd);

/* Close connections that rest after a response, except those whose next request
 * has arrived. */
void conn_deadline_dismiss(struct conn_deadlines *conn_deadlines);

/* The connection is about to be closed: its descriptor is not used after
 * this. */
void conn_deadline_remove(struct conn_deadlines *conn_deadlines,
                          struct reaped *connection);

struct conn_deadline_counts {
    size_t open;
    uint64_t ended;   /* closed so far because they took too long */
    uint64_t evicted; /* closed so far to make room */
};

void conn_deadline_count(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline_counts *out);

/* All connections must have been removed. */
void conn_deadline_free(struct conn_deadlines *conn_deadlines);

#endif
