/* The page of metrics: GET /metrics of the admin listener. */
#include "api/http/connections/conn_deadline.h"
#include "api/http/connections/conn_limit.h"
#include "api/http/limits/client_usage.h"
#include "api/http/limits/rate_limit.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/responses/reply_cache.h"
#include "api/http/server_inner.h"
#include "api/operations/exposition.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "base/pool.h"
#include "base/version.h"
#include "rules/game.h"

#include <stdio.h>

/* ---- versions ---- */

static void write_rules(struct text *text)
{
    static const char name[] = "fathom_rules_info";

    exposition_family(text, name, "gauge",
                      "Games, rulesets and decks of this build, as labels.");
    for (size_t i = 0; games[i]; i++) {
        char rules[8], deck[8];

        snprintf(rules, sizeof rules, "%u", games[i]->rules_version);
        snprintf(deck, sizeof deck, "%u", games[i]->deck->version);
        exposition_number(
            text, name,
            LABELS({"game", games[i]->id}, {"rules_version", rules},
                   {"deck", games[i]->deck->id}, {"deck_version", deck}),
            1);
    }
}

static void write_build(struct text *text)
{
    exposition_family(text, "fathom_build_info", "gauge",
                      "Version of the service, as labels.");
    exposition_number(text, "fathom_build_info",
                      LABELS({"version", FATHOM_VERSION}, {"api", API_VERSION}),
                      1);
    write_rules(text);
}

/* ---- connections ---- */

static void write_connections(struct server *server, struct text *text)
{
    struct conn_deadline_counts n;

    conn_deadline_count(server->conn_deadlines, &n);
    exposition_gauge(text, "fathom_http_connections", "Open connections.",
                     n.open);
    exposition_gauge(text, "fathom_http_connections_max",
                     "Maximum number of open connections.",
                     server->config.connections_max);
    exposition_counter(text, "fathom_http_connections_timed_out_total",
                       "Connections closed because the client was too slow.",
                       n.ended);
    exposition_counter(text, "fathom_http_connections_evicted_total",
                       "Connections closed to make room for others: silent, "
                       "idle or slow ones.",
                       n.evicted);
    exposition_counter(
        text, "fathom_http_connections_refused_total",
        "Connections refused because their address had too many.",
        conn_limit_refused(server->conn_limit));
}

static void write_limits(struct server *server, struct text *text)
{
    static const char name[] = "fathom_http_requests_limited_total";
    struct rate_limit_counts counts;

    rate_limit_count(server->limits, clock_steady_ns(), &counts);
    exposition_family(text, name, "counter",
                      "Requests refused by a rate limit, by limit.");
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        exposition_number(text, name, LABELS({"limit", budget_limits[i].name}),
                          counts.refused[i]);
    exposition_gauge(text, "fathom_rate_limit_buckets",
                     "Rate limit buckets in use.", counts.buckets);
}

/* At most USAGE_TOP samples. */
static void write_usage(struct server *server, struct text *text)
{
    static const char name[] = "fathom_client_cost_units";
    struct client_usage_row top[USAGE_TOP];
    size_t count = client_usage_top(server->usage, clock_steady_us(), top);

    exposition_family(text, name, "gauge",
                      "Cost of the most expensive clients within about a "
                      "minute: accounts by id, others by a hash of their "
                      "network.");
    for (size_t i = 0; i < count; i++)
        exposition_number(
            text, name,
            LABELS({"kind", top[i].is_account ? "account" : "network"},
                   {"client", top[i].name}),
            top[i].units);
}

/* One kind of long response: open ones, their limit, and refusals. */
static void write_slots(struct server *server, enum slot_kind kind,
                        struct text *text)
{
    static const struct {
        const char *open, *most, *refused, *what;
    } words[SLOT_KINDS] = {
        [SLOT_STREAM] = {"fathom_streams", "fathom_streams_max",
                         "fathom_streams_refused_total", "Event streams"},
        [SLOT_POLL] = {"fathom_long_polls", "fathom_long_polls_max",
                       "fathom_long_polls_refused_total", "Waiting long polls"},
        [SLOT_EXPORT] = {"fathom_exports", "fathom_exports_max",
                         "fathom_exports_refused_total", "Account exports"},
    };
    struct slot_counts n;
    char help[96];

    stream_slots_count(server->stream_slots, kind, &n);
    snprintf(help, sizeof help, "%s: open now.", words[kind].what);
    exposition_gauge(text, words[kind].open, help, n.open);
    snprintf(help, sizeof help, "%s: maximum open at a time.",
             words[kind].what);
    exposition_gauge(text, words[kind].most, help, n.most);
    snprintf(help, sizeof help,
             "%s: refused because the client or the node was at its limit.",
             words[kind].what);
    exposition_counter(text, words[kind].refused, help, n.refused);
}

static void write_long_replies(struct server *server, struct text *text)
{
    struct slot_counts streams;

    for (int kind = 0; kind < SLOT_KINDS; kind++)
        write_slots(server, (enum slot_kind)kind, text);
    stream_slots_count(server->stream_slots, SLOT_STREAM, &streams);
    exposition_counter(text, "fathom_streams_total", "Event streams opened.",
                       streams.opened);
}

static void write_views(struct server *server, struct text *text)
{
    struct reply_cache_counts reply_cache = {0};

    reply_cache_count(server->reply_cache, &reply_cache);
    exposition_counter(text, "fathom_views_found_total",
                       "Responses found in the cache.", reply_cache.found);
    exposition_counter(text, "fathom_views_missed_total",
                       "Responses not found in the cache.", reply_cache.missed);
    exposition_gauge(text, "fathom_views_bytes",
                     "Memory used by cached responses, in bytes.",
                     reply_cache.bytes);
}

static void write_server(struct server *server, struct text *text)
{
    unsigned running = 0;
    unsigned long long answered = 0;

    server_count(server, &running, &answered);
    exposition_gauge(text, "http_server_active_requests",
                     "Requests in progress, including long polls and streams.",
                     running);
    exposition_family(text, "fathom_worker_queue", "gauge",
                      "Requests waiting for a worker.");
    exposition_number(text, "fathom_worker_queue", LABELS({"pool", "quick"}),
                      pool_waiting(server->quick));
    exposition_number(text, "fathom_worker_queue", LABELS({"pool", "slow"}),
                      pool_waiting(server->slow));
    exposition_gauge(text, "fathom_leaving",
                     "1 after the service received a stop signal.",
                     server_is_leaving(server));
}

void metrics_write(struct server *server, int64_t began_us, struct text *text)
{
    write_build(text);
    metrics_write_process(began_us, text);
    exposition_gauge(text, "fathom_started",
                     "1 after the database is migrated and clients are "
                     "served.",
                     server != NULL);
    if (!server)
        return;
    metrics_write_own(server->metrics, text);
    write_server(server, text);
    write_connections(server, text);
    write_limits(server, text);
    write_usage(server, text);
    write_long_replies(server, text);
    write_views(server, text);
    metrics_write_play(server, text);
}
