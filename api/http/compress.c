/* Compresses JSON responses by gzip for clients that accept it. */
#include "api/http/compress.h"

#include "api/http/accept_header.h"
#include "api/http/refbuf.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    /* On states of 14 KB, level 6 saves another 7 % and takes twice as long. */
    LEVEL = 3,
    WINDOW_BITS = 15,
    GZIP = 16, /* added to the window's bits: a gzip header and trailer */
    MEMORY_LEVEL = 8,
};

static size_t body_length(const struct reply *reply)
{
    return reply->refbuf ? reply->refbuf->length : reply->body.length;
}

bool reply_varies(const struct request *request)
{
    const struct reply *reply = &request->reply;
    const bool is_json =
        reply->type && (strcmp(reply->type, "application/json") == 0 ||
                        strcmp(reply->type, "application/problem+json") == 0);

    return is_json && !reply->goes_on && !reply->constant &&
           !reply->has_secret && body_length(reply) >= COMPRESS_LEAST;
}

char *compress_gzip(const char *bytes, size_t length, size_t *packed)
{
    union {
        const char *in;
        Bytef *out;
    } input = {.in = bytes};
    z_stream z = {.next_in = input.out, .avail_in = (uInt)length};

    if (length > UINT32_MAX / 2 ||
        deflateInit2(&z, LEVEL, Z_DEFLATED, WINDOW_BITS + GZIP, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const uLong most = deflateBound(&z, (uLong)length);
    char *out = malloc(most);

    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)most;
    if (out && deflate(&z, Z_FINISH) != Z_STREAM_END) {
        free(out);
        out = NULL;
    }
    *packed = z.total_out;
    deflateEnd(&z);
    return out;
}

/* Compress at the client's cost.  New, held once; NULL when out of memory. */
static struct refbuf *pack(struct request *request, const char *bytes,
                           size_t length, const char *tag)
{
    const int64_t begun_us = clock_thread_us();
    size_t packed;
    char *out = compress_gzip(bytes, length, &packed);
    struct refbuf *refbuf = out ? refbuf_new(out, packed, tag) : NULL;

    if (!refbuf)
        free(out);
    atomic_fetch_add(&request->cpu_us, clock_thread_us() - begun_us);
    return refbuf;
}

/* The compressed form of a shared body, held for the caller. */
static struct refbuf *pack_once(struct request *request, struct refbuf *plain)
{
    struct refbuf *packed = refbuf_packed(plain);

    if (packed)
        return packed;
    packed = pack(request, plain->bytes, plain->length, plain->tag);
    return packed ? refbuf_keep_packed(plain, packed) : NULL;
}

static void weaken_etag(struct request *request)
{
    const char *tag = reply_header_value(request, "ETag");

    if (tag && strncmp(tag, "W/", 2) != 0)
        reply_header(request, "ETag", "W/%s", tag);
}

void reply_compress(struct request *request)
{
    const char *codings = request_header(request, "Accept-Encoding");
    struct reply *reply = &request->reply;
    struct refbuf *packed;

    if (!codings || !accept_choose(codings, "gzip") || !reply_varies(request))
        return;
    packed = reply->refbuf
                 ? pack_once(request, reply->refbuf)
                 : pack(request, reply->body.bytes, reply->body.length, "");
    if (!packed)
        return;
    refbuf_drop(reply->refbuf);
    reply->refbuf = packed;
    reply_header(request, "Content-Encoding", "gzip");
    weaken_etag(request);
}
