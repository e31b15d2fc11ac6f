/* Packing the events of a match: what goes in comes out, and whatever else is
 * given to be unpacked is refused and harms nobody. */
#include "db/matches/archive.h"
#include "depth.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MANY = 400, HEAD = 9, TAIL = 4, ROOM = 1 << 20 };

static const int64_t t0 = INT64_C(1790000000) * 1000000 + 123456;

/* Deterministic: a failure can be run again. */
static uint32_t chance(uint64_t *stream, uint32_t n)
{
    *stream ^= *stream << 13;
    *stream ^= *stream >> 7;
    *stream ^= *stream << 17;
    return (uint32_t)(*stream >> 33) % n;
}

static void some_move(uint64_t *stream, char out[RULES_NOTATION_MAX])
{
    static const char *const verbs[] = {"play", "build", "tunnel", "upgrade",
                                        "discard"};
    int length = snprintf(out, RULES_NOTATION_MAX, "%s card-%u slot %u",
                          verbs[chance(stream, 5)], chance(stream, 180),
                          chance(stream, 12));

    if (chance(stream, 50) == 0) /* the longest there is */
        memset(out + length, 'x', (size_t)(RULES_NOTATION_MAX - 1 - length));
    if (chance(stream, 50) == 0)
        out[0] = '\x01';
    out[chance(stream, 50) == 0 ? 1 : RULES_NOTATION_MAX - 1] = '\0';
}

/* A match as it may have been, without who came and went: gaps in its seqs are
 * theirs. */
static void some_events(uint64_t *stream, struct match_event *out, size_t count)
{
    uint32_t seq = 0;
    int64_t at_us = t0;

    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < count; i++) {
        struct match_event *e = &out[i];

        seq += 1 + (chance(stream, 20) == 0 ? chance(stream, 300) : 0);
        at_us += chance(stream, 3) == 0
                     ? (int64_t)chance(stream, UINT32_MAX) * 1000
                     : (int64_t)chance(stream, 100000);
        *e = (struct match_event){
            .seq = seq,
            .kind = EVENT_MOVE,
            .seat = (int)chance(stream, 4),
            .at_us = at_us,
            .state_hash =
                (uint64_t)chance(stream, UINT32_MAX) << 32 | chance(stream, 9),
        };
        switch (chance(stream, 30)) {
        case 0: e->kind = EVENT_VOTE; break;
        case 1: e->kind = EVENT_VOTE_WITHDRAWN; break;
        case 2: e->kind = EVENT_AWAY; break;
        case 3: e->kind = EVENT_BACK; break;
        case 4:
            e->kind = chance(stream, 2) == 0 ? EVENT_START : EVENT_FINISH;
            e->seat = -1;
            break;
        case 5:
            if (seq >= 2) {
                e->kind = EVENT_UNDO;
                e->to_seq = chance(stream, seq - 1);
            }
            break;
        default: break;
        }
        if (e->kind == EVENT_MOVE)
            some_move(stream, e->move);
    }
}

static void expect_same(const struct match_event *a,
                        const struct match_event *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(a[i].seq, b[i].seq);
        cr_expect_eq(a[i].kind, b[i].kind);
        cr_expect_eq(a[i].seat, b[i].seat);
        cr_expect_eq(a[i].at_us, b[i].at_us);
        cr_expect_eq(a[i].state_hash, b[i].state_hash);
        cr_expect_eq(a[i].to_seq, b[i].to_seq);
        cr_expect_str_eq(a[i].move, b[i].move);
        cr_expect_str_eq(a[i].player, "");
    }
}

static void expect_round_trip(const struct match_event *events, size_t count)
{
    struct match_event *again;
    size_t size, again_count;
    uint8_t *bytes;

    cr_assert_eq(archive_pack(events, count, &bytes, &size), ARCHIVE_OK);
    cr_expect_eq(bytes[0], ARCHIVE_FORMAT);
    cr_assert_eq(archive_unpack(bytes, size, &again, &again_count), ARCHIVE_OK);
    cr_assert_eq(again_count, count);
    expect_same(again, events, count);
    free(again);
    free(bytes);
}

Test(archive, an_unpacked_record_equals_the_original)
{
    static struct match_event events[MANY];
    uint64_t stream = 20161120;

    for (size_t count = 1; count <= MANY; count += 1 + count / 8) {
        some_events(&stream, events, count);
        expect_round_trip(events, count);
    }
}

Test(archive, the_limits_of_every_range_are_packed_correctly)
{
    static struct match_event events[] = {
        {.seq = 1, .kind = EVENT_START, .seat = -1, .at_us = INT64_MAX},
        {.seq = 2, .kind = EVENT_MOVE, .move = "a", .at_us = INT64_MIN},
        {.seq = 3, .kind = EVENT_UNDO, .seat = 3, .at_us = INT64_MAX},
        {.seq = INT32_MAX - 1,
         .kind = EVENT_UNDO,
         .to_seq = INT32_MAX - 3,
         .state_hash = UINT64_MAX},
        {.seq = INT32_MAX, .kind = EVENT_ABORT, .seat = -1, .at_us = -1},
    };

    expect_round_trip(events, sizeof events / sizeof *events);
}

