/* A pool of threads that shares its time fairly between clients.
 *
 * This is start-time fair queueing: every client has a virtual time, which
 * grows by the thread time that its jobs use.  The client with the smallest
 * virtual time that has a job waiting is served next.  A client that comes back
 * after a pause starts at the virtual time of the pool, so a pause earns no
 * credit. */
#include "base/pool.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CHAINS = 1024 };

struct waiting_job {
    struct waiting_job *older, *newer; /* of the same client */
    struct pool_job job;
};

/* A client with jobs that wait or run. */
struct client {
    struct client *chain; /* the next one with the same hash */
    uint64_t key;
    uint64_t time_ns;  /* virtual */
    uint64_t place_no; /* decides between equal times: the smaller goes first */
    struct waiting_job *oldest, *newest;
    unsigned waiting, running;
    size_t heap_index; /* in `ready`, from 1; 0: not there */
};

struct pool {
    struct pool_config config;
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool stopping;
    unsigned threads;
    pthread_t *thread;
    unsigned waiting;
    uint64_t time_ns;  /* virtual: of the client that was served last */
    uint64_t place_no; /* of the client that became ready last */
    struct client *chains[CHAINS];
    struct client **ready; /* a heap: clients that may be served; from 1 */
    size_t ready_count;
};

/* ---- the heap of clients that may be served; under the lock ---- */

static bool goes_before(const struct client *a, const struct client *b)
{
    return a->time_ns != b->time_ns ? a->time_ns < b->time_ns
                                    : a->place_no < b->place_no;
}

static void heap_set(struct pool *pool, size_t at, struct client *client)
{
    pool->ready[at] = client;
    client->heap_index = at;
}

static void heap_up(struct pool *pool, size_t at)
{
    struct client *client = pool->ready[at];

    for (; at > 1 && goes_before(client, pool->ready[at / 2]); at /= 2)
        heap_set(pool, at, pool->ready[at / 2]);
    heap_set(pool, at, client);
}

static void heap_down(struct pool *pool, size_t at)
{
    struct client *client = pool->ready[at];

    for (size_t child; (child = 2 * at) <= pool->ready_count; at = child) {
        if (child < pool->ready_count &&
            goes_before(pool->ready[child + 1], pool->ready[child]))
            child++;
        if (!goes_before(pool->ready[child], client))
            break;
        heap_set(pool, at, pool->ready[child]);
    }
    heap_set(pool, at, client);
}

static void heap_remove(struct pool *pool, struct client *client)
{
    size_t at = client->heap_index;
    struct client *last = pool->ready[pool->ready_count--];

    client->heap_index = 0;
    if (last == client)
        return;
    heap_set(pool, at, last);
    heap_up(pool, at);
    heap_down(pool, last->heap_index);
}

/* ---- clients; under the lock ---- */

static struct client **chain_of(struct pool *pool, uint64_t key)
{
    return &pool->chains[(key ^ key >> 32) % CHAINS];
}

static struct client *client_find(struct pool *pool, uint64_t key)
{
    struct client *client = *chain_of(pool, key);

    while (client && client->key != key)
        client = client->chain;
    return client;
}

static struct client *client_add(struct pool *pool, uint64_t key)
{
    struct client **chain = chain_of(pool, key);
    struct client *client = calloc(1, sizeof *client);

    if (!client)
        return NULL;
    client->key = key;
    client->time_ns = pool->time_ns;
    client->chain = *chain;
    *chain = client;
    return client;
}

static void client_free(struct pool *pool, struct client *client)
{
    struct client **link = chain_of(pool, client->key);

    while (*link != client)
        link = &(*link)->chain;
    *link = client->chain;
    free(client);
}

static bool may_be_served(const struct pool *pool, const struct client *client)
{
    unsigned most = pool->config.running_per_key;

    return client->waiting > 0 && (most == 0 || client->running < most);
}

/* Bring the heap up to date after the client has changed, and release a client
 * that has nothing left. */
static void client_update(struct pool *pool, struct client *client)
{
    bool is_ready = may_be_served(pool, client);

    if (client->heap_index > 0 && !is_ready) {
        heap_remove(pool, client);
    } else if (client->heap_index > 0) {
        heap_up(pool, client->heap_index);
        heap_down(pool, client->heap_index);
    } else if (is_ready) {
        client->place_no = ++pool->place_no;
        heap_set(pool, ++pool->ready_count, client);
        heap_up(pool, pool->ready_count);
    }
    if (client->waiting == 0 && client->running == 0)
        client_free(pool, client);
}

/* ---- jobs; under the lock ---- */

static void job_append(struct pool *pool, struct client *client,
                       struct waiting_job *job)
{
    job->older = client->newest;
    job->newer = NULL;
    *(client->newest ? &client->newest->newer : &client->oldest) = job;
    client->newest = job;
    client->waiting++;
    pool->waiting++;
}

