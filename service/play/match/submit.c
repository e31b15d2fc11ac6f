/* The steps of a command: it waits for its match, is applied to the committed
 * state, goes to the writer, and gets its response when it is committed.
 *
 * Only one command of a match is in progress at a time (entry->acting); others
 * of the same match wait.  So no command depends on an uncommitted update.
 *
 * Waiting commands take turns by account (turns.h).  A command is applied by
 * the thread of its request or, if it had to wait, by the pool
 * play->apply_pool, which is fair between accounts: an account with many
 * commands in many matches does not delay other accounts in other matches. */
#include "play/match/submit.h"

#include "base/pool.h"
#include "play/accounts/player.h"
#include "play/counts.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/apply.h"
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/event_tail.h"
#include "play/match/idempotency_key.h"
#include "play/match/match.h"
#include "play/match/respond.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/match/subscriptions.h"
#include "play/match/turns.h"
#include "play/match/undo_window.h"
#include "play/match/used_keys.h"
#include "play/match/writer.h"
#include "play/node/bot_runner.h"
#include "play/node/id.h"
#include "play/node/jobs.h"
#include "play/node/stats.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/replay/snapshot.h"
#include "play/store/idempotency_keys.h"
#include "play/store/matches.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    APPLY_THREADS = 2,         /* threads that apply commands */
    APPLY_WAITING_MAX = 65536, /* commands that may wait for them: one of each
                                  match */
};

/* ---- applying ---- */

/* Check the key against those that this node has, which are up to date with the
 * row.  PLAY_KEY_REUSED: it may have been used, look it up. */
static enum play_err check_key(const struct cached_match *entry,
                               struct command *command)
{
    const uint32_t seq = entry->row.match.seq;

    if (!used_keys_may_have(&entry->used_keys, command))
        command->key.state = KEY_NEW;
    else if (command->key.state != KEY_FREE || command->key.checked_at != seq)
        command->key.state = KEY_MAYBE;
    command->key.checked_at = seq;
    return command->key.state == KEY_MAYBE ? PLAY_KEY_REUSED : PLAY_OK;
}

static enum play_err apply_to_row(struct play *play, struct cached_match *entry,
                                  struct command *command)
{
    const bool is_undo = command->action == MATCH_UNDO;
    enum play_err err = PLAY_OK;

    if (command->key.state != KEY_NONE) {
        err = used_keys_ready(play, entry);
        err = err ? err : check_key(entry, command);
    }
    if (err)
        return err;
    /* The response says what can be undone. */
    if ((is_undo || command->render) &&
        entry->row.match.status == MATCH_RUNNING &&
        !row_is_foreign(&entry->row))
        err = undo_window_ready(play, entry);
    if (err && err != PLAY_SLOW && !is_undo)
        err = PLAY_OK;
    return err ? err
               : command_apply(play, &entry->row, &entry->undo_window, command);
}

/* Apply the command to the row that this node has; if that refuses, to the
 * current row of the database. */
static enum play_err apply_current(struct play *play, struct command *command)
{
    struct cached_match *entry = command->entry;
    enum play_err err;

    pthread_mutex_lock(&entry->lock);
    err = cached_match_refresh(play, entry, command->tries > 0);
    if (!err) {
        err = apply_to_row(play, entry, command);
        if (err && err != PLAY_SLOW && err != PLAY_KEY_REUSED &&
            command->tries == 0) {
            uint32_t seq = entry->row.match.seq;
            enum play_err refresh_err = cached_match_refresh(play, entry, true);

            if (refresh_err)
                err = refresh_err;
            else if (entry->row.match.seq != seq)
                err = apply_to_row(play, entry, command);
        }
    }
    pthread_mutex_unlock(&entry->lock);
    return err;
}

/* Apply the command to the row that this node has, without a query.  PLAY_SLOW:
 * that takes one.  So does a refusal, because the row may not be the current
 * one; and several moves take long. */
