/* What a request costs, and which client is charged. */
#include "api/http/limits/charge.h"

#include "api/http/limits/client_name.h"
#include "api/http/limits/client_usage.h"
#include "api/http/request/route.h"
#include "api/http/server_inner.h"
#include "api/operations/metrics.h"
#include "base/clock.h"

/* The cost beyond the first unit.  A route's units pay for its handler: they
 * are charged once. */
static uint32_t units_of(struct request *request, size_t bytes)
{
    int64_t units = atomic_load(&request->cpu_us) / COST_CPU_US;

    /* the remainder is charged as the response continues */
    atomic_fetch_sub(&request->cpu_us, units * COST_CPU_US);
    bytes += request->uncharged_bytes;
    request->uncharged_bytes = bytes % COST_BYTES;
    units += (int64_t)(bytes / COST_BYTES);
    if (request->is_admitted && !request->is_charged &&
        request->reply.status != 400)
        units += request->route->cost;
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
