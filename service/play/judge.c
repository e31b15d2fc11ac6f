/* May this be done, and what comes of it?  Every request about a match is
 * judged here on the committed row; its effect is worked out on a copy. */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- working out the effect ---- */

static struct match_event *add_event(struct task *task, enum event_kind kind,
                                     int seat)
{
    struct store_match *after = &task->after;
    struct match_event *event =
        &task->effect.events[task->effect.event_count++];

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

static void begin_effect(struct play *play, const struct store_match *row,
                         struct task *task)
{
    task->after = *row;
    task->after.moved_us = play_now_us(play);
    /* The clock may have been set back: times of a match never are. */
    if (task->after.moved_us < row->moved_us)
        task->after.moved_us = row->moved_us;
    task->effect = (struct store_effect){
        .match = row->match.key,
        .seq = row->match.seq,
        .at_us = task->after.moved_us,
        .seat_changed = -1,
    };
}

static void tag_seat(struct store_effect *effect, const struct match_seat *seat)
{
    const uint8_t *id = seat->account.bytes;

    if (seat->kind == SEAT_HUMAN)
        effect->tags[effect->tag_count++] = (uint16_t)(id[0] << 8 | id[1]);
}

static void tag_seats(const struct store_match *row, struct task *task)
{
    struct store_effect *effect = &task->effect;

    for (size_t i = 0; i < task->after.match.settings.seats; i++)
        tag_seat(effect, &task->after.match.seats[i]);
    if (effect->seat_changed >= 0)
        tag_seat(effect, &row->match.seats[effect->seat_changed]);
}

/* The rest of the effect follows from what the row has become. */
static enum play_err
end_effect(struct play *play, const struct store_match *row, struct task *task)
{
    struct store_effect *effect = &task->effect;
    struct store_match *after = &task->after;
    struct match_effect seen = {
        &after->match,
        task->seat,
        effect->events,
        effect->event_count,
        row->state_size > 0 ? row->state : NULL,
        after->state_size > 0 ? after->state : NULL,
    };

    memcpy(after->build, play->build, sizeof after->build);
    effect->status = after->match.status;
    effect->to_act = after->match.to_act;
    effect->build = after->build;
    effect->state = after->state;
    effect->state_size = after->state_size;
    effect->seat_count = after->match.settings.seats;
    effect->result = after->match.has_result ? &after->match.result : NULL;
    tag_seats(row, task);
    if (task->has_key) {
        effect->key = task->key;
        effect->account = task->account;
        memcpy(effect->body_hash, task->body_hash, sizeof effect->body_hash);
    }
    free(task->reply);
    task->reply = NULL;
    if (task->render) {
        task->reply = task->render(task->ctx, &seen);
        if (!task->reply)
            return PLAY_UNAVAILABLE;
    }
    effect->reply = task->reply;
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

/* After a decision: who is next, or is it over? */
static void go_on(struct task *task, enum match_reason reason)
{
    struct store_match *after = &task->after;
    struct match *match = &after->match;

    match->to_act = match->game->to_act(after->state);
    if (match->to_act)
        return;
    match->status = MATCH_FINISHED;
    match->finished_us = after->moved_us;
    row_score(after, reason);
    add_event(task, EVENT_FINISH, -1);
}

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

static bool has_player(const struct match *match)
{
    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN)
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
    begin_effect(play, row, task);
    after->seats[task->seat] =
        (struct match_seat){.kind = SEAT_HUMAN, .account = task->account};
    memcpy(after->seats[task->seat].name, task->name, sizeof task->name);
    task->effect.seat_changed = task->seat;
    task->effect.seat = after->seats[task->seat];
    event = add_event(task, EVENT_JOIN, task->seat);
    memcpy(event->player, task->name, sizeof event->player);
    if (!has_open_seat(after)) {
        err = row_start(play, &task->after);
        if (err)
            return err;
        add_event(task, EVENT_START, -1);
    }
    return end_effect(play, row, task);
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
    begin_effect(play, row, task);
    after->seats[task->seat] = (struct match_seat){.kind = SEAT_OPEN};
    task->effect.seat_changed = task->seat;
    task->effect.seat = after->seats[task->seat];
    event = add_event(task, EVENT_LEAVE, task->seat);
    memcpy(event->player, task->name, sizeof event->player);
    if (!has_player(after)) {
        after->status = MATCH_ABORTED;
        after->finished_us = task->after.moved_us;
        add_event(task, EVENT_ABORT, -1);
    }
    return end_effect(play, row, task);
}

/* ---- moves ---- */

static size_t count_legal(const struct store_match *row, int seat)
{
    struct move moves[RULES_MOVES_MAX];

    return row->match.game->moves(row->state, seat, moves, RULES_MOVES_MAX);
}

enum play_err row_try(const struct store_match *row, int seat, const char *text,
                      void *out, struct attempt *attempt)
{
    const struct game *game = row->match.game;

    if (!(row->match.to_act & 1U << seat))
        return PLAY_NOT_YOUR_TURN;
    if (!text || game->parse(row->state, seat, text, &attempt->move)) {
        attempt->legal_count = count_legal(row, seat);
        return PLAY_BAD_MOVE;
    }
    if (game->apply(out, seat, attempt->move)) {
        attempt->refusal = (struct refusal){0};
        game->explain(row->state, seat, attempt->move, &attempt->refusal);
        attempt->legal_count = count_legal(row, seat);
        return PLAY_ILLEGAL_MOVE;
    }
    return PLAY_OK;
}

static enum play_err
judge_move(struct play *play, const struct store_match *row, struct task *task)
{
    struct match_event *event;
    enum play_err err = stale_err(play, row, task);

    if (err)
        return err;
    begin_effect(play, row, task);
    err = row_try(row, task->seat, task->move_too_long ? NULL : task->move,
                  task->after.state, &task->attempt);
    if (err)
        return err;
    event = add_event(task, EVENT_MOVE, task->seat);
    event->bits = task->attempt.move;
    /* As the game writes it, not as the client did: one text per move. */
    row->match.game->format(row->state, task->seat, event->bits, event->move);
    go_on(task, MATCH_PLAYED_OUT);
    return end_effect(play, row, task);
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
    begin_effect(play, row, task);
    if (!span_undo(play, span, game, &undo, task->after.state)) {
        span_limits(play, span, task->seat, &task->undo);
        return PLAY_UNDO_BLOCKED;
    }
    event = add_event(task, EVENT_UNDO, task->seat);
    event->to_seq = undo.to_seq;
    event->bits = undo.bits;
    task->after.match.to_act = game->to_act(task->after.state);
    return end_effect(play, row, task);
}

static enum play_err judge_resignation(struct play *play,
                                       const struct store_match *row,
                                       struct task *task)
{
    enum play_err err = stale_err(play, row, task);
    uint64_t hash;

    if (err)
        return err;
    hash = record_state_hash(row->match.game, row->state);
    begin_effect(play, row, task);
    row->match.game->leave(task->after.state, task->seat);
    if (record_state_hash(row->match.game, task->after.state) == hash)
        return PLAY_NOT_SEATED; /* it has left before */
    add_event(task, EVENT_RESIGN, task->seat);
    go_on(task, MATCH_RESIGNED);
    return end_effect(play, row, task);
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
    if (task->action == MATCH_UNDO)
        return judge_undo(play, row, span, task);
    return task->action == MATCH_MOVE ? judge_move(play, row, task)
                                      : judge_resignation(play, row, task);
}

enum play_err judge(struct play *play, const struct store_match *row,
                    const struct span *span, struct task *task)
{
    bool is_open =
        row->match.status == MATCH_OPEN || row->match.status == MATCH_RUNNING;

    task->attempt.legal_count = 0;
    if (is_open && task->action != MATCH_LEAVE && row_is_foreign(row))
        return PLAY_OTHER_RULES;
    switch (task->action) {
    case MATCH_JOIN: return judge_join(play, row, task);
    case MATCH_LEAVE: return judge_leave(play, row, task);
    case MATCH_MOVE:
    case MATCH_UNDO:
    case MATCH_RESIGN: return judge_running(play, row, span, task);
    }
    return PLAY_UNAVAILABLE;
}
