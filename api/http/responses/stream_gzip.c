/* Compresses a stream by gzip, piece by piece (RFC 1951, RFC 1952). */
#include "api/http/responses/stream_gzip.h"

#include "api/http/responses/refbuf.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    HISTORY_BITS = 12,
    HISTORY = 1 << HISTORY_BITS,
    LEVEL = 6,
    MEMORY_LEVEL = 6,
    FLUSH_BYTES = 16, /* more than an empty block, which ends a piece */
};

struct stream_gzip {
    bool is_begun;         /* the header is written */
    uint32_t crc, length;  /* of the plain text so far */
    uint64_t last_block;   /* the number of the piece before, if it is shared;
                              0: it is not */
    size_t last_length;    /* bytes of history that are the last block */
    size_t held;           /* bytes of history */
    char history[HISTORY]; /* the end of the plain text so far */
};

struct stream_gzip *stream_gzip_new(void)
{
    return calloc(1, sizeof(struct stream_gzip));
}

void stream_gzip_free(struct stream_gzip *gzip)
{
    free(gzip);
}

/* zlib takes bytes that it may write to, but does not. */
static Bytef *bytes_of(const char *text)
{
    union {
        const char *in;
        Bytef *out;
    } bytes = {.in = text};

    return bytes.out;
}

static void remember(struct stream_gzip *gzip, const struct text *plain)
{
    size_t kept = gzip->held;

    if (plain->length >= HISTORY)
        kept = 0;
    else if (kept > HISTORY - plain->length)
        kept = HISTORY - plain->length;
    const size_t fresh = plain->length < HISTORY ? plain->length : HISTORY;

    memmove(gzip->history, gzip->history + gzip->held - kept, kept);
    memcpy(gzip->history + kept, plain->bytes + plain->length - fresh, fresh);
    gzip->held = kept + fresh;
}

/* Deflate blocks that refer to the end of the history, which a reader has in
 * its window. */
static void deflate_piece(const struct stream_gzip *gzip, size_t reach,
                          const struct text *plain, struct text *packed)
{
    const char *dictionary = gzip->history + gzip->held - reach;

    z_stream z = {.next_in = bytes_of(plain->bytes),
                  .avail_in = (uInt)plain->length};

    if (plain->length > UINT32_MAX / 2 ||
        deflateInit2(&z, LEVEL, Z_DEFLATED, -HISTORY_BITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        packed->failed = true;
        return;
    }
    if (reach > 0)
        deflateSetDictionary(&z, bytes_of(dictionary), (uInt)reach);
    const size_t most = deflateBound(&z, (uLong)plain->length) + FLUSH_BYTES;

    if (text_reserve(packed, most)) {
        z.next_out = bytes_of(packed->bytes + packed->length);
        z.avail_out = (uInt)most;
        deflate(&z, Z_SYNC_FLUSH);
        packed->length += z.total_out;
        packed->bytes[packed->length] = '\0';
        packed->failed = z.avail_in > 0 || z.avail_out == 0;
    }
    deflateEnd(&z);
}

/* Keep the bytes that were just packed for other streams that send this block
 * after the same one. */
static void share(const struct stream_gzip *gzip, struct refbuf *block,
                  const char *packed, size_t length)
{
    char *bytes = malloc(length);
    struct refbuf *shared = bytes ? refbuf_new(bytes, length, "") : NULL;

    if (!shared) {
        free(bytes);
        return;
    }
    memcpy(bytes, packed, length);
    shared->follows = gzip->last_block;
    refbuf_drop(refbuf_keep_packed(block, shared));
}

/* After another block the compressed form is shared. */
static void pack_block(const struct stream_gzip *gzip, struct refbuf *block,
                       const struct text *plain, struct text *packed)
{
    struct refbuf *shared = refbuf_packed(block);
    const size_t begin = packed->length;

    if (shared && shared->follows == gzip->last_block) {
        text_add(packed, shared->bytes, shared->length);
    } else {
        deflate_piece(gzip, gzip->last_length, plain, packed);
        if (!shared && !packed->failed)
            share(gzip, block, packed->bytes + begin, packed->length - begin);
    }
    refbuf_drop(shared);
}

static void pack_piece(struct stream_gzip *gzip, struct refbuf *block,
                       const struct text *plain, struct text *packed)
{
    if (block && gzip->last_block)
        pack_block(gzip, block, plain, packed);
    else
        deflate_piece(gzip, gzip->held, plain, packed);
    remember(gzip, plain);
    gzip->last_block = block ? block->number : 0;
    gzip->last_length = plain->length < HISTORY ? plain->length : HISTORY;
    gzip->crc =
        (uint32_t)crc32(gzip->crc, bytes_of(plain->bytes), (uInt)plain->length);
    gzip->length += (uint32_t)plain->length;
}

static void add_number(struct text *text, uint32_t number)
{
    for (int shift = 0; shift < 32; shift += 8) {
        const char byte = (char)(number >> shift & 0xff);

        text_add(text, &byte, 1);
    }
}

void stream_gzip_pack(struct stream_gzip *gzip, struct text *text,
                      struct refbuf *block, bool is_last)
{
    static const char header[] = {0x1f, (char)0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
    static const char last_block[] = {3, 0};
    struct text packed = {.failed = text->failed};

    if (!gzip->is_begun)
        text_add(&packed, header, sizeof header);
    gzip->is_begun = true;
    if (text->length > 0)
        pack_piece(gzip, block, text, &packed);
    if (is_last) {
        text_add(&packed, last_block, sizeof last_block);
        add_number(&packed, gzip->crc);
        add_number(&packed, gzip->length);
    }
    text_clear(text);
    *text = packed;
}
