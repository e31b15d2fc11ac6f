/* A request and its response. */
#include "api/http/request/request.h"

#include "api/http/responses/refbuf.h"
#include "base/digest.h"
#include "base/hex.h"

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

void *request_own(struct request *request, size_t size)
{
    if (!request->own)
        request->own = calloc(1, size);
    return request->own;
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

void request_lend(struct request *request)
{
    request_go_to(request, STAGE_LENT);
}

void request_finish(struct request *request)
{
    request_go_to(request, STAGE_READY);
    request_release(request);
}

void request_complete(struct request *request,
                      enum handled (*work)(struct request *request),
                      void (*drop)(void *request))
{
    request->work = work;
    request->drop = drop;
    request_go_to(request, STAGE_COMPLETING);
    request_release(request);
}

/* ---- writing the response ---- */

static void drop_value(struct reply_header *header)
{
    if (header->value != header->room)
        free(header->value);
}

static void reply_begin(struct request *request, unsigned status,
                        const char *type)
{
    struct reply *reply = &request->reply;

    for (size_t i = 0; i < reply->header_count; i++)
        drop_value(&reply->headers[i]);
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

/* Where the header of this name is; reply->header_count: it is not set. */
static size_t header_at(const struct reply *reply, const char *name)
{
    size_t at = 0;

    while (at < reply->header_count &&
           strcmp(reply->headers[at].name, name) != 0)
        at++;
    return at;
}

/* Set a header to a copy of the value, of this size with its NUL.  If there are
 * too many headers, or memory is short, nothing is set. */
static void set_header(struct reply *reply, const char *name, const char *value,
                       size_t size)
{
    const size_t at = header_at(reply, name);
    struct reply_header *header = &reply->headers[at];
    char *copy;

    if (at == REPLY_HEADERS_MAX)
        return;
    copy = size <= sizeof header->room ? header->room : malloc(size);
    if (!copy)
        return;
    if (at < reply->header_count)
        drop_value(header);
    else
        reply->header_count++;
    header->name = name;
    header->value = memcpy(copy, value, size);
}

void reply_header_text(struct request *request, const char *name,
                       const char *value)
{
    set_header(&request->reply, name, value, strlen(value) + 1);
}

void reply_header(struct request *request, const char *name, const char *format,
                  ...)
{
    char room[REPLY_HEADER_ROOM], *value = room;
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(room, sizeof room, format, args);
    va_end(args);
    if (length >= (int)sizeof room) {
        va_start(args, format);
        length = vasprintf(&value, format, args);
        va_end(args);
    }
    if (length < 0)
        return;
    set_header(&request->reply, name, value, (size_t)length + 1);
    if (value != room)
        free(value);
}

const char *reply_header_value(const struct request *request, const char *name)
{
    const struct reply *reply = &request->reply;
    const size_t at = header_at(reply, name);

    return at < reply->header_count ? reply->headers[at].value : NULL;
}

void reply_vary(struct request *request, const char *name)
{
    const char *names = reply_header_value(request, "Vary");
    const size_t before = names ? strlen(names) : 0, size = strlen(name) + 1;
    char value[REPLY_VARY_SIZE], *end = value;

    if (before + sizeof ", " + size > sizeof value)
        return;
    if (names) {
        memcpy(end, names, before);
        memcpy(end + before, ", ", 2);
        end += before + 2;
    }
    memcpy(end, name, size);
    set_header(&request->reply, "Vary", value, (size_t)(end - value) + size);
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

void reply_etag_of_body(struct request *request)
{
    enum { TAG_BYTES = 16 };
    uint8_t hash[DIGEST_SIZE];
    char tag[2 * TAG_BYTES + 1];

    digest_sha256(request->reply.body.bytes, request->reply.body.length, hash);
    hex_write(hash, TAG_BYTES, tag);
    reply_etag(request, tag);
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
