/* The bytes of a snapshot.
 *
 * Numbers lowest byte first:
 *
 *   8 bytes   checksum of the match, the seq and everything below
 *   4 bytes   from
 *   1 byte    seal
 *   1 byte    how many moves can be taken back
 *   the state; if there are moves, then also the base, and of each move
 *   4 bytes   seq
 *   4 bytes   the move
 *   1 byte    seat
 *   1 byte    forced passes that followed it
 *
 * Only the build that wrote a snapshot reads it, so the format may change. */
#include "play/replay/snapshot.h"

#include "play/match/event.h"
#include "play/play.h"
#include "play/replay/event_apply.h"
#include "play/store/matches.h"
#include "play/store/snapshots.h"
#include "rules/game.h"
#include "rules/hash.h"
#include "rules/record.h"
#include "rules/replay.h"

#include <stdlib.h>
#include <string.h>

enum { SUM = 8, HEAD = SUM + 4 + 1 + 1, MOVE = 4 + 4 + 1 + 1 };

_Static_assert(REPLAY_SPAN_MAX <= UINT8_MAX, "the number of moves is a byte");

bool snapshot_is_due(const struct store_match *row,
                     const struct match_event *event)
{
    return event->seq % SNAPSHOT_EVERY == 0 ||
           (event->kind == EVENT_START && row->match.sandbox);
}

/* ---- numbers ---- */

static void put(uint8_t **at, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *(*at)++ = (uint8_t)(number >> (8 * i));
}

static uint64_t get(const uint8_t **at, size_t size)
{
    uint64_t number = 0;

    for (size_t i = 0; i < size; i++)
        number |= (uint64_t) * (*at)++ << (8 * i);
    return number;
}

static void put_bytes(uint8_t **at, const void *bytes, size_t size)
{
    memcpy(*at, bytes, size);
    *at += size;
}

/* Covers the key as well: a body in the row of another match or seq is
 * damaged. */
static uint64_t checksum(const struct play_id *match, uint32_t seq,
                         const uint8_t *body, size_t size)
{
    uint64_t sum = hash_bytes(seq, match->bytes, sizeof match->bytes);

    return hash_bytes(sum, body + SUM, size - SUM);
}

static size_t size_of(const struct game *game, size_t moves)
{
    const size_t states = moves > 0 ? 2 : 1;

    return HEAD + states * game->state_size + moves * MOVE;
}

/* ---- writing ---- */

static void put_move(uint8_t **at, const struct entry *move)
{
    put(at, move->tag, 4);
    put(at, move->move.bits, 4);
    put(at, move->seat, 1);
    put(at, move->passes, 1);
}

size_t snapshot_write(const struct snapshot *snapshot, uint8_t **out)
{
    const size_t state_size = snapshot->game->state_size;
    const size_t size = size_of(snapshot->game, snapshot->count);
    uint8_t *at;

    *out = malloc(size);
    if (!*out)
        return 0;
    at = *out + SUM;
    put(&at, snapshot->from, 4);
    put(&at, snapshot->seal, 1);
    put(&at, snapshot->count, 1);
    put_bytes(&at, snapshot->state, state_size);
    if (snapshot->count > 0)
        put_bytes(&at, snapshot->base, state_size);
    for (size_t i = 0; i < snapshot->count; i++)
        put_move(&at, &snapshot->moves[i]);
    at = *out;
    put(&at, checksum(snapshot->match, snapshot->seq, *out, size), SUM);
    return size;
}

/* ---- reading ---- */

static struct entry get_move(const uint8_t **at)
{
    struct entry move = {.kind = ENTRY_MOVE, .is_trusted = true};

    move.tag = (uint32_t)get(at, 4);
    move.move.bits = (uint32_t)get(at, 4);
    move.seat = (uint8_t)get(at, 1);
    move.passes = (uint8_t)get(at, 1);
    return move;
}

bool snapshot_read(const struct store_snapshot *stored, const struct game *game,
                   struct log_point *out)
{
    const uint8_t *at = stored->body;
    struct replay *replay = &out->replay;
    unsigned seal;
    size_t count;

    if (stored->size < HEAD ||
        get(&at, SUM) !=
            checksum(&stored->match, stored->seq, stored->body, stored->size))
        return false;
    out->from = (uint32_t)get(&at, 4);
    seal = (unsigned)get(&at, 1);
    count = get(&at, 1);
    if (count >= REPLAY_SPAN_MAX || stored->size != size_of(game, count))
        return false;
    out->seq = stored->seq;
    out->has_state = true;
    replay_begin(replay, game, at);
    at += game->state_size;
    replay->seal = seal;
    if (count == 0)
        return true;
    memcpy(replay->base, at, game->state_size);
    at += game->state_size;
    while (replay->count < count)
        replay->undo_window[replay->count++] = get_move(&at);
    return true;
}
