/* The moves of a match that can still be taken back (rulings 21, 22, 89): the
 * same rules as struct replay, kept beside the cached row and updated with
 * every commit. */
#include "play/match/undo_window.h"

#include "play/error.h"
#include "play/match/cache.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/play_struct.h"
#include "play/replay/match_replay.h"
#include "play/replay/snapshot.h"
#include "play/store/matches.h"
#include "play/store/updates.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/replay.h"

#include <stdlib.h>
#include <string.h>

enum { CAP_FIRST = 8 };

void undo_window_clear(struct undo_window *undo_window)
{
    free(undo_window->moves);
    free(undo_window->base);
    *undo_window = (struct undo_window){0};
}

/* Copy the state to the base.  false: out of memory. */
static bool set_base(struct undo_window *undo_window, const struct game *game,
                     const void *state)
{
    if (!undo_window->base)
        undo_window->base = malloc(game->state_size);
    if (undo_window->base)
        memcpy(undo_window->base, state, game->state_size);
    undo_window->has_base = undo_window->base != NULL;
    return undo_window->has_base;
}

static bool add(struct undo_window *undo_window, const struct entry *move)
{
    if (undo_window->count == undo_window->cap) {
        size_t cap = undo_window->cap ? undo_window->cap * 2u : CAP_FIRST;
        struct entry *moves = realloc(undo_window->moves, cap * sizeof *moves);

        if (!moves)
            return false;
        undo_window->moves = moves;
        undo_window->cap = (uint16_t)cap;
    }
    undo_window->moves[undo_window->count++] = *move;
    return true;
}

static void seal(struct undo_window *undo_window, uint32_t seq, unsigned why)
{
    undo_window->from = seq;
    undo_window->seal = (uint8_t)why;
    undo_window->count = 0;
    undo_window->has_base = false; /* it is the row's state */
}

/* ---- following commits ---- */

/* Return why the move ends the undo window, as struct replay does; 0: it does
 * not. */
static unsigned why_closed(const struct undo_window *undo_window,
                           const struct store_match *before,
                           const struct store_match *after)
{
    unsigned why =
        before->match.game->irreversible(before->state, after->state);

    /* A full window ends. */
    if (!why && undo_window->count + 1 == REPLAY_SPAN_MAX)
        why = IRREVERSIBLE_FINAL;
    return why;
}

static bool follow_move(struct undo_window *undo_window,
                        const struct store_match *before,
                        const struct store_match *after,
                        const struct match_event *event)
{
    const struct game *game = before->match.game;
    const unsigned why = why_closed(undo_window, before, after);
    int passes;

    if (why) {
        seal(undo_window, event->seq, why);
        return true;
    }
    passes = game_forced_passes(game, before->state, event->seat, event->bits,
                                after->state);
    return passes >= 0 &&
           (undo_window->count > 0 ||
            set_base(undo_window, game, before->state)) &&
           add(undo_window, &(struct entry){.kind = ENTRY_MOVE,
                                            .seat = (uint8_t)event->seat,
                                            .move = event->bits,
                                            .tag = event->seq,
                                            .is_trusted = true,
                                            .passes = (uint8_t)passes});
}

static void strike(struct undo_window *undo_window, int seat, uint32_t to_seq)
{
    uint16_t kept = 0;

    for (uint16_t i = 0; i < undo_window->count; i++)
        if (undo_window->moves[i].seat != seat ||
            undo_window->moves[i].tag <= to_seq)
            undo_window->moves[kept++] = undo_window->moves[i];
    undo_window->count = kept;
}

static bool follow_event(struct undo_window *undo_window,
                         const struct store_match *before,
                         const struct store_match *after,
                         const struct match_event *event)
{
    switch (event->kind) {
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_FINISH:
    case EVENT_ABORT:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: break;
    case EVENT_START: seal(undo_window, event->seq, 0); break;
    case EVENT_MOVE: return follow_move(undo_window, before, after, event);
    case EVENT_UNDO: strike(undo_window, event->seat, event->to_seq); break;
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: return false;
    }
    return true;
}

/* Return whether a new window begins.  After an irreversible event the window
 * is known even if it was not before. */
static bool begins_new_window(struct undo_window *undo_window,
                              const struct store_match *before,
                              const struct store_match *after,
                              const struct match_event *event)
{
    const bool is_move = event->kind == EVENT_MOVE;
    const unsigned why =
        is_move ? before->match.game->irreversible(before->state, after->state)
                : 0;

    if (!why && event->kind != EVENT_START)
        return false;
    seal(undo_window, event->seq, why);
    return true;
}

