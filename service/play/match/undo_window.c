/* The moves of a match that can still be taken back (rulings 21, 22, 89): what
 * struct log_point has of them, kept beside the cached row and updated with
 * every commit. */
#include "play/match/undo_window.h"

#include "play/error.h"
#include "play/match/cache.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/play_struct.h"
#include "play/replay/event_apply.h"
#include "play/replay/match_replay.h"
#include "play/replay/snapshot.h"
#include "play/store/matches.h"
#include "play/store/updates.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/replay.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CAP_STEP = 8 };

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

static bool reserve(struct undo_window *undo_window, size_t count)
{
    const size_t cap = (count + CAP_STEP - 1) / CAP_STEP * CAP_STEP;
    struct entry *moves;

    if (undo_window->moves && cap <= undo_window->cap)
        return true;
    moves = realloc(undo_window->moves, cap * sizeof *moves);
    if (!moves)
        return false;
    undo_window->moves = moves;
    undo_window->cap = (uint16_t)cap;
    return true;
}

/* The match at the window's seq, which has this state; NULL: compute it. */
static void open_point(const struct undo_window *undo_window,
                       const struct game *game, const void *state,
                       struct log_point *out)
{
    struct replay *replay = &out->replay;

    out->seq = undo_window->seq;
    out->from = undo_window->from;
    out->has_state = true;
    replay_begin(replay, game,
                 undo_window->has_base ? undo_window->base : state);
    for (size_t i = 0; i < undo_window->count; i++) {
        const struct entry *move = &undo_window->moves[i];

        replay->undo_window[replay->count++] = *move;
        if (!state)
            game_play(game, replay->state, move->seat, move->move,
                      move->passes);
    }
    if (state)
        memcpy(replay->state, state, game->state_size);
    replay->seal = undo_window->seal;
}

/* Keep the window of this point.  false: out of memory, and it is cleared. */
static bool keep_point(struct undo_window *undo_window,
                       const struct log_point *point)
{
    const struct replay *replay = &point->replay;

    undo_window->seq = point->seq;
    undo_window->from = point->from;
    undo_window->seal = point->has_state ? (uint8_t)replay->seal : 0;
    undo_window->count = 0;
    undo_window->has_base = false; /* it is the row's state */
    if (!point->has_state || replay->count == 0)
        return true;
    if (reserve(undo_window, replay->count) &&
        set_base(undo_window, replay->game, replay->base)) {
        memcpy(undo_window->moves, replay->undo_window,
               replay->count * sizeof *undo_window->moves);
        undo_window->count = (uint16_t)replay->count;
        return true;
    }
    undo_window_clear(undo_window);
    return false;
}

/* ---- following commits ---- */

/* Compute the match after the update of the row `before`.  *is_known: its undo
 * window is known.  false: an event cannot be applied. */
static bool follow(const struct undo_window *undo_window,
                   const struct store_match *before,
                   const struct store_match *after,
                   const struct store_update *update, struct log_point *point,
                   bool *is_known)
{
    static const struct undo_window unknown;

    *is_known = undo_window->seq == before->match.seq;
    open_point(*is_known ? undo_window : &unknown, before->match.game,
               before->state, point);
    point->seq = before->match.seq;
    point->has_state = before->state_size > 0;
    for (size_t i = 0; i < update->event_count; i++) {
        struct match_event event = update->events[i];
        const bool has_more_moves = i + 1 < update->event_count &&
                                    update->events[i + 1].kind == EVENT_MOVE;
        /* Of several moves only the last leads to the state of `after`. */
        const enum apply_mode mode = has_more_moves ? APPLY_HASH : APPLY_STATE;

        if (!event_apply(point, &event, mode,
                         mode == APPLY_STATE ? after->state : NULL))
            return false;
        /* After an irreversible event the window is known even if it was not
         * before. */
        *is_known = *is_known || event.kind == EVENT_START ||
                    (event.kind == EVENT_MOVE && point->replay.count == 0);
    }
    return true;
}

void undo_window_follow(struct undo_window *undo_window,
                        const struct store_match *before,
                        const struct store_match *after,
                        const struct store_update *update)
{
    struct log_point point;
    bool is_known;

    if (update->seq != before->match.seq)
        return;
    if (follow(undo_window, before, after, update, &point, &is_known)) {
        if (is_known)
            (void)keep_point(undo_window, &point);
    } else if (is_known) {
        undo_window_clear(undo_window);
    }
}

void undo_window_keep(struct undo_window *undo_window,
                      const struct store_match *row)
{
    if (undo_window->seq == row->match.seq && undo_window->count == 0 &&
        row->state_size > 0)
        set_base(undo_window, row->match.game, row->state);
}

void undo_window_begin(struct undo_window *undo_window,
                       const struct store_match *row)
{
    if (row->match.seq != 1 || !row->match.started_us || row->state_size == 0 ||
        undo_window->seq == 1)
        return;
    undo_window->seq = undo_window->from = 1;
    undo_window->seal = 0;
    undo_window->count = 0;
    undo_window->has_base = false; /* it is the row's state */
}

/* ---- catching up with the event log ---- */

/* Can a replay for the row start at the window's seq?  Not if there is a later
 * snapshot. */
static bool is_near(const struct undo_window *undo_window,
                    const struct store_match *row)
{
    return undo_window->has_base && undo_window->seq < row->match.seq &&
           row->match.seq - undo_window->seq <= SNAPSHOT_EVERY;
}

static enum play_err open_replay(struct play *play,
                                 const struct undo_window *undo_window,
                                 const struct store_match *row,
                                 struct match_replay *out)
{
    struct log_point point;

