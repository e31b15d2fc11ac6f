/* May this be done, and what comes of it?  Every request about a match is
 * judged here on the committed row; its effect is worked out on a copy. */
#include "play/inner.h"

#include <stdlib.h>
#include <string.h>

/* The state in which the match begins. */
static enum play_err begin_state(struct play *play, struct store_match *row)
{
    struct record record = {.game = row->match.game,
                            .settings = row->match.settings,
                            .position = row->position};
    char *found = NULL;
    enum play_err err = PLAY_OK;

    if (row->match.sandbox && !row->position) {
        err = play_err_of(
            play->store->position_find(play->store, &row->match.key, &found));
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

/* ---- sitting down and getting up ---- */

/* The seat that is meant; -1: there is none such, *err says why. */
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

static enum play_err
judge_join(struct play *play, const struct store_match *row, struct task *task)
{
    struct match *after = &task->after.match;
    struct match_event *event;
    enum play_err err;

    if (row->match.status != MATCH_OPEN)
        return PLAY_NOT_OPEN;
    if (seats_of(&row->match, &task->account))
        return PLAY_ALREADY_SEATED;
    task->seat = seat_to_take(&row->match, task->asked_seat, &err);
    if (task->seat < 0)
        return err;
    effect_begin(play, row, task);
    after->away_until_us[task->seat] = 0;
    after->seats[task->seat] =
        (struct match_seat){.kind = SEAT_HUMAN,
                            .account = task->account,
                            .is_bot_account = task->is_bot_account};
    memcpy(after->seats[task->seat].name, task->name, sizeof task->name);
    task->effect.seat_changed = task->seat;
    task->effect.seat = after->seats[task->seat];
    event = effect_event(task, EVENT_JOIN, task->seat);
    memcpy(event->player, task->name, sizeof event->player);
    if (!has_open_seat(after)) {
        err = row_start(play, &task->after);
        if (err)
            return err;
        effect_event(task, EVENT_START, -1);
    }
    return effect_end(play, row, task);
}

static enum play_err
judge_leave(struct play *play, const struct store_match *row, struct task *task)
{
    struct match *after = &task->after.match;
    struct match_event *event;

    task->seat =
        seat_meant(seats_of(&row->match, &task->account), task->asked_seat, 0);
    if (row->match.status != MATCH_OPEN)
        return PLAY_NOT_OPEN;
    if (task->asked_seat >= row->match.settings.seats)
        return PLAY_NOT_FOUND;
    if (task->seat < 0)
        return PLAY_NOT_SEATED;
    effect_begin(play, row, task);
    after->away_until_us[task->seat] = 0;
    after->seats[task->seat] = (struct match_seat){.kind = SEAT_OPEN};
    task->effect.seat_changed = task->seat;
    task->effect.seat = after->seats[task->seat];
    event = effect_event(task, EVENT_LEAVE, task->seat);
    memcpy(event->player, task->name, sizeof event->player);
    if (!has_player(after))
        effect_abort(task, ABORT_EMPTY);
    return effect_end(play, row, task);
}

/* ---- moves ---- */

static enum play_err try_move(const struct store_match *row, int seat,
                              const char *text, void *out,
                              struct attempt *attempt)
{
    const struct game *game = row->match.game;

    if (!(row->match.to_act & 1U << seat))
        return PLAY_NOT_YOUR_TURN;
    if (!text || game->parse(row->state, seat, text, &attempt->move))
        return PLAY_BAD_MOVE;
    if (game->apply(out, seat, attempt->move)) {
        attempt->refusal = (struct refusal){0};
        game->explain(row->state, seat, attempt->move, &attempt->refusal);
        return PLAY_ILLEGAL_MOVE;
    }
    return PLAY_OK;
}

enum play_err row_try(struct play *play, const struct store_match *row,
                      int seat, const char *text, void *out,
                      struct attempt *attempt)
{
    const struct play_config *config = &play->config;
    const int64_t begun_us = config->steady_us(config->ctx);
    enum play_err err = try_move(row, seat, text, out, attempt);

    meter_judged(play->meter, row->match.game,
                 config->steady_us(config->ctx) - begun_us);
    return err;
}

static enum play_err
judge_move(struct play *play, const struct store_match *row, struct task *task)
{
    struct match_event *event;
    enum play_err err = stale_err(play, row, task);

    if (err)
        return err;
    effect_begin(play, row, task);
    err =
        row_try(play, row, task->seat, task->move_too_long ? NULL : task->move,
                task->after.state, &task->attempt);
    if (err)
        return err;
    event = effect_event(task, EVENT_MOVE, task->seat);
    event->bits = task->attempt.move;
    /* As the game writes it, not as the client did: one text per move. */
    row->match.game->format(row->state, task->seat, event->bits, event->move);
    task->after.match.decided |= (seat_set)(1U << (unsigned)task->seat);
    effect_go_on(task, MATCH_PLAYED_OUT);
    return effect_end(play, row, task);
}

/* The match goes on from where it was without the moves; they stay in the
 * log, and whoever replays it strikes them. */
static enum play_err judge_undo(struct play *play,
                                const struct store_match *row,
                                const struct span *span, struct task *task)
{
    const struct game *game = row->match.game;
    struct match_event undo = {.seat = task->seat, .to_seq = task->to_seq};
    struct match_event *event;
    enum play_err err = stale_err(play, row, task);

    if (err)
        return err;
    effect_begin(play, row, task);
    if (!span_undo(play, span, game, &undo, task->after.state)) {
        span_limits(play, span, task->seat, &task->undo);
        return PLAY_UNDO_BLOCKED;
    }
    event = effect_event(task, EVENT_UNDO, task->seat);
    event->to_seq = undo.to_seq;
    event->bits = undo.bits;
    task->after.match.to_act = game->to_act(task->after.state);
    return effect_end(play, row, task);
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

/* Which seat acts; -1: none of the account's. */
static int acting_seat(const struct match *match, const struct span *span,
                       const struct task *task)
{
    seat_set own = seats_of(match, &task->account);
    int last = -1;

    if (task->action == MATCH_CLAIM) /* the seat asked for is another's */
        return seat_meant(own, -1, match->to_act);
    if (task->is_bot)
        return task->asked_seat;
    if (task->action == MATCH_UNDO && task->asked_seat < 0)
        last = span_last_of(span, own);
    return last >= 0 ? last : seat_meant(own, task->asked_seat, match->to_act);
}

static enum play_err judge_running(struct play *play,
                                   const struct store_match *row,
                                   const struct span *span, struct task *task)
{
    enum play_err err = running_err(row->match.status);

    task->seat = acting_seat(&row->match, span, task);
    if (task->seat < 0)
        return PLAY_NOT_SEATED;
    if (err)
        return err;
    switch (task->action) {
    case MATCH_JOIN:
    case MATCH_LEAVE:
    case MATCH_TIMEOUT:
    case MATCH_ABORT:
    case MATCH_AWAY: break;
    case MATCH_MOVE: return judge_move(play, row, task);
    case MATCH_UNDO: return judge_undo(play, row, span, task);
    case MATCH_RESIGN: return judge_resignation(play, row, task);
    case MATCH_CLAIM: return judge_claim(play, row, task);
    case MATCH_VOTE: return judge_vote(play, row, task);
    }
    return PLAY_UNAVAILABLE;
}

enum play_err judge(struct play *play, const struct store_match *row,
                    const struct span *span, struct task *task)
{
    bool is_open =
        row->match.status == MATCH_OPEN || row->match.status == MATCH_RUNNING;

    if (is_open && task->action != MATCH_LEAVE && task->action != MATCH_ABORT &&
        row_is_foreign(row))
        return PLAY_OTHER_RULES;
    switch (task->action) {
    case MATCH_JOIN: return judge_join(play, row, task);
    case MATCH_LEAVE: return judge_leave(play, row, task);
    case MATCH_AWAY: return judge_away(play, row, task);
    case MATCH_ABORT: return judge_abort(play, row, task);
    case MATCH_TIMEOUT:
        return row->match.status == MATCH_RUNNING
                   ? judge_timeout(play, row, task)
                   : running_err(row->match.status);
    case MATCH_MOVE:
    case MATCH_UNDO:
    case MATCH_RESIGN:
    case MATCH_CLAIM:
    case MATCH_VOTE: return judge_running(play, row, span, task);
    }
    return PLAY_UNAVAILABLE;
}