static enum play_err apply_quickly(struct play *play, struct command *command)
{
    struct cached_match *entry = command->entry;
    const int64_t expected = command->expected_seq;
    enum play_err err = PLAY_SLOW;

    pthread_mutex_lock(&entry->lock);
    const uint32_t seq = entry->row.match.seq;

    if (cached_match_is_fresh(play, entry) && entry->undo_window.seq == seq &&
        (expected == MATCH_ANY_SEQ || expected == seq) &&
        !command->moves.is_list &&
        (command->key.state == KEY_NONE ||
         (used_keys_are_ready(play, entry) && !check_key(entry, command))))
        err = command_apply(play, &entry->row, &entry->undo_window, command);
    pthread_mutex_unlock(&entry->lock);
    return err ? PLAY_SLOW : PLAY_OK;
}

/* Return whether the key of the command need not be looked up. */
static bool key_is_known_new(struct play *play, const struct command *command)
{
    return command->key.state == KEY_NEW &&
           play->store->idempotency_keys->are_listed(play->store,
                                                     key_since_us(play));
}

/* Pass the command to the writer or, when it is refused, finish it. */
static enum command_step
write_or_respond(struct play *play, struct command *command, enum play_err err)
{
    enum command_step step = COMMAND_PENDING;

    command_stop_clock(play, command);
    if (!err) {
        command_go_to(command, COMMAND_WRITING);
        if (writer_push(play->writer, command))
            return COMMAND_PENDING;
        err = PLAY_UNAVAILABLE;
    }
    /* A key is checked before everything else: the repeated request may be
     * refused by now. */
    if (err != PLAY_UNAVAILABLE && !key_is_known_new(play, command))
        step = command_respond_by_key(play, command);
    if (step == COMMAND_PENDING) {
        command_respond(play, command, err);
        step = COMMAND_FINISHED;
    }
    return step;
}

/* Apply the command, or finish it with the reply of its key.  If the key is not
 * found, the command is applied to the same row or, if the match has changed
 * meanwhile, checked again. */
static enum command_step
apply_or_repeat(struct play *play, struct command *command, enum play_err *err)
{
    enum command_step step = COMMAND_PENDING;

    while (step == COMMAND_PENDING) {
        *err = command->stage == COMMAND_AT_ONCE ? apply_quickly(play, command)
                                                 : apply_current(play, command);
        if (*err != PLAY_KEY_REUSED)
            break;
        step = command_respond_by_key(play, command);
        command->key.state = KEY_FREE;
    }
    return step;
}

/* Run one command that has the turn. */
static enum command_step run_step(struct play *play, struct command *command)
{
    enum command_step step = COMMAND_PENDING;
    enum play_err err = PLAY_OK;

    /* It was written before, too late: the key may now belong to its own
     * repetition. */
    if (command->tries > 0)
        step = command_respond_by_key(play, command);
    if (step == COMMAND_PENDING)
        step = apply_or_repeat(play, command, &err);
    if (step != COMMAND_PENDING)
        return step;
    return err == PLAY_SLOW ? COMMAND_SLOW
                            : write_or_respond(play, command, err);
}

static void run_job(void *ctx)
{
    struct command *command = ctx;

    command_go_to(command, COMMAND_APPLYING);
    command_start_clock(command);
    command_run(command->play, command);
}

/* Pass the command to a thread of the pool.  false: it cannot run, because the
 * service shuts down or has no memory. */
static bool submit_to_pool(struct play *play, struct command *command)
{
    static const struct play_id nobody;
    bool is_own = id_equals(&command->actor.account, &nobody);

    return pool_submit(
        play->apply_pool,
        &(struct pool_job){.key = id_pool_key(is_own ? &command->entry->id
                                                     : &command->actor.account),
                           .run = run_job,
                           .ctx = command});
}

