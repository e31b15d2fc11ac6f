/* The store over PostgreSQL: what the files share that implement its
 * operations.
 *
 * Each area of the store (play/store.h) is a const table, db_NAME, at the end
 * of the file that implements it.  Functions that files of db call across areas
 * are declared in the header of their room: accounts/accounts.h,
 * matches/matches.h, matchmaking/queue.h and challenges.h, ladder/ladder.h,
 * node/notify.h. */
#ifndef DB_STORE_H
#define DB_STORE_H

#include "db/pg/pg.h"

#include <stdatomic.h>

struct db_listener; /* node/listener.c */

struct db_store {
    struct store store; /* first: play holds a pointer to this */
    struct db_config config;
    char *conninfo, *pooler; /* config's point here */
    struct pg_timeline past;
    struct pg_server direct, shared; /* shared: what the pool connects to */
    struct pg_pool *pool;
    struct pg *writer; /* used by updates->write alone */
    int64_t writer_down_until_ms;
    int64_t short_keys_us; /* from then on keys are stored without replies that
                              follow from the event log */
    _Atomic int64_t event_keys_us; /* from then on keys are stored with
                                      their events only; INT64_MAX: not
                                      known */
    char node[17];                 /* the sender in notifications: hex, NUL */
    struct db_listener *listener;
    atomic_bool control_is_refused; /* pg_control_system: account_feed.c */
    _Atomic uint64_t failures;      /* connections that could not be made */
};

#define DB_TABLE(name) extern const struct store_##name db_##name;
STORE_AREAS(DB_TABLE)
#undef DB_TABLE

static inline struct db_store *db_store(struct store *store)
{
    return (struct db_store *)(void *)store;
}

/* The pool behind a store. */
static inline struct pg_pool *db_pool(struct store *store)
{
    return db_store(store)->pool;
}

/* The name of the first area whose table lacks an operation; NULL: every table
 * is complete.  A table is a struct of function pointers and nothing else. */
const char *db_store_incomplete(const struct store *store);

#endif
