/* Counts requests for the metrics. */
#include "api/operations/metrics.h"

#include "api/http/request/route.h"
#include "api/http/server_inner.h"
#include "api/operations/exposition.h"
#include "base/clock.h"
#include "play/counts.h"
#include "rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUTES_MAX = 96 };

/* Methods that have a label of their own; the others share one. */
static const char *const methods[] = {"GET",   "HEAD",   "POST",    "PUT",
                                      "PATCH", "DELETE", "OPTIONS", "_OTHER"};
enum { METHODS = sizeof methods / sizeof *methods };

/* Statuses that the service sends; 0 is the label of all others. */
static const unsigned short statuses[] = {
    200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 406, 409,
    412, 413, 414, 415, 422, 428, 429, 431, 500, 503, 0};
enum { STATUSES = sizeof statuses / sizeof *statuses };

struct metrics {
    struct route_table routes;
    /* Allocated with the first request of its kind; the last route is
     * "unmatched". */
    _Atomic(struct histogram *) requests[ROUTES_MAX + 1][METHODS][STATUSES];
    _Atomic uint64_t lost, faults;
    struct histogram waits_us;
    struct histogram lists_us[PLAY_GAMES_MAX];
    _Atomic uint64_t verdicts[VERDICT_COUNT];
    struct {
        _Atomic uint64_t cpu_us, database_us, dropped;
    } workers[2]; /* quick, slow */
    _Atomic uint64_t cost;
};

struct metrics *metrics_new(const struct route_table *routes)
{
    struct metrics *metrics = calloc(1, sizeof *metrics);

    if (metrics)
        metrics->routes = *routes;
    return metrics;
}

static void free_requests(struct metrics *metrics)
{
    for (size_t route = 0; route <= ROUTES_MAX; route++)
        for (size_t method = 0; method < METHODS; method++)
            for (size_t status = 0; status < STATUSES; status++)
                free(atomic_load(&metrics->requests[route][method][status]));
}

void metrics_free(struct metrics *metrics)
{
    if (!metrics)
        return;
    free_requests(metrics);
    free(metrics);
}

/* ---- requests ---- */

static size_t method_number(const char *method)
{
    size_t i = 0;

    while (i + 1 < METHODS && strcmp(methods[i], method) != 0)
        i++;
    return i;
}

static size_t status_number(unsigned status)
{
    size_t i = 0;

    while (i + 1 < STATUSES && statuses[i] != status)
        i++;
    return i;
}

static size_t route_number(const struct metrics *metrics,
                           const struct route *route)
{
    size_t number =
        route ? (size_t)(route - metrics->routes.routes) : ROUTES_MAX;

    return number < ROUTES_MAX ? number : ROUTES_MAX;
}

/* NULL: out of memory. */
static struct histogram *made(_Atomic(struct histogram *) *cell)
{
    struct histogram *there = atomic_load(cell);
    struct histogram *own = there ? NULL : calloc(1, sizeof *own);

    if (there || !own)
        return there;
    if (atomic_compare_exchange_strong(cell, &there, own))
        return own;
    free(own); /* another thread was faster */
    return there;
}

void metrics_answered(struct metrics *metrics, const struct route *route,
                      const char *method, unsigned status, int64_t took_us)
{
    struct histogram *histogram =
        made(&metrics->requests[route_number(metrics, route)]
                               [method_number(method)][status_number(status)]);

    if (status == 500)
        atomic_fetch_add(&metrics->faults, 1);
    if (histogram)
        histogram_add(histogram, &histogram_requests_us,
                      took_us > 0 ? (uint64_t)took_us : 0);
}

void metrics_reply(const struct request *request)
{
    metrics_answered(request->server->metrics, request->route, request->method,
                     request->reply.status,
                     clock_steady_us() - request->asked_us -
                         request->poll.waited_us);
}

void metrics_lost(struct metrics *metrics)
{
    atomic_fetch_add(&metrics->lost, 1);
}

static void write_requests(struct metrics *metrics, size_t route,
                           struct text *text)
{
    const char *template = route < metrics->routes.count
                               ? metrics->routes.routes[route].template
                               : "unmatched";

    for (size_t method = 0; method < METHODS; method++)
        for (size_t status = 0; status < STATUSES; status++) {
            struct histogram *histogram =
                atomic_load(&metrics->requests[route][method][status]);
            struct histogram_counts counts;
            char number[8];

            if (!histogram)
                continue;
            snprintf(number, sizeof number, "%u", statuses[status]);
            histogram_read(histogram, &counts);
            exposition_histogram(
                text, "http_server_request_duration_seconds",
                LABELS({"method", methods[method]}, {"route", template},
                       {"status", statuses[status] ? number : "other"}),
                &histogram_requests_us, &counts, 1e6);
        }
}

/* ---- long polls ---- */

void metrics_wait(struct request *request)
{
    request->poll.begun_us = clock_steady_us();
}

