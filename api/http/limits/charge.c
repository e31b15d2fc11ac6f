/* What a request costs, and which client is charged. */
#include "api/http/limits/charge.h"

#include "api/http/limits/client_name.h"
#include "api/http/limits/client_usage.h"
#include "api/http/request/route.h"
#include "api/http/server_inner.h"
#include "api/operations/metrics.h"
#include "base/clock.h"

/* Whole units of a time, which are charged now: the remainder is as the
 * response continues. */
static int64_t take_units(_Atomic int64_t *us)
{
    const int64_t units = atomic_load(us) / COST_US;

    atomic_fetch_sub(us, units * COST_US);
    return units;
}

/* A route's units pay for its handler: they are charged once. */
static int64_t database_units(struct request *request)
{
    const int64_t units = take_units(&request->database_us);
    const int64_t least = request->is_admitted && !request->is_charged &&
                                  request->reply.status != 400
                              ? request->route->cost
                              : 0;

    if (units <= least)
        return least;
    return units < COST_DATABASE_MAX ? units : COST_DATABASE_MAX;
}

/* Once, too.  A request that is repeated with its key keeps nothing more. */
static int64_t kept_units(const struct request *request)
{
    const bool keeps = request->is_admitted && !request->is_charged &&
                       request->route->kept > 0 &&
                       request->reply.status < 300 &&
                       !reply_header_value(request, "Idempotent-Replayed");

    return keeps ? (int64_t)(request->route->kept + request->body_length) /
                       COST_KEPT
                 : 0;
}

/* The cost beyond the first unit. */
static uint32_t units_of(struct request *request, size_t bytes)
{
    int64_t units = take_units(&request->cpu_us) + database_units(request) +
                    kept_units(request);

    bytes += request->uncharged_bytes;
    request->uncharged_bytes = bytes % COST_BYTES;
    units += (int64_t)(bytes / COST_BYTES);
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
}

/* For logs and metrics; here the first unit is included. */
static void note(struct request *request, uint32_t units)
{
    struct server *server = request->server;

    request->cost += units;
    metrics_charged(server->metrics, units);
    client_usage_charge(server->usage, payers_client(&request->payers),
                        client_account_id(request), units, clock_steady_us());
}

void charge_request(struct request *request, size_t bytes)
{
    struct server *server = request->server;
    uint32_t reserved = request->reserved;
    uint32_t units = units_of(request, bytes);

    if (units == 0 && reserved == 0 && request->is_charged)
        return; /* an event of a stream: charged with later ones */
    note(request, units + !request->is_charged);
    request->is_charged = true;
    request->reserved = 0;
    if (units > 0 || reserved > 0)
        rate_limit_charge_all(server->limits, &request->payers, reserved, units,
                              clock_steady_ns(), request->levels);
}
