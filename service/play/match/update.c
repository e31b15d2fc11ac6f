/* Computing the update of a command: the new row, the events, and the data for
 * the writer. */
#include "play/match/update.h"

#include "play/error.h"
#include "play/match/action.h"
#include "play/match/clock.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/rated.h"
#include "play/match/undo_window.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "play/store/updates.h"
#include "rules/game.h"
#include "rules/record.h"

#include <stdlib.h>
#include <string.h>

struct match_event *update_add_event(struct command *command,
                                     enum event_kind kind, int seat)
{
    struct store_match *after = &command->after;
    struct match_event *event =
        &command->update.events[command->update.event_count++];

    *event = (struct match_event){
        .seq = ++after->match.seq,
        .kind = kind,
        .seat = seat,
        .at_us = after->moved_us,
    };
    if (after->state_size > 0)
        event->state_hash = record_state_hash(after->match.game, after->state);
    return event;
}

int64_t row_now_us(const struct play *play, const struct store_match *row)
{
    int64_t now_us = play_now_us(play);

    return now_us < row->moved_us ? row->moved_us : now_us;
}

void update_begin(struct play *play, const struct store_match *row,
                  struct command *command)
{
    command->after = *row;
    command->after.moved_us = row_now_us(play, row);
    command->undo.moves = (struct undo_moves){0};
    command->update = (struct store_update){
        .match = row->match.key,
        .seq = row->match.seq,
        .at_us = command->after.moved_us,
        .seat_changed = -1,
    };
}

static void tag_seat(struct store_update *update, const struct match_seat *seat)
{
    if (seat->kind == SEAT_HUMAN)
        update->tags[update->tag_count++] = id_tag(&seat->account);
}

static void tag_accounts(const struct store_match *row, struct command *command)
{
    struct store_update *update = &command->update;
    const bool is_over =
        update->status == MATCH_FINISHED || update->status == MATCH_ABORTED;

    for (size_t i = 0; i < command->after.match.settings.seats; i++)
        tag_seat(update, &command->after.match.seats[i]);
    if (update->seat_changed >= 0)
        tag_seat(update, &row->match.seats[update->seat_changed]);
    if (is_over && row->has_creator)
        update->tags[update->tag_count++] = id_tag(&row->creator);
}

void update_clock(const struct store_match *before,
                  const struct match_event *cause, struct command *command)
{
    struct match *after = &command->after.match;
    bool is_move = clock_is_set(&after->clock) && cause->kind == EVENT_MOVE;
    unsigned seal =
        is_move ? after->game->irreversible(before->state, command->after.state)
                : 0;

    clock_follow(&before->match, after, cause, seal, command->after.moved_us);
}

/* Fill in the data for the writer from the new row. */
static void fill_update(const struct store_match *row, struct command *command)
{
    struct store_update *update = &command->update;
    const struct store_match *after = &command->after;

    update->status = after->match.status;
    update->to_act = after->match.to_act;
    update->build = after->build;
    update->state = after->state;
    update->state_size = after->state_size;
    update->seat_count = after->match.settings.seats;
    update->abort_reason = after->match.abort_reason;
    update->result = after->match.has_result ? &after->match.result : NULL;
    update->has_clock = clock_is_set(&after->match.clock);
    update->look_us = clock_next(&after->match);
    update->away_changed =
        memcmp(row->match.away_until_us, after->match.away_until_us,
               sizeof update->away_until_us) != 0;
    memcpy(update->away_until_us, after->match.away_until_us,
           sizeof update->away_until_us);
    update->took_back = after->match.took_back;
    update->abort_votes = after->match.abort_votes;
    update->decided = after->match.decided;
    update->forfeits = after->match.forfeits;
    update->counts = match_counts(&after->match);
    if (update->has_clock)
        memcpy(update->deadline_us, after->match.deadline_us,
               sizeof update->deadline_us);
    memcpy(update->bank_us, after->match.bank_us, sizeof update->bank_us);
    tag_accounts(row, command);
    if (command->key.state != KEY_NONE) {
        update->key = command->key.text;
        update->key_seat = command->seat;
        update->account = command->actor.account;
        memcpy(update->body_hash, command->key.body_hash,
               sizeof update->body_hash);
    }
}