void command_run(struct play *play, struct command *command)
{
    for (;;) {
        enum command_step step;
        struct command *next;

        if (command->stage != COMMAND_AT_ONCE)
            command_go_to(command, COMMAND_APPLYING);
        step = run_step(play, command);

        if (step == COMMAND_PENDING ||
            (step == COMMAND_SLOW && submit_to_pool(play, command)))
            return;
        if (step == COMMAND_SLOW)
            command_respond(play, command, PLAY_UNAVAILABLE);
        next = turn_pass(command->entry);
        command_free(play, command);
        if (!next || submit_to_pool(play, next))
            return;
        command = next;
    }
}

void command_run_later(struct play *play, struct command *command)
{
    if (command && !submit_to_pool(play, command))
        command_run(play, command);
}

struct pool *apply_pool_new(void)
{
    static const struct pool_config config = {.name = "commands",
                                              .threads = APPLY_THREADS,
                                              .waiting_max = APPLY_WAITING_MAX,
                                              .running_per_key = 1};

    return pool_new(&config);
}

void command_finish(struct play *play, struct command *command,
                    enum play_err err)
{
    struct command *next;

    if (err == PLAY_UNAVAILABLE) {
        /* The result of the commit is unknown: read the row from the
         * database. */
        pthread_mutex_lock(&command->entry->lock);
        command->entry->loaded = false;
        pthread_mutex_unlock(&command->entry->lock);
    }
    command_respond(play, command, err);
    next = turn_pass(command->entry);
    command_free(play, command);
    command_run_later(play, next);
}

/* Under entry->lock: offer the state after the last committed event as a
 * snapshot. */
static void offer_snapshot(struct play *play, const struct cached_match *entry,
                           const struct command *command)
{
    const struct store_match *row = &command->after;
    const struct match_event *last =
        &command->update.events[command->update.event_count - 1];
    const struct undo_window *undo_window = &entry->undo_window;

    if (!snapshot_is_due(row, last) || row->state_size == 0 ||
        undo_window->seq != row->match.seq)
        return;
    snapshots_offer(play, &(struct snapshot){
                              .game = row->match.game,
                              .match = &row->match.key,
                              .seq = last->seq,
                              .state_hash = last->state_hash,
                              .state = row->state,
                              .from = undo_window->from,
                              .seal = undo_window->seal,
                              .moves = undo_window->moves,
                              .count = undo_window->count,
                              .base = undo_window->base,
                          });
}

static void count_committed(struct play *play, const struct command *command)
{
    const enum actor_kind kind = command->actor.kind;
    enum mover_kind mover = kind == ACTOR_BUILTIN ? MOVER_BUILTIN
                            : kind == ACTOR_BOT   ? MOVER_BOT
                                                  : MOVER_HUMAN;

    if (kind == ACTOR_BUILTIN)
        atomic_fetch_add(&play->counts.bot_moves, 1);
    if (command->action == MATCH_UNDO)
        atomic_fetch_add(&play->counts.undos, 1);
    if (command->action != MATCH_MOVE)
        return;
    for (size_t i = 0; i < command->moves.at; i++) {
        atomic_fetch_add(&play->counts.moves, 1);
        stats_moved(play->stats, command->after.match.game, mover);
    }
}

