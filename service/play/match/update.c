/* Working out what a request does to its match: the row as it will be, the
 * events, and what the writer is given. */
#include "play/inner.h"

#include "play/match/clock.h"

#include <stdlib.h>
#include <string.h>

struct match_event *effect_event(struct task *task, enum event_kind kind,
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

int64_t row_now_us(const struct play *play, const struct store_match *row)
{
    int64_t now_us = play_now_us(play);

    return now_us < row->moved_us ? row->moved_us : now_us;
}

void effect_begin(struct play *play, const struct store_match *row,
                  struct task *task)
{
    task->after = *row;
    task->after.moved_us = row_now_us(play, row);
    task->effect = (struct store_effect){
        .match = row->match.key,
        .seq = row->match.seq,
        .at_us = task->after.moved_us,
        .seat_changed = -1,
    };
}

static void tag_seat(struct store_effect *effect, const struct match_seat *seat)
{
    if (seat->kind == SEAT_HUMAN)
        effect->tags[effect->tag_count++] = id_tag(&seat->account);
}

static void tag_accounts(const struct store_match *row, struct task *task)
{
    struct store_effect *effect = &task->effect;
    const bool is_over =
        effect->status == MATCH_FINISHED || effect->status == MATCH_ABORTED;

    for (size_t i = 0; i < task->after.match.settings.seats; i++)
        tag_seat(effect, &task->after.match.seats[i]);
    if (effect->seat_changed >= 0)
        tag_seat(effect, &row->match.seats[effect->seat_changed]);
    if (is_over && row->has_creator)
        effect->tags[effect->tag_count++] = id_tag(&row->creator);
}

static void run_clock(const struct store_match *row, struct task *task)
{
    const struct match_event *cause = &task->effect.events[0];
    struct match *after = &task->after.match;
    bool is_move = clock_is_set(&after->clock) && cause->kind == EVENT_MOVE;
    unsigned seal =
        is_move ? after->game->seals(row->state, task->after.state) : 0;

    clock_follow(&row->match, after, cause, seal, task->after.moved_us);
}

/* What the writer is given follows from what the row has become. */
static void fill_effect(const struct store_match *row, struct task *task)
{
    struct store_effect *effect = &task->effect;
    const struct store_match *after = &task->after;

    effect->status = after->match.status;
    effect->to_act = after->match.to_act;
    effect->build = after->build;
    effect->state = after->state;
    effect->state_size = after->state_size;
    effect->seat_count = after->match.settings.seats;
    effect->abort_reason = after->match.abort_reason;
    effect->result = after->match.has_result ? &after->match.result : NULL;
    effect->look_us = clock_next(&after->match);
    effect->away_changed =
        memcmp(row->match.away_until_us, after->match.away_until_us,
               sizeof effect->away_until_us) != 0;
    memcpy(effect->away_until_us, after->match.away_until_us,
           sizeof effect->away_until_us);
    effect->took_back = after->match.took_back;
    effect->abort_votes = after->match.abort_votes;
    effect->decided = after->match.decided;
    effect->forfeits = after->match.forfeits;
    effect->counts = match_counts(&after->match);
    memcpy(effect->deadline_us, after->match.deadline_us,
           sizeof effect->deadline_us);
    memcpy(effect->bank_us, after->match.bank_us, sizeof effect->bank_us);
    tag_accounts(row, task);
    if (task->has_key) {
        effect->key = task->key;
        effect->key_seat = task->seat;
        effect->account = task->account;
        memcpy(effect->body_hash, task->body_hash, sizeof effect->body_hash);
    }
}

enum play_err effect_end(struct play *play, const struct store_match *row,
                         struct task *task)
{
    struct store_effect *effect = &task->effect;
    struct store_match *after = &task->after;
    const struct match_effect seen = {
        &after->match,
        task->seat,
        effect->events,
        effect->event_count,
        row->state_size > 0 ? row->state : NULL,
        after->state_size > 0 ? after->state : NULL,
    };

    memcpy(after->build, play->build, sizeof after->build);
    /* With the opening of a rated match the votes to abort it lapse. */
    if (after->match.rated && after->match.status != MATCH_ABORTED &&
        !rated_is_opening(after))
        after->match.abort_votes = 0;
    run_clock(row, task);
    fill_effect(row, task);
    free(task->reply);
    task->reply = NULL;
    if (task->render) {
        task->reply = task->render(task->ctx, &seen);
        if (!task->reply)
            return PLAY_UNAVAILABLE;
    }
    effect->reply = task->reply;
    effect->reply_follows = reply_follows(effect);
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

void effect_abort(struct task *task, enum match_abort reason)
{
    struct match *match = &task->after.match;

    match->status = MATCH_ABORTED;
    match->abort_reason = reason;
    match->to_act = 0;
    match->finished_us = task->after.moved_us;
    effect_event(task, EVENT_ABORT, -1);
}

/* After a decision: who is next, or is it over? */
void effect_go_on(struct task *task, enum match_reason reason)
{
    struct store_match *after = &task->after;
    struct match *match = &after->match;

    match->to_act = match->game->to_act(after->state);
    if (match->to_act)
        return;
    match->status = MATCH_FINISHED;
    match->finished_us = after->moved_us;
    row_score(after, reason);
    effect_event(task, EVENT_FINISH, -1);
}
