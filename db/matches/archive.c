/* Packing the events of a match, and reading them again. */
#include "db/matches/archive.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    HEAD = 9, /* format, events, size of the columns */
    TAIL = 4, /* the checksum */
    HASH = 8, /* of a state */
    VARINT_MAX = 10,
    /* Size of the columns for each event: kind, seat, seq, time, and a move or
     * the distance of an undo. */
    COLUMNS_MAX = 1 + 1 + VARINT_MAX + VARINT_MAX + RULES_NOTATION_MAX,
    DEFLATE_RAW = -15, /* zlib's words for no header, and the largest window */
    DEFLATE_MEMORY = 8,
};

_Static_assert(ARCHIVE_EVENTS_MAX <= INT32_MAX / COLUMNS_MAX, "sizes fit");
_Static_assert((int)VARINT_MAX <= (int)RULES_NOTATION_MAX,
               "an undo takes no more than a move");

bool archive_takes(enum event_kind kind)
{
    switch (kind) {
    case EVENT_START:
    case EVENT_MOVE:
    case EVENT_FINISH:
    case EVENT_ABORT:
    case EVENT_UNDO:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: return true;
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: break;
    }
    return false;
}

static bool is_nobodys(enum event_kind kind)
{
    return kind == EVENT_START || kind == EVENT_FINISH || kind == EVENT_ABORT;
}

/* Checked when packing and unpacking: may the event follow one of this seq? */
static bool is_sound(const struct match_event *event, uint32_t after)
{
    const bool is_undo = event->kind == EVENT_UNDO;

    return archive_takes(event->kind) && event->seq > after &&
           event->seq <= INT32_MAX &&
           (is_nobodys(event->kind)
                ? event->seat == -1
                : event->seat >= 0 && event->seat < RULES_SEATS_MAX) &&
           (event->kind == EVENT_MOVE) == (event->move[0] != '\0') &&
           memchr(event->move, '\0', sizeof event->move) &&
           event->player[0] == '\0' &&
           (is_undo ? event->seq >= 2 && event->to_seq <= event->seq - 2
                    : event->to_seq == 0);
}

/* ---- numbers ---- */

