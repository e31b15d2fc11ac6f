/* The pool of connections, and the runner of transactions. */
#include "db/pg/pg.h"

#include "base/clock.h"
#include "db/pg/pg_inner.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { TRIES_MAX = 5, DOWN_MS = 250, TRIAL_MS = 50 };

struct pg_pool {
    struct pg_server *server;
    const struct db_config *config; /* the server's */
    pthread_mutex_t lock;
    pthread_cond_t given;
    struct pg **idle; /* a stack: the most recently used first */
    unsigned idle_count, open;
    unsigned generation; /* rises when a connection breaks: then the others
                            are not trusted either */
    unsigned trusted;    /* of those that are open, not being opened: of this
                            generation */
    /* After a failed attempt: no thread tries before that time, and then only
     * one.  Others wait for its result until trial_us: a database that is back
     * accepts a connection within milliseconds. */
    bool is_down, is_tried;
    int64_t down_until_ms, trial_us;
    uint64_t timeouts, retries, served;
    unsigned waiting;          /* threads, for a connection */
    struct histogram waits_us; /* waits, including those of 0 */
};

struct pg_pool *pg_pool_new(struct pg_server *server)
{
    struct pg_pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pool->idle = calloc(server->config->pool_max, sizeof(struct pg *));
    if (!pool->idle) {
        free(pool);
        return NULL;
    }
    pool->server = server;
    pool->config = server->config;
    pthread_mutex_init(&pool->lock, NULL);
    clock_cond_init(&pool->given);
    return pool;
}

void pg_pool_free(struct pg_pool *pool)
{
    if (!pool)
        return;
    for (unsigned i = 0; i < pool->idle_count; i++)
        pg_close(pool->idle[i]);
    pthread_cond_destroy(&pool->given);
    pthread_mutex_destroy(&pool->lock);
    free(pool->idle);
    free(pool);
}

/* Under the lock: an idle connection that is alive, or NULL. */
static struct pg *take_idle(struct pg_pool *pool)
{
    while (pool->idle_count > 0) {
        struct pg *pg = pool->idle[--pool->idle_count];

        if (pg->generation == pool->generation && pg_is_alive(pg))
            return pg;
        pool->trusted -= pg->generation == pool->generation;
        pg_close(pg);
        pool->open--;
    }
    return NULL;
}

/* Under the lock: may a thread try to connect now? */
static bool may_try(const struct pg_pool *pool)
{
    return !pool->is_down ||
           (!pool->is_tried && clock_steady_ms() >= pool->down_until_ms);
}

/* Under the lock, which is released while connecting. */
static struct pg *take_new(struct pg_pool *pool)
{
    struct pg *pg;
    unsigned generation = pool->generation;
    bool is_trial = pool->is_down;

    if (!may_try(pool))
        return NULL;
    if (is_trial) {
        pool->is_tried = true;
        pool->trial_us = clock_steady_us() + TRIAL_MS * INT64_C(1000);
    }
    pool->open++;
    pthread_mutex_unlock(&pool->lock);
    pg = pg_open_at(pool->server);
    pthread_mutex_lock(&pool->lock);
    if (is_trial)
        pool->is_tried = false;
    pool->is_down = !pg;
    /* In either case wake all waiting threads. */
    pthread_cond_broadcast(&pool->given);
    if (pg) {
        pg->generation = generation;
        pool->trusted += generation == pool->generation;
        return pg;
    }
    pool->open--;
    pool->down_until_ms = clock_steady_ms() + DOWN_MS;
    return NULL;
}

static bool wait_for_one(struct pg_pool *pool, int64_t until_us)
{
    bool is_given;

    pool->waiting++;
    is_given = clock_wait_until(&pool->given, &pool->lock, until_us);
    pool->waiting--;
    return is_given;
}

/* Wait for the thread that tries to connect.  false: none does, or it takes
 * long. */
static bool wait_for_trial(struct pg_pool *pool)
{
    return pool->is_tried && wait_for_one(pool, pool->trial_us);
}

/* Under the lock: NULL if none becomes available in time; almost immediately,
 * if no new one can be made and no trusted one will be returned. */
static struct pg *take_until(struct pg_pool *pool, int64_t until_us)
{
    struct pg *pg;

