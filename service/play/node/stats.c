/* Statistics of this node: counts by game, by kind of player and by rule, and
 * the backlog in the database, which is queried periodically.  Readers of the
 * counts wait for nothing. */
#include "play/node/stats.h"

#include "play/config.h"
#include "play/counts.h"
#include "play/error.h"
#include "play/node/histogram.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/health.h"
#include "rules/game.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct stats {
    struct {
        _Atomic uint64_t moves[MOVER_COUNT];
        struct histogram judge_us;
    } games[PLAY_GAMES_MAX];
    _Atomic uint64_t refused[PLAY_ERR_COUNT];
    struct histogram commits_us, batches;

    pthread_mutex_t lock; /* guards the members below */
    struct play_rule_counts rules[PLAY_RULES_MAX];
    size_t rule_count;
    struct store_backlog backlog;
    int64_t backlog_us;   /* steady: when the backlog was read; 0: never */
    int64_t backlog_wall; /* and the time at that moment */
    int64_t look_us;      /* only for the jobs' thread: the last query */
    int64_t size_us;      /* likewise, of the size of the database */
    _Atomic uint64_t database_bytes, kept_matches;
};

struct stats *stats_new(void)
{
    struct stats *stats = calloc(1, sizeof *stats);

    if (stats)
        pthread_mutex_init(&stats->lock, NULL);
    return stats;
}

void stats_free(struct stats *stats)
{
    if (!stats)
        return;
    pthread_mutex_destroy(&stats->lock);
    free(stats);
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
        [MOVER_BUILTIN] = "house",
    };

    return words[mover];
}

/* ---- counting ---- */

static uint64_t duration(int64_t took_us)
{
    return took_us > 0 ? (uint64_t)took_us : 0;
}

void stats_judged(struct stats *stats, const struct game *game, int64_t took_us)
{
    histogram_add(&stats->games[game_number(game)].judge_us, &histogram_work_us,
                  duration(took_us));
}

void stats_moved(struct stats *stats, const struct game *game,
                 enum mover_kind mover)
{
    atomic_fetch_add(&stats->games[game_number(game)].moves[mover], 1);
}

void stats_committed(struct stats *stats, size_t effects, int64_t took_us)
{
    histogram_add(&stats->commits_us, &histogram_work_us, duration(took_us));
    histogram_add(&stats->batches, &histogram_sizes, effects);
}

/* Under the lock: return the row of a rule.  The number of rows is limited,
 * whatever names a game returns. */
static struct play_rule_counts *row_of(struct stats *stats, unsigned game,
                                       const char *rule)
{
    struct play_rule_counts *row = stats->rules;

    for (size_t i = 0; i < stats->rule_count; i++, row++)
        if (row->game == game && strcmp(row->rule, rule) == 0)
            return row;
    if (stats->rule_count + 1 >= PLAY_RULES_MAX) {
        row = &stats->rules[PLAY_RULES_MAX - 1];
        rule = "other";
    }
    if (row->refused == 0) {
        row->game = game;
        text_copy(rule, row->rule, sizeof row->rule);
        stats->rule_count++;
    }
    return row;
}

void stats_refused(struct stats *stats, enum play_err err,
                   const struct game *game, const struct refusal *refusal)
{
    atomic_fetch_add(&stats->refused[err], 1);
    if (err != PLAY_ILLEGAL_MOVE || !game)
        return;
    pthread_mutex_lock(&stats->lock);
    row_of(stats, game_number(game), refusal->rule)->refused++;
    pthread_mutex_unlock(&stats->lock);
}

/* ---- the size of the database ---- */

/* Only for the jobs' thread. */
static void look_at_size(struct play *play, int64_t now_us)
{
    enum { PERIOD_S = 60 };
    struct stats *stats = play->stats;
    uint64_t bytes, matches;

    if (stats->size_us > 0 &&
        now_us - stats->size_us < PERIOD_S * INT64_C(1000000))
        return;
    stats->size_us = now_us;
    if (play->store->health->size(play->store, &bytes, &matches))
        return;
    atomic_store(&stats->database_bytes, bytes);
    atomic_store(&stats->kept_matches, matches);
}

/* ---- the backlog ---- */

void backlog_look(struct play *play)
{
    const struct play_config *config = &play->config;
    const int64_t now_us = config->steady_us(config->ctx);
    struct stats *stats = play->stats;
    struct store_backlog backlog;

    if (config->backlog_ms == 0 || atomic_load(&play->draining) ||
        (stats->look_us > 0 &&
         now_us - stats->look_us < config->backlog_ms * INT64_C(1000)))
        return;
    stats->look_us = now_us;
    look_at_size(play, now_us);
    if (play->store->health->backlog(play->store, play_now_us(play), &backlog))
        return;
    pthread_mutex_lock(&stats->lock);
    stats->backlog = backlog;
    stats->backlog_us = config->steady_us(config->ctx);
    stats->backlog_wall = play_now_us(play);
    pthread_mutex_unlock(&stats->lock);
}

/* The backlog as it was when it was read; its age is returned separately. */
static struct play_backlog_row row_now(const struct store_backlog_row *row,
                                       int64_t wall_us)
{
    int64_t oldest_us = row->since_us > 0 ? wall_us - row->since_us : 0;

    return (struct play_backlog_row){row->count, oldest_us > 0 ? oldest_us : 0};
}

/* Under the lock. */
static struct play_backlog backlog_now(const struct stats *stats,
                                       int64_t steady_us)
{
    const struct store_backlog *backlog = &stats->backlog;
    const int64_t age_us = steady_us - stats->backlog_us;
    const int64_t wall_us = stats->backlog_wall;

    if (stats->backlog_us == 0)
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

void stats_count(struct play *play, struct play_counts *out)
{
    struct stats *stats = play->stats;

    for (int err = 0; err < PLAY_ERR_COUNT; err++)
        out->refused[err] = atomic_load(&stats->refused[err]);
    for (unsigned i = 0; i < PLAY_GAMES_MAX; i++) {
        for (int mover = 0; mover < MOVER_COUNT; mover++)
            out->games[i].moves[mover] =
                atomic_load(&stats->games[i].moves[mover]);
        histogram_read(&stats->games[i].judge_us, &out->games[i].judge_us);
    }
    histogram_read(&stats->commits_us, &out->commits_us);
    histogram_read(&stats->batches, &out->batches);
    out->database_bytes = atomic_load(&stats->database_bytes);
    out->kept_matches = atomic_load(&stats->kept_matches);
    out->disk_bytes = play->config.disk_bytes;
    pthread_mutex_lock(&stats->lock);
    memcpy(out->rules, stats->rules, sizeof out->rules);
    out->rule_count = stats->rule_count;
    out->backlog = backlog_now(stats, play->config.steady_us(play->config.ctx));
    pthread_mutex_unlock(&stats->lock);
}
