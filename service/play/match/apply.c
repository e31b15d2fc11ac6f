/* Checking commands and computing their updates.  Every command is checked
 * against the committed row; its update is computed on a copy. */
#include "play/match/apply.h"

#include "play/config.h"
#include "play/error.h"
#include "play/match/abort.h"
#include "play/match/action.h"
#include "play/match/apply_moves.h"
#include "play/match/apply_vacation.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/leave.h"
#include "play/match/match.h"
#include "play/match/precondition.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/match/undo_window.h"
#include "play/match/update.h"
#include "play/node/errors.h"
#include "play/node/stats.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "rules/game.h"
#include "rules/record.h"

#include <stdlib.h>
#include <string.h>

/* Set the state in which the match begins. */
static enum play_err begin_state(struct play *play, struct store_match *row)
{
    struct record record = {.game = row->match.game,
                            .settings = row->match.settings,
                            .position = row->position};
    char *found = NULL;
    enum play_err err = PLAY_OK;

    if (row->match.sandbox && !row->position) {
        err = play_err_of(play->store->matches->find_position(
            play->store, &row->match.key, &found));
        record.position = found;
    }
    if (record.position)
        record.position_length = strlen(record.position);
    memcpy(record.secret, row->secret, sizeof record.secret);
    memset(row->state, 0, sizeof row->state);
    if (!err && record_begin(&record, row->state))
        err = record.position ? PLAY_BAD_POSITION : PLAY_BAD_OPTION;
    free(found);
    return err;
}

enum play_err row_start(struct play *play, struct store_match *row)
{
    struct match *match = &row->match;
    enum play_err err = begin_state(play, row);

    if (err)
        return err;
    row->state_size = match->game->state_size;
    memcpy(row->build, play->build, sizeof row->build);
    match->status = MATCH_RUNNING;
    match->started_us = row->moved_us;
    match->to_act = match->game->to_act(row->state);
    return PLAY_OK;
}

/* ---- joining and leaving ---- */

/* Return the requested seat, or -1 with the reason in *err. */
static int seat_to_take(const struct match *match, int asked,
                        enum play_err *err)
{
    *err = PLAY_SEAT_TAKEN;
    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_OPEN && (asked < 0 || asked == i))
            return i;
    if (asked >= match->settings.seats)
        *err = PLAY_NOT_FOUND;
    return -1;
}

static bool has_open_seat(const struct match *match)
{
    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_OPEN)
            return true;
    return false;
}

static enum play_err apply_join(struct play *play,
                                const struct store_match *row,
                                struct command *command)
{
    struct match *after = &command->after.match;
    struct match_event *event;
    enum play_err err;

    if (row->match.status != MATCH_OPEN)
        return PLAY_NOT_OPEN;
    if (seats_of(&row->match, &command->actor.account))
        return PLAY_ALREADY_SEATED;
    if (row->match.rated && command->actor.kind == ACTOR_GUEST)
        return PLAY_GUEST;
    command->seat = seat_to_take(&row->match, command->asked_seat, &err);
    if (command->seat < 0)
        return err;
    update_begin(play, row, command);
    after->away_until_us[command->seat] = 0;
    after->seats[command->seat] =
        (struct match_seat){.kind = SEAT_HUMAN,
                            .account = command->actor.account,
                            .is_bot_account = command->actor.kind == ACTOR_BOT};
    memcpy(after->seats[command->seat].name, command->actor.name,
           sizeof command->actor.name);
    memcpy(after->seats[command->seat].display, command->actor.display,
           sizeof command->actor.display);
    command->update.seat_changed = command->seat;
    command->update.seat = after->seats[command->seat];
    event = update_add_event(command, EVENT_JOIN, command->seat);
    memcpy(event->player, command->actor.name, sizeof event->player);
    if (!has_open_seat(after)) {
        err = row_start(play, &command->after);
        if (err)
            return err;
        update_add_event(command, EVENT_START, -1);
    }
    return update_finish(play, row, command);
}

static enum play_err apply_leave(struct play *play,
                                 const struct store_match *row,
                                 struct command *command)
{
    struct match *after = &command->after.match;
    struct match_event *event;

    command->seat = seat_meant(seats_of(&row->match, &command->actor.account),
                               command->asked_seat, 0);
    if (row->match.status != MATCH_OPEN)
        return PLAY_NOT_OPEN;
    if (command->asked_seat >= row->match.settings.seats)
        return PLAY_NOT_FOUND;
    if (command->seat < 0)
        return PLAY_NOT_SEATED;
    update_begin(play, row, command);
    after->away_until_us[command->seat] = 0;
    after->seats[command->seat] = (struct match_seat){.kind = SEAT_OPEN};
    command->update.seat_changed = command->seat;
    command->update.seat = after->seats[command->seat];
    event = update_add_event(command, EVENT_LEAVE, command->seat);
    memcpy(event->player, command->actor.name, sizeof event->player);
    if (!has_player(after))
        update_abort(command, ABORT_EMPTY);
    return update_finish(play, row, command);
}

