/* Which rate limits a request counts for, and the headers that report them. */
#include "api/http/limits/throttle.h"

#include "api/http/limits/charge.h"
#include "api/http/request/route.h"
#include "api/http/responses/problem.h"
#include "api/http/server_inner.h"
#include "base/clock.h"
#include "base/decimal.h"

#include <stdio.h>
#include <string.h>

/* Routes that take a password: most compute a hash that is made to be
 * expensive. */
static const struct {
    const char *method, *template;
} signing_in[] = {
    {"POST", "/v1/accounts"}, {"POST", "/v1/sessions"}, {"PATCH", "/v1/me"},
    {"DELETE", "/v1/me"},     {"POST", "/v1/tokens"},
};

static bool is_signing_in(const struct route *route)
{
    for (size_t i = 0; i < sizeof signing_in / sizeof *signing_in; i++)
        if (strcmp(route->method, signing_in[i].method) == 0 &&
            strcmp(route->template, signing_in[i].template) == 0)
            return true;
    return false;
}

static bool is_in_a_match(const struct route *route)
{
    static const char below[] = "/v1/matches/{match}/";

    return strcmp(route->method, "GET") != 0 &&
           strncmp(route->template, below, sizeof below - 1) == 0;
}

static bool take(struct request *request, enum limit limit)
{
    struct limit_level *level = &request->levels[limit];

    if (request->payers.keys[budget_limits[limit].payer] == 0)
        return true;
    *level = rate_limit_take(request->server->limits, limit, &request->payers,
                             request->begun_us * 1000);
    return !level->is_refused;
}

static void set_payers(struct request *request)
{
    const struct payer_secret *secret = request->server->payer_secret;
    struct payers *payers = &request->payers;
    const char *header = request_header(request, "Authorization");

    payers_set_address(payers, secret, &request->client_ip);
    if (request->is_recalled)
        payers_set_login(payers, secret, &request->login);
    else if (header && strncasecmp(header, "Bearer ", 7) == 0)
        payers_set_token(payers, secret, header + 7 + strspn(header + 7, " "));
    if (payers->keys[PAYER_ACCOUNT] && request->route &&
        is_in_a_match(request->route))
        payers_set_match(payers, secret, request->path[0]);
}

static bool take_sign_in(struct request *request)
{
    if (request->route->who == PLAYER && request->payers.keys[PAYER_ACCOUNT])
        return take(request, LIMIT_SIGN_IN_ACCOUNT);
    return take(request, LIMIT_SIGN_IN) && take(request, LIMIT_SIGN_IN_56) &&
           take(request, LIMIT_SIGN_IN_48);
}

bool throttle_take(struct request *request)
{
    set_payers(request);
    return take(request, LIMIT_ADDRESS) && take(request, LIMIT_NETWORK_56) &&
           take(request, LIMIT_NETWORK_48) && take(request, LIMIT_TOKEN) &&
           take(request, LIMIT_MATCH) &&
           (!request->route || !is_signing_in(request->route) ||
            take_sign_in(request));
}

void throttle_set_account(struct request *request)
{
    const struct payer_secret *secret = request->server->payer_secret;
    struct payers *payers = &request->payers;
    const uint64_t before = payers->keys[PAYER_ACCOUNT];

    payers_set_login(payers, secret, &request->login);
    if (payers->keys[PAYER_ACCOUNT] == before)
        return;
    if (payers->keys[PAYER_MATCH])
        payers_set_match(payers, secret, request->path[0]);
    request->levels[LIMIT_TOKEN] = rate_limit_charge(
        request->server->limits, LIMIT_TOKEN, payers, 0, 0, clock_steady_ns());
}

bool throttle_allows(struct request *request)
{
    enum { WAITED_US = 1000 }; /* too short to charge others much */
    struct rate_limits *limits = request->server->limits;
    const int64_t now_us = clock_steady_us();

    if (now_us - request->asked_us < WAITED_US)
        return true;
    rate_limit_charge_all(limits, &request->payers, 0, 0, now_us * 1000,
                          request->levels);
    for (enum limit i = 0; i < LIMIT_COUNT && !request->is_limited; i++) {
        request->is_limited =
            budget_limits[i].is_cost && request->levels[i].is_refused;
        if (request->is_limited)
            rate_limit_note_refused(limits, i);
    }
    return !request->is_limited;
}

/* The limits before this one had enough. */
static void give_back(struct request *request, enum limit limit, int64_t now_ns)
{
    while (limit-- > 0)
        if (request->levels[limit].applies && budget_limits[limit].is_cost)
            rate_limit_charge(request->server->limits, limit, &request->payers,
                              COST_SLOW, 0, now_ns);
}