static void put_fixed(uint8_t *out, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get_fixed(const uint8_t *bytes, size_t size)
{
    uint64_t number = 0;

    for (size_t i = 0; i < size; i++)
        number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

/* A varint: seven bits a byte, the lowest first; all bytes but the last have
 * the eighth bit set. */
static uint8_t *put_varint(uint8_t *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *out++ = (uint8_t)(number | 0x80);
    *out++ = (uint8_t)number;
    return out;
}

/* Zigzag: small numbers of either sign become small unsigned ones. */
static uint64_t zigzag(int64_t number)
{
    return (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
}

static int64_t unzigzag(uint64_t bits)
{
    return (int64_t)(bits >> 1 ^ (bits & 1 ? UINT64_MAX : 0));
}

/* Times may have any value: differences wrap around. */
static int64_t less(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static int64_t plus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* ---- packing ---- */

/* Write the columns to out, which has room for them; returns their size. */
static size_t write_columns(const struct match_event *events, size_t count,
                            uint8_t *out)
{
    uint8_t *at = out;

    for (size_t i = 0; i < count; i++)
        *at++ = (uint8_t)events[i].kind;
    for (size_t i = 0; i < count; i++)
        *at++ = (uint8_t)(events[i].seat + 1);
    for (size_t i = 0; i < count; i++)
        at = put_varint(at, events[i].seq - (i > 0 ? events[i - 1].seq : 0));
    for (size_t i = 0; i < count; i++)
        at = put_varint(
            at, zigzag(less(events[i].at_us, i > 0 ? events[i - 1].at_us : 0)));
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(events[i].move) + 1;

        if (events[i].kind == EVENT_MOVE) {
            memcpy(at, events[i].move, length);
            at += length;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == EVENT_UNDO)
            at = put_varint(at, events[i].seq - events[i].to_seq);
    return (size_t)(at - out);
}

/* The buffer has the size that deflateBound returns. */
static bool deflate_all(z_stream *z, uint8_t *raw, size_t raw_size,
                        uint8_t *out, size_t room, size_t *size)
{
    z->next_in = raw;
    z->avail_in = (uInt)raw_size;
    z->next_out = out;
    z->avail_out = (uInt)room;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        return false;
    *size = room - z->avail_out;
    return true;
}

/* Header, hashes, columns, checksum. */
static enum archive_err write_archive(const struct match_event *events,
                                      size_t count, uint8_t *raw, z_stream *z,
                                      uint8_t **out, size_t *size)
{
    const size_t raw_size = write_columns(events, count, raw);
    const size_t begin = HEAD + count * HASH;
    const size_t room = deflateBound(z, (uLong)raw_size);
    uint8_t *bytes = malloc(begin + room + TAIL);
    size_t packed;

    if (!bytes)
        return ARCHIVE_NO_MEMORY;
    bytes[0] = ARCHIVE_FORMAT;
    put_fixed(bytes + 1, count, 4);
    put_fixed(bytes + 5, raw_size, 4);
    for (size_t i = 0; i < count; i++)
        put_fixed(bytes + HEAD + i * HASH, events[i].state_hash, HASH);
    if (!deflate_all(z, raw, raw_size, bytes + begin, room, &packed)) {
        free(bytes);
        return ARCHIVE_NO_MEMORY;
    }
    put_fixed(bytes + begin + packed, crc32(0, bytes, (uInt)(begin + packed)),
              TAIL);
    *out = bytes;
    *size = begin + packed + TAIL;
    return ARCHIVE_OK;
}

enum archive_err archive_pack(const struct match_event *events, size_t count,
                              uint8_t **out, size_t *size)
{
    z_stream z = {0};
    enum archive_err err = ARCHIVE_NO_MEMORY;
    uint8_t *raw;

    *out = NULL;
    *size = 0;
    if (count == 0 || count > ARCHIVE_EVENTS_MAX)
        return ARCHIVE_REFUSED;
    for (size_t i = 0; i < count; i++)
        if (!is_sound(&events[i], i > 0 ? events[i - 1].seq : 0))
            return ARCHIVE_REFUSED;
    raw = malloc(count * COLUMNS_MAX);
    if (raw && deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, DEFLATE_RAW,
                            DEFLATE_MEMORY, Z_DEFAULT_STRATEGY) == Z_OK) {
        err = write_archive(events, count, raw, &z, out, size);
        deflateEnd(&z);
    }
    free(raw);
    return err;
}

/* ---- unpacking ---- */

/* Where the columns are read; NULL after an error. */
struct reader {
    const uint8_t *at, *end;
};

static uint8_t read_byte(struct reader *from)
{
    if (from->at && from->at < from->end)
        return *from->at++;
    from->at = NULL;
    return 0;
}

static uint64_t read_varint(struct reader *from)
{
    uint64_t number = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint64_t byte = read_byte(from);

        number |= (byte & 0x7f) << shift;
        /* Of the tenth byte one bit is left. */
        if (byte < 0x80 && (shift < 63 || byte <= 1))
            return number;
    }
    from->at = NULL;
    return 0;
}

static void read_move(struct reader *from, char out[RULES_NOTATION_MAX])
{
    const size_t left = from->at ? (size_t)(from->end - from->at) : 0;
    const size_t room = left < RULES_NOTATION_MAX ? left : RULES_NOTATION_MAX;
    const uint8_t *nul = room > 0 ? memchr(from->at, '\0', room) : NULL;

    if (!nul) {
        from->at = NULL;
        return;
    }
    memcpy(out, from->at, (size_t)(nul - from->at) + 1);
    from->at = nul + 1;
}

/* Read all columns into zeroed events; false: they are invalid. */
static bool read_columns(struct reader *from, struct match_event *events,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t kind = read_byte(from);

        if (kind > EVENT_BACK)
            return false;
        events[i].kind = (enum event_kind)kind;
    }
    for (size_t i = 0; i < count; i++)
        events[i].seat = read_byte(from) - 1;
    for (size_t i = 0; i < count; i++) {
        const uint64_t step = read_varint(from);

        if (step > INT32_MAX)
            return false;
        events[i].seq = (uint32_t)step + (i > 0 ? events[i - 1].seq : 0);
        if (events[i].seq > INT32_MAX)
            return false;
    }
    for (size_t i = 0; i < count; i++)
        events[i].at_us =
            plus(unzigzag(read_varint(from)), i > 0 ? events[i - 1].at_us : 0);
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == EVENT_MOVE)
            read_move(from, events[i].move);
    for (size_t i = 0; i < count; i++) {
        const uint64_t back =
            events[i].kind == EVENT_UNDO ? read_varint(from) : events[i].seq;

        if (back > events[i].seq)
            return false;
        events[i].to_seq = events[i].seq - (uint32_t)back;
    }
    return from->at == from->end;
}

