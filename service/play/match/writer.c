/* The writer: one thread that takes the queued commands, of many matches, and
 * commits their updates in one transaction.  Moves are cheap because they share
 * a commit.  Responses are sent after it. */
#include "play/match/writer.h"

#include "base/thread.h"
#include "play/config.h"
#include "play/error.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/idempotency_key.h"
#include "play/node/stats.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/updates.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* Attempts at a command whose match another node has changed meanwhile.
     * Many, because another node's bots may commit a dozen moves in succession
     * when all seats choose at once. */
    TRIES_MAX = 64,
    RECOVER_MS = 3000, /* for which a failed transaction is retried */
    RECOVER_STEP_MS = 50,
};

struct queue {
    struct command *first, *last;
};

struct writer {
    struct play *play;
    const struct writer_hooks *hooks;
    struct thread *thread;
    pthread_mutex_t lock; /* of the members below */
    /* Commands with a plain update (store_is_plain), which share transactions,
     * and others, which have one each and take longer.  They are of different
     * matches, so that their order does not matter. */
    struct queue plain, other;
    bool is_other_next;
    unsigned queued;
    bool closed;
};

/* ---- the queues ---- */

static void append(struct queue *queue, struct command *command)
{
    command->next = NULL;
    *(queue->last ? &queue->last->next : &queue->first) = command;
    queue->last = command;
}

bool writer_push(struct writer *writer, struct command *command)
{
    bool is_taken, is_first;

    pthread_mutex_lock(&writer->lock);
    is_taken =
        !writer->closed && writer->queued < writer->play->config.queue_max;
    is_first = is_taken && writer->queued == 0;
    if (is_taken) {
        append(store_is_plain(&command->update) ? &writer->plain
                                                : &writer->other,
               command);
        writer->queued++;
    }
    pthread_mutex_unlock(&writer->lock);
    /* A thread that runs continues until the queue is empty. */
    if (is_first)
        thread_kick(writer->thread);
    return is_taken;
}

unsigned writer_queued(struct writer *writer)
{
    unsigned n;

    pthread_mutex_lock(&writer->lock);
    n = writer->queued;
    pthread_mutex_unlock(&writer->lock);
    return n;
}

static struct command *pop(struct writer *writer, struct queue *queue)
{
    struct command *command = queue->first;

    queue->first = command->next;
    if (!queue->first)
        queue->last = NULL;
    writer->queued--;
    command->next = NULL;
    return command;
}

/* Take the commands of the next transaction: plain ones, or one other.  While
 * both wait they take turns, so that the ends of matches neither split the
 * batches of moves nor wait behind them.  0: the queues are empty. */
static size_t take(struct writer *writer, struct command *out[STORE_BATCH_MAX])
{
    size_t n = 0;

    pthread_mutex_lock(&writer->lock);
    if (writer->other.first && (writer->is_other_next || !writer->plain.first))
        out[n++] = pop(writer, &writer->other);
    else
        while (n < STORE_BATCH_MAX && writer->plain.first)
            out[n++] = pop(writer, &writer->plain);
    writer->is_other_next = n > 0 && store_is_plain(&out[0]->update);
    pthread_mutex_unlock(&writer->lock);
    return n;
}

/* ---- writing ---- */

static enum store_err write_commands(struct play *play,
                                     struct command **commands, size_t count)
{
    const struct play_config *config = &play->config;
    const int64_t begun_us = config->steady_us(config->ctx);
    struct store_update *updates[STORE_BATCH_MAX];
    enum store_err err;

    for (size_t i = 0; i < count; i++)
        updates[i] = &commands[i]->update;
    err = play->store->updates->write(play->store, updates, count,
                                      key_since_us(play));
    if (err)
        return err;
    atomic_fetch_add(&play->counts.commits, 1);
    stats_committed(play->stats, count,
                    config->steady_us(config->ctx) - begun_us);
    return STORE_OK;
}

/* Find out whether this command's update is stored durably.  Its first event is
 * identified by all its members, among them the time in microseconds and the
 * hash of the state.  One query asks both whether the event exists and whether
 * it is durable, because between two queries another server might become the
 * primary. */
static enum play_err is_written(struct play *play,
                                const struct command *command, bool *out)
{
    const struct match_event *mine = &command->update.events[0];
    struct match_event *events;
    size_t count;
    enum store_err err = play->store->events->list_durable(
        play->store, &command->update.match, command->update.seq, 1, &events,
        &count);

    if (err)
        return PLAY_UNAVAILABLE;
    *out = count == 1 && events->kind == mine->kind &&
           events->seat == mine->seat && events->at_us == mine->at_us &&
           events->state_hash == mine->state_hash &&
           events->to_seq == mine->to_seq &&
           strcmp(events->move, mine->move) == 0 &&
           strcmp(events->player, mine->player) == 0;
    free(events);
    return PLAY_OK;
}

/* Handle a command whose match has changed meanwhile.  If the change is an
 * earlier attempt at this command, it is committed; otherwise another node was
 * faster, and the command is applied again. */
static void apply_again(struct writer *writer, struct command *command)
{
    struct play *play = writer->play;
    bool mine = false;

    if (command->stage == COMMAND_UNSURE && is_written(play, command, &mine)) {
        writer->hooks->failed(play, command, PLAY_UNAVAILABLE);
        return;
    }
    if (mine)
        writer->hooks->committed(play, command);
    else if (++command->tries > TRIES_MAX)
        writer->hooks->failed(play, command, PLAY_UNAVAILABLE);
    else
        writer->hooks->retry(play, command);
}