bool throttle_reserve(struct request *request)
{
    struct rate_limits *limits = request->server->limits;
    const int64_t now_ns = clock_steady_ns();

    if (request->reserved > 0)
        return true;
    for (enum limit i = 0; i < LIMIT_COUNT; i++) {
        struct limit_level *level = &request->levels[i];

        if (!level->applies || !budget_limits[i].is_cost)
            continue;
        *level =
            rate_limit_reserve(limits, i, &request->payers, COST_SLOW, now_ns);
        if (level->is_refused) {
            request->is_limited = true;
            give_back(request, i, now_ns);
            return false;
        }
    }
    request->reserved = COST_SLOW;
    return true;
}

bool throttle_take_registration(struct request *request)
{
    return take(request, LIMIT_REGISTRATION) &&
           take(request, LIMIT_REGISTRATION_56) &&
           take(request, LIMIT_REGISTRATION_48);
}

bool throttle_take_export(struct request *request)
{
    return take(request, LIMIT_EXPORT);
}

const char *throttle_limit(const struct request *request)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        if (request->levels[i].is_refused)
            return budget_limits[i].name;
    return "";
}

enum handled throttle_refuse(struct request *request)
{
    enum limit which = LIMIT_ADDRESS;

    while (which + 1 < LIMIT_COUNT && !request->levels[which].is_refused)
        which++;
    const struct limit_level *level = &request->levels[which];
    const struct budget_limit *limit = &budget_limits[which];
    const struct limit_policy policy = rate_limit_policy(
        request->server->limits, which, request->payers.trust);
    char detail[128];

    if (limit->is_cost)
        snprintf(detail, sizeof detail,
                 "The budget of %u units of cost in %u seconds for one %s is "
                 "used up.",
                 policy.quota, policy.window_s, limit->per);
    else
        snprintf(detail, sizeof detail,
                 "The limit of %u requests in %u seconds for one %s is used "
                 "up.",
                 policy.quota, policy.window_s, limit->per);
    struct sink *sink = problem_open(request, PROBLEM_RATE_LIMITED, detail);

    sink_string(sink, "policy", limit->name);
    sink_number(sink, "quota", policy.quota);
    sink_number(sink, "window", policy.window_s);
    sink_string(sink, "unit", budget_unit(which));
    reply_close(request);
    reply_header(request, "Retry-After", "%u",
                 level->retry_s > 0 ? level->retry_s : 1);
    return HANDLED;
}

void throttle_write_policies(const struct request *request, struct sink *sink)
{
    for (enum limit i = 0; i < LIMIT_COUNT; i++) {
        const struct limit_policy policy =
            rate_limit_policy(request->server->limits, i, TRUST_PLAYER);

        if (policy.quota == 0)
            continue;
        sink_object(sink, NULL);
        sink_string(sink, "name", budget_limits[i].name);
        sink_number(sink, "quota", policy.quota);
        sink_number(sink, "window", policy.window_s);
        sink_string(sink, "per", budget_limits[i].per);
        sink_string(sink, "unit", budget_unit(i));
        sink_close(sink);
    }
}

/* Append text to a header's value; returns its new end. */
static char *add(char *end, const char *text)
{
    const size_t length = strlen(text);

    memcpy(end, text, length + 1);
    return end + length;
}

/* The policy of a limit, as rate_limit.h has it. */
static char *add_policy(char *end, const struct request *request,
                        enum limit limit)
{
    return add(end, rate_limit_policy_item(request->server->limits, limit,
                                           request->payers.trust));
}

/* "token";r=12;t=3 */
static char *add_level(char *end, const struct request *request,
                       enum limit limit)
{
    const struct limit_level *level = &request->levels[limit];

    end = add(end, "\"");
    end = add(end, budget_limits[limit].name);
    end = add(end, "\";r=");
    end = decimal_write(level->left, end);
    end = add(end, ";t=");
    return decimal_write(level->full_s, end);
}

/* Write an item for each limit that the request counted for.  False: it counted
 * for none. */
static bool write_items(const struct request *request,
                        char *(*add_item)(char *end,
                                          const struct request *request,
                                          enum limit limit),
                        char out[THROTTLE_HEADER_SIZE])
{
    char *end = out;

    for (enum limit i = 0; i < LIMIT_COUNT; i++) {
        if (!request->levels[i].applies)
            continue;
        if (end > out)
            end = add(end, ", ");
        end = add_item(end, request, i);
    }
    return end > out;
}

bool throttle_policy_header(const struct request *request,
                            char out[THROTTLE_HEADER_SIZE])
{
    return write_items(request, add_policy, out);
}

bool throttle_level_header(const struct request *request,
                           char out[THROTTLE_HEADER_SIZE])
{
    return write_items(request, add_level, out);
}
