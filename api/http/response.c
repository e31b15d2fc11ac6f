/* The library's response to a request. */
#include "api/http/response.h"

#include "api/http/chunked_body.h"
#include "api/http/cors.h"
#include "api/http/refbuf.h"
#include "api/http/response_pool.h"
#include "api/http/server_inner.h"
#include "api/http/throttle.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer bodies are not kept: a thread may keep RESPONSES_KEPT of them. */
enum { KEPT_BODY_MAX = 32 * 1024 };

/* ---- the body ---- */

static void drop_shared(void *closure)
{
    refbuf_drop(closure);
}

/* The library's response holds the bytes from now on. */
static struct MHD_Response *make_shared_response(struct reply *reply)
{
    struct refbuf *refbuf = reply->refbuf;
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(
            refbuf->length, refbuf->bytes, drop_shared, refbuf);

    if (response)
        reply->refbuf = NULL;
    return response;
}

static struct MHD_Response *make_response(struct request *request)
{
    enum { PIECE = 4096 }; /* used when the library has no buffer of its own */
    static char none[1];
    struct reply *reply = &request->reply;
    size_t length = 0;

    if (reply->constant) {
        union {
            const char *in;
            void *out;
        } bytes = {.in = reply->constant};

        return MHD_create_response_from_buffer(
            reply->constant_length, bytes.out, MHD_RESPMEM_PERSISTENT);
    }
    if (reply->refbuf)
        return make_shared_response(reply);
    if (reply->goes_on)
        return MHD_create_response_from_callback(
            MHD_SIZE_UNKNOWN, PIECE, chunked_body_take, request, NULL);
    if (!reply->type)
        return MHD_create_response_from_buffer(0, none, MHD_RESPMEM_PERSISTENT);
    char *bytes = text_take(&reply->body, &length);

    if (!bytes)
        return NULL;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_MUST_FREE);

    if (!response)
        free(bytes);
    return response;
}

static void add_type(const char *type, struct MHD_Response *response)
{
    char text[64];

    if (strncmp(type, "text/", 5) == 0) {
        snprintf(text, sizeof text, "%s; charset=utf-8", type);
        type = text;
    }
    MHD_add_response_header(response, "Content-Type", type);
}

/* ---- headers ---- */

/* Those that are the same in all responses of a shape. */
static void add_common_headers(const struct request *request,
                               struct MHD_Response *response)
{
    const struct reply *reply = &request->reply;
    char policies[THROTTLE_HEADER_SIZE];

    if (reply->type)
        add_type(reply->type, response);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy",
                            "same-origin");
    for (size_t i = 0; i < reply->header_count; i++)
        MHD_add_response_header(response, reply->headers[i].name,
                                reply->headers[i].value);
    if (throttle_policy_header(request, policies))
        MHD_add_response_header(response, "RateLimit-Policy", policies);
}

/* Those of few responses, which are not kept. */
static void add_rare_headers(const struct request *request,
                             struct MHD_Response *response)
{
    if (request->traceparent[0])
        MHD_add_response_header(response, "traceparent", request->traceparent);
    cors_add_headers(request, response);
    if (request->reply.close || server_is_leaving(request->server))
        MHD_add_response_header(response, "Connection", "close");
}

/* A kept response has the value of before. */
static void set_header(struct MHD_Response *response, const char *name,
                       const char *value)
{
    const char *before = MHD_get_response_header(response, name);

    if (before && strcmp(before, value) == 0)
        return;
    if (before)
        MHD_del_response_header(response, name, before);
    MHD_add_response_header(response, name, value);
}

/* Those of each response. */
static void set_own_headers(const struct request *request,
                            struct MHD_Response *response)
{
    char levels[THROTTLE_HEADER_SIZE];

    set_header(response, "X-Request-Id", request->id);
    if (throttle_level_header(request, levels))
        set_header(response, "RateLimit", levels);
}

/* ---- responses that are kept ---- */

/* Polls are the requests that repeat.  The body is a shared one or, of a 304,
 * none. */
static bool may_be_kept(const struct request *request)
{
    const struct reply *reply = &request->reply;
    const bool is_short = reply->refbuf ? reply->refbuf->length <= KEPT_BODY_MAX
                                        : reply->status == 304;

    return is_short && !reply->goes_on && strcmp(request->method, "GET") == 0 &&
           !request->traceparent[0] && !cors_names_origin(request) &&
           !reply->close && !server_is_leaving(request->server);
}

/* Append a text with its NUL; false: it does not fit. */
static bool describe(struct response_shape *shape, const char *text)
{
    const size_t size = strlen(text) + 1;

    if (size > sizeof shape->bytes - shape->length)
        return false;
    memcpy(shape->bytes + shape->length, text, size);
    shape->length += size;
    return true;
}

/* What add_common_headers adds.  The limits that apply tell the policies. */
static bool read_shape(const struct request *request,
                       struct response_shape *shape)
{
    const struct reply *reply = &request->reply;
    bool is_whole;

    shape->refbuf = reply->refbuf;
    shape->bytes[0] = (char)throttle_limits(request);
    shape->length = 1;
    is_whole = describe(shape, reply->type ? reply->type : "");
    for (size_t i = 0; i < reply->header_count; i++)
        is_whole = is_whole && describe(shape, reply->headers[i].name) &&
                   describe(shape, reply->headers[i].value);
    return is_whole;
}

static struct MHD_Response *make_whole(struct request *request)
{
    struct MHD_Response *response = make_response(request);

    if (response)
        add_common_headers(request, response);
    return response;
}

static struct MHD_Response *make_kept(struct request *request,
                                      const struct response_shape *shape)
{
    struct MHD_Response *response;

    request->kept = response_pool_take(request->server->response_pools, shape);
    if (request->kept)
        return request->kept->response;
    response = make_whole(request);
    if (response)
        request->kept = response_pool_add(response, shape);
    return response;
}

/* ---- interface ---- */

struct MHD_Response *response_make(struct request *request)
{
    struct response_shape shape;
    struct MHD_Response *response =
        may_be_kept(request) && read_shape(request, &shape)
            ? make_kept(request, &shape)
            : make_whole(request);

    if (!response)
        return NULL;
    if (!request->kept)
        add_rare_headers(request, response);
    set_own_headers(request, response);
    return response;
}

void response_drop(struct request *request, struct MHD_Response *response)
{
    if (!request->kept)
        MHD_destroy_response(response);
}
