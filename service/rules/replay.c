/* A match under replay: its entries applied one by one, those taken back struck
 * again. */
#include "rules/replay.h"

#include <assert.h>
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

enum rules_err replay_move_to(struct replay *replay, const struct entry *entry,
                              const void *after)
{
    const struct game *game = replay->game;
    unsigned why = game->irreversible(replay->state, after);
    int passes = entry->passes;

    if (!why && replay->count + 1 == REPLAY_SPAN_MAX)
        why = IRREVERSIBLE_FINAL;
    if (!why && !entry->is_trusted)
        passes = game_forced_passes(game, replay->state, entry->seat,
                                    entry->move, after);
    if (passes < 0)
        return RULES_ILLEGAL_MOVE;
    memcpy(replay->state, after, game->state_size);
    if (why) {
        seal(replay, why);
    } else {
        struct entry *added = &replay->undo_window[replay->count++];

        *added = *entry;
        added->is_trusted = true;
        added->passes = (uint8_t)passes;
    }
    return RULES_OK;
}

static enum rules_err step_move(struct replay *replay,
                                const struct entry *entry)
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t after[RULES_STATE_MAX];
    enum rules_err err = RULES_OK;

    memcpy(after, replay->state, game->state_size);
    if (entry->is_trusted)
        game_play(game, after, entry->seat, entry->move, entry->passes);
    else
        err = game->apply(after, entry->seat, entry->move);
    if (!err) {
        err = replay_move_to(replay, entry, after);
        assert(!err); /* apply is play and forced passes */
    }
    return err;
}

size_t replay_undoable(const struct replay *replay, int seat)
{
    size_t moves = 0;

    for (size_t i = 0; i < replay->count; i++)
        moves += replay->undo_window[i].seat == seat;
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
        struct entry entry = replay->undo_window[i];

        seen += entry.seat == seat;
        if (entry.seat == seat && seen > mine - n)
            continue;
        /* It was legal before, and is so without what others choose at once. */
        game_play(game, replay->state, entry.seat, entry.move, entry.passes);
        replay->undo_window[kept++] = entry;
    }
    replay->count = kept;
    return RULES_OK;
}

/* Whether it comes to the same, after each move of the span, if the seat had
 * left before the span: then base is the state in which it had, and an undo
 * leads from there to where it would have led. */
static bool left_before(const struct replay *replay, int seat, bool together,
                        uint8_t base[RULES_STATE_MAX])
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t played[RULES_STATE_MAX], left[RULES_STATE_MAX];
    _Alignas(16) uint8_t again[RULES_STATE_MAX];

    memcpy(played, replay->base, game->state_size);
    memcpy(base, replay->base, game->state_size);
    game->leave(base, seat, together);
    memcpy(again, base, game->state_size);
    for (size_t i = 0; i < replay->count; i++) {
        const struct entry *entry = &replay->undo_window[i];

        if (!(game->to_act(again) >> entry->seat & 1))
            return false;
        game_play(game, played, entry->seat, entry->move, entry->passes);
        game_play(game, again, entry->seat, entry->move, entry->passes);
        memcpy(left, played, game->state_size);
        game->leave(left, seat, together);
        if (memcmp(again, left, game->state_size) != 0)
            return false;
    }
    return true;
}

/* A seat leaves.  When that shows nothing and ends nothing, the others keep
 * what they may take back: the seat might as well have left before the span.
 * Where that would not come to the same (the seat had chosen something in the
 * span, or a move of the span uses what the seat had), and wherever leaving
 * moves the match on, the span is closed. */
static void step_leave(struct replay *replay, int seat, bool together)
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t before[RULES_STATE_MAX], base[RULES_STATE_MAX];
    const bool same = left_before(replay, seat, together, base);

    memcpy(before, replay->state, game->state_size);
    game->leave(replay->state, seat, together);
    if (same && !game->irreversible(before, replay->state))
        memcpy(replay->base, base, game->state_size);
    else
        seal(replay, IRREVERSIBLE_FINAL);
}

