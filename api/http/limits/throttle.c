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

static bool take(struct request *request, enum limit limit, const void *key,
                 size_t size)
{
    struct limit_level *level = &request->limits[limit];

    request->buckets[limit] =
        rate_limit_key(request->server->limits, limit, key, size);
    *level = rate_limit_take(request->server->limits, limit,
                             request->buckets[limit], request->begun_us * 1000);
    return !level->is_refused;
}

/* The account of a request, as far as it is known when its headers arrive. */
struct speaker {
    const void *key; /* NULL: none */
    size_t size;
};

/* The account or, when the token is not known (yet), the token as it was sent.
 * Buckets of invented tokens are full, and are evicted for others. */
static struct speaker speaker_of(const struct request *request)
{
    const char *header;

    if (request->is_recalled)
        return (struct speaker){request->login.player.key.bytes,
                                sizeof request->login.player.key.bytes};
    header = request_header(request, "Authorization");
    if (!header || strncasecmp(header, "Bearer ", 7) != 0)
        return (struct speaker){NULL, 0};
    header += 7 + strspn(header + 7, " ");
    return (struct speaker){header, strlen(header)};
}

/* A match's bucket belongs to the account that acts: strangers do not empty
 * it. */
static bool take_in_match(struct request *request,
                          const struct speaker *speaker)
{
    char key[512];
    const size_t match = strnlen(request->path[0], 128);
    const size_t size = speaker->size < 256 ? speaker->size : 256;

    memcpy(key, request->path[0], match);
    memcpy(key + match, speaker->key, size);
    return take(request, LIMIT_MATCH, key, match + size);
}

/* An address counts for itself and for the networks around it: limits[0] is
 * that of the address. */
static bool take_for_address(struct request *request,
                             const enum limit limits[CLIENT_IP_LEVELS])
{
    struct client_ip network;

    for (unsigned level = 0;
         level < CLIENT_IP_LEVELS &&
         client_ip_widen(&network, &request->client_ip, level);
         level++)
        if (!take(request, limits[level], network.network,
                  strlen(network.network)))
            return false;
    return true;
}

/* A signed-in account has a bucket of its own: strangers in the same network do
 * not empty it.  An invented token is refused before its password costs
 * anything. */
static bool take_sign_in(struct request *request, const struct speaker *speaker)
{
    static const enum limit limits[CLIENT_IP_LEVELS] = {
        LIMIT_SIGN_IN, LIMIT_SIGN_IN_56, LIMIT_SIGN_IN_48};

    if (request->route->who == PLAYER && speaker->key)
        return take(request, LIMIT_SIGN_IN, speaker->key, speaker->size);
    return take_for_address(request, limits);
}

bool throttle_take(struct request *request)
{
    static const enum limit limits[CLIENT_IP_LEVELS] = {
        LIMIT_ADDRESS, LIMIT_NETWORK_56, LIMIT_NETWORK_48};
    const struct route *route = request->route;
    const struct speaker speaker = speaker_of(request);

    if (!take_for_address(request, limits) ||
        (speaker.key && !take(request, LIMIT_TOKEN, speaker.key, speaker.size)))
        return false;
    if (!route)
        return true;
    if (is_signing_in(route))
        return take_sign_in(request, &speaker);
    return !speaker.key || !is_in_a_match(route) ||
           take_in_match(request, &speaker);
}

void throttle_set_account(struct request *request)
{
    const struct play_id *account = &request->login.player.key;

    if (request->limits[LIMIT_TOKEN].applies)
        request->buckets[LIMIT_TOKEN] =
            rate_limit_key(request->server->limits, LIMIT_TOKEN, account->bytes,
                           sizeof account->bytes);
}