    for (;;) {
        pg = take_idle(pool);
        if (pg)
            break;
        if (pool->open < pool->config->pool_max) {
            pg = take_new(pool);
            if (!pg && pool->trusted == 0 && wait_for_trial(pool))
                continue;
            if (pg || pool->trusted == 0)
                break;
        }
        if (!wait_for_one(pool, until_us)) {
            pool->timeouts++;
            break;
        }
    }
    return pg;
}

struct pg *pg_pool_checkout(struct pg_pool *pool)
{
    const int64_t begun_us = clock_steady_us();
    struct pg *pg;

    pthread_mutex_lock(&pool->lock);
    pg =
        take_until(pool, begun_us + pool->config->pool_wait_ms * INT64_C(1000));
    pthread_mutex_unlock(&pool->lock);
    histogram_add(&pool->waits_us, &histogram_work_us,
                  (uint64_t)(clock_steady_us() - begun_us));
    return pg;
}

void pg_pool_checkin(struct pg_pool *pool, struct pg *pg)
{
    bool is_good = pg_is_usable(pg);

    pthread_mutex_lock(&pool->lock);
    pool->served += is_good;
    if (is_good && pg->generation == pool->generation) {
        pool->idle[pool->idle_count++] = pg;
        pg = NULL;
    } else {
        if (pg->generation == pool->generation) {
            pool->generation++;
            pool->trusted = 0;
        }
        pool->open--;
        pthread_cond_broadcast(&pool->given);
    }
    pthread_cond_signal(&pool->given);
    pthread_mutex_unlock(&pool->lock);
    pg_close(pg);
}

void pg_pause(int n)
{
    const int64_t base_ns = INT64_C(1000000) << n;
    const struct timespec pause = {
        .tv_nsec = (long)(base_ns + clock_steady_ns() % base_ns)};

    nanosleep(&pause, NULL);
}

static void pause_before(struct pg_pool *pool, int n)
{
    pthread_mutex_lock(&pool->lock);
    pool->retries++;
    pthread_mutex_unlock(&pool->lock);
    pg_pause(n);
}

enum store_err pg_query(struct pg_pool *pool, const char *sql,
                        const struct pg_param *in, size_t count,
                        struct pg_result **out)
{
    for (int n = 1;; n++) {
        struct pg *pg = pg_pool_checkout(pool);
        enum store_err err;
        bool again;

        if (!pg) {
            if (out)
                *out = NULL;
            return STORE_UNAVAILABLE;
        }
        err = pg_run(pg, sql, in, count, out);
        again = err && pg_is_soft(pg) && n < TRIES_MAX;
        pg_pool_checkin(pool, pg);
        if (!again)
            return err;
        pause_before(pool, n);
    }
}

static enum store_err run_once(struct pg *pg,
                               enum store_err (*work)(struct pg *, void *),
                               void *ctx, bool *again)
{
    enum store_err err = pg_begin(pg);

    if (err)
        return err;
    err = work(pg, ctx);
    if (err)
        pg_roll_back(pg);
    else
        err = pg_commit(pg);
    *again = err && pg_is_soft(pg);
    return err;
}

enum store_err pg_transaction(struct pg_pool *pool,
                              enum store_err (*work)(struct pg *pg, void *ctx),
                              void *ctx)
{
    for (int n = 1;; n++) {
        struct pg *pg = pg_pool_checkout(pool);
        bool again = false;
        enum store_err err;

        if (!pg)
            return STORE_UNAVAILABLE;
        err = run_once(pg, work, ctx, &again);
        pg_pool_checkin(pool, pg);
        if (!again || n >= TRIES_MAX)
            return err;
        pause_before(pool, n);
    }
}

void pg_pool_count(struct pg_pool *pool, struct store_counts *out)
{
    pthread_mutex_lock(&pool->lock);
    *out = (struct store_counts){
        .pool_timeouts = pool->timeouts,
        .retries = pool->retries,
        .served = pool->served,
        .pool_waiting = pool->waiting,
        .pool_open = pool->open,
        .pool_busy = pool->open - pool->idle_count,
        .pool_max = pool->config->pool_max,
    };
    pthread_mutex_unlock(&pool->lock);
    histogram_read(&pool->waits_us, &out->pool_waits_us);
}