bool replay_pass(struct replay *replay)
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    unsigned why;

    memcpy(before, replay->state, game->state_size);
    if (!game->pass_forced(replay->state))
        return false;
    why = game->irreversible(before, replay->state);
    if (why)
        seal(replay, why);
    else if (replay->count == 0)
        memcpy(replay->base, replay->state, game->state_size);
    else
        replay->undo_window[replay->count - 1].passes++;
    return true;
}

enum rules_err replay_step(struct replay *replay, const struct entry *entry)
{
    enum rules_err err = RULES_OK;

    if (entry->seat >= RULES_SEATS_MAX)
        return RULES_NOT_TO_ACT;
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_MOVE: return step_move(replay, entry);
    case ENTRY_LEAVE:
        step_leave(replay, entry->seat, entry->move.bits != 0);
        break;
    case ENTRY_UNDO:
        err = step_undo(replay, entry->seat, entry->move.bits);
        break;
    default: return RULES_ILLEGAL_MOVE;
    }
    for (int i = 0; i < entry->passes && !err; i++)
        (void)replay_pass(replay);
    return err;
}

/* ---- older rules ---- */

static bool once_allowed(const struct replay *replay, const struct entry *entry,
                         uint16_t version)
{
    const struct game *game = replay->game;

    return game->once_allowed &&
           game->once_allowed(replay->state, entry->seat, entry->move, version);
}

enum rules_err replay_step_older(struct replay *replay,
                                 const struct entry *entry, uint16_t version)
{
    _Alignas(16) uint8_t copy[RULES_STATE_MAX];
    struct entry trusted = *entry;
    enum rules_err err;

    if (entry->kind != ENTRY_MOVE)
        return replay_step(replay, entry);
    memcpy(copy, replay->state, replay->game->state_size);
    err = replay->game->apply(copy, entry->seat, entry->move);
    if (err && !once_allowed(replay, entry, version))
        return err;
    trusted.is_trusted = true;
    trusted.passes = 0;
    return replay_step(replay, &trusted);
}

bool replay_passes(const struct replay *replay)
{
    _Alignas(16) uint8_t copy[RULES_STATE_MAX];

    memcpy(copy, replay->state, replay->game->state_size);
    return replay->game->settle(copy) > 0;
}

bool replay_passed_once(const struct replay *replay, uint16_t version)
{
    return replay->game->once_passed
               ? replay->game->once_passed(replay->state, version)
               : replay_passes(replay);
}

/* Play a move and the forced passes that lead to the state with this hash. */
static enum rules_err move_known(struct replay *replay,
                                 const struct entry *entry, uint64_t hash)
{
    const struct game *game = replay->game;
    _Alignas(16) uint8_t after[RULES_STATE_MAX];
    struct entry known = *entry;
    unsigned passes = 0;

    memcpy(after, replay->state, game->state_size);
    game->play(after, entry->seat, entry->move);
    while (!record_hash_is(game, after, hash))
        if (++passes > UINT8_MAX || !game->pass_forced(after))
            return RULES_ILLEGAL_MOVE;
    known.is_trusted = true;
    known.passes = (uint8_t)passes;
    return replay_move_to(replay, &known, after);
}

enum rules_err replay_step_known(struct replay *replay,
                                 const struct entry *entry, uint64_t hash)
{
    struct replay before;
    enum rules_err err;

    if (entry->kind == ENTRY_MOVE && entry->seat < RULES_SEATS_MAX)
        return move_known(replay, entry, hash);
    before = *replay;
    err = replay_step(replay, entry);
    if (!err && !record_hash_is(replay->game, replay->state, hash))
        err = RULES_ILLEGAL_MOVE;
    if (err)
        *replay = before;
    return err;
}

enum rules_err record_replay(const struct record *record, size_t n, void *state,
                             size_t *failed)
{
    struct replay replay;
    enum rules_err err = record_begin(record, replay.base);

    if (failed)
        *failed = 0;
    if (err)
        return err;
    replay_begin(&replay, record->game, replay.base);
    for (size_t i = 0; i < n && err == RULES_OK; i++) {
        err = replay_step(&replay, &record->entries[i]);
        if (err && failed)
            *failed = i;
    }
    memcpy(state, replay.state, record->game->state_size);
    return err;
}