bool throttle_allows(struct request *request)
{
    enum { WAITED_US = 1000 }; /* too short to charge others much */
    struct rate_limits *limits = request->server->limits;
    const int64_t now_us = clock_steady_us();

    if (now_us - request->asked_us < WAITED_US)
        return true;
    rate_limit_charge_all(limits, request->buckets, 0, 0, now_us * 1000,
                          request->limits);
    for (size_t i = 0; i < LIMIT_COUNT && !request->is_limited; i++) {
        request->is_limited =
            limit_words[i].is_cost && request->limits[i].is_refused;
        if (request->is_limited)
            rate_limit_note_refused(limits, (enum limit)i);
    }
    return !request->is_limited;
}

/* The limits before this one had enough. */
static void give_back(struct request *request, size_t limit, int64_t now_ns)
{
    while (limit-- > 0)
        if (request->limits[limit].applies && limit_words[limit].is_cost)
            rate_limit_charge(request->server->limits, (enum limit)limit,
                              request->buckets[limit], COST_SLOW, 0, now_ns);
}

bool throttle_reserve(struct request *request)
{
    struct rate_limits *limits = request->server->limits;
    const int64_t now_ns = clock_steady_ns();

    if (request->reserved > 0)
        return true;
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        struct limit_level *level = &request->limits[i];

        if (!level->applies || !limit_words[i].is_cost)
            continue;
        *level = rate_limit_reserve(limits, (enum limit)i, request->buckets[i],
                                    COST_SLOW, now_ns);
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
    static const enum limit limits[CLIENT_IP_LEVELS] = {
        LIMIT_REGISTRATION, LIMIT_REGISTRATION_56, LIMIT_REGISTRATION_48};

    return take_for_address(request, limits);
}

bool throttle_take_own(struct request *request, enum limit limit)
{
    const char *account = request->player->id;

    return take(request, limit, account, strlen(account));
}

const char *throttle_limit(const struct request *request)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        if (request->limits[i].is_refused)
            return limit_words[i].name;
    return "";
}

enum handled throttle_refuse(struct request *request)
{
    enum limit which = LIMIT_ADDRESS;

    while (which + 1 < LIMIT_COUNT && !request->limits[which].is_refused)
        which++;
    const struct limit_level *level = &request->limits[which];
    const struct limit_policy *policy =
        rate_limit_policy(request->server->limits, which);
    char detail[128];

    if (limit_words[which].is_cost)
        snprintf(detail, sizeof detail,
                 "The budget of %u units of cost in %u seconds for one %s is "
                 "used up.",
                 policy->quota, policy->window_s, limit_words[which].per);
    else
        snprintf(detail, sizeof detail,
                 "The limit of %u requests in %u seconds for one %s is used "
                 "up.",
                 policy->quota, policy->window_s, limit_words[which].per);
    struct sink *sink = problem_open(request, PROBLEM_RATE_LIMITED, detail);

    sink_string(sink, "policy", limit_words[which].name);
    sink_number(sink, "quota", policy->quota);
    sink_number(sink, "window", policy->window_s);
    sink_string(sink, "unit", limit_words[which].unit);
    reply_close(request);
    reply_header(request, "Retry-After", "%u",
                 level->retry_s > 0 ? level->retry_s : 1);
    return HANDLED;
}

void throttle_write_policies(const struct request *request, struct sink *sink)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const struct limit_policy *policy =
            rate_limit_policy(request->server->limits, (enum limit)i);

        if (policy->quota == 0)
            continue;
        sink_object(sink, NULL);
        sink_string(sink, "name", limit_words[i].name);
        sink_number(sink, "quota", policy->quota);
        sink_number(sink, "window", policy->window_s);
        sink_string(sink, "per", limit_words[i].per);
        sink_string(sink, "unit", limit_words[i].unit);
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
    return add(end, rate_limit_policy_item(request->server->limits, limit));
}

/* "token";r=12;t=3 */
static char *add_level(char *end, const struct request *request,
                       enum limit limit)
{
    const struct limit_level *level = &request->limits[limit];

    end = add(end, "\"");
    end = add(end, limit_words[limit].name);
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
        if (!request->limits[i].applies)
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
