/* A compressed stream: each piece can be read when it arrives. */
#include "api/http/stream_gzip.h"

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
        stream_gzip_pack(gzip, &piece, i == pieces - 1);
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
        stream_gzip_pack(gzip, &piece, false);
        lengths[i] = piece.length;
        text_clear(&piece);
    }
    cr_expect_lt(lengths[1], 60, "%zu bytes, then %zu", lengths[0], lengths[1]);
    stream_gzip_free(gzip);
}

Test(stream_gzip, an_end_without_a_piece_is_complete)
{
    static char out[ROOM];
    struct stream_gzip *gzip = stream_gzip_new();
    struct text nothing = {0};
    bool end;

    stream_gzip_pack(gzip, &nothing, true);
    cr_expect_eq(inflate_all(&nothing, out, &end), 0);
    cr_expect(end);
    text_clear(&nothing);
    stream_gzip_free(gzip);
}
