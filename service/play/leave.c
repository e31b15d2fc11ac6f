/* How a running match ends before it is played out: seats that leave it, by
 * resignation or because their time is up, and votes to abort it. */
#include "inner.h"

#include <string.h>

/* Has the seat left the match?  Leaving twice changes nothing. */
static bool has_left(const struct store_match *row, int seat)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    const struct game *game = row->match.game;

    memcpy(state, row->state, game->state_size);
    game->leave(state, seat);
    return memcmp(state, row->state, game->state_size) == 0;
}

/* The seats held by persons who have not left. */
static seat_set persons(const struct store_match *row)
{
    seat_set out = 0;

    for (int seat = 0; seat < row->match.settings.seats; seat++)
        if (row->match.seats[seat].kind == SEAT_HUMAN && !has_left(row, seat))
            out |= (seat_set)(1U << seat);
    return out;
}

/* Does everybody want the match aborted who is there?  Then it is. */
static void count_votes(struct task *task)
{
    struct match *match = &task->after.match;
    seat_set here;

    if (match->status != MATCH_RUNNING || !match->abort_votes)
        return;
    here = persons(&task->after);
    match->abort_votes &= here;
    if (!here || match->abort_votes != here)
        return;
    match->status = MATCH_ABORTED;
    match->to_act = 0;
    match->finished_us = task->after.moved_us;
    effect_event(task, EVENT_ABORT, -1);
}

static enum play_err take_leave(struct play *play,
                                const struct store_match *row,
                                struct task *task, int seat,
                                enum event_kind kind, enum match_reason reason)
{
    effect_begin(play, row, task);
    row->match.game->leave(task->after.state, seat);
    effect_event(task, kind, seat);
    effect_go_on(task, reason);
    count_votes(task);
    return effect_end(play, row, task);
}

enum play_err judge_resignation(struct play *play,
                                const struct store_match *row,
                                struct task *task)
{
    enum play_err err = stale_err(play, row, task);

    if (err)
        return err;
    if (has_left(row, task->seat))
        return PLAY_NOT_SEATED;
    return take_leave(play, row, task, task->seat, EVENT_RESIGN,
                      MATCH_RESIGNED);
}

enum play_err judge_claim(struct play *play, const struct store_match *row,
                          struct task *task)
{
    const struct match *match = &row->match;
    const int seat = task->asked_seat;
    seat_set own = seats_of(match, &task->account) & persons(row);

    task->seat = seat_meant(own, -1, match->to_act);
    if (task->seat < 0)
        return PLAY_NOT_SEATED;
    if (seat < 0 || seat >= match->settings.seats)
        return PLAY_NOT_FOUND;
    if (own >> seat & 1)
        return PLAY_OWN_SEAT;
    task->deadline_us = match_deadline(match, seat);
    if (task->deadline_us == 0 || play_now_us(play) < task->deadline_us)
        return PLAY_TIME_NOT_UP;
    return take_leave(play, row, task, seat, EVENT_TIMEOUT, MATCH_TIMED_OUT);
}

enum play_err judge_vote(struct play *play, const struct store_match *row,
                         struct task *task)
{
    const struct match *match = &row->match;
    seat_set own = seats_of(match, &task->account) & persons(row);
    seat_set wanting = match->abort_votes & own;
    seat_set *votes = &task->after.match.abort_votes;

    task->seat = seat_meant(own, -1, match->to_act);
    if (task->seat < 0)
        return PLAY_NOT_SEATED;
    if (task->wants_abort ? wanting == own : !wanting)
        return PLAY_VOTE_UNCHANGED;
    /* Who changes their mind for ever must not make the log grow for ever. */
    if (!task->wants_abort && match->seq >= play->config.undo_log_max)
        return PLAY_VOTE_UNCHANGED;
    effect_begin(play, row, task);
    *votes = (seat_set)(task->wants_abort ? *votes | own : *votes & ~own);
    effect_event(task, task->wants_abort ? EVENT_VOTE : EVENT_VOTE_WITHDRAWN,
                 task->seat);
    count_votes(task);
    return effect_end(play, row, task);
}
