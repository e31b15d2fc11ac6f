/* Closes connections that take too long, and the least useful ones when too
 * many are open.
 *
 * The HTTP library's own timeout counts inactivity only: a client that sends a
 * byte now and then could stay forever.  Here every connection has an absolute
 * deadline while the client must act: while it sends a whole request, headers
 * and body, or takes a whole response.  For long responses and slow lines the
 * deadline is extended for a client that took CONN_BYTES_PER_SECOND since the
 * last one (measured by acknowledgements in the kernel).  While the service
 * works on a request, or a long poll waits, the connection has no deadline.  A
 * connection that the client closes in the middle of a request is closed at
 * once.
 *
 * When more than three quarters of all connections are open, some are closed
 * until that is no longer so.  First those that have never sent a byte in
 * CONN_SILENT_MS since they connected; then those that have rested for this
 * time since their last response; then those whose request is not complete
 * CONN_SLOW_MS after it began.  The fewer connections are left, the shorter
 * is the first of these times, down to CONN_SILENT_LEAST_MS when the limit is
 * reached.  Of each kind the oldest are closed first.  Connections that wait
 * for the service, or take a response, are not closed. */
#ifndef API_CONN_DEADLINE_H
#define API_CONN_DEADLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CONN_BYTES_PER_SECOND = 4096,
    CONN_SILENT_MS = 2000,
    CONN_SILENT_LEAST_MS = 100,
    CONN_SLOW_MS = 5000,
};

struct conn_deadlines;

/* What the service expects of a connection. */
enum conn_phase {
    CONN_COMES, /* the first request has not begun yet */
    CONN_ASKS,  /* a request has begun */
    CONN_RESTS, /* between a response and the next request */
    CONN_BUSY,  /* the service works on a request, or the client takes a
                 * response */
};

/* A connection in the table; its members belong to conn_deadline.c. */
struct conn_deadline {
    struct conn_deadline *next, *previous; /* NULL: it is not in the table */
    int fd;
    enum conn_phase phase;
    bool is_cut;         /* shut down: the library is about to close it */
    int64_t since_ms;    /* when the phase began */
    int64_t deadline_ms; /* 0: without one */
    bool has_left;       /* client had left at the last sweep */
    bool takes_reply;
    bool is_measured;        /* `taken` was measured since the deadline was
                              * set */
    uint64_t taken;          /* bytes that the client had acknowledged then */
    void (*gone)(void *ctx); /* called when the client leaves; NULL: nothing
                              * is */
    void *ctx;
};

/* New: release with conn_deadline_free.  seconds is how long a client may take
 * for a request, and again for a response; idle_seconds, how long a connection
 * may rest after a response until the line of the next request has arrived;
 * most is the largest number of connections. */
struct conn_deadlines *conn_deadline_new(unsigned seconds,
                                         unsigned idle_seconds, unsigned most);

/* Add a new connection with this descriptor: its request is expected. */
void conn_deadline_add(struct conn_deadlines *conn_deadlines,
                       struct conn_deadline *connection, int fd);

/* The client must send: restart the deadline. */
void conn_deadline_expect(struct conn_deadlines *conn_deadlines,
                          struct conn_deadline *connection);

/* The same, but the client must take a response: a client that is slow, but not
 * too slow, gets more time. */
void conn_deadline_deliver(struct conn_deadlines *conn_deadlines,
                           struct conn_deadline *connection);

/* The response ended, and nothing of another request has arrived yet. */
void conn_deadline_rest(struct conn_deadlines *conn_deadlines,
                        struct conn_deadline *connection);

/* The line of a request has arrived.  The deadline of the first request of a
 * connection stays. */
void conn_deadline_begin(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline *connection);

/* The service must act: no deadline. */
void conn_deadline_relax(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline *connection);

/* The service must act, and it may take long: no deadline.  gone is called, on
 * the thread of the sweeps and perhaps more than once, when the client has
 * closed the connection; it must not call functions of this module.  Valid
 * until the next call for this connection. */
void conn_deadline_watch(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline *connection,
                         void (*gone)(void *ctx), void *ctx);

/* From now on the connection has this descriptor, another one of the same
 * socket. */
void conn_deadline_move(struct conn_deadlines *conn_deadlines,
                        struct conn_deadline *connection, int fd);

/* Close connections that rest after a response, except those whose next request
 * has arrived. */
void conn_deadline_dismiss(struct conn_deadlines *conn_deadlines);

/* The connection is about to be closed: its descriptor is not used after this.
 * One that was not added is ignored. */
void conn_deadline_remove(struct conn_deadlines *conn_deadlines,
                          struct conn_deadline *connection);

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
