/* A request and its response. */
#include "api/http/request.h"

#include "api/http/refbuf.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *request_header(const struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->mhd, MHD_HEADER_KIND, name);
}

const char *request_network(const struct request *request)
{
    return request->client_ip.network;
}

void request_hold(struct request *request)
{
    atomic_fetch_add(&request->holds, 1);
}

void request_release(struct request *request)
{
    if (atomic_fetch_sub(&request->holds, 1) == 1)
        request->resume(request);
}

void request_finish(struct request *request)
{
    request->is_finished = true;
    request_release(request);
}

/* ---- writing the response ---- */

static void reply_begin(struct request *request, unsigned status,
                        const char *type)
{
    struct reply *reply = &request->reply;

    for (size_t i = 0; i < reply->header_count; i++)
        free(reply->headers[i].value);
    reply->header_count = 0;
    text_rewind(&reply->body);
    refbuf_drop(reply->refbuf);
    reply->refbuf = NULL;
    reply->constant = NULL;
    reply->goes_on = false;
    reply->has_secret = false;
    reply->status = status;
    reply->type = type;
}

struct sink *reply_open(struct request *request, unsigned status)
{
    reply_begin(request, status, "application/json");
    sink_json_init(&request->json, &request->reply.body);
    request->json.sink.language = request->language;
    sink_object(&request->json.sink, NULL);
    return &request->json.sink;
}

void reply_close(struct request *request)
{
    sink_close(&request->json.sink);
    text_add(&request->reply.body, "\n", 1);
}

void reply_empty(struct request *request, unsigned status)
{
    reply_begin(request, status, NULL);
}

void reply_constant(struct request *request, const char *type,
                    const char *constant, size_t length)
{
    reply_begin(request, 200, type);
    request->reply.constant = constant;
    request->reply.constant_length = length;
}

void reply_refbuf(struct request *request, const char *type,
                  struct refbuf *refbuf)
{
    reply_begin(request, 200, type);
    request->reply.refbuf = refbuf;
}

struct text *reply_text(struct request *request, unsigned status,
                        const char *type)
{
    reply_begin(request, status, type);
    return &request->reply.body;
}

/* Takes the value; NULL: memory is short. */
static void set_header(struct reply *reply, const char *name, char *value)
{
    if (!value || reply->header_count == REPLY_HEADERS_MAX) {
        free(value);
        return;
    }
    for (size_t i = 0; i < reply->header_count; i++)
        if (strcmp(reply->headers[i].name, name) == 0) {
            free(reply->headers[i].value);
            reply->headers[i].value = value;
            return;
        }
    reply->headers[reply->header_count++] = (struct reply_header){name, value};
}

void reply_header_text(struct request *request, const char *name,
                       const char *value)
{
    set_header(&request->reply, name, strdup(value));
}

void reply_header(struct request *request, const char *name, const char *format,
                  ...)
{
    char *value = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&value, format, args) < 0)
        value = NULL;
    va_end(args);
    set_header(&request->reply, name, value);
}

const char *reply_header_value(const struct request *request, const char *name)
{
    const struct reply *reply = &request->reply;

    for (size_t i = 0; i < reply->header_count; i++)
        if (strcmp(reply->headers[i].name, name) == 0)
            return reply->headers[i].value;
    return NULL;
}

void reply_vary(struct request *request, const char *name)
{
    const char *names = reply_header_value(request, "Vary");
    const size_t before = names ? strlen(names) : 0, length = strlen(name);
    char *value = malloc(before + sizeof ", " + length), *end = value;

    if (!value)
        return;
    if (names) {
        memcpy(end, names, before);
        memcpy(end + before, ", ", 2);
        end += before + 2;
    }
    memcpy(end, name, length + 1);
    set_header(&request->reply, "Vary", value);
}

void reply_secret(struct request *request)
{
    request->reply.has_secret = true;
}

/* Weak comparison (RFC 9110, 13.1.2): W/ does not matter. */
static bool list_has_tag(const char *list, const char *quoted)
{
    size_t length = strlen(quoted);

    for (const char *s = list; *s; s += strcspn(s, ",")) {
        s += strspn(s, ", \t");
        if (*s == '*')
            return true;
        if (strncmp(s, "W/", 2) == 0)
            s += 2;
        if (strncmp(s, quoted, length) == 0)
            return true;
    }
    return false;
}

bool reply_etag(struct request *request, const char *tag)
{
    char quoted[REPLY_TAG_MAX + 3];
    const size_t length = strnlen(tag, REPLY_TAG_MAX);
    const char *list = request_header(request, "If-None-Match");
    bool is_read = strcmp(request->method, "GET") == 0 ||
                   strcmp(request->method, "HEAD") == 0;

    quoted[0] = quoted[length + 1] = '"';
    memcpy(quoted + 1, tag, length);
    quoted[length + 2] = '\0';
    bool is_known = list && is_read && list_has_tag(list, quoted);

    if (is_known)
        reply_empty(request, 304);
    reply_header_text(request, "ETag", quoted);
    return is_known;
}

void reply_private(struct request *request)
{
    reply_header_text(request, "Cache-Control", "no-store");
}

/* A browser may be used by several accounts: the copy is for the credential. */
void reply_keep(struct request *request, unsigned seconds)
{
    reply_header(request, "Cache-Control", "private, max-age=%u, immutable",
                 seconds);
    reply_vary(request, "Authorization");
    reply_vary(request, "Cookie");
}

void reply_revalidate(struct request *request)
{
    reply_header_text(request, "Cache-Control", "no-cache");
}