/* ---- moves ---- */

/* Undo moves.  The match continues from the state before them; they stay in
 * the log, and a replay removes them. */
static enum play_err apply_undo(struct play *play,
                                const struct store_match *row,
                                const struct undo_window *undo_window,
                                struct command *command)
{
    const struct game *game = row->match.game;
    struct match_event undo = {.seq = row->match.seq + 1,
                               .kind = EVENT_UNDO,
                               .seat = command->seat,
                               .to_seq = command->undo.to_seq};
    struct match_event *event;
    enum play_err err = precondition_check(play, row, command);

    if (err)
        return err;
    update_begin(play, row, command);
    if (!undo_window_undo(play, undo_window, row, &undo,
                          command->after.state)) {
        undo_window_limits(play, undo_window, command->seat,
                           &command->undo.limits);
        return PLAY_UNDO_BLOCKED;
    }
    command->undo.moves = (struct undo_moves){
        undo_window->base, undo_window->moves, undo_window->count};
    event = update_add_event(command, EVENT_UNDO, command->seat);
    event->to_seq = undo.to_seq;
    event->bits = undo.bits;
    command->after.match.to_act = game->to_act(command->after.state);
    return update_finish(play, row, command);
}

enum play_err running_err(enum match_status status)
{
    switch (status) {
    case MATCH_OPEN: return PLAY_NOT_STARTED;
    case MATCH_RUNNING: return PLAY_OK;
    case MATCH_FINISHED:
    case MATCH_ABORTED: return PLAY_FINISHED;
    }
    return PLAY_FINISHED;
}

/* Return the seat that acts; -1: the account has no such seat. */
static int acting_seat(const struct match *match,
                       const struct undo_window *undo_window,
                       const struct command *command)
{
    seat_set own = seats_of(match, &command->actor.account);
    int last = -1;

    if (command->action == MATCH_CLAIM) /* the requested seat is an
                                           opponent's */
        return seat_meant(own, -1, match->to_act);
    if (command->actor.kind == ACTOR_BUILTIN)
        return command->asked_seat;
    if (command->action == MATCH_UNDO && command->asked_seat < 0)
        last = undo_window_last_of(undo_window, own);
    return last >= 0 ? last
                     : seat_meant(own, command->asked_seat, match->to_act);
}

static enum play_err apply_running(struct play *play,
                                   const struct store_match *row,
                                   const struct undo_window *undo_window,
                                   struct command *command)
{
    enum play_err err = running_err(row->match.status);

    command->seat = acting_seat(&row->match, undo_window, command);
    if (command->seat < 0)
        return PLAY_NOT_SEATED;
    if (err)
        return err;
    switch (command->action) {
    case MATCH_JOIN:
    case MATCH_LEAVE:
    case MATCH_TIMEOUT:
    case MATCH_ABORT:
    case MATCH_VACATION: break;
    case MATCH_MOVE: return apply_moves(play, row, command);
    case MATCH_UNDO: return apply_undo(play, row, undo_window, command);
    case MATCH_RESIGN: return apply_resignation(play, row, command);
    case MATCH_CLAIM: return apply_claim(play, row, command);
    case MATCH_VOTE: return apply_vote(play, row, command);
    }
    return PLAY_UNAVAILABLE;
}

enum play_err command_apply(struct play *play, const struct store_match *row,
                            const struct undo_window *undo_window,
                            struct command *command)
{
    bool is_open =
        row->match.status == MATCH_OPEN || row->match.status == MATCH_RUNNING;

    command->undo_window = undo_window;
    if (is_open && command->action != MATCH_LEAVE &&
        command->action != MATCH_ABORT && row_is_foreign(row))
        return PLAY_OTHER_RULES;
    switch (command->action) {
    case MATCH_JOIN: return apply_join(play, row, command);
    case MATCH_LEAVE: return apply_leave(play, row, command);
    case MATCH_VACATION: return apply_vacation(play, row, command);
    case MATCH_ABORT: return apply_abort(play, row, command);
    case MATCH_TIMEOUT:
        return row->match.status == MATCH_RUNNING
                   ? apply_timeout(play, row, command)
                   : running_err(row->match.status);
    case MATCH_MOVE:
    case MATCH_UNDO:
    case MATCH_RESIGN:
    case MATCH_CLAIM:
    case MATCH_VOTE: return apply_running(play, row, undo_window, command);
    }
    return PLAY_UNAVAILABLE;
}