Test(archive, at_most_the_maximum_of_events_is_packed)
{
    struct match_event *events = calloc(ARCHIVE_EVENTS_MAX + 1, sizeof *events);
    size_t size;
    uint8_t *bytes;

    for (uint32_t i = 0; i <= ARCHIVE_EVENTS_MAX; i++) {
        events[i] = (struct match_event){.seq = i + 1, .kind = EVENT_MOVE};
        memset(events[i].move, 'm', RULES_NOTATION_MAX - 1);
    }
    expect_round_trip(events, ARCHIVE_EVENTS_MAX);
    cr_expect_eq(archive_pack(events, ARCHIVE_EVENTS_MAX + 1, &bytes, &size),
                 ARCHIVE_REFUSED);
    cr_expect_null(bytes);
    free(events);
}

Test(archive, an_invalid_record_or_one_with_names_is_not_packed)
{
    static const struct match_event wrong[] = {
        {.seq = 5, .kind = EVENT_JOIN, .player = "ada"},
        {.seq = 5, .kind = EVENT_LEAVE},
        {.seq = 5, .kind = EVENT_RESIGN},
        {.seq = 5, .kind = EVENT_TIMEOUT},
        {.seq = 5, .kind = EVENT_MOVE, .move = "m", .player = "ada"},
        {.seq = 5, .kind = EVENT_MOVE},
        {.seq = 5, .kind = EVENT_VOTE, .move = "m"},
        {.seq = 5, .kind = EVENT_MOVE, .move = "m", .seat = -1},
        {.seq = 5, .kind = EVENT_MOVE, .move = "m", .seat = 4},
        {.seq = 5, .kind = EVENT_START, .seat = 0},
        {.seq = 5, .kind = EVENT_UNDO, .to_seq = 4},
        {.seq = 5, .kind = EVENT_MOVE, .move = "m", .to_seq = 1},
        {.seq = 4, .kind = EVENT_VOTE}, /* not after the one before */
        {.seq = (uint32_t)INT32_MAX + 1, .kind = EVENT_VOTE},
    };
    struct match_event two[2] = {{.seq = 4, .kind = EVENT_VOTE}};
    size_t size;
    uint8_t *bytes;

    cr_expect_eq(archive_pack(two, 0, &bytes, &size), ARCHIVE_REFUSED);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        two[1] = wrong[i];
        cr_expect_eq(archive_pack(two, 2, &bytes, &size), ARCHIVE_REFUSED,
                     "number %zu", i);
        cr_expect_null(bytes);
    }
}

/* ---- bytes of all kinds ---- */

/* A packed record in parts that can be corrupted one by one: the columns before
 * they are deflated, and the whole. */
struct victim {
    uint8_t bytes[ROOM], columns[ROOM];
    size_t size, columns_size, count;
};

static uint64_t fixed(const uint8_t *bytes)
{
    return bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24;
}

static void put_fixed(uint8_t *out, uint64_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> 8 * i);
}

static void take_apart(struct victim *victim, uint64_t *stream, size_t count)
{
    static struct match_event events[MANY];
    z_stream z = {0};
    uint8_t *bytes;

    some_events(stream, events, count);
    cr_assert_eq(archive_pack(events, count, &bytes, &victim->size),
                 ARCHIVE_OK);
    memcpy(victim->bytes, bytes, victim->size);
    free(bytes);
    victim->count = count;
    cr_assert_eq(inflateInit2(&z, -15), Z_OK);
    z.next_in = victim->bytes + HEAD + 8 * count;
    z.avail_in = (uInt)(victim->size - HEAD - TAIL - 8 * count);
    z.next_out = victim->columns;
    z.avail_out = ROOM;
    cr_assert_eq(inflate(&z, Z_FINISH), Z_STREAM_END);
    victim->columns_size = ROOM - z.avail_out;
    cr_assert_eq(victim->columns_size, fixed(victim->bytes + 5));
    inflateEnd(&z);
}

/* The checksum is right whatever the bytes are. */
static void seal(struct victim *victim)
{
    if (victim->size >= TAIL)
        put_fixed(victim->bytes + victim->size - TAIL,
                  crc32(0, victim->bytes, (uInt)(victim->size - TAIL)));
}

/* The columns, whatever they are, become part of the whole again. */
static void put_together(struct victim *victim, size_t told_size)
{
    const size_t begin = HEAD + 8 * victim->count;
    z_stream z = {0};

    cr_assert_eq(deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY),
                 Z_OK);
    z.next_in = victim->columns;
    z.avail_in = (uInt)victim->columns_size;
    z.next_out = victim->bytes + begin;
    z.avail_out = (uInt)(ROOM - begin - TAIL);
    cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    victim->size = ROOM - z.avail_out;
    deflateEnd(&z);
    put_fixed(victim->bytes + 5, told_size);
    seal(victim);
}

