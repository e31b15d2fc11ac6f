/* The way of a request: it takes its match's turn, is judged on the committed
 * state, goes to the writer, and is answered once it is committed.
 *
 * Of every match one task at a time is on its way (entry->acting); others of
 * the same match wait for it.  So nothing builds on what is not committed.
 *
 * Those that wait take turns by account: the n-th waiting task of an account
 * belongs to the n-th round from now, and a round is served before the next.
 * So an account that sends many requests delays the others in its match by one
 * task each time.  The judging itself is done by the thread of the request or,
 * when the task had to wait, by the pool play->judging, which is fair between
 * accounts: one that is busy in many matches delays nobody in other matches. */
#include "play/inner.h"
#include "play/match/event_tail.h"
#include "play/replay/snapshot.h"

#include "base/cpu.h"
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MAX = 256,         /* tasks that may wait for one match */
    WAITING_PER_ACCOUNT = 128, /* of these, tasks of one account */
    JUDGES = 2,                /* threads that judge */
    JUDGING_MAX = 65536, /* tasks that may wait for them: one of a match */
};

/* ---- taking turns ---- */

/* The next task of the match, which now holds the turn; or NULL. */
static struct task *pass_on(struct held *entry)
{
    struct task *next;

    pthread_mutex_lock(&entry->lock);
    next = entry->waiting_first;
    if (next) {
        entry->waiting_first = next->next;
        next->next = NULL;
        entry->waiting--;
    }
    entry->round = next ? next->round : 0;
    entry->acting = next;
    pthread_mutex_unlock(&entry->lock);
    return next;
}

/* Under entry->lock: put the task behind the others of its round.  false: it
 * may not wait. */
static bool wait_for_turn(struct held *entry, struct task *task)
{
    struct task **link = &entry->waiting_first;
    unsigned own = 0;

    task->round = entry->round + 1;
    for (const struct task *other = *link; other; other = other->next)
        if (id_equals(&other->account, &task->account)) {
            task->round = other->round + 1;
            own++;
        }
    if (own == WAITING_PER_ACCOUNT || entry->waiting == WAITING_MAX)
        return false;
    while (*link && (*link)->round <= task->round)
        link = &(*link)->next;
    task->next = *link;
    *link = task;
    entry->waiting++;
    return true;
}

/* true: the task has the turn.  false: it waits, or (*full) may not. */
static bool take_turn(struct held *entry, struct task *task, bool *full)
{
    bool has_turn = false;

    *full = false;
    pthread_mutex_lock(&entry->lock);
    if (!entry->acting) {
        entry->acting = task;
        has_turn = true;
    } else {
        *full = !wait_for_turn(entry, task);
    }
    pthread_mutex_unlock(&entry->lock);
    return has_turn;
}

/* ---- answering ---- */

static void task_free(struct play *play, struct task *task)
{
    if (task->entry)
        cache_unpin(play->cache, task->entry);
    free(task->reply);
    free(task);
}

static void count_answer(struct play *play, const struct task *task,
                         enum play_err err)
{
    if (!err)
        return;
    if (err == PLAY_STALE)
        atomic_fetch_add(&play->counts.stale, 1);
    if (err == PLAY_ILLEGAL_MOVE)
        atomic_fetch_add(&play->counts.illegal, 1);
    meter_refused(play->meter, err, task->after.match.game,
                  &task->attempt.refusal);
}

static void count_committed(struct play *play, const struct task *task)
{
    enum mover_kind mover = task->is_bot           ? MOVER_HOUSE
                            : task->is_bot_account ? MOVER_BOT
                                                   : MOVER_HUMAN;

    if (task->is_bot)
        atomic_fetch_add(&play->counts.bot_moves, 1);
    if (task->action == MATCH_UNDO)
        atomic_fetch_add(&play->counts.undos, 1);
    if (task->action != MATCH_MOVE)
        return;
    atomic_fetch_add(&play->counts.moves, 1);
    meter_moved(play->meter, task->after.match.game, mover);
}

static uint32_t seq_now(struct held *entry)
{
    uint32_t seq;

    pthread_mutex_lock(&entry->lock);
    seq = entry->row.match.seq;
    pthread_mutex_unlock(&entry->lock);
    return seq;
}

/* Measure the processor time of the task from now on, on this thread. */
static void start_clock(struct task *task)
{
    task->cpu_begun_us = cpu_thread_us();
}

