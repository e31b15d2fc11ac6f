/* May this be done, and what comes of it?  Every request about a match is
 * judged here on the committed row; its effect is worked out on a copy. */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

int seat_of(const struct match *match, const struct play_id *account)
{
    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN &&
            id_equals(&match->seats[i].account, account))
            return i;
    return -1;
}

seat_set bot_seats(const struct match *match)
{
    seat_set seats = 0;

    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_BOT)
            seats = (seat_set)(seats | 1U << i);
    return seats;
}

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
    *result = (struct match_result){.reason = reason, .items = scores.items};
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

enum play_err row_start(struct play *play, struct store_match *row)
{
    struct match *match = &row->match;

    memset(row->state, 0, sizeof row->state);
    if (match->game->start(row->state, &match->settings, row->secret))
        return PLAY_BAD_OPTION;
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
    if (seat_of(&row->match, &task->account) >= 0)
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

    task->seat = seat_of(&row->match, &task->account);
    if (row->match.status != MATCH_OPEN)
        return PLAY_NOT_OPEN;
    if (task->asked_seat >= row->match.settings.seats)
        return PLAY_NOT_FOUND;
    if (task->seat < 0 ||
        (task->asked_seat >= 0 && task->asked_seat != task->seat))
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

/* The choices of a seat, to compare. */
struct choices {
    size_t count;
    struct move moves[RULES_MOVES_MAX];
};

static void list_choices(const struct history *history, int seat,
                         struct choices *out)
{
    out->count = 0;
    if (history->has_state)
        out->count = history->game->moves(history->state, seat, out->moves,
                                          RULES_MOVES_MAX);
}

static bool same_choices(const struct choices *a, const struct choices *b)
{
    return a->count == b->count &&
           memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0;
}

/* Did nothing since this seq change what the seat may do?  The seat's own
 * events always do. */
static bool is_unchanged_since(struct history *history, uint32_t seq, int seat,
                               struct choices *then, struct choices *now)
{
    while (history->next < seq)
        if (!history_step(history))
            return false;
    list_choices(history, seat, then);
    while (history->next < history->count) {
        const struct match_event *event = &history->events[history->next];

        if (event->seat == seat || event->kind == EVENT_START ||
            !history_step(history))
            return false;
        list_choices(history, seat, now);
        if (!same_choices(then, now))
            return false;
    }
    return true;
}

static enum play_err check_seq(struct play *play, const struct store_match *row,
                               const struct task *task)
{
    struct room {
        struct history history;
        struct choices then, now;
    } * room;
    enum play_err err;

    if (task->expected_seq == MATCH_ANY_SEQ ||
        task->expected_seq == row->match.seq)
        return PLAY_OK;
    if (task->expected_seq < 0 || task->expected_seq > row->match.seq)
        return PLAY_STALE;
    room = malloc(sizeof *room);
    if (!room)
        return PLAY_UNAVAILABLE;
    err = history_open(play, row, row->match.seq, &room->history);
    if (!err) {
        if (!is_unchanged_since(&room->history, (uint32_t)task->expected_seq,
                                task->seat, &room->then, &room->now))
            err = PLAY_STALE;
        history_close(&room->history);
    }
    free(room);
    return err;
}

static size_t count_legal(const struct store_match *row, int seat)
{
    struct move moves[RULES_MOVES_MAX];

    return row->match.game->moves(row->state, seat, moves, RULES_MOVES_MAX);
}

static enum play_err refuse_move(const struct store_match *row,
                                 struct task *task, struct move move)
{
    const struct game *game = row->match.game;

    task->refusal = (struct refusal){0};
    game->explain(row->state, task->seat, move, &task->refusal);
    task->legal_count = count_legal(row, task->seat);
    return PLAY_ILLEGAL_MOVE;
}

static enum play_err
judge_move(struct play *play, const struct store_match *row, struct task *task)
{
    const struct game *game = row->match.game;
    struct match_event *event;
    struct move move;
    enum play_err err = check_seq(play, row, task);

    if (err)
        return err;
    if (!(row->match.to_act & 1U << task->seat))
        return PLAY_NOT_YOUR_TURN;
    if (task->move_too_long ||
        game->parse(row->state, task->seat, task->move, &move)) {
        task->legal_count = count_legal(row, task->seat);
        return PLAY_BAD_MOVE;
    }
    begin_effect(play, row, task);
    if (game->apply(task->after.state, task->seat, move))
        return refuse_move(row, task, move);
    event = add_event(task, EVENT_MOVE, task->seat);
    event->bits = move;
    /* As the game writes it, not as the client did: one text per move. */
    game->format(row->state, task->seat, move, event->move);
    go_on(task, MATCH_PLAYED_OUT);
    return end_effect(play, row, task);
}

static enum play_err judge_resignation(struct play *play,
                                       const struct store_match *row,
                                       struct task *task)
{
    enum play_err err = check_seq(play, row, task);
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

static enum play_err judge_running(struct play *play,
                                   const struct store_match *row,
                                   struct task *task)
{
    task->seat =
        task->is_bot ? task->asked_seat : seat_of(&row->match, &task->account);
    if (task->seat < 0)
        return PLAY_NOT_SEATED;
    if (task->action == MATCH_UNDO)
        return PLAY_UNDO_BLOCKED; /* to come */
    switch (row->match.status) {
    case MATCH_OPEN: return PLAY_NOT_STARTED;
    case MATCH_FINISHED:
    case MATCH_ABORTED: return PLAY_FINISHED;
    case MATCH_RUNNING: break;
    }
    return task->action == MATCH_MOVE ? judge_move(play, row, task)
                                      : judge_resignation(play, row, task);
}

enum play_err judge(struct play *play, const struct store_match *row,
                    struct task *task)
{
    task->legal_count = 0;
    switch (task->action) {
    case MATCH_JOIN: return judge_join(play, row, task);
    case MATCH_LEAVE: return judge_leave(play, row, task);
    case MATCH_MOVE:
    case MATCH_UNDO:
    case MATCH_RESIGN: return judge_running(play, row, task);
    }
    return PLAY_UNAVAILABLE;
}