/* The data must inflate to exactly raw_size bytes, with nothing left over. */
static bool inflate_all(const uint8_t *bytes, size_t size, uint8_t *raw,
                        size_t raw_size)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes,
                  .avail_in = (uInt)size,
                  .next_out = raw,
                  .avail_out = (uInt)raw_size};
    bool is_whole;

    if (inflateInit2(&z, DEFLATE_RAW) != Z_OK)
        return false;
    is_whole = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_in == 0 &&
               z.avail_out == 0;
    inflateEnd(&z);
    return is_whole;
}

struct sizes {
    size_t count, raw;
    const uint8_t *columns;
    size_t packed;
};

/* Are the header and the checksum of an archive valid? */
static bool read_head(const uint8_t *bytes, size_t size, struct sizes *out)
{
    if (size < HEAD + TAIL || size > INT32_MAX || bytes[0] != ARCHIVE_FORMAT ||
        crc32(0, bytes, (uInt)(size - TAIL)) !=
            get_fixed(bytes + size - TAIL, TAIL))
        return false;
    out->count = get_fixed(bytes + 1, 4);
    out->raw = get_fixed(bytes + 5, 4);
    if (out->count == 0 || out->count > ARCHIVE_EVENTS_MAX ||
        out->raw > out->count * COLUMNS_MAX ||
        size - HEAD - TAIL < out->count * HASH)
        return false;
    out->columns = bytes + HEAD + out->count * HASH;
    out->packed = size - HEAD - TAIL - out->count * HASH;
    return true;
}

static bool read_archive(const uint8_t *bytes, const struct sizes *sizes,
                         uint8_t *raw, struct match_event *events)
{
    struct reader from = {raw, raw + sizes->raw};

    if (!inflate_all(sizes->columns, sizes->packed, raw, sizes->raw) ||
        !read_columns(&from, events, sizes->count))
        return false;
    for (size_t i = 0; i < sizes->count; i++) {
        events[i].state_hash = get_fixed(bytes + HEAD + i * HASH, HASH);
        if (!is_sound(&events[i], i > 0 ? events[i - 1].seq : 0))
            return false;
    }
    return true;
}

enum archive_err archive_unpack(const uint8_t *bytes, size_t size,
                                struct match_event **out, size_t *count)
{
    enum archive_err err = ARCHIVE_NO_MEMORY;
    struct match_event *events;
    struct sizes sizes;
    uint8_t *raw;

    *out = NULL;
    *count = 0;
    if (!read_head(bytes, size, &sizes))
        return ARCHIVE_CORRUPT;
    raw = malloc(sizes.raw + 1);
    events = calloc(sizes.count, sizeof *events);
    if (raw && events)
        err = read_archive(bytes, &sizes, raw, events) ? ARCHIVE_OK
                                                       : ARCHIVE_CORRUPT;
    free(raw);
    if (err) {
        free(events);
        return err;
    }
    *out = events;
    *count = sizes.count;
    return ARCHIVE_OK;
}