/* The task leaves this thread, or is answered. */
static void stop_clock(struct play *play, struct task *task)
{
    int64_t used_us;

    if (!task->cpu_begun_us)
        return;
    used_us = cpu_thread_us() - task->cpu_begun_us;
    task->cpu_us += used_us;
    task->cpu_begun_us = 0;
    atomic_fetch_add(&play->counts.judging_us, (uint64_t)used_us);
}

static void tell(struct play *play, struct task *task, enum play_err err)
{
    struct match_answer answer = {.err = err, .seat = task->seat};

    stop_clock(play, task);
    answer.cpu_us = task->cpu_us;
    count_answer(play, task, err);
    if (!err) {
        answer.seq = task->after.match.seq;
        answer.reply = task->reply;
        answer.match = &task->after.match;
    } else {
        if (task->entry)
            answer.seq = seq_now(task->entry);
        if (err == PLAY_ILLEGAL_MOVE)
            answer.refusal = &task->attempt.refusal;
        if (err == PLAY_UNDO_BLOCKED)
            answer.undo = &task->undo;
        if (err == PLAY_TIME_NOT_UP)
            answer.deadline_us = task->deadline_us;
    }
    if (task->done)
        task->done(task->ctx, &answer);
}

/* What became of a task with the turn. */
enum carried {
    CARRIED_ON,   /* it is with the writer */
    CARRIED_AWAY, /* it is answered: the turn is free */
    CARRIED_SLOW, /* it takes more than this thread may: judge it again */
};

/* Repeat the answer that the key stands for.  Perhaps another node gave it
 * first: what is read here from now on is not older. */
static enum carried tell_again(struct play *play, struct task *task,
                               struct store_key *key)
{
    enum play_err err = PLAY_OK;

    atomic_fetch_add(&task->entry->hints, 1);
    if (!key->reply && task->render)
        err = reply_again(play, task, key);
    if (err == PLAY_SLOW)
        return CARRIED_SLOW;
    if (err) {
        tell(play, task, err);
        return CARRIED_AWAY;
    }
    stop_clock(play, task);
    struct match_answer answer = {
        .seq = key->seq,
        .seat = key->seat,
        .reply = key->reply,
        .replayed = true,
        .cpu_us = task->cpu_us,
    };

    atomic_fetch_add(&play->counts.replayed, 1);
    task->done(task->ctx, &answer);
    return CARRIED_AWAY;
}

/* ---- keys ---- */

/* Answer the task by its key, if that is known.  CARRIED_ON: it is not. */
static enum carried answer_by_key(struct play *play, struct task *task)
{
    enum carried carried = CARRIED_AWAY;
    struct store_key key = {0};
    enum store_err err;

    if (!task->has_key)
        return CARRIED_ON;
    err = play->store->key_find(play->store, &task->entry->id, &task->account,
                                task->key, key_since_us(play), &key);
    if (err == STORE_NOT_FOUND)
        return CARRIED_ON;
    if (err)
        tell(play, task, PLAY_UNAVAILABLE);
    else if (memcmp(key.body_hash, task->body_hash, sizeof key.body_hash) != 0)
        tell(play, task, PLAY_KEY_REUSED);
    else
        carried = tell_again(play, task, &key);
    free(key.reply);
    return carried;
}

/* ---- carrying ---- */

static enum play_err judge_row(struct play *play, struct held *entry,
                               struct task *task)
{
    enum play_err err = PLAY_OK;

    if (task->action == MATCH_UNDO && !row_is_foreign(&entry->row))
        err = span_ready(play, entry);
    return err ? err : judge(play, &entry->row, &entry->span, task);
}

/* On the row that this node holds; when that refuses, on the database's. */
static enum play_err judge_held(struct play *play, struct task *task)
{
    struct held *entry = task->entry;
    enum play_err err;

    pthread_mutex_lock(&entry->lock);
    err = entry_freshen(play, entry, task->tries > 0);
    if (!err) {
        err = judge_row(play, entry, task);
        if (err && err != PLAY_SLOW && task->tries == 0) {
            uint32_t seq = entry->row.match.seq;
            enum play_err again = entry_freshen(play, entry, true);

            if (again)
                err = again;
            else if (entry->row.match.seq != seq)
                err = judge_row(play, entry, task);
        }
    }
    pthread_mutex_unlock(&entry->lock);
    return err;
}

/* Hand it to the writer or, when it is refused, answer it. */
static enum carried settle_judged(struct play *play, struct task *task,
                                  enum play_err err)
{
    enum carried carried = CARRIED_ON;

