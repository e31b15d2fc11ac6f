/* The library's response to a request. */
#include "api/http/responses/response.h"

#include "api/http/limits/throttle.h"
#include "api/http/responses/chunked_body.h"
#include "api/http/responses/cors.h"
#include "api/http/responses/refbuf.h"
#include "api/http/server_inner.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void add_headers(const struct request *request,
                        struct MHD_Response *response)
{
    const struct reply *reply = &request->reply;
    char throttle[THROTTLE_HEADER_SIZE];

    if (reply->type)
        add_type(reply->type, response);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy",
                            "same-origin");
    for (size_t i = 0; i < reply->header_count; i++)
        MHD_add_response_header(response, reply->headers[i].name,
                                reply->headers[i].value);
    if (throttle_policy_header(request, throttle))
        MHD_add_response_header(response, "RateLimit-Policy", throttle);
    if (throttle_level_header(request, throttle))
        MHD_add_response_header(response, "RateLimit", throttle);
    if (request->traceparent[0])
        MHD_add_response_header(response, "traceparent", request->traceparent);
    cors_add_headers(request, response);
    if (reply->close || server_is_leaving(request->server))
        MHD_add_response_header(response, "Connection", "close");
    MHD_add_response_header(response, "X-Request-Id", request->id);
}

struct MHD_Response *response_make(struct request *request)
{
    struct MHD_Response *response = make_response(request);

    if (response)
        add_headers(request, response);
    return response;
}
