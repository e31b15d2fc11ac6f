/* The bots' thread: it plays for the bots that sit in matches, one decision at
 * a time, through the same door as everybody.
 *
 * It is told of matches by this node's commits.  What is left lying (a node
 * died, a move was refused because another node was faster) is found by a
 * sweep over the database now and then, which claims what it takes. */
#include "inner.h"

#include "bots/bot.h"
#include "queue.h"

#include <openssl/crypto.h>
#include <stdlib.h>

enum { QUEUE_MAX = 4096, SWEEP_MAX = 64 };
static const int64_t purge_every_us = INT64_C(600) * 1000000;
static const int64_t failure_rest_us = INT64_C(24) * 3600 * 1000000;
/* Tokens that ended are kept for a while, to be found out about. */
static const int64_t token_rest_us = INT64_C(7) * 24 * 3600 * 1000000;
/* So are tickets of the queue. */
static const int64_t ticket_rest_us = QUEUE_SLOW_S * INT64_C(1000000);
static const int64_t challenge_rest_us =
    CHALLENGE_DAYS_KEPT * INT64_C(24) * 3600 * 1000000;

struct robots {
    struct play *play;
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct play_id queue[QUEUE_MAX]; /* a ring */
    unsigned first, count;
    bool closed;
    int64_t purge_us; /* when keys and tokens are to be purged next, steady */
};

void robots_kick(struct robots *robots, const struct play_id *id)
{
    if (!robots->play->config.bots_play)
        return;
    pthread_mutex_lock(&robots->lock);
    /* A full queue is no loss: the sweep finds what was left out. */
    if (robots->count < QUEUE_MAX) {
        robots->queue[(robots->first + robots->count++) % QUEUE_MAX] = *id;
        pthread_cond_signal(&robots->more);
    }
    pthread_mutex_unlock(&robots->lock);
}

/* ---- one decision ---- */

static bool is_closed(struct robots *robots);

static bool must_stop(void *context)
{
    return is_closed(context);
}

static uint64_t clock_us(void *context)
{
    const struct play_config *config =
        &((const struct robots *)context)->play->config;

    return (uint64_t)config->steady_us(config->ctx);
}

static struct move choose(struct robots *robots, const struct bot *bot,
                          const struct store_match *row, int seat,
                          struct random *random)
{
    const struct thought thought = {.positions = UINT32_MAX,
                                    .ms = robots->play->config.bot_think_ms,
                                    .stop = must_stop,
                                    .clock = clock_us,
                                    .context = robots};
    const struct game *game = row->match.game;

    return bot->within ? bot->within(game, row->state, seat, random, &thought)
                       : bot->choose(game, row->state, seat, random);
}

static void play_for(struct robots *robots, const struct store_match *row,
                     int seat)
{
    struct play *play = robots->play;
    const struct bot *bot = bot_find(row->match.seats[seat].bot);
    struct random random;
    uint8_t key[32];
    struct move move;

    if (!bot || !play_random(play, key, sizeof key))
        return;
    random_init(&random, key, 0);
    move = choose(robots, bot, row, seat, &random);
    bot_submit(play, &row->match, seat, move, row->state);
}

/* The lowest bot that is to act; its commit brings us back for the next. */
static void play_in(struct robots *robots, const struct play_id *id)
{
    struct play *play = robots->play;
    struct store_match *row = malloc(sizeof *row);
    char text[PLAY_ID_SIZE];

    if (!row)
        return;
    id_write("m_", id, text);
    if (!row_read(play, text, 0, row)) {
        seat_set due = row->match.to_act & bot_seats(&row->match);

        if (row_is_foreign(row))
            due = 0;

        for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
            if (due & 1U << seat) {
                play_for(robots, row, seat);
                break;
            }
        }
    }
    OPENSSL_cleanse(row, sizeof *row);
    free(row);
}

/* ---- the sweep ---- */