    stop_clock(play, task);
    if (!err && writer_push(play->writer, task))
        return CARRIED_ON;
    if (!err)
        err = PLAY_UNAVAILABLE;
    /* A key is looked at before all else: what it repeats may well be
     * refused by now. */
    if (err != PLAY_UNAVAILABLE)
        carried = answer_by_key(play, task);
    if (carried == CARRIED_ON) {
        tell(play, task, err);
        carried = CARRIED_AWAY;
    }
    return carried;
}

/* One task with the turn. */
static enum carried carry_one(struct play *play, struct task *task)
{
    enum carried carried = CARRIED_ON;
    enum play_err err;

    /* Tried before and too late: it may be its own repetition. */
    if (task->tries > 0)
        carried = answer_by_key(play, task);
    if (carried != CARRIED_ON)
        return carried;
    err = judge_held(play, task);
    return err == PLAY_SLOW ? CARRIED_SLOW : settle_judged(play, task, err);
}

static void carry_now(void *ctx)
{
    struct task *task = ctx;

    start_clock(task);
    task_carry(task->play, task);
}

/* false: it never will be, for the service ends or has no memory. */
static bool submit_to_judges(struct play *play, struct task *task)
{
    static const struct play_id house;
    bool is_ours = id_equals(&task->account, &house);

    return pool_submit(
        play->judging,
        &(struct pool_job){
            .key = id_pool_key(is_ours ? &task->entry->id : &task->account),
            .run = carry_now,
            .ctx = task});
}

void task_carry(struct play *play, struct task *task)
{
    for (;;) {
        enum carried carried = carry_one(play, task);
        struct task *next;

        if (carried == CARRIED_ON ||
            (carried == CARRIED_SLOW && submit_to_judges(play, task)))
            return;
        if (carried == CARRIED_SLOW)
            tell(play, task, PLAY_UNAVAILABLE);
        next = pass_on(task->entry);
        task_free(play, task);
        if (!next || submit_to_judges(play, next))
            return;
        task = next;
    }
}

void task_carry_later(struct play *play, struct task *task)
{
    if (task && !submit_to_judges(play, task))
        task_carry(play, task);
}

struct pool *judging_new(void)
{
    static const struct pool_config config = {
        .threads = JUDGES, .waiting_max = JUDGING_MAX, .running_per_key = 1};

    return pool_new(&config);
}

void task_answer(struct play *play, struct task *task, enum play_err err)
{
    struct task *next;

    if (err == PLAY_UNAVAILABLE) {
        /* What became of it is not known: believe the database. */
        pthread_mutex_lock(&task->entry->lock);
        task->entry->loaded = false;
        pthread_mutex_unlock(&task->entry->lock);
    }
    tell(play, task, err);
    next = pass_on(task->entry);
    task_free(play, task);
    task_carry_later(play, next);
}

/* Under entry->lock: offer the state that was just committed as a snapshot. */
static void offer_snapshot(struct play *play, const struct held *entry,
                           const struct task *task)
{
    const struct store_match *row = &task->after;
    const struct match_event *last =
        &task->effect.events[task->effect.event_count - 1];
    const struct span *span = &entry->span;

    if (!snapshot_is_due(row, last) || row->state_size == 0 ||
        span->seq != row->match.seq)
        return;
    snapshots_offer(play, &(struct snapshot){
                              .game = row->match.game,
                              .match = &row->match.key,
                              .seq = last->seq,
                              .state_hash = last->state_hash,
                              .state = row->state,
                              .from = span->from,
                              .seal = span->seal,
                              .moves = span->moves,
                              .count = span->count,
                              .base = span->base,
                          });
}

void task_committed(struct play *play, struct task *task)
{
    const struct match *match = &task->after.match;
    struct held *entry = task->entry;

    pthread_mutex_lock(&entry->lock);
    span_follow(&entry->span, &entry->row, &task->after, &task->effect);
    offer_snapshot(play, entry, task);
    trail_move_on(play->trails, &task->after, &task->effect);
    seats_keep_names(&entry->row.match, &task->after.match);
    entry_install(play, entry, &task->after);
    pthread_mutex_unlock(&entry->lock);
    count_committed(play, task);
    waiters_wake(play->waiters, &match->key, match->seq);
    for (size_t i = 0; i < task->effect.tag_count; i++)
        waiters_wake_account(play->waiters, task->effect.tags[i]);
    if (match->to_act & bot_seats(match))
        robots_kick(play->robots, &task->after);
    if (task->effect.counts)
        chores_kick(play->chores, CHORE_LADDER);
    task_answer(play, task, PLAY_OK);
}

