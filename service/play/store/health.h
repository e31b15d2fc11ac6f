/* The health of the database: whether it is reachable and writable, its time,
 * the load of the connections, and the work that waits. */
#ifndef PLAY_STORE_HEALTH_H
#define PLAY_STORE_HEALTH_H

#include "play/node/histogram.h"
#include "play/store/error.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/* The connections to the database, since the store was made. */
struct store_counts {
    uint64_t pool_timeouts; /* waits for a connection that timed out */
    uint64_t retries;       /* transactions that were tried again */
    uint64_t failures;      /* attempts to connect that failed */
    uint64_t served;        /* connections that were returned without an
                               error */
    uint32_t pool_open, pool_busy, pool_max;
    uint32_t pool_waiting;                 /* threads that wait for a
                                              connection */
    struct histogram_counts pool_waits_us; /* waits for a connection, on
                                              histogram_work_us */
};

enum { STORE_BACKLOG_MAX = 10000 }; /* counting stops here */

/* Work that waits in the database, for monitoring. */
struct store_backlog {
    struct store_backlog_row {
        uint32_t count;
        int64_t since_us;       /* the age of the oldest; 0: none */
    } queue_people, queue_bots, /* entries that wait for a match */
        unsettled,              /* matches that are to be settled */
        clocks;                 /* matches with a deadline check overdue */
};

struct store_health {
    bool (*ping)(struct store *store);
    /* Read the database's time, in microseconds since 1970. */
    enum store_err (*now)(struct store *store, int64_t *now_us);
    /* Try to write a row that needs new disk space, and roll it back.
     * STORE_REFUSED: the database responds, but cannot write. */
    enum store_err (*try_write)(struct store *store);
    /* Read the counts, without a query and without waiting. */
    void (*count)(struct store *store, struct store_counts *out);
    /* Query the backlog. */
    enum store_err (*backlog)(struct store *store, int64_t now_us,
                              struct store_backlog *out);
    /* Read the bytes of the database on disk, for which its files are looked
     * at, and how many matches it keeps: the database's own estimate, so that
     * nothing is counted; 0: it has none yet. */
    enum store_err (*size)(struct store *store, uint64_t *bytes,
                           uint64_t *matches);
};

#endif