static void sweep(struct robots *robots)
{
    struct play *play = robots->play;
    int64_t now_us = play_now_us(play);
    int64_t steady_us = play->config.steady_us(play->config.ctx);
    struct play_id due[SWEEP_MAX];
    size_t count = 0;

    tokens_flush(play);
    if (!timesync_is_sound(play))
        return;
    if (play->config.bots_play &&
        !play->store->bots_due(play->store, now_us,
                               now_us -
                                   play->config.bot_sweep_ms * INT64_C(1000),
                               due, SWEEP_MAX, &count))
        for (size_t i = 0; i < count; i++)
            robots_kick(robots, &due[i]);
    if (steady_us >= robots->purge_us) {
        robots->purge_us = steady_us + purge_every_us;
        play->store->keys_purge(play->store, key_since_us(play));
        play->store->tokens_purge(play->store, now_us - token_rest_us);
        play->store->tickets_purge(play->store, now_us);
        play->store->failures_purge(play->store, now_us - failure_rest_us);
        play->store->devices_purge(play->store, device_since_us(play));
        play->store->queue_purge(play->store, now_us - ticket_rest_us);
        play->store->challenges_purge(play->store, now_us - challenge_rest_us);
    }
}

/* ---- the thread ---- */

/* true: *out is the next match.  false: nothing for a while, time to sweep. */
static bool next_match(struct robots *robots, int64_t sweep_us,
                       struct play_id *out)
{
    const struct play_config *config = &robots->play->config;
    bool is_found;

    pthread_mutex_lock(&robots->lock);
    while (robots->count == 0 && !robots->closed) {
        int64_t left_us = sweep_us - config->steady_us(config->ctx);

        if (config->bot_sweep_ms == 0)
            pthread_cond_wait(&robots->more, &robots->lock);
        else if (left_us <= 0)
            break;
        else
            steady_cond_wait_ms(&robots->more, &robots->lock,
                                (unsigned)(left_us / 1000) + 1);
    }
    is_found = robots->count > 0 && !robots->closed;
    if (is_found) {
        *out = robots->queue[robots->first];
        robots->first = (robots->first + 1) % QUEUE_MAX;
        robots->count--;
    }
    pthread_mutex_unlock(&robots->lock);
    return is_found;
}

static bool is_closed(struct robots *robots)
{
    bool closed;

    pthread_mutex_lock(&robots->lock);
    closed = robots->closed;
    pthread_mutex_unlock(&robots->lock);
    return closed;
}

static void *run(void *arg)
{
    struct robots *robots = arg;
    const struct play_config *config = &robots->play->config;
    int64_t sweep_us = 0; /* at once: the last node may have died */

    while (!is_closed(robots)) {
        struct play_id id;

        if (next_match(robots, sweep_us, &id))
            play_in(robots, &id);
        if (config->bot_sweep_ms > 0 &&
            config->steady_us(config->ctx) >= sweep_us && !is_closed(robots)) {
            sweep(robots);
            sweep_us = config->steady_us(config->ctx) +
                       config->bot_sweep_ms * INT64_C(1000);
        }
    }
    return NULL;
}

struct robots *robots_new(struct play *play)
{
    struct robots *robots = calloc(1, sizeof *robots);

    if (!robots)
        return NULL;
    robots->play = play;
    pthread_mutex_init(&robots->lock, NULL);
    steady_cond_init(&robots->more);
    robots->has_thread =
        pthread_create(&robots->thread, NULL, run, robots) == 0;
    if (robots->has_thread)
        return robots;
    robots_free(robots);
    return NULL;
}

void robots_stop(struct robots *robots)
{
    pthread_mutex_lock(&robots->lock);
    robots->closed = true;
    pthread_cond_signal(&robots->more);
    pthread_mutex_unlock(&robots->lock);
    if (robots->has_thread)
        pthread_join(robots->thread, NULL);
    robots->has_thread = false;
}

void robots_free(struct robots *robots)
{
    if (!robots)
        return;
    pthread_cond_destroy(&robots->more);
    pthread_mutex_destroy(&robots->lock);
    free(robots);
}