static void settle(struct writer *writer, struct command *command)
{
    if (command->update.outcome == STORE_OK)
        writer->hooks->committed(writer->play, command);
    else
        apply_again(writer, command);
}

/* Write a command in a transaction of its own, because that of its batch
 * failed; retry until deadline_us.  true: the result is known, committed or
 * not. */
static bool write_alone(struct writer *writer, struct command *command,
                        int64_t deadline_us)
{
    struct play *play = writer->play;
    const struct timespec pause = {.tv_nsec = RECOVER_STEP_MS * 1000000L};
    enum store_err err;

    for (;;) {
        bool mine = false;
        enum play_err known = PLAY_OK;

        err = STORE_UNAVAILABLE;
        if (command->stage == COMMAND_UNSURE)
            known = is_written(play, command, &mine);
        if (mine) {
            writer->hooks->committed(play, command);
            return true;
        }
        if (!known)
            err = write_commands(play, &command, 1);
        if (!err) {
            settle(writer, command);
            return true;
        }
        if (err == STORE_UNSURE)
            command_go_to(command, COMMAND_UNSURE);
        if (err == STORE_REFUSED ||
            play->config.steady_us(play->config.ctx) >= deadline_us)
            break;
        nanosleep(&pause, NULL);
    }
    writer->hooks->failed(play, command, PLAY_UNAVAILABLE);
    return err == STORE_REFUSED;
}

static bool is_closed(struct writer *writer)
{
    bool closed;

    pthread_mutex_lock(&writer->lock);
    closed = writer->closed;
    pthread_mutex_unlock(&writer->lock);
    return closed;
}

/* Retry each command in its own transaction.  After the first one that fails,
 * fail the others without an attempt: if a standby is gone, each commit would
 * take RECOVER_MS.  During shutdown, do not retry if the batch itself has taken
 * that long.  false: the database was unavailable for too long. */
static bool write_each(struct writer *writer, struct command **commands,
                       size_t count, int64_t begun_us)
{
    struct play *play = writer->play;
    const int64_t now_us = play->config.steady_us(play->config.ctx);
    const int64_t most_us = RECOVER_MS * INT64_C(1000);
    bool goes_on = now_us < begun_us + most_us || !is_closed(writer);

    for (size_t i = 0; i < count; i++) {
        if (goes_on)
            goes_on = write_alone(writer, commands[i], now_us + most_us);
        else
            writer->hooks->failed(play, commands[i], PLAY_UNAVAILABLE);
    }
    return goes_on;
}

/* Write a batch.  false: the database was unavailable for too long. */
static bool write_batch(struct writer *writer, struct command **commands,
                        size_t count)
{
    struct play *play = writer->play;
    const int64_t begun_us = play->config.steady_us(play->config.ctx);
    enum store_err err = write_commands(play, commands, count);

    if (err) {
        for (size_t i = 0; i < count && err == STORE_UNSURE; i++)
            command_go_to(commands[i], COMMAND_UNSURE);
        return write_each(writer, commands, count, begun_us);
    }
    for (size_t i = 0; i < count; i++)
        settle(writer, commands[i]);
    return true;
}

static void fail_all(struct writer *writer, struct command *command)
{
    while (command) {
        struct command *next = command->next;

        command->next = NULL;
        writer->hooks->failed(writer->play, command, PLAY_UNAVAILABLE);
        command = next;
    }
}

/* Fail the commands that were queued behind a batch that failed: they have
 * already waited RECOVER_MS.  Commands that are queued later are tried. */
static void fail_queued(struct writer *writer)
{
    struct queue queues[2];

    pthread_mutex_lock(&writer->lock);
    queues[0] = writer->plain;
    queues[1] = writer->other;
    writer->plain = writer->other = (struct queue){NULL, NULL};
    writer->queued = 0;
    pthread_mutex_unlock(&writer->lock);
    fail_all(writer, queues[0].first);
    fail_all(writer, queues[1].first);
}

/* Write the next batch.  false: the queue is empty. */
static bool write_next(struct writer *writer)
{
    struct command *commands[STORE_BATCH_MAX] = {NULL};
    const size_t count = take(writer, commands);

    if (count > 0 && !write_batch(writer, commands, count))
        fail_queued(writer);
    return count > 0;
}

/* One round of the thread. */
static uint32_t write_round(void *ctx)
{
    return write_next(ctx) ? 0 : THREAD_FOREVER;
}

/* ---- start and stop ---- */

struct writer *writer_new(struct play *play, const struct writer_hooks *hooks)
{
    struct writer *writer = calloc(1, sizeof *writer);
    const struct thread_config config = {.name = "writer",
                                         .run = write_round,
                                         .ctx = writer,
                                         .first_ms = THREAD_FOREVER};

    if (!writer)
        return NULL;
    writer->play = play;
    writer->hooks = hooks;
    pthread_mutex_init(&writer->lock, NULL);
    writer->thread = thread_new(&config);
    if (writer->thread)
        return writer;
    writer_free(writer);
    return NULL;
}

void writer_stop(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->closed = true;
    pthread_mutex_unlock(&writer->lock);
    thread_stop(writer->thread);
    while (write_next(writer)) {
    }
}

void writer_free(struct writer *writer)
{
    if (!writer)
        return;
    thread_free(writer->thread);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
}