void undo_window_follow(struct undo_window *undo_window,
                        const struct store_match *before,
                        const struct store_match *after,
                        const struct store_update *update)
{
    bool is_known = undo_window->seq == before->match.seq;

    if (update->seq != before->match.seq)
        return;
    /* Rare and slow: struct replay computes it when needed. */
    if (update->events[0].kind == EVENT_RESIGN ||
        update->events[0].kind == EVENT_TIMEOUT)
        return;
    for (size_t i = 0; i < update->event_count; i++) {
        const struct match_event *event = &update->events[i];

        if (!is_known) {
            is_known = begins_new_window(undo_window, before, after, event);
        } else if (!follow_event(undo_window, before, after, event)) {
            undo_window_clear(undo_window);
            return;
        }
    }
    if (is_known)
        undo_window->seq = after->match.seq;
}

void undo_window_keep(struct undo_window *undo_window,
                      const struct store_match *row)
{
    if (undo_window->seq == row->match.seq && undo_window->count == 0 &&
        row->state_size > 0)
        set_base(undo_window, row->match.game, row->state);
}

/* ---- catching up with the event log ---- */

static bool take_replay(struct undo_window *undo_window,
                        const struct match_replay *match_replay)
{
    const struct replay *replay = &match_replay->replay;

    undo_window->count = 0;
    undo_window->has_base = false;
    undo_window->from = match_replay->from;
    undo_window->seal = match_replay->has_state ? (uint8_t)replay->seal : 0;
    undo_window->seq = match_replay->seq;
    if (!match_replay->has_state || replay->count == 0)
        return true;
    if (!set_base(undo_window, match_replay->game, replay->base))
        return false;
    for (size_t i = 0; i < replay->count; i++)
        if (!add(undo_window, &replay->undo_window[i]))
            return false;
    return true;
}

/* Start at the window's first event, unless there is a later snapshot. */
static enum play_err open_history(struct play *play,
                                  const struct cached_match *entry,
                                  struct match_replay *out)
{
    const struct store_match *row = &entry->row;
    const struct undo_window *undo_window = &entry->undo_window;

    return undo_window->has_base && undo_window->seq < row->match.seq &&
                   row->match.seq - undo_window->seq <= SNAPSHOT_EVERY
               ? match_replay_resume(play, row, undo_window, out)
               : match_replay_open(play, row, row->match.seq, row->match.seq,
                                   out);
}

enum play_err undo_window_ready(struct play *play, struct cached_match *entry)
{
    struct undo_window *undo_window = &entry->undo_window;
    struct match_replay *match_replay;
    enum play_err err;

    if (undo_window->seq == entry->row.match.seq)
        return PLAY_OK;
    match_replay = malloc(sizeof *match_replay);
    if (!match_replay)
        return PLAY_UNAVAILABLE;
    err = open_history(play, entry, match_replay);
    if (!err) {
        match_replay->tolerates_damage = true;
        err = match_replay_run(match_replay);
        if (!err && !take_replay(undo_window, match_replay))
            err = PLAY_UNAVAILABLE;
        if (err)
            undo_window_clear(undo_window);
        match_replay_close(match_replay);
    }
    free(match_replay);
    return err;
}

/* ---- limits of undo ---- */

int undo_window_last_of(const struct undo_window *undo_window, seat_set seats)
{
    for (size_t i = undo_window->count; i > 0; i--)
        if (seats & 1U << undo_window->moves[i - 1].seat)
            return undo_window->moves[i - 1].seat;
    return -1;
}

/* A long log allows no more undos.  Otherwise alternating moves and undos
 * could make it grow without bound. */
static bool is_too_long(const struct play *play,
                        const struct undo_window *undo_window)
{
    return undo_window->seq >= play->config.undo_log_max;
}

void undo_window_limits(const struct play *play,
                        const struct undo_window *undo_window, int seat,
                        struct match_undo *out)
{
    *out = (struct match_undo){.to_seq = undo_window->seq,
                               .step_seq = undo_window->seq,
                               .seal = undo_window->seal};
    if (is_too_long(play, undo_window)) {
        out->seal = IRREVERSIBLE_FINAL;
        return;
    }
    for (size_t i = 0; i < undo_window->count; i++) {
        if (undo_window->moves[i].seat != seat)
            continue;
        if (!out->allowed)
            out->to_seq = undo_window->from;
        out->allowed = true;
        out->step_seq = undo_window->moves[i].tag - 1;
    }
}

bool undo_window_undo(const struct play *play,
                      const struct undo_window *undo_window,
                      const struct game *game, struct match_event *event,
                      void *out)
{
    const uint32_t to_seq = event->to_seq;

    if (to_seq < undo_window->from || !undo_window->has_base ||
        is_too_long(play, undo_window))
        return false;
    memcpy(out, undo_window->base, game->state_size);
    event->bits.bits = 0;
    for (size_t i = 0; i < undo_window->count; i++) {
        const struct entry *move = &undo_window->moves[i];

        /* The moves that are kept were legal, and still are without the moves
         * that are taken back. */
        if (move->seat != event->seat || move->tag <= to_seq)
            game_play(game, out, move->seat, move->move, move->passes);
        else if (event->bits.bits++ == 0)
            event->to_seq = move->tag - 1;
    }
    return event->bits.bits > 0;
}
