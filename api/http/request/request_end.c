/* The end of a request. */
#include "api/http/request/request_end.h"

#include "api/http/limits/client_name.h"
#include "api/http/limits/client_usage.h"
#include "api/http/limits/security_log.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/limits/throttle.h"
#include "api/http/request/request.h"
#include "api/http/request/route.h"
#include "api/http/request/url.h"
#include "api/http/responses/refbuf.h"
#include "api/http/responses/stream_gzip.h"
#include "api/http/server_inner.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "base/log.h"

#include <stdlib.h>
#include <string.h>

/* The match id in the path, if it looks like one: "m_…" and nothing else. */
static const char *match_of(const struct request *request)
{
    static const char below[] = "/v1/matches/{match}";
    const struct route *route = request->route;
    bool has_one = route &&
                   strncmp(route->template, below, sizeof below - 1) == 0 &&
                   request->path[0] && strlen(request->path[0]) < PLAY_ID_SIZE;

    return has_one ? request->path[0] : "";
}

static enum log_level level_of(unsigned status)
{
    if (status == 500)
        return LOG_ERROR;
    return status > 500 ? LOG_WARN : LOG_INFO;
}

/* A flood of refused requests must not become a flood of log lines. */
static bool is_logged(const struct request *request)
{
    if (request->reply.status != 429)
        return true;
    if (!client_usage_refuse(request->server->usage,
                             payers_client(&request->payers),
                             client_account_id(request), clock_steady_us()))
        return false;
    security_note(request, SECURITY_LIMITED,
                  &(struct security_facts){.limit = throttle_limit(request)});
    return true;
}

static void log_request(const struct request *request, bool is_complete)
{
    const struct route *route = request->route;
    char network[CLIENT_SIZE], trace[33] = "";

    if (!is_logged(request))
        return;
    client_network(request, network);
    if (request->traceparent[0])
        memcpy(trace, request->traceparent + 3, sizeof trace - 1);
    log_event_soon(level_of(request->reply.status),
                   is_complete ? "request" : "request-lost",
                   LOG_T("request_id", request->id), LOG_T("trace_id", trace),
                   LOG_T("account", client_account_id(request)),
                   LOG_T("network", network), LOG_T("method", request->method),
                   LOG_T("route", route ? route->template : ""),
                   LOG_T("match", match_of(request)),
                   LOG_N("status", request->reply.status),
                   LOG_N("cost", (int64_t)request->cost),
                   LOG_N("us", clock_steady_us() - request->begun_us));
}

void request_end(struct request *request, bool is_complete)
{
    struct server *server = request->server;
    const enum stage stage = request->stage;

    if (stage > STAGE_LINE)
        log_request(request, is_complete);
    if (stage > STAGE_LINE && !request->pieces.may_end && !is_complete)
        metrics_lost(server->metrics);
    stream_slots_leave(server->stream_slots, &request->slot);
    reply_empty(request, 0);
    text_clear(&request->reply.body);
    free(request->own);
    stream_gzip_free(request->stream.gzip);
    refbuf_drop(request->stream.block);
    refbuf_drop(request->pieces.shared);
    free(request->body);
    url_drop(request);
    free(request);
    if (stage > STAGE_DISCARDED)
        server_leave(server);
}
