/* A match under replay: its entries applied one by one, those taken back struck
 * again. */
#include "record.h"

#include <string.h>

void replay_begin(struct replay *replay, const struct game *game,
                  const void *state)
{
    replay->game = game;
    replay->seal = 0;
    replay->count = 0;
    memmove(replay->base, state, game->state_size);
    memcpy(replay->state, replay->base, game->state_size);
}

/* Nothing that was decided so far can be taken back. */
static void seal(struct replay *replay, unsigned why)
{
    replay->seal = why;
    replay->count = 0;
    memcpy(replay->base, replay->state, replay->game->state_size);
}

static enum rules_err step_move(struct replay *replay,
                                const struct entry *entry)
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    enum rules_err err;
    unsigned why;

    memcpy(before, replay->state, game->state_size);
    err = game->apply(replay->state, entry->seat, entry->move);
    if (err)
        return err;
    replay->span[replay->count++] = *entry;
    why = game->seals(before, replay->state);
    if (why || replay->count == REPLAY_SPAN_MAX)
        seal(replay, why ? why : SEAL_FINAL);
    return RULES_OK;
}

size_t replay_undoable(const struct replay *replay, int seat)
{
    size_t moves = 0;

    for (size_t i = 0; i < replay->count; i++)
        moves += replay->span[i].seat == seat;
    return moves;
}

/* Strike the seat's last n moves from the span and play the rest again. */
static enum rules_err step_undo(struct replay *replay, int seat, size_t n)
{
    const struct game *game = replay->game;
    size_t mine = replay_undoable(replay, seat), kept = 0, seen = 0;

    if (n == 0 || n > mine)
        return RULES_ILLEGAL_MOVE;
    memcpy(replay->state, replay->base, game->state_size);
    for (size_t i = 0; i < replay->count; i++) {
        struct entry entry = replay->span[i];

        seen += entry.seat == seat;
        if (entry.seat == seat && seen > mine - n)
            continue;
        /* It applied before, and what others choose at once is no matter. */
        if (game->apply(replay->state, entry.seat, entry.move))
            return RULES_ILLEGAL_MOVE;
        replay->span[kept++] = entry;
    }
    replay->count = kept;
    return RULES_OK;
}

/* A seat leaves.  When that shows nothing and ends nothing, the others keep
 * what they may take back: the seat might as well have left before the span.
 * Where that would not come to the same (the seat had chosen something in the
 * span), and wherever leaving moves the match on, the span is closed. */
static void step_leave(struct replay *replay, int seat)
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t before[RULES_STATE_MAX], base[RULES_STATE_MAX];
    _Alignas(16) uint8_t again[RULES_STATE_MAX];
    bool same = true;

    memcpy(before, replay->state, game->state_size);
    memcpy(base, replay->base, game->state_size);
    game->leave(replay->state, seat);
    game->leave(base, seat);
    memcpy(again, base, game->state_size);
    for (size_t i = 0; i < replay->count && same; i++)
        same = !game->apply(again, replay->span[i].seat, replay->span[i].move);
    if (same && !game->seals(before, replay->state) &&
        memcmp(again, replay->state, game->state_size) == 0)
        memcpy(replay->base, base, game->state_size);
    else
        seal(replay, SEAL_FINAL);
}

enum rules_err replay_step(struct replay *replay, const struct entry *entry)
{
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_MOVE: return step_move(replay, entry);
    case ENTRY_LEAVE: step_leave(replay, entry->seat); return RULES_OK;
    case ENTRY_UNDO: return step_undo(replay, entry->seat, entry->move.bits);
    }
    return RULES_ILLEGAL_MOVE;
}
