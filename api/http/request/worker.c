/* Runs a request on a worker.
 *
 * There are two thread pools, both fair between clients.  Quick workers do what
 * takes milliseconds and waits for the database; they replay at most EVENTS_MAX
 * events of a match.  Slow workers do the rest: they are few, and of lower
 * priority, so that they use the time that others leave. */
#include "api/http/limits/charge.h"
#include "api/http/limits/throttle.h"
#include "api/http/request/route.h"
#include "api/http/responses/problem.h"
#include "api/http/server_inner.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "base/database_time.h"
#include "base/pool.h"

#include <string.h>

enum {
    EVENTS_MAX = 200, /* a page, and the events since a snapshot */
    /* Requests that may wait, in total and of one client. */
    QUICK_MAX = 4096,
    QUICK_PER_CLIENT = 1024,
    SLOW_MAX = 512,
    SLOW_PER_CLIENT = 32,
    SLOW_NICENESS = 10,
    /* The most that work on the connection's thread is charged for.  Its time
     * is read from the clock, because that of the processor is a system call;
     * the thread may have been interrupted. */
    AT_ONCE_MAX_US = 1000,
};

/* ---- the pools ---- */

/* One client may use half of them, but always one. */
static unsigned share_of(unsigned threads)
{
    return threads > 1 ? threads / 2 : 1;
}

struct pool *quick_workers_new(unsigned threads)
{
    const struct pool_config config = {.name = "workers",
                                       .threads = threads,
                                       .waiting_max = QUICK_MAX,
                                       .waiting_per_key = QUICK_PER_CLIENT,
                                       .running_per_key = share_of(threads)};

    return pool_new(&config);
}

/* One client may use one of them, however many there are. */
struct pool *slow_workers_new(unsigned threads)
{
    const struct pool_config config = {.name = "slow-workers",
                                       .threads = threads,
                                       .waiting_max = SLOW_MAX,
                                       .waiting_per_key = SLOW_PER_CLIENT,
                                       .running_per_key = 1,
                                       .niceness = SLOW_NICENESS};

    return pool_new(&config);
}

/* ---- a request ---- */

static void run(void *ctx);

static bool is_slow(const struct request *request)
{
    return request->stage == STAGE_SLOW_WORKER;
}

static void drop_counted(void *ctx)
{
    struct request *request = ctx;

    metrics_dropped(request->server->metrics, is_slow(request));
    request->drop(request);
}

static void submit(struct request *request)
{
    struct server *server = request->server;
    const struct pool_job job = {.key = payers_client(&request->payers),
                                 .run = run,
                                 .drop = drop_counted,
                                 .ctx = request};

    if (!pool_submit(is_slow(request) ? server->slow : server->quick, &job))
        drop_counted(request);
}

/* It takes longer than a quick worker may.  A stream is charged as it
 * continues, and can no longer be refused. */
static void go_slow(struct request *request)
{
    if (request->reply.goes_on || throttle_reserve(request)) {
        request_go_to(request, STAGE_SLOW_WORKER);
        submit(request);
    } else {
        throttle_refuse(request);
        request_finish(request);
    }
}

static void run(void *ctx)
{
    struct request *request = ctx;
    struct metrics *metrics = request->server->metrics;
    const bool has_time = is_slow(request);
    int64_t begun_us = clock_thread_us(), used_us;
    int64_t waited_us = database_time_us();

    request_hold(request);
    play_limit_replays(has_time ? UINT32_MAX : EVENTS_MAX);
    enum handled handled = request->work(request);

    used_us = clock_thread_us() - begun_us;
    waited_us = database_time_us() - waited_us;
    atomic_fetch_add(&request->cpu_us, used_us);
    atomic_fetch_add(&request->database_us, waited_us);
    metrics_worked(metrics, has_time, used_us, waited_us);
    switch (handled) {
    case HANDLED: request_finish(request); break;
    case NOT_HERE: go_slow(request); break;
    case LATER: break;
    }
    request_release(request);
}

/* A request whose token is not known yet gets its account from a quick worker
 * first, so that the slow ones know their clients. */
static bool goes_slow_at_once(const struct request *request)
{
    return request->route->where == ON_SLOW &&
           (request->is_recalled || request->route->who == NOBODY ||
            !request_header(request, "Authorization"));
}

void request_submit(struct request *request,
                    enum handled (*work)(struct request *request),
                    void (*drop)(void *request))
{
    request->work = work;
    request->drop = drop;
    if (goes_slow_at_once(request)) {
        go_slow(request);
    } else {
        request_go_to(request, STAGE_WORKER);
        submit(request);
    }
}

enum handled request_run_at_once(struct request *request,
                                 enum handled (*work)(struct request *request),
                                 int64_t begun_us)
{
    const enum handled handled = work(request);
    const int64_t took_us = clock_steady_us() - begun_us;

    atomic_fetch_add(&request->cpu_us,
                     took_us < AT_ONCE_MAX_US ? took_us : AT_ONCE_MAX_US);
    return handled;
}

void request_try(struct request *request,
                 enum handled (*work)(struct request *request),
                 void (*drop)(void *request))
{
    enum handled handled;

    request_hold(request);
    handled = request_run_at_once(request, work, clock_steady_us());
    if (handled == HANDLED)
        request_finish(request);
    else if (handled != LATER)
        request_submit(request, work, drop);
    request_release(request);
}

void request_drop(void *ctx)
{
    struct request *request = ctx;

    problem_reply(request, PROBLEM_UNAVAILABLE,
                  "Too many requests are waiting.");
    request_finish(request);
}