void metrics_woken(struct request *request)
{
    int64_t waited_us = clock_steady_us() - request->poll.begun_us;

    request->poll.waited_us += waited_us;
    histogram_add(&request->server->metrics->waits_us, &histogram_waits_us,
                  waited_us > 0 ? (uint64_t)waited_us : 0);
}

/* ---- work and its cost ---- */

void metrics_worked(struct metrics *metrics, bool is_slow, int64_t cpu_us,
                    int64_t database_us)
{
    atomic_fetch_add(&metrics->workers[is_slow].database_us,
                     (uint64_t)database_us);
    atomic_fetch_add(&metrics->workers[is_slow].cpu_us, (uint64_t)cpu_us);
}

void metrics_dropped(struct metrics *metrics, bool is_slow)
{
    atomic_fetch_add(&metrics->workers[is_slow].dropped, 1);
}

void metrics_charged(struct metrics *metrics, uint32_t units)
{
    atomic_fetch_add(&metrics->cost, units);
}

static void write_work(struct metrics *metrics, struct text *text)
{
    static const char *const pools[] = {"quick", "slow"};
    static const char cpu[] = "fathom_worker_cpu_seconds_total";
    static const char database[] = "fathom_worker_database_seconds_total";
    static const char dropped[] = "fathom_worker_dropped_total";

    exposition_family(text, cpu, "counter",
                      "Processor time that workers spent on requests.");
    for (size_t i = 0; i < 2; i++)
        exposition_real(text, cpu, LABELS({"pool", pools[i]}),
                        (double)atomic_load(&metrics->workers[i].cpu_us) / 1e6);
    exposition_family(text, database, "counter",
                      "Time that workers waited for the database.");
    for (size_t i = 0; i < 2; i++)
        exposition_real(text, database, LABELS({"pool", pools[i]}),
                        (double)atomic_load(&metrics->workers[i].database_us) /
                            1e6);
    exposition_family(text, dropped, "counter",
                      "Requests refused with 503 because too many waited for "
                      "a worker.");
    for (size_t i = 0; i < 2; i++)
        exposition_number(text, dropped, LABELS({"pool", pools[i]}),
                          atomic_load(&metrics->workers[i].dropped));
    exposition_counter(text, "fathom_cost_units_total",
                       "Cost of all requests, in units of 0.1 ms.",
                       atomic_load(&metrics->cost));
}

/* ---- rules and records ---- */

void metrics_listed(struct metrics *metrics, const struct game *game,
                    int64_t took_us)
{
    histogram_add(&metrics->lists_us[game_number(game)], &histogram_work_us,
                  took_us > 0 ? (uint64_t)took_us : 0);
}

void metrics_verified(struct metrics *metrics, enum verdict verdict)
{
    atomic_fetch_add(&metrics->verdicts[verdict], 1);
}

static void write_verdicts(struct metrics *metrics, struct text *text)
{
    static const char name[] = "fathom_records_verified_total";
    static const char *const words[] = {
        [VERDICT_VALID] = "valid",
        [VERDICT_INVALID] = "invalid",
        [VERDICT_TOO_LONG] = "too-long",
        [VERDICT_NEWER] = "newer",
    };

    exposition_family(text, name, "counter",
                      "Records submitted for verification.");
    for (int i = 0; i < VERDICT_COUNT; i++)
        exposition_number(text, name, LABELS({"verdict", words[i]}),
                          atomic_load(&metrics->verdicts[i]));
}

/* ---- the page ---- */

void metrics_write_own(struct metrics *metrics, struct text *text)
{
    struct histogram_counts counts;

    exposition_family(text, "http_server_request_duration_seconds", "histogram",
                      "Time from the last byte of a request to the first of "
                      "its response, without the waiting time of long polls.");
    for (size_t route = 0; route < metrics->routes.count && route < ROUTES_MAX;
         route++)
        write_requests(metrics, route, text);
    write_requests(metrics, ROUTES_MAX, text);
    /* Written from the start, because the rise of a sample that did not exist
     * cannot be seen. */
    exposition_counter(text, "fathom_http_faults_total",
                       "Requests that failed with status 500 (bugs).",
                       atomic_load(&metrics->faults));
    exposition_counter(
        text, "fathom_http_replies_lost_total",
        "Responses not delivered because the client disconnected.",
        atomic_load(&metrics->lost));
    histogram_read(&metrics->waits_us, &counts);
    exposition_family(text, "fathom_long_poll_wait_seconds", "histogram",
                      "Time that long polls waited for an event.");
    exposition_histogram(text, "fathom_long_poll_wait_seconds", NULL,
                         &histogram_waits_us, &counts, 1e6);
    exposition_family(text, "fathom_move_list_seconds", "histogram",
                      "Time the rules took to list the legal moves.");
    for (size_t i = 0; games[i] && i < PLAY_GAMES_MAX; i++) {
        histogram_read(&metrics->lists_us[i], &counts);
        exposition_histogram(text, "fathom_move_list_seconds",
                             LABELS({"game", games[i]->id}), &histogram_work_us,
                             &counts, 1e6);
    }
    write_verdicts(metrics, text);
    write_work(metrics, text);
}
