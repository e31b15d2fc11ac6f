/* Cross-origin requests. */
#include "api/http/responses/cors.h"

#include "api/http/server_inner.h"

#include <stdio.h>
#include <string.h>

/* Headers that pages may send beside those that every page may. */
static const char sendable[] =
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, "
    "Last-Event-ID, Prefer, X-Request-Id, traceparent";

/* Headers that pages may read beside those that every page may. */
static const char readable[] =
    "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, "
    "Idempotent-Replayed, X-Request-Id, traceparent, Allow, WWW-Authenticate, "
    "Date, Preference-Applied";

/* Chromium keeps it for two hours at most. */
static const char remember_s[] = "7200";

static const char separators[] = ", \t";

/* ---- the list ---- */

/* The next origin of a list: its length, 0 at the end. */
static size_t next_origin(const char **list)
{
    *list += strspn(*list, separators);
    return strcspn(*list, separators);
}

/* scheme "://" host [":" port], as browsers write it: lower case, without a
 * path or a slash at the end. */
static bool origin_is_good(const char *origin, size_t length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789.-:[]";
    size_t scheme = strncmp(origin, "http://", 7) == 0    ? 7
                    : strncmp(origin, "https://", 8) == 0 ? 8
                                                          : 0;

    return scheme > 0 && length > scheme &&
           strspn(origin + scheme, letters) >= length - scheme;
}

bool cors_list_is_valid(const char *list)
{
    for (size_t length; (length = next_origin(&list)) > 0; list += length)
        if (!(length == 1 && *list == '*') && !origin_is_good(list, length))
            return false;
    return true;
}

static bool list_names(const char *list, const char *origin, size_t size)
{
    for (size_t length; (length = next_origin(&list)) > 0; list += length)
        if (length == size && memcmp(list, origin, size) == 0)
            return true;
    return false;
}

/* ---- responses ---- */

static bool has_list(const struct request *request)
{
    const char *list = request->server->config.cors_origins;

    return list && next_origin(&list) > 0;
}

static bool allows_all(const struct request *request)
{
    return list_names(request->server->config.cors_origins, "*", 1);
}

/* The origin to name in the response, or NULL. */
static const char *allowed_origin(const struct request *request)
{
    const char *origin =
        has_list(request) ? request_header(request, "Origin") : NULL;

    if (!origin)
        return NULL;
    if (allows_all(request))
        return "*";
    return list_names(request->server->config.cors_origins, origin,
                      strlen(origin))
               ? origin
               : NULL;
}

bool cors_varies(const struct request *request)
{
    return has_list(request) && !allows_all(request);
}

void cors_add_headers(const struct request *request,
                      struct MHD_Response *response)
{
    const char *origin = allowed_origin(request);

    if (!origin)
        return;
    MHD_add_response_header(response, "Access-Control-Allow-Origin", origin);
    MHD_add_response_header(response, "Access-Control-Expose-Headers",
                            readable);
}

bool cors_is_preflight(const struct request *request)
{
    return strcmp(request->method, "OPTIONS") == 0 &&
           request_header(request, "Origin") &&
           request_header(request, "Access-Control-Request-Method");
}

enum handled cors_preflight(struct request *request, const char *allow)
{
    reply_empty(request, 204);
    reply_header(request, "Allow", "%s", allow);
    if (allowed_origin(request)) {
        reply_header(request, "Access-Control-Allow-Methods", "%s", allow);
        reply_header(request, "Access-Control-Allow-Headers", "%s", sendable);
        reply_header(request, "Access-Control-Max-Age", "%s", remember_s);
    }
    return HANDLED;
}