/* ---- the doors ---- */

static void submit(struct play *play, struct task *task,
                   const struct play_id *id)
{
    bool full;

    task->play = play;
    task->entry = cache_pin(play->cache, id);
    if (!task->entry || atomic_load(&play->draining)) {
        tell(play, task, PLAY_UNAVAILABLE);
        task_free(play, task);
        return;
    }
    if (take_turn(task->entry, task, &full)) {
        task_carry(play, task);
    } else if (full) {
        tell(play, task, PLAY_UNAVAILABLE);
        task_free(play, task);
    }
}

static struct task *task_new(const struct match_request *request)
{
    struct task *task = calloc(1, sizeof *task);

    if (!task)
        return NULL;
    task->action = request->action;
    task->account = request->player->key;
    task->is_bot_account = request->player->kind != ACCOUNT_HUMAN;
    memcpy(task->name, request->player->name, sizeof task->name);
    task->asked_seat = request->seat;
    task->to_seq = request->to_seq;
    task->wants_abort = request->wants_abort;
    task->abort_reason = ABORT_BY_CREATOR;
    task->expected_seq = request->expected_seq;
    task->render = request->render;
    task->seat = -1;
    if (request->move)
        task->move_too_long =
            !text_copy(request->move, task->move, sizeof task->move);
    if (request->key) {
        task->has_key = true;
        memcpy(task->body_hash, request->body_hash, sizeof task->body_hash);
        if (!text_copy(request->key, task->key, sizeof task->key)) {
            free(task);
            return NULL;
        }
    }
    return task;
}

void match_submit(struct play *play, const struct match_request *request,
                  void (*done)(void *ctx, const struct match_answer *answer),
                  void *ctx)
{
    struct match_answer answer = {.err = PLAY_NOT_FOUND, .seat = -1};
    struct play_id id;
    struct task *task;

    if (!id_read("m_", request->match, &id)) {
        done(ctx, &answer);
        return;
    }
    task = task_new(request);
    if (!task) {
        answer.err = PLAY_UNAVAILABLE;
        done(ctx, &answer);
        return;
    }
    task->done = done;
    task->ctx = ctx;
    submit(play, task, &id);
}

void away_submit(struct play *play, const struct player *player,
                 const struct store_hold *hold, int64_t until_us,
                 void (*done)(void *ctx, const struct match_answer *answer),
                 void *ctx)
{
    const struct match_answer none = {.err = PLAY_UNAVAILABLE, .seat = -1};
    struct task *task = calloc(1, sizeof *task);

    if (!task) {
        done(ctx, &none);
        return;
    }
    task->action = MATCH_AWAY;
    task->account = player->key;
    task->asked_seat = hold->seat;
    task->until_us = until_us;
    task->expected_seq = MATCH_ANY_SEQ;
    task->seat = -1;
    task->done = done;
    task->ctx = ctx;
    submit(play, task, &hold->match);
}

void abort_submit(struct play *play, const struct play_id *match,
                  enum match_abort reason, int64_t idle_since_us,
                  void (*done)(void *ctx, const struct match_answer *answer),
                  void *ctx)
{
    const struct match_answer none = {.err = PLAY_UNAVAILABLE, .seat = -1};
    struct task *task = calloc(1, sizeof *task);

    if (!task) {
        if (done)
            done(ctx, &none);
        return;
    }
    task->action = MATCH_ABORT;
    task->abort_reason = reason;
    task->idle_since_us = idle_since_us;
    task->asked_seat = -1;
    task->seat = -1;
    task->expected_seq = MATCH_ANY_SEQ;
    task->done = done;
    task->ctx = ctx;
    submit(play, task, match);
}

void timeout_submit(struct play *play, const struct play_id *match)
{
    struct task *task = calloc(1, sizeof *task);

    if (!task)
        return; /* it is looked at again */
    task->action = MATCH_TIMEOUT;
    task->asked_seat = -1;
    task->seat = -1;
    task->expected_seq = MATCH_ANY_SEQ;
    submit(play, task, match);
}

void bot_submit(struct play *play, const struct match *match, int seat,
                struct move move, const void *state)
{
    struct task *task = calloc(1, sizeof *task);

    if (!task)
        return; /* the sweep comes again */
    task->action = MATCH_MOVE;
    task->is_bot = true;
    task->asked_seat = seat;
    task->expected_seq = match->seq;
    match->game->format(state, seat, move, task->move);
    submit(play, task, &match->key);
}
