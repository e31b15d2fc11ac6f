/* What of a match may still be taken back (rulings 21, 22, 89): struct replay
 * in small, kept beside the cached row and moved on by every commit. */
#include "inner.h"

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

static bool add(struct span *span, struct span_move move)
{
    if (span->count == span->cap) {
        size_t cap = span->cap ? span->cap * 2u : CAP_FIRST;
        struct span_move *moves = realloc(span->moves, cap * sizeof *moves);

        if (!moves)
            return false;
        span->moves = moves;
        span->cap = (uint16_t)cap;
    }
    span->moves[span->count++] = move;
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

static bool follow_move(struct span *span, const struct store_match *before,
                        const struct store_match *after,
                        const struct match_event *event)
{
    const struct game *game = before->match.game;
    unsigned why = game->seals(before->state, after->state);

    /* As struct replay does it: a span that is full is closed. */
    if (!why && span->count + 1 == REPLAY_SPAN_MAX)
        why = SEAL_FINAL;
    if (why) {
        seal(span, event->seq, why);
        return true;
    }
    return (span->count > 0 || set_base(span, game, before->state)) &&
           add(span, (struct span_move){event->seq, event->bits,
                                        (uint8_t)event->seat});
}

static void strike(struct span *span, int seat, uint32_t to_seq)
{
    uint16_t kept = 0;

    for (uint16_t i = 0; i < span->count; i++)
        if (span->moves[i].seat != seat || span->moves[i].seq <= to_seq)
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

void span_follow(struct span *span, const struct store_match *before,
                 const struct store_match *after,
                 const struct store_effect *effect)
{
    if (span->seq != before->match.seq || effect->seq != span->seq)
        return;
    /* Rare, and no short matter: struct replay works it out when needed. */
    if (effect->events[0].kind == EVENT_RESIGN ||
        effect->events[0].kind == EVENT_TIMEOUT)
        return;
    for (size_t i = 0; i < effect->event_count; i++) {
        if (!follow_event(span, before, after, &effect->events[i])) {
            span_clear(span);
            return;
        }
    }
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
    for (size_t i = 0; i < replay->count; i++) {
        const struct entry *entry = &replay->span[i];

        if (!add(span,
                 (struct span_move){entry->tag, entry->move, entry->seat}))
            return false;
    }
    return true;
}

enum play_err span_ready(struct play *play, struct held *entry)
{
    const struct store_match *row = &entry->row;
    struct span *span = &entry->span;
    struct history *history;
    enum play_err err;

    if (span->seq == row->match.seq)
        return PLAY_OK;
    history = malloc(sizeof *history);
    if (!history)
        return PLAY_UNAVAILABLE;
    err = span->has_base && span->seq < row->match.seq
              ? history_resume(play, row, span, history)
              : history_open(play, row, row->match.seq, history);
    if (!err) {
        if (!history_run(play, history) || !take_over(span, history)) {
            span_clear(span);
            err = PLAY_UNAVAILABLE;
        }
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
        out->step_seq = span->moves[i].seq - 1;
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
        const struct span_move *move = &span->moves[i];

        if (move->seat != event->seat || move->seq <= to_seq) {
            /* It applied before, and what others choose at once is no
             * matter. */
            if (game->apply(out, move->seat, move->move))
                return false;
        } else if (event->bits.bits++ == 0) {
            event->to_seq = move->seq - 1;
        }
    }
    return event->bits.bits > 0;
}
