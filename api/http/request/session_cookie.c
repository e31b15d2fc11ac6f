/* Session cookies. */
#include "api/http/request/session_cookie.h"

#include "api/http/request/input.h"
#include "api/http/server_inner.h"

#include <inttypes.h>
#include <microhttpd.h>
#include <string.h>

static const char secure_name[] = "__Host-fathom_session";
static const char plain_name[] = "fathom_session";

/* ---- where a request comes from ---- */

/* Is the origin the address that the request was sent to?  A proxy must pass
 * on the client's Host. */
static bool is_own(const struct request *request, const char *origin)
{
    const char *host = request_header(request, "Host");
    const char *address = strstr(origin, "://");

    return host && address && strcasecmp(address + 3, host) == 0;
}

static bool only_reads(const struct request *request)
{
    return strcmp(request->method, "GET") == 0 ||
           strcmp(request->method, "HEAD") == 0;
}

static bool comes_from_own_page(const struct request *request)
{
    const char *site = request_header(request, "Sec-Fetch-Site");
    const char *origin = request_header(request, "Origin");

    if (site)
        return strcmp(site, "same-origin") == 0;
    return origin ? is_own(request, origin) : only_reads(request);
}

/* A client that is not a browser sends neither header. */
static bool comes_from_elsewhere(const struct request *request)
{
    return (request_header(request, "Sec-Fetch-Site") ||
            request_header(request, "Origin")) &&
           !comes_from_own_page(request);
}

/* Did the browser send the request with https?  The service sees the proxy's
 * connection: a trusted proxy says it, and so does Origin. */
static bool is_https(const struct request *request)
{
    const char *proto = request_header(request, "X-Forwarded-Proto");
    const char *origin = request_header(request, "Origin");

    if (request->server->config.trusted_proxies > 0 && proto)
        return strcasecmp(proto, "https") == 0;
    return origin && strncmp(origin, "https://", 8) == 0;
}

/* ---- the cookie ---- */

static const char *sent_cookie(const struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->mhd, MHD_COOKIE_KIND, name);
}

/* With https the other name is ignored: other hosts of the same site could set
 * it. */
static const char *find_cookie(const struct request *request)
{
    const char *token = sent_cookie(request, secure_name);

    return token || is_https(request) ? token
                                      : sent_cookie(request, plain_name);
}

bool session_cookie_read(const struct request *request,
                         char token[PLAY_TOKEN_SIZE])
{
    const char *sent = find_cookie(request);

    if (!sent || strlen(sent) >= PLAY_TOKEN_SIZE ||
        !comes_from_own_page(request))
        return false;
    memcpy(token, sent, strlen(sent) + 1);
    return true;
}

static void set_cookie(struct request *request, bool is_secure,
                       const char *value, int64_t seconds)
{
    reply_header(request, "Set-Cookie",
                 "%s=%s; Path=/; Max-Age=%" PRId64
                 "; HttpOnly; SameSite=Strict%s",
                 is_secure ? secure_name : plain_name, value, seconds,
                 is_secure ? "; Secure" : "");
}

void session_cookie_choose(struct input *in)
{
    struct request *request = in->request;

    request->cookie.is_wanted = body_truth(in, "cookie", false);
    if (request->cookie.is_wanted && comes_from_elsewhere(request))
        input_fault(in, "/cookie", "origin",
                    "Only a page of this service can have a session cookie. "
                    "Leave this out, and send the token.");
}

void session_cookie_set(struct request *request, const char *token,
                        int64_t seconds)
{
    set_cookie(request, is_https(request), token, seconds);
}

void session_cookie_clear(struct request *request)
{
    set_cookie(request, sent_cookie(request, secure_name) != NULL, "", 0);
}
