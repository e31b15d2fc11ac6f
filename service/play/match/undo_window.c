/* What of a match may still be taken back (rulings 21, 22, 89): struct replay
 * in small, kept beside the cached row and moved on by every commit. */
#include "play/inner.h"
#include "play/replay/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { CAP_FIRST = 8 };

void span_clear(struct span *span)
{
    free(span->moves);
    free(span->base);
    *span = (struct span){0};
}

/* false: out of memory. */
static bool set_base(struct span *span, const struct game *game,
                     const void *state)
{
    if (!span->base)
        span->base = malloc(game->state_size);
    if (span->base)
        memcpy(span->base, state, game->state_size);
    span->has_base = span->base != NULL;
    return span->has_base;
}

static bool add(struct span *span, const struct entry *move)
{
    if (span->count == span->cap) {
        size_t cap = span->cap ? span->cap * 2u : CAP_FIRST;
        struct entry *moves = realloc(span->moves, cap * sizeof *moves);

        if (!moves)
            return false;
        span->moves = moves;
        span->cap = (uint16_t)cap;
    }
    span->moves[span->count++] = *move;
    return true;
}

static void seal(struct span *span, uint32_t seq, unsigned why)
{
    span->from = seq;
    span->seal = (uint8_t)why;
    span->count = 0;
    span->has_base = false; /* it is the row's state */
}

/* ---- following commits ---- */

/* Why the move closes the span, as struct replay does it; 0: it does not. */
static unsigned why_closed(const struct span *span,
                           const struct store_match *before,
                           const struct store_match *after)
{
    unsigned why = before->match.game->seals(before->state, after->state);

    /* A span that is full is closed. */
    if (!why && span->count + 1 == REPLAY_SPAN_MAX)
        why = SEAL_FINAL;
    return why;
}

static bool follow_move(struct span *span, const struct store_match *before,
                        const struct store_match *after,
                        const struct match_event *event)
{
    const struct game *game = before->match.game;
    const unsigned why = why_closed(span, before, after);
    int passes;

    if (why) {
        seal(span, event->seq, why);
        return true;
    }
    passes = game_forced_passes(game, before->state, event->seat, event->bits,
                                after->state);
    return passes >= 0 &&
           (span->count > 0 || set_base(span, game, before->state)) &&
           add(span, &(struct entry){.kind = ENTRY_MOVE,
                                     .seat = (uint8_t)event->seat,
                                     .move = event->bits,
                                     .tag = event->seq,
                                     .is_trusted = true,
                                     .passes = (uint8_t)passes});
}

static void strike(struct span *span, int seat, uint32_t to_seq)
{
    uint16_t kept = 0;

    for (uint16_t i = 0; i < span->count; i++)
        if (span->moves[i].seat != seat || span->moves[i].tag <= to_seq)
            span->moves[kept++] = span->moves[i];
    span->count = kept;
}

static bool follow_event(struct span *span, const struct store_match *before,
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
    case EVENT_START: seal(span, event->seq, 0); break;
    case EVENT_MOVE: return follow_move(span, before, after, event);
    case EVENT_UNDO: strike(span, event->seat, event->to_seq); break;
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: return false;
    }
    return true;
}

/* After an event that closes the span it is known, even if it was not before.
 */
static bool begins_anew(struct span *span, const struct store_match *before,
                        const struct store_match *after,
                        const struct match_event *event)
{
    const bool is_move = event->kind == EVENT_MOVE;
    const unsigned why =
        is_move ? before->match.game->seals(before->state, after->state) : 0;

    if (!why && event->kind != EVENT_START)
        return false;
    seal(span, event->seq, why);
    return true;
}

void span_follow(struct span *span, const struct store_match *before,
                 const struct store_match *after,
                 const struct store_effect *effect)
{
    bool is_known = span->seq == before->match.seq;

    if (effect->seq != before->match.seq)
        return;
    /* Rare, and no short matter: struct replay works it out when needed. */
    if (effect->events[0].kind == EVENT_RESIGN ||
        effect->events[0].kind == EVENT_TIMEOUT)
        return;
    for (size_t i = 0; i < effect->event_count; i++) {
        const struct match_event *event = &effect->events[i];

        if (!is_known) {
            is_known = begins_anew(span, before, after, event);
        } else if (!follow_event(span, before, after, event)) {
            span_clear(span);
            return;
        }
    }
    if (is_known)
        span->seq = after->match.seq;
}

