/* A compressed stream: each piece can be read when it arrives. */
#include "api/http/responses/stream_gzip.h"

#include "api/http/responses/refbuf.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROOM = 300000, GZIP_WINDOW = 31 };

/* A text like events, of about this many bytes. */
static void write_events(struct text *text, size_t length, int number)
{
    while (text->length < length)
        text_printf(text,
                    "id: %d\nevent: move\ndata: {\"seq\":%d,\"steps\":[]}\n\n",
                    number, number * 7919);
}

/* Inflate all that has arrived: the number of bytes; *end: it is complete. */
static size_t inflate_all(const struct text *packed, char *out, bool *end)
{
    z_stream z = {.next_in = (Bytef *)packed->bytes,
                  .avail_in = (uInt)packed->length,
                  .next_out = (Bytef *)out,
                  .avail_out = ROOM};

    cr_assert_eq(inflateInit2(&z, GZIP_WINDOW), Z_OK);
    const int result = inflate(&z, Z_SYNC_FLUSH);

    *end = result == Z_STREAM_END;
    cr_assert(*end || result == Z_OK, "zlib says %d", result);
    inflateEnd(&z);
    return z.total_out;
}

Test(stream_gzip, each_piece_can_be_read_when_it_arrives)
{
    static const size_t sizes[] = {13, 900, 4096, 1, 5000, 3000, 2000, 70000};
    static char out[ROOM];
    struct stream_gzip *gzip = stream_gzip_new();
    struct text plain = {0}, packed = {0};
    const int pieces = (int)(sizeof sizes / sizeof *sizes);

    for (int i = 0; i < pieces; i++) {
        struct text piece = {0};
        bool end;

        write_events(&piece, sizes[i], i);
        text_add(&plain, piece.bytes, piece.length);
        stream_gzip_pack(gzip, &piece, NULL, i == pieces - 1);
        cr_assert_not(piece.failed);
        text_add(&packed, piece.bytes, piece.length);
        text_clear(&piece);
        cr_assert_eq(inflate_all(&packed, out, &end), plain.length);
        cr_expect_eq(memcmp(out, plain.bytes, plain.length), 0);
        cr_expect_eq(end, i == pieces - 1);
    }
    text_clear(&plain);
    text_clear(&packed);
    stream_gzip_free(gzip);
}

Test(stream_gzip, an_event_is_short_after_one_like_it)
{
    struct stream_gzip *gzip = stream_gzip_new();
    size_t lengths[2];

    for (int i = 0; i < 2; i++) {
        struct text piece = {0};

        write_events(&piece, 1000, i);
        stream_gzip_pack(gzip, &piece, NULL, false);
        lengths[i] = piece.length;
        text_clear(&piece);
    }
    cr_expect_lt(lengths[1], 60, "%zu bytes, then %zu", lengths[0], lengths[1]);
    stream_gzip_free(gzip);
}

/* ---- what streams share ---- */

enum { BLOCKS = 4 };

struct reader {
    struct stream_gzip *gzip;
    struct text plain, packed; /* all that was sent, before and after */
    size_t last;               /* compressed bytes of the last piece */
};

static void send(struct reader *reader, const char *bytes, size_t length,
                 struct refbuf *block)
{
    struct text piece = {0};

    text_add(&piece, bytes, length);
    text_add(&reader->plain, bytes, length);
    stream_gzip_pack(reader->gzip, &piece, block, false);
    cr_assert_not(piece.failed);
    text_add(&reader->packed, piece.bytes, piece.length);
    reader->last = piece.length;
    text_clear(&piece);
}

static void expect_readable(struct reader *reader)
{
    static char out[ROOM];
    bool end;

    cr_assert_eq(inflate_all(&reader->packed, out, &end), reader->plain.length);
    cr_expect_eq(memcmp(out, reader->plain.bytes, reader->plain.length), 0);
    text_clear(&reader->plain);
    text_clear(&reader->packed);
    stream_gzip_free(reader->gzip);
}

static void make_blocks(struct refbuf *blocks[BLOCKS])
{
    for (int i = 0; i < BLOCKS; i++) {
        struct text text = {0};

        write_events(&text, 900, i);
        blocks[i] = refbuf_new(text.bytes, text.length, "");
    }
}

/* One has sent something else before, one misses a block, one sends a comment
 * in between: what is shared must fit to what each has sent. */
Test(stream_gzip, streams_share_a_block_after_the_same_block)
{
    struct refbuf *blocks[BLOCKS];
    struct reader readers[4] = {{.gzip = stream_gzip_new()},
                                {.gzip = stream_gzip_new()},
                                {.gzip = stream_gzip_new()},
                                {.gzip = stream_gzip_new()}};

    make_blocks(blocks);
    send(&readers[1], "retry: 2000\n\n", 13, NULL);
    for (int i = 0; i < BLOCKS; i++)
        for (int k = 0; k < 4; k++) {
            if (k == 2 && i == 1)
                continue;
            if (k == 3)
                send(&readers[k], ":\n\n", 3, NULL);
            send(&readers[k], blocks[i]->bytes, blocks[i]->length, blocks[i]);
        }
    struct refbuf *shared = refbuf_packed(blocks[BLOCKS - 1]);

    cr_assert_not_null(shared);
    cr_expect_eq(shared->follows, blocks[BLOCKS - 2]->number);
    for (int k = 0; k < 3; k++)
        cr_expect_eq(readers[k].last, shared->length);
    for (int k = 0; k < 4; k++)
        expect_readable(&readers[k]);
    refbuf_drop(shared);
    for (int i = 0; i < BLOCKS; i++)
        refbuf_drop(blocks[i]);
}

Test(stream_gzip, an_end_without_a_piece_is_complete)
{
    static char out[ROOM];
    struct stream_gzip *gzip = stream_gzip_new();
    struct text nothing = {0};
    bool end;

    stream_gzip_pack(gzip, &nothing, NULL, true);
    cr_expect_eq(inflate_all(&nothing, out, &end), 0);
    cr_expect(end);
    text_clear(&nothing);
    stream_gzip_free(gzip);
}
