/* Responses to commands: their results, refusals, and replies that an
 * idempotency key repeats. */
#include "play/match/respond.h"

#include "base/clock.h"
#include "base/log.h"
#include "play/counts.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/idempotency_key.h"
#include "play/match/idempotent_reply.h"
#include "play/match/match.h"
#include "play/node/stats.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/idempotency_keys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TO(stage) (1U << COMMAND_##stage)

/* Where a command can go from each stage.  Another node may be faster than the
 * writer: then it is applied again. */
static const unsigned next[COMMAND_STAGES] = {
    [COMMAND_NEW] = TO(AT_ONCE) | TO(APPLYING),
    [COMMAND_AT_ONCE] = TO(APPLYING) | TO(WRITING),
    [COMMAND_APPLYING] = TO(APPLYING) | TO(WRITING),
    [COMMAND_WRITING] = TO(UNSURE) | TO(APPLYING),
    [COMMAND_UNSURE] = TO(UNSURE) | TO(APPLYING),
};

void command_go_to(struct command *command, enum command_stage stage)
{
    if (!(next[command->stage] >> stage & 1))
        log_event(LOG_ERROR, "command-stage", LOG_N("from", command->stage),
                  LOG_N("to", stage));
    command->stage = stage;
}

struct command *command_new(void)
{
    return calloc(1, sizeof(struct command));
}

void command_free(struct play *play, struct command *command)
{
    if (command->entry)
        cache_unpin(play->cache, command->entry);
    free(command->reply);
    free(command);
}

static void count_refusal(struct play *play, const struct command *command,
                          enum play_err err)
{
    if (!err)
        return;
    if (err == PLAY_STALE)
        atomic_fetch_add(&play->counts.stale, 1);
    if (err == PLAY_ILLEGAL_MOVE)
        atomic_fetch_add(&play->counts.illegal, 1);
    stats_refused(play->stats, err, command->after.match.game,
                  &command->moves.attempt.refusal);
}

static uint32_t seq_now(struct cached_match *entry)
{
    uint32_t seq;

    pthread_mutex_lock(&entry->lock);
    seq = entry->row.match.seq;
    pthread_mutex_unlock(&entry->lock);
    return seq;
}

void command_start_clock(struct command *command)
{
    command->cpu.begun_us = clock_thread_us();
}

void command_stop_clock(struct play *play, struct command *command)
{
    int64_t used_us;

    if (!command->cpu.begun_us)
        return;
    used_us = clock_thread_us() - command->cpu.begun_us;
    command->cpu.used_us += used_us;
    command->cpu.begun_us = 0;
    atomic_fetch_add(&play->counts.judging_us, (uint64_t)used_us);
}

void command_respond(struct play *play, struct command *command,
                     enum play_err err)
{
    struct match_response response = {.err = err, .seat = command->seat};

    command_stop_clock(play, command);
    response.cpu_us = command->cpu.used_us;
    count_refusal(play, command, err);
    if (!err) {
        response.seq = command->after.match.seq;
        response.reply = command->reply;
        response.match = &command->after.match;
    } else {
        if (command->entry)
            response.seq = seq_now(command->entry);
        response.is_list = command->moves.is_list;
        response.at = command->moves.at;
        if (err == PLAY_ILLEGAL_MOVE)
            response.refusal = &command->moves.attempt.refusal;
        if (err == PLAY_UNDO_BLOCKED)
            response.undo = &command->undo.limits;
        if (err == PLAY_TIME_NOT_UP || err == PLAY_IN_GRACE)
            response.deadline_us = command->deadline_us;
    }
    if (command->done)
        command->done(command->ctx, &response);
}

static enum play_err read_match(struct play *play, struct cached_match *entry,
                                struct match *out)
{
    enum play_err err;

    pthread_mutex_lock(&entry->lock);
    err = cached_match_refresh(play, entry, false);
    *out = entry->row.match;
    pthread_mutex_unlock(&entry->lock);
    return err;
}

/* Repeat the reply that is stored with the key.  Another node may have written
 * it: rows read from now on must not be older. */
static enum command_step
repeat_reply(struct play *play, struct command *command, struct store_key *key)
{
    struct match match;
    enum play_err err = PLAY_OK;

    atomic_fetch_add(&command->entry->hints, 1);
    if (!key->reply && command->render)
        err = idempotent_reply(play, command, key);
    if (err == PLAY_SLOW)
        return COMMAND_SLOW;
    if (!err)
        err = read_match(play, command->entry, &match);
    if (err) {
        command_respond(play, command, err);
        return COMMAND_FINISHED;
    }
    command_stop_clock(play, command);
    struct match_response response = {
        .seq = key->seq,
        .seat = key->seat,
        .reply = key->reply,
        .replayed = true,
        .match = &match,
        .cpu_us = command->cpu.used_us,
    };

    atomic_fetch_add(&play->counts.replayed, 1);
    command->done(command->ctx, &response);
    return COMMAND_FINISHED;
}

enum command_step command_respond_by_key(struct play *play,
                                         struct command *command)
{
    enum command_step step = COMMAND_FINISHED;
    struct store_key key = {0};
    enum store_err err;

    if (command->key.state == KEY_NONE)
        return COMMAND_PENDING;
    err = play->store->idempotency_keys->find(
        play->store, &command->entry->id, &command->actor.account,
        command->key.text, key_since_us(play), &key);
    if (err == STORE_NOT_FOUND)
        return COMMAND_PENDING;
    if (err)
        command_respond(play, command, PLAY_UNAVAILABLE);
    else if (memcmp(key.body_hash, command->key.body_hash, key.hash_size) != 0)
        command_respond(play, command, PLAY_KEY_REUSED);
    else
        step = repeat_reply(play, command, &key);
    free(key.reply);
    return step;
}
