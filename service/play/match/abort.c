/* Ending a match without a result: by its creator, by an operator, or because
 * nothing has happened for too long. */
#include "play/match/abort.h"

#include "play/error.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/match/update.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <stdlib.h>

/* Check whether the account may abort the match that it has created.  This
 * must not take a match from people who still play, nor let anybody escape
 * from a rated one. */
static enum play_err check_creator(const struct store_match *row,
                                   const struct command *command)
{
    const struct match *match = &row->match;
    seat_set others = 0;

    if (!row->has_creator || !id_equals(&row->creator, &command->actor.account))
        return PLAY_NOT_CREATOR;
    if (match->status == MATCH_OPEN)
        return PLAY_OK;
    /* With other rules it is unknown which seats have left. */
    if (!row_is_foreign(row))
        others = row_persons(row);
    else
        others = (seat_set)(seats_all(match) & ~bot_seats(match));
    others &= (seat_set)~seats_of(match, &command->actor.account);
    return match->rated || others ? PLAY_ABORT_BLOCKED : PLAY_OK;
}

/* Find the hash of the current state of a match with other rules.  It does not
 * change any longer, so it is that of the last event. */
static enum play_err last_hash(struct play *play, const struct store_match *row,
                               uint64_t *out)
{
    struct match_event *events = NULL;
    size_t count = 0;
    enum play_err err = play_err_of(play->store->events->list(
        play->store, &row->match.key, row->match.seq - 1, 1, &events, &count));

    if (!err && count == 1)
        *out = events[0].state_hash;
    else if (!err)
        err = PLAY_UNAVAILABLE;
    free(events);
    return err;
}

/* Return whether the reason for ending the match no longer applies. */
static bool is_in_use(const struct store_match *row,
                      const struct command *command)
{
    return (command->abort.reason == ABORT_EXPIRED &&
            row->moved_us > command->abort.idle_since_us) ||
           (command->abort.reason == ABORT_EMPTY && has_player(&row->match));
}

enum play_err apply_abort(struct play *play, const struct store_match *row,
                          struct command *command)
{
    uint64_t hash = 0;
    enum play_err err = PLAY_OK;

    command->seat = -1;
    if (row->match.status != MATCH_OPEN && row->match.status != MATCH_RUNNING)
        return PLAY_FINISHED;
    if (command->abort.reason == ABORT_BY_CREATOR)
        err = check_creator(row, command);
    else if (is_in_use(row, command))
        err = PLAY_STALE;
    if (!err && row->match.status == MATCH_RUNNING && row_is_foreign(row))
        err = last_hash(play, row, &hash);
    if (err)
        return err;
    update_begin(play, row, command);
    update_abort(command, command->abort.reason);
    if (hash)
        command->update.events[0].state_hash = hash;
    return update_finish(play, row, command);
}