static void job_remove(struct pool *pool, struct client *client,
                       struct waiting_job *job)
{
    *(job->older ? &job->older->newer : &client->oldest) = job->newer;
    *(job->newer ? &job->newer->older : &client->newest) = job->older;
    client->waiting--;
    pool->waiting--;
}

/* The newest job that may be dropped. */
static struct waiting_job *newest_droppable(const struct client *client)
{
    struct waiting_job *job = client->newest;

    while (job && !job->job.drop)
        job = job->older;
    return job;
}

/* Remove a job of the client with the most, which must have more than `own`
 * jobs waiting.  NULL: there is no such client. */
static struct waiting_job *make_room(struct pool *pool, unsigned own)
{
    struct client *busiest = NULL;
    struct waiting_job *job = NULL;

    for (size_t i = 0; i < CHAINS; i++)
        for (struct client *c = pool->chains[i]; c; c = c->chain)
            if (c->waiting > (busiest ? busiest->waiting : own + 1) &&
                newest_droppable(c))
                busiest = c;
    if (busiest) {
        job = newest_droppable(busiest);
        job_remove(pool, busiest, job);
        client_update(pool, busiest);
    }
    return job;
}

static bool has_room_for(const struct pool *pool, const struct client *client)
{
    unsigned most = pool->config.waiting_per_key;

    return !pool->stopping && (most == 0 || !client || client->waiting < most);
}

/* ---- the threads ---- */

/* Run the oldest job of the client that comes first.  Holds the lock when it
 * is called and when it returns, but not in between. */
static void serve_one(struct pool *pool)
{
    struct client *client = pool->ready[1];
    struct waiting_job *job = client->oldest;
    int64_t begun_ns;

    pool->time_ns = client->time_ns;
    job_remove(pool, client, job);
    client->running++;
    client_update(pool, client);
    pthread_mutex_unlock(&pool->lock);
    begun_ns = clock_steady_ns();
    job->job.run(job->job.ctx);
    free(job);
    pthread_mutex_lock(&pool->lock);
    client->running--;
    client->time_ns += (uint64_t)(clock_steady_ns() - begun_ns + 1);
    /* A client that was at its limit may become ready.  Nobody is woken for
     * that: this thread serves somebody next, and for every job a thread was
     * woken when it was submitted. */
    client_update(pool, client);
}

static void *serve(void *arg)
{
    struct pool *pool = arg;

    if (pool->config.niceness > 0)
        setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid),
                    pool->config.niceness);
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if (pool->ready_count > 0)
            serve_one(pool);
        else if (pool->stopping && pool->waiting == 0)
            break;
        else
            pthread_cond_wait(&pool->news, &pool->lock);
    }
    /* The others may wait for the last job of a client at its limit. */
    pthread_cond_broadcast(&pool->news);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- interface ---- */

struct pool *pool_new(const struct pool_config *config)
{
    struct pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pool->config = *config;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->news, NULL);
    pool->ready = calloc(config->waiting_max + 1, sizeof(struct client *));
    pool->thread = calloc(config->threads, sizeof *pool->thread);
    while (pool->ready && pool->thread && pool->threads < config->threads &&
           pthread_create(&pool->thread[pool->threads], NULL, serve, pool) == 0)
        pthread_setname_np(pool->thread[pool->threads++], config->name);
    if (pool->ready && pool->thread && pool->threads == config->threads)
        return pool;
    pool_free(pool);
    return NULL;
}

bool pool_submit(struct pool *pool, const struct pool_job *job)
{
    struct waiting_job *mine = malloc(sizeof *mine), *dropped = NULL;
    struct client *client;
    bool is_taken;

    if (!mine)
        return false;
    mine->job = *job;
    pthread_mutex_lock(&pool->lock);
    client = client_find(pool, job->key);
    is_taken = has_room_for(pool, client);
    if (is_taken && pool->waiting >= pool->config.waiting_max) {
        dropped = make_room(pool, client ? client->waiting : 0);
        is_taken = dropped != NULL;
    }
    if (is_taken && !client)
        client = client_add(pool, job->key);
    is_taken = is_taken && client;
    if (is_taken) {
        job_append(pool, client, mine);
        /* One at its limit is served by the thread that ends a job of it. */
        if (may_be_served(pool, client))
            pthread_cond_signal(&pool->news);
        client_update(pool, client);
    }
    pthread_mutex_unlock(&pool->lock);
    if (!is_taken)
        free(mine);
    if (dropped)
        dropped->job.drop(dropped->job.ctx);
    free(dropped);
    return is_taken;
}

unsigned pool_waiting(struct pool *pool)
{
    unsigned waiting;

    pthread_mutex_lock(&pool->lock);
    waiting = pool->waiting;
    pthread_mutex_unlock(&pool->lock);
    return waiting;
}

void pool_stop(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->news);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pool->threads = 0;
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    pool_stop(pool);
    pthread_cond_destroy(&pool->news);
    pthread_mutex_destroy(&pool->lock);
    free(pool->thread);
    free(pool->ready);
    free(pool);
}
