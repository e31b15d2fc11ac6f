/* Ending a running match early: seats that leave it, by resignation or
 * timeout, and votes to abort it. */
#include "play/match/leave.h"

#include "play/error.h"
#include "play/match/clock.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/grace.h"
#include "play/match/match.h"
#include "play/match/precondition.h"
#include "play/match/rated.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/match/update.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <string.h>

/* Return the seats whose votes together abort the match.  0: it cannot be
 * aborted by vote. */
static seat_set voters(const struct store_match *row)
{
    const seat_set here = row_persons(row);

    if (!row->match.rated)
        return here;
    /* Built-in bots never agree, and seats that have left cannot: the votes of
     * other players must not reduce anybody's forfeit. */
    return rated_is_opening(row) && here == seats_all(&row->match) ? here : 0;
}

/* Abort the match if all these seats want it aborted. */
static void count_votes(struct command *command)
{
    struct match *match = &command->after.match;
    seat_set here;

    if (match->status != MATCH_RUNNING || !match->abort_votes)
        return;
    here = voters(&command->after);
    match->abort_votes &= here;
    if (!here || match->abort_votes != here)
        return;
    update_abort(command, ABORT_VOTED);
}

/* If this would end a rated match in its opening, abort it instead: the seats
 * that leave forfeit. */
static bool forfeit(const struct store_match *row, struct command *command,
                    seat_set leaving)
{
    struct match *match = &command->after.match;
    const seat_set here = rated_here(row);

    if (!rated_is_opening(row) || match->game->to_act(command->after.state))
        return false;
    match->forfeits = (seat_set)((seats_all(match) & ~here) | leaving);
    update_abort(command, ABORT_OPENING);
    return true;
}

/* The seats leave together: none of them ranks before another. */
static enum play_err take_leave(struct play *play,
                                const struct store_match *row,
                                struct command *command, seat_set leaving,
                                enum event_kind kind, enum match_reason reason)
{
    uint32_t with_seq = 0;

    update_begin(play, row, command);
    for (int seat = 0; seat < row->match.settings.seats; seat++) {
        struct match_event *event;

        if (!(leaving >> seat & 1))
            continue;
        row->match.game->leave(command->after.state, seat, with_seq != 0);
        event = update_add_event(command, kind, seat);
        event->to_seq = with_seq;
        with_seq = event->seq;
    }
    if (!forfeit(row, command, leaving))
        update_continue(command, reason);
    count_votes(command);
    return update_finish(play, row, command);
}

enum play_err apply_resignation(struct play *play,
                                const struct store_match *row,
                                struct command *command)
{
    enum play_err err = precondition_check(play, row, command);

    if (err)
        return err;
    if (row_has_left(row, command->seat))
        return PLAY_NOT_SEATED;
    return take_leave(play, row, command,
                      (seat_set)(1U << (unsigned)command->seat), EVENT_RESIGN,
                      MATCH_RESIGNED);
}

enum play_err apply_claim(struct play *play, const struct store_match *row,
                          struct command *command)
{
    const struct match *match = &row->match;
    const int seat = command->asked_seat;
    const int64_t patience_us = grace_left_us(play);
    seat_set own = seats_of(match, &command->actor.account) & row_persons(row);
    seat_set due;

    command->seat = seat_meant(own, -1, match->to_act);
    if (command->seat < 0)
        return PLAY_NOT_SEATED;
    if (seat < 0 || seat >= match->settings.seats)
        return PLAY_NOT_FOUND;
    if (own >> seat & 1)
        return PLAY_OWN_SEAT;
    due = clock_due(match, row_now_us(play, row));
    command->deadline_us = match_deadline(match, seat);
    if (!(due >> seat & 1))
        return PLAY_TIME_NOT_UP;
    /* Without a clock the absent are those for whom others wait: who is to act
     * as well must decide first. */
    if (!clock_is_set(&match->clock) && own & match->to_act)
        return PLAY_OWN_DECISION;
    if (patience_us > 0) {
        command->deadline_us = play_now_us(play) + patience_us;
        return PLAY_IN_GRACE;
    }
    /* All seats whose time is up leave, so that an early claim gives no
     * advantage, even to the seat that claims.  Without a clock all players who
     * are absent leave, so that the others need not wait for each of them. */
    return take_leave(play, row, command, due, EVENT_TIMEOUT, MATCH_TIMED_OUT);
}

enum play_err apply_timeout(struct play *play, const struct store_match *row,
                            struct command *command)
{
    const seat_set due = clock_due(&row->match, row_now_us(play, row));

    if (row->match.clock.policy != CLOCK_AUTOMATIC || !due)
        return PLAY_TIME_NOT_UP;
    command->seat = __builtin_ctz(due);
    return take_leave(play, row, command, due, EVENT_TIMEOUT, MATCH_TIMED_OUT);
}

enum play_err apply_vote(struct play *play, const struct store_match *row,
                         struct command *command)
{
    const struct match *match = &row->match;
    seat_set own = seats_of(match, &command->actor.account) & row_persons(row);
    seat_set wanting = match->abort_votes & own;
    seat_set *votes = &command->after.match.abort_votes;

    command->seat = seat_meant(own, -1, match->to_act);
    if (command->seat < 0)
        return PLAY_NOT_SEATED;
    if (match->rated && !voters(row))
        return PLAY_ABORT_BLOCKED;
    if (command->wants_abort ? wanting == own : !wanting)
        return PLAY_VOTE_UNCHANGED;
    /* Votes that are withdrawn and repeated must not make the log grow without
     * bound. */
    if (!command->wants_abort && match->seq >= play->config.undo_log_max)
        return PLAY_VOTE_UNCHANGED;
    update_begin(play, row, command);
    *votes = (seat_set)(command->wants_abort ? *votes | own : *votes & ~own);
    update_add_event(command,
                     command->wants_abort ? EVENT_VOTE : EVENT_VOTE_WITHDRAWN,
                     command->seat);
    count_votes(command);
    return update_finish(play, row, command);
}