/* Some bytes of a text are others, fewer, or more. */
static size_t spoil(uint64_t *stream, uint8_t *bytes, size_t size)
{
    for (uint32_t n = 1 + chance(stream, 3); n > 0 && size > 0; n--) {
        const size_t at = chance(stream, (uint32_t)size);

        switch (chance(stream, 5)) {
        case 0: bytes[at] = (uint8_t)chance(stream, 256); break;
        case 1: bytes[at] ^= (uint8_t)(1U << chance(stream, 8)); break;
        case 2: bytes[at] = chance(stream, 2) == 0 ? 0 : 0xff; break;
        case 3: size = at; break;
        default:
            memmove(bytes + at + 1, bytes + at, size - at);
            size++;
            break;
        }
    }
    return size;
}

/* It is refused, or what comes out is a record that can be packed again.  In
 * memory of its own, so that reading beyond the end is seen. */
static bool is_refused(const struct victim *victim)
{
    uint8_t *bytes = malloc(victim->size + (victim->size == 0)), *again;
    struct match_event *events;
    size_t count, size;
    enum archive_err err;

    memcpy(bytes, victim->bytes, victim->size);
    err = archive_unpack(bytes, victim->size, &events, &count);
    free(bytes);
    if (err) {
        cr_assert_eq(err, ARCHIVE_CORRUPT);
        cr_assert_null(events);
        return true;
    }
    cr_assert_eq(archive_pack(events, count, &again, &size), ARCHIVE_OK);
    free(again);
    free(events);
    return false;
}

static int rounds(void)
{
    const char *asked = getenv("FATHOM_MUTATIONS");

    return asked ? (int)strtol(asked, NULL, 10) : 3000;
}

Test(archive, corrupt_bytes_are_refused)
{
    static struct victim victim, whole;
    uint64_t stream = 7;

    for (int i = 0; i < rounds(); i++) {
        if (i % 100 == 0)
            take_apart(&whole, &stream, 1 + chance(&stream, MANY));
        victim = whole;
        victim.size = spoil(&stream, victim.bytes, victim.size);
        cr_assert(is_refused(&victim) ||
                      (victim.size == whole.size &&
                       memcmp(victim.bytes, whole.bytes, whole.size) == 0),
                  "round %d", i);
    }
}

Test(archive, hostile_bytes_with_a_right_checksum_are_harmless,
     .init = deep_only)
{
    static struct victim victim, whole;
    uint64_t stream = 77;
    int refused = 0;

    for (int i = 0; i < rounds(); i++) {
        if (i % 100 == 0)
            take_apart(&whole, &stream, 1 + chance(&stream, MANY));
        victim = whole;
        victim.size = spoil(&stream, victim.bytes, victim.size);
        seal(&victim);
        refused += is_refused(&victim);
    }
    cr_expect_gt(refused, rounds() / 10);
}

Test(archive, hostile_columns_that_deflate_well_are_harmless, .init = deep_only)
{
    static struct victim victim, whole;
    uint64_t stream = 777;
    int refused = 0;

    for (int i = 0; i < rounds(); i++) {
        if (i % 100 == 0)
            take_apart(&whole, &stream, 1 + chance(&stream, MANY));
        victim = whole;
        victim.columns_size =
            spoil(&stream, victim.columns, victim.columns_size);
        put_together(&victim, victim.columns_size);
        refused += is_refused(&victim);
    }
    cr_expect_gt(refused, rounds() / 10);
}

Test(archive, wrong_sizes_are_refused, .init = deep_only)
{
    static const uint64_t wrong[] = {
        0, 1, 2, 1 << 16, INT32_MAX, UINT32_MAX, 1000000, UINT32_MAX - 1};
    static struct victim victim, whole;
    uint64_t stream = 5;

    take_apart(&whole, &stream, MANY);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        victim = whole;
        put_fixed(victim.bytes + 1, wrong[i]);
        seal(&victim);
        cr_expect(is_refused(&victim), "%zu events", (size_t)wrong[i]);
        victim = whole;
        put_together(&victim, wrong[i]);
        cr_expect(is_refused(&victim), "%zu bytes", (size_t)wrong[i]);
    }
    for (size_t size = 0; size < whole.size; size++) {
        victim = whole;
        victim.size = size;
        seal(&victim);
        cr_assert(is_refused(&victim), "the first %zu bytes", size);
    }
}

Test(archive, much_that_deflates_to_little_is_not_inflated)
{
    static struct victim victim;
    uint64_t stream = 5;

    take_apart(&victim, &stream, 10);
    memset(victim.columns, 0, ROOM);
    victim.columns_size = ROOM;
    put_together(&victim, ROOM); /* more than ten events can have */
    cr_expect_lt(victim.size, 2000);
    cr_expect(is_refused(&victim));
    put_together(&victim, 500); /* and the stored size is checked */
    cr_expect(is_refused(&victim));
}

Test(archive, an_unknown_format_is_refused)
{
    static struct victim victim;
    uint64_t stream = 5;

    take_apart(&victim, &stream, 10);
    victim.bytes[0] = ARCHIVE_FORMAT + 1;
    seal(&victim);
    cr_expect(is_refused(&victim));
}