    if (!is_near(undo_window, row))
        return match_replay_open(play, row, row->match.seq, row->match.seq,
                                 out);
    open_point(undo_window, row->match.game, NULL, &point);
    return match_replay_resume(play, row, &point, out);
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
    err = open_replay(play, undo_window, &entry->row, match_replay);
    if (!err) {
        match_replay->tolerates_damage = true;
        err = match_replay_run(match_replay);
        if (err)
            undo_window_clear(undo_window);
        else if (!keep_point(undo_window, &match_replay->at))
            err = PLAY_UNAVAILABLE;
        match_replay_close(match_replay);
    }
    free(match_replay);
    return err;
}

/* Replay from the window.  false: it is too far behind, or that does not lead
 * to the row, because a failover lost events that this node has seen. */
static bool replay_from_window(struct play *play,
                               struct undo_window *undo_window,
                               const struct store_match *row,
                               struct match_replay *out)
{
    if (!is_near(undo_window, row))
        return false;
    if (!open_replay(play, undo_window, row, out)) {
        if (!match_replay_run(out) && match_replay_agrees(out))
            return true;
        match_replay_close(out);
    }
    undo_window_clear(undo_window);
    return false;
}

/* Replay from the newest snapshot.  Without damage the log has all events; if
 * it has not, a failover may be the reason, which the next attempt follows. */
static enum play_err replay_from_snapshot(struct play *play,
                                          const struct store_match *row,
                                          struct match_replay *out)
{
    enum play_err err =
        match_replay_open(play, row, row->match.seq, row->match.seq, out);

    if (err)
        return err == PLAY_NOT_FOUND ? PLAY_UNAVAILABLE : err;
    out->tolerates_damage = true;
    err = match_replay_run(out);
    if (!err && !out->at.has_state)
        err = PLAY_DAMAGED;
    if (!err && !match_replay_agrees(out)) /* rules changed without a new
                                              version */
        atomic_fetch_add(&play->counts.unreplayed, 1);
    if (err)
        match_replay_close(out);
    return err;
}

enum play_err undo_window_replay(struct play *play, struct cached_match *entry,
                                 struct store_match *row)
{
    struct match_replay *match_replay = malloc(sizeof *match_replay);
    enum play_err err = PLAY_OK;

    if (!match_replay)
        return PLAY_UNAVAILABLE;
    if (entry->row.match.game)
        undo_window_keep(&entry->undo_window, &entry->row);
    if (!replay_from_window(play, &entry->undo_window, row, match_replay))
        err = replay_from_snapshot(play, row, match_replay);
    if (!err) {
        atomic_fetch_add(&play->counts.rebuilt, 1);
        row->state_size = row->match.game->state_size;
        memcpy(row->state, match_replay->at.replay.state, row->state_size);
        memcpy(row->build, play->build, sizeof row->build);
        if (!keep_point(&entry->undo_window, &match_replay->at))
            err = PLAY_UNAVAILABLE;
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
static bool is_too_long(const struct play *play, uint32_t seq)
{
    return seq >= play->config.undo_log_max;
}

/* What the seat can take back of these moves, which follow the event `from`. */
static void limit(const struct entry *moves, size_t count, uint32_t from,
                  int seat, struct match_undo *out)
{
    for (size_t i = 0; i < count; i++) {
        if (moves[i].seat != seat)
            continue;
        if (!out->allowed)
            out->to_seq = from;
        out->allowed = true;
        out->step_seq = moves[i].tag - 1;
    }
}

void undo_window_limits(const struct play *play,
                        const struct undo_window *undo_window, int seat,
                        struct match_undo *out)
{
    const uint32_t seq = undo_window->seq;

    *out = (struct match_undo){
        .to_seq = seq, .step_seq = seq, .seal = undo_window->seal};
    if (is_too_long(play, seq))
        out->seal = IRREVERSIBLE_FINAL;
    else
        limit(undo_window->moves, undo_window->count, undo_window->from, seat,
              out);
}

void undo_limits_at(const struct play *play, const struct log_point *point,
                    int seat, struct match_undo *out)
{
    const struct replay *replay = &point->replay;

    *out = (struct match_undo){
        .to_seq = point->seq, .step_seq = point->seq, .seal = replay->seal};
    if (is_too_long(play, point->seq))
        out->seal = IRREVERSIBLE_FINAL;
    else
        limit(replay->undo_window, replay->count, point->from, seat, out);
}

bool undo_limits_after(const struct play *play,
                       const struct undo_window *undo_window,
                       const struct store_match *before,
                       const struct store_match *after,
                       const struct store_update *update, int seat,
                       struct match_undo *out)
{
    const uint32_t seq = after->match.seq;
    struct log_point point;
    bool is_known;

    *out = (struct match_undo){.to_seq = seq, .step_seq = seq};
    if (after->match.status != MATCH_RUNNING)
        return true;
    if (!follow(undo_window, before, after, update, &point, &is_known) ||
        !is_known)
        return false;
    undo_limits_at(play, &point, seat, out);
    return true;
}

bool undo_window_undo(const struct play *play,
                      const struct undo_window *undo_window,
                      const struct store_match *row, struct match_event *event,
                      void *out)
{
    const uint32_t to_seq = event->to_seq;
    struct log_point point;

    if (to_seq < undo_window->from || is_too_long(play, undo_window->seq))
        return false;
    open_point(undo_window, row->match.game, row->state, &point);
    if (!event_apply(&point, event, APPLY_JUDGE, NULL))
        return false;
    for (size_t i = undo_window->count; i > 0; i--) {
        const struct entry *move = &undo_window->moves[i - 1];

        if (move->seat == event->seat && move->tag > to_seq)
            event->to_seq = move->tag - 1;
    }
    memcpy(out, point.replay.state, row->state_size);
    return true;
}