/* Return whether the reply can be written again from the event log.  Then it
 * is not stored with the idempotency key. */
static bool reply_is_replayable(const struct command *command)
{
    enum event_kind kind = command->update.events[0].kind;

    return store_is_plain(&command->update) && !command->moves.is_list &&
           (kind == EVENT_MOVE || kind == EVENT_UNDO);
}

/* Render the reply.  false: out of memory. */
static bool render(const struct play *play, const struct store_match *row,
                   struct command *command)
{
    const struct store_update *update = &command->update;
    const struct store_match *after = &command->after;
    struct match_undo limits;
    struct match_update seen = {
        .match = &after->match,
        .seat = command->seat,
        .events = update->events,
        .count = update->event_count,
        .before = row->state_size > 0 ? row->state : NULL,
        .after = after->state_size > 0 ? after->state : NULL,
        .undo = command->undo.moves,
        .is_list = command->moves.is_list,
        .stop = command->moves.stop,
        .at = command->moves.at,
    };

    if (row->state_size > 0 &&
        undo_limits_after(play, command->undo_window, row, after, update,
                          command->seat, &limits))
        seen.limits = &limits;
    command->reply = command->render(command->ctx, &seen);
    return command->reply != NULL;
}

enum play_err update_finish(struct play *play, const struct store_match *row,
                            struct command *command)
{
    struct store_update *update = &command->update;
    struct store_match *after = &command->after;

    memcpy(after->build, play->build, sizeof after->build);
    /* When the opening of a rated match ends, the votes to abort it lapse. */
    if (after->match.rated && after->match.status != MATCH_ABORTED &&
        !rated_is_opening(after))
        after->match.abort_votes = 0;
    if (update->events[0].kind != EVENT_MOVE) /* see apply_moves */
        update_clock(row, &update->events[0], command);
    fill_update(row, command);
    clock_absences(&after->match, after->moved_us, play->config.claim_days);
    free(command->reply);
    command->reply = NULL;
    if (command->render && !render(play, row, command))
        return PLAY_UNAVAILABLE;
    update->reply = command->reply;
    update->reply_is_replayable = reply_is_replayable(command);
    return PLAY_OK;
}

void row_score(struct store_match *row, enum match_reason reason)
{
    struct match_result *result = &row->match.result;
    struct scores scores;

    memset(&scores, 0, sizeof scores);
    row->match.game->score(row->state, &scores);
    *result = (struct match_result){
        .reason = reason,
        .outcome = (enum outcome)scores.outcome,
        .items = scores.items,
        .goals = scores.goals,
    };
    for (size_t seat = 0; seat < row->match.settings.seats; seat++) {
        result->total[seat] = scores.total[seat];
        result->rank[seat] = scores.rank[seat];
    }
    for (size_t i = 0; i < scores.items; i++) {
        text_copy(scores.item[i].name, result->item[i].name,
                  sizeof result->item[i].name);
        memcpy(result->item[i].points, scores.item[i].points,
               sizeof result->item[i].points);
    }
    for (size_t i = 0; i < scores.goals; i++) {
        text_copy(scores.goal[i].name, result->goal[i].name,
                  sizeof result->goal[i].name);
        result->goal[i].reached = scores.goal[i].reached;
        result->goal[i].needed = scores.goal[i].needed;
    }
    row->match.has_result = true;
}

void update_abort(struct command *command, enum match_abort reason)
{
    struct match *match = &command->after.match;

    match->status = MATCH_ABORTED;
    match->abort_reason = reason;
    match->to_act = 0;
    match->finished_us = command->after.moved_us;
    update_add_event(command, EVENT_ABORT, -1);
}

/* Continue after a decision: set the next seats to act, or end the match. */
void update_continue(struct command *command, enum match_reason reason)
{
    struct store_match *after = &command->after;
    struct match *match = &after->match;

    match->to_act = match->game->to_act(after->state);
    if (match->to_act)
        return;
    match->status = MATCH_FINISHED;
    match->finished_us = after->moved_us;
    row_score(after, reason);
    update_add_event(command, EVENT_FINISH, -1);
}