void span_keep(struct span *span, const struct store_match *row)
{
    if (span->seq == row->match.seq && span->count == 0 && row->state_size > 0)
        set_base(span, row->match.game, row->state);
}

/* ---- catching up ---- */

static bool take_over(struct span *span, const struct history *history)
{
    const struct replay *replay = &history->replay;

    span->count = 0;
    span->has_base = false;
    span->from = history->from;
    span->seal = history->has_state ? (uint8_t)replay->seal : 0;
    span->seq = history->seq;
    if (!history->has_state || replay->count == 0)
        return true;
    if (!set_base(span, history->game, replay->base))
        return false;
    for (size_t i = 0; i < replay->count; i++)
        if (!add(span, &replay->span[i]))
            return false;
    return true;
}

/* Start at the span, unless there is a later snapshot. */
static enum play_err open_history(struct play *play, const struct held *entry,
                                  struct history *out)
{
    const struct store_match *row = &entry->row;
    const struct span *span = &entry->span;

    return span->has_base && span->seq < row->match.seq &&
                   row->match.seq - span->seq <= SNAPSHOT_EVERY
               ? history_resume(play, row, span, out)
               : history_open(play, row, row->match.seq, row->match.seq, out);
}

enum play_err span_ready(struct play *play, struct held *entry)
{
    struct span *span = &entry->span;
    struct history *history;
    enum play_err err;

    if (span->seq == entry->row.match.seq)
        return PLAY_OK;
    history = malloc(sizeof *history);
    if (!history)
        return PLAY_UNAVAILABLE;
    err = open_history(play, entry, history);
    if (!err) {
        history->believes = true;
        err = history_run(history);
        if (!err && !take_over(span, history))
            err = PLAY_UNAVAILABLE;
        if (err)
            span_clear(span);
        history_close(history);
    }
    free(history);
    return err;
}

/* ---- asking ---- */

int span_last_of(const struct span *span, seat_set seats)
{
    for (size_t i = span->count; i > 0; i--)
        if (seats & 1U << span->moves[i - 1].seat)
            return span->moves[i - 1].seat;
    return -1;
}

/* A log that is long enough takes nothing back any more, or someone who goes
 * back and forth could make it grow for ever. */
static bool is_too_long(const struct play *play, const struct span *span)
{
    return span->seq >= play->config.undo_log_max;
}

void span_limits(const struct play *play, const struct span *span, int seat,
                 struct match_undo *out)
{
    *out = (struct match_undo){
        .to_seq = span->seq, .step_seq = span->seq, .seal = span->seal};
    if (is_too_long(play, span)) {
        out->seal = SEAL_FINAL;
        return;
    }
    for (size_t i = 0; i < span->count; i++) {
        if (span->moves[i].seat != seat)
            continue;
        if (!out->allowed)
            out->to_seq = span->from;
        out->allowed = true;
        out->step_seq = span->moves[i].tag - 1;
    }
}

bool span_undo(const struct play *play, const struct span *span,
               const struct game *game, struct match_event *event, void *out)
{
    const uint32_t to_seq = event->to_seq;

    if (to_seq < span->from || !span->has_base || is_too_long(play, span))
        return false;
    memcpy(out, span->base, game->state_size);
    event->bits.bits = 0;
    for (size_t i = 0; i < span->count; i++) {
        const struct entry *move = &span->moves[i];

        /* The moves that are kept were legal, and still are without those that
         * are struck. */
        if (move->seat != event->seat || move->tag <= to_seq)
            game_play(game, out, move->seat, move->move, move->passes);
        else if (event->bits.bits++ == 0)
            event->to_seq = move->tag - 1;
    }
    return event->bits.bits > 0;
}