void command_committed(struct play *play, struct command *command)
{
    const struct match *match = &command->after.match;
    struct cached_match *entry = command->entry;
    bool is_followed;

    pthread_mutex_lock(&entry->lock);
    undo_window_follow(&entry->undo_window, &entry->row, &command->after,
                       &command->update);
    used_keys_follow(&entry->used_keys, &command->update);
    offer_snapshot(play, entry, command);
    is_followed = event_tail_move_on(play->event_tails, &command->after,
                                     &command->update);
    seats_keep_names(&entry->row.match, &command->after.match);
    cached_match_install(play, entry, &command->after);
    /* Another node may have been faster. */
    is_followed = is_followed && entry->row.match.seq == match->seq;
    command->after.match.stamp = is_followed ? entry->row.match.stamp : 0;
    pthread_mutex_unlock(&entry->lock);
    if (is_followed && command->announce && command->reply)
        command->announce(command->ctx, match, command->reply);
    count_committed(play, command);
    subscriptions_wake(play->subscriptions, &match->key, match->seq);
    for (size_t i = 0; i < command->update.tag_count; i++)
        subscriptions_wake_account(play->subscriptions,
                                   command->update.tags[i]);
    if (match->to_act & bot_seats(match))
        bot_runner_kick(play->bot_runner, &command->after);
    if (command->update.counts)
        jobs_kick(play->jobs, JOB_LADDER);
    command_finish(play, command, PLAY_OK);
}

/* ---- submitting ---- */

void command_submit(struct play *play, struct command *command,
                    const struct play_id *id)
{
    bool full;

    command->play = play;
    command->entry = cache_pin(play->cache, id);
    if (!command->entry || atomic_load(&play->draining)) {
        command_respond(play, command, PLAY_UNAVAILABLE);
        command_free(play, command);
        return;
    }
    if (turn_take(command->entry, command, &full)) {
        command_run(play, command);
    } else if (full) {
        command_respond(play, command, PLAY_UNAVAILABLE);
        command_free(play, command);
    }
}

static void copy_moves(const struct match_request *request,
                       struct command *command)
{
    command->moves.is_list = request->move_count > 0;
    command->moves.count = command->moves.is_list ? request->move_count : 1;
    for (size_t i = 0; i < command->moves.count; i++) {
        const char *move =
            command->moves.is_list ? request->moves[i] : request->move;
        char *out = command->moves.text[i];

        if (!move || !text_copy(move, out, sizeof command->moves.text[i]))
            out[0] = '\0';
    }
}

static enum actor_kind kind_of(const struct player *player)
{
    if (player->kind != ACCOUNT_HUMAN)
        return ACTOR_BOT;
    return player->is_guest ? ACTOR_GUEST : ACTOR_PERSON;
}

static struct command *command_of(struct play *play,
                                  const struct match_request *request)
{
    struct command *command = command_new();

    if (!command)
        return NULL;
    command->action = request->action;
    command->actor.kind = kind_of(request->player);
    command->actor.account = request->player->key;
    memcpy(command->actor.name, request->player->name,
           sizeof command->actor.name);
    memcpy(command->actor.display, request->player->display,
           sizeof command->actor.display);
    command->asked_seat = request->seat;
    if (request->is_quick)
        command_go_to(command, COMMAND_AT_ONCE);
    command->moves.attempt.language = request->language;
    command->undo.to_seq = request->to_seq;
    command->wants_abort = request->wants_abort;
    command->abort.reason = ABORT_BY_CREATOR;
    command->expected_seq = request->expected_seq;
    command->render = request->render;
    command->announce = request->announce;
    command->seat = -1;
    copy_moves(request, command);
    if (request->key) {
        command->key.state = KEY_UNCHECKED;
        memcpy(command->key.body_hash, request->body_hash,
               sizeof command->key.body_hash);
        if (!text_copy(request->key, command->key.text,
                       sizeof command->key.text)) {
            command_free(play, command);
            return NULL;
        }
    }
    return command;
}

void match_submit(struct play *play, const struct match_request *request,
                  void (*done)(void *ctx,
                               const struct match_response *response),
                  void *ctx)
{
    struct match_response response = {.err = PLAY_NOT_FOUND, .seat = -1};
    struct play_id id;
    struct command *command;

    if (!id_read("m_", request->match, &id)) {
        done(ctx, &response);
        return;
    }
    command = command_of(play, request);
    if (!command) {
        response.err = PLAY_UNAVAILABLE;
        done(ctx, &response);
        return;
    }
    command->done = done;
    command->ctx = ctx;
    command_submit(play, command, &id);
}
