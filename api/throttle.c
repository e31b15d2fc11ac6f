/* Which limits a request counts for, and how its reply tells of them. */
#include "api/throttle.h"

#include "api/problem.h"
#include "api/routes.h"
#include "api/server_inner.h"

#include <stdio.h>
#include <string.h>

/* What takes a password: most cost a hash that is made to be expensive. */
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

static bool take(struct request *request, enum limit limit, const void *key,
                 size_t size)
{
    struct limit_level *level = &request->limits[limit];

    *level = limits_take(request->server->limits, limit, key, size,
                         request->begun_us * 1000);
    return !level->is_refused;
}

/* The token as it was sent: whether it is a good one is known only later.
 * Made up ones have full buckets, which make room for others'. */
static const char *sent_token(const struct request *request)
{
    const char *header = request_header(request, "Authorization");

    if (!header || strncasecmp(header, "Bearer ", 7) != 0)
        return NULL;
    return header + 7 + strspn(header + 7, " ");
}

/* A match's bucket belongs to who acts: strangers do not empty it. */
static bool take_in_match(struct request *request, const char *token)
{
    char key[512];
    int length =
        snprintf(key, sizeof key, "%.128s %.256s", request->path[0], token);

    return take(request, LIMIT_MATCH, key, (size_t)length);
}

/* Who is signed in has a bucket of its own: strangers in the same network do
 * not empty it.  A made up token is refused before its password costs anything.
 */
static bool take_sign_in(struct request *request, const char *token)
{
    const char *key =
        request->route->who == PLAYER && token ? token : request->peer.network;

    return take(request, LIMIT_SIGN_IN, key, strlen(key));
}

/* An address counts for itself and for the networks around it. */
static bool take_for_address(struct request *request)
{
    static const enum limit limits[PEER_LEVELS] = {
        LIMIT_ADDRESS, LIMIT_NETWORK_56, LIMIT_NETWORK_48};
    struct peer network;

    for (unsigned level = 0; peer_widen(&network, &request->peer, level);
         level++)
        if (!take(request, limits[level], network.network,
                  strlen(network.network)))
            return false;
    return true;
}

bool throttle_take(struct request *request)
{
    const struct route *route = request->route;
    const char *token = sent_token(request);

    if (!take_for_address(request) ||
        (token && !take(request, LIMIT_TOKEN, token, strlen(token))))
        return false;
    if (!route)
        return true;
    if (is_signing_in(route))
        return take_sign_in(request, token);
    return !token || !is_in_a_match(route) || take_in_match(request, token);
}

bool throttle_take_registration(struct request *request)
{
    const char *network = request->peer.network;

    return take(request, LIMIT_REGISTRATION, network, strlen(network));
}

bool throttle_take_own(struct request *request, enum limit limit)
{
    const char *account = request->player->id;

    return take(request, limit, account, strlen(account));
}

enum handled throttle_refuse(struct request *request)
{
    enum limit which = LIMIT_ADDRESS;

    while (which + 1 < LIMIT_COUNT && !request->limits[which].is_refused)
        which++;
    const struct limit_level *level = &request->limits[which];
    const struct limit_policy *policy =
        limits_policy(request->server->limits, which);
    char detail[128];

    snprintf(detail, sizeof detail,
             "The limit of %u requests in %u seconds for one %s is used up.",
             policy->quota, policy->window_s, limit_words[which].per);
    struct sink *sink = problem_open(request, PROBLEM_RATE_LIMITED, detail);

    sink_text(sink, "policy", limit_words[which].name);
    sink_number(sink, "quota", policy->quota);
    sink_number(sink, "window", policy->window_s);
    reply_close(request);
    reply_header(request, "Retry-After", "%u",
                 level->retry_s > 0 ? level->retry_s : 1);
    return HANDLED;
}

void throttle_write_policies(const struct request *request, struct sink *sink)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const struct limit_policy *policy =
            limits_policy(request->server->limits, (enum limit)i);

        if (policy->quota == 0)
            continue;
        sink_object(sink, NULL);
        sink_text(sink, "name", limit_words[i].name);
        sink_number(sink, "quota", policy->quota);
        sink_number(sink, "window", policy->window_s);
        sink_text(sink, "per", limit_words[i].per);
        sink_close(sink);
    }
}

void throttle_add_headers(const struct request *request,
                          struct MHD_Response *response)
{
    char policies[LIMIT_COUNT * 48] = "", levels[LIMIT_COUNT * 48] = "";
    size_t p = 0, l = 0;

    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const struct limit_level *level = &request->limits[i];
        const char *comma = p > 0 ? ", " : "";

        if (!level->applies)
            continue;
        const struct limit_policy *policy =
            limits_policy(request->server->limits, (enum limit)i);

        p += (size_t)snprintf(policies + p, sizeof policies - p,
                              "%s\"%s\";q=%u;w=%u", comma, limit_words[i].name,
                              policy->quota, policy->window_s);
        l += (size_t)snprintf(levels + l, sizeof levels - l,
                              "%s\"%s\";r=%u;t=%u", comma, limit_words[i].name,
                              level->left, level->full_s);
    }
    if (p == 0)
        return;
    MHD_add_response_header(response, "RateLimit-Policy", policies);
    MHD_add_response_header(response, "RateLimit", levels);
}
