/* What happens is counted here, by game, by kind of player, by rule; and what
 * waits in the database is asked for now and then.  Whoever reads the figures
 * waits for nobody. */
#include "play/inner.h"

#include <stdlib.h>
#include <string.h>

struct meter {
    struct {
        _Atomic uint64_t moves[MOVER_COUNT];
        struct histogram judge_us;
    } games[PLAY_GAMES_MAX];
    _Atomic uint64_t refused[PLAY_ERR_COUNT];
    struct histogram commits_us, batches;

    pthread_mutex_t lock; /* of what follows */
    struct play_rule_counts rules[PLAY_RULES_MAX];
    size_t rule_count;
    struct store_backlog backlog;
    int64_t backlog_us;   /* steady: when it was read; 0: never */
    int64_t backlog_wall; /* and what time that was */
    int64_t look_us;      /* the chores' thread's: when it looked last */
};

struct meter *meter_new(void)
{
    struct meter *meter = calloc(1, sizeof *meter);

    if (meter)
        pthread_mutex_init(&meter->lock, NULL);
    return meter;
}

void meter_free(struct meter *meter)
{
    if (!meter)
        return;
    pthread_mutex_destroy(&meter->lock);
    free(meter);
}

unsigned game_number(const struct game *game)
{
    unsigned i = 0;

    while (i + 1 < PLAY_GAMES_MAX && games[i] && games[i] != game)
        i++;
    return i;
}

const char *mover_word(enum mover_kind mover)
{
    static const char *const words[] = {
        [MOVER_HUMAN] = "human",
        [MOVER_BOT] = "bot",
        [MOVER_HOUSE] = "house",
    };

    return words[mover];
}

/* ---- counting ---- */

static uint64_t duration(int64_t took_us)
{
    return took_us > 0 ? (uint64_t)took_us : 0;
}

void meter_judged(struct meter *meter, const struct game *game, int64_t took_us)
{
    histogram_add(&meter->games[game_number(game)].judge_us, &histogram_work_us,
                  duration(took_us));
}

void meter_moved(struct meter *meter, const struct game *game,
                 enum mover_kind mover)
{
    atomic_fetch_add(&meter->games[game_number(game)].moves[mover], 1);
}

void meter_committed(struct meter *meter, size_t effects, int64_t took_us)
{
    histogram_add(&meter->commits_us, &histogram_work_us, duration(took_us));
    histogram_add(&meter->batches, &histogram_sizes, effects);
}

/* Under the lock: the row of a rule.  There is an end to them, whatever a game
 * may come to say. */
static struct play_rule_counts *row_of(struct meter *meter, unsigned game,
                                       const char *rule)
{
    struct play_rule_counts *row = meter->rules;

    for (size_t i = 0; i < meter->rule_count; i++, row++)
        if (row->game == game && strcmp(row->rule, rule) == 0)
            return row;
    if (meter->rule_count + 1 >= PLAY_RULES_MAX) {
        row = &meter->rules[PLAY_RULES_MAX - 1];
        rule = "other";
    }
    if (row->refused == 0) {
        row->game = game;
        text_copy(rule, row->rule, sizeof row->rule);
        meter->rule_count++;
    }
    return row;
}

void meter_refused(struct meter *meter, enum play_err err,
                   const struct game *game, const struct refusal *refusal)
{
    atomic_fetch_add(&meter->refused[err], 1);
    if (err != PLAY_ILLEGAL_MOVE || !game)
        return;
    pthread_mutex_lock(&meter->lock);
    row_of(meter, game_number(game), refusal->rule)->refused++;
    pthread_mutex_unlock(&meter->lock);
}

/* ---- what waits ---- */

void backlog_look(struct play *play)
{
    const struct play_config *config = &play->config;
    const int64_t now_us = config->steady_us(config->ctx);
    struct meter *meter = play->meter;
    struct store_backlog backlog;

    if (config->backlog_ms == 0 || atomic_load(&play->draining) ||
        (meter->look_us > 0 &&
         now_us - meter->look_us < config->backlog_ms * INT64_C(1000)))
        return;
    meter->look_us = now_us;
    if (play->store->backlog(play->store, play_now_us(play), &backlog))
        return;
    pthread_mutex_lock(&meter->lock);
    meter->backlog = backlog;
    meter->backlog_us = config->steady_us(config->ctx);
    meter->backlog_wall = play_now_us(play);
    pthread_mutex_unlock(&meter->lock);
}

/* As old as it was when it was read; how long ago that is, is told beside it.
 */
static struct play_backlog_row row_now(const struct store_backlog_row *row,
                                       int64_t wall_us)
{
    int64_t oldest_us = row->since_us > 0 ? wall_us - row->since_us : 0;

    return (struct play_backlog_row){row->count, oldest_us > 0 ? oldest_us : 0};
}

/* Under the lock. */
static struct play_backlog backlog_now(const struct meter *meter,
                                       int64_t steady_us)
{
    const struct store_backlog *backlog = &meter->backlog;
    const int64_t age_us = steady_us - meter->backlog_us;
    const int64_t wall_us = meter->backlog_wall;

    if (meter->backlog_us == 0)
        return (struct play_backlog){.is_known = false};
    return (struct play_backlog){
        .is_known = true,
        .age_us = age_us,
        .queue_people = row_now(&backlog->queue_people, wall_us),
        .queue_bots = row_now(&backlog->queue_bots, wall_us),
        .unsettled = row_now(&backlog->unsettled, wall_us),
        .clocks = row_now(&backlog->clocks, wall_us),
    };
}

/* ---- reading ---- */

void meter_count(struct play *play, struct play_counts *out)
{
    struct meter *meter = play->meter;

    for (int err = 0; err < PLAY_ERR_COUNT; err++)
        out->refused[err] = atomic_load(&meter->refused[err]);
    for (unsigned i = 0; i < PLAY_GAMES_MAX; i++) {
        for (int mover = 0; mover < MOVER_COUNT; mover++)
            out->games[i].moves[mover] =
                atomic_load(&meter->games[i].moves[mover]);
        histogram_read(&meter->games[i].judge_us, &out->games[i].judge_us);
    }
    histogram_read(&meter->commits_us, &out->commits_us);
    histogram_read(&meter->batches, &out->batches);
    pthread_mutex_lock(&meter->lock);
    memcpy(out->rules, meter->rules, sizeof out->rules);
    out->rule_count = meter->rule_count;
    out->backlog = backlog_now(meter, play->config.steady_us(play->config.ctx));
    pthread_mutex_unlock(&meter->lock);
}
