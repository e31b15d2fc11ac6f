/* fathom simulate: bots against bots, many matches, and what came of it. */
#include "base/clock.h"
#include "cli/cli.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATCHES_MAX = 10000000,
    JOBS_MAX = 64,
};

const struct flag simulate_flags[] = {
    {"seats", "N", "number of seats", "2"},
    {"matches", "M", "number of matches", "100"},
    {"bots", "A,B", "bots that play; repeated if fewer than the seats",
     "greedy"},
    {"seed", "S", "random seed: the same seed gives the same matches", "1"},
    {"option", "K=V", "option of the match; may be repeated", NULL},
    {"jobs", "J", "number of matches played in parallel", "1"},
    {"record", "FILE", "write the record of the first match", NULL},
    {"position", "FILE", "write a position of the first match as JSON", NULL},
    {"at", "N", "with --position: after N decisions, not at the end", NULL},
    {NULL, NULL, NULL, NULL},
};

/* The result of one match. */
struct played {
    int16_t total[RULES_SEATS_MAX];
    bool won[RULES_SEATS_MAX];
    int16_t reached[SCORES_GOALS_MAX]; /* played alone */
    uint32_t decisions;
    bool played; /* false: the rules broke a promise, see `failed` */
};

/* The work, shared by the jobs. */
struct simulation {
    const struct setup *setup;
    struct player bot[RULES_SEATS_MAX];
    int bots;
    long matches;
    struct played *outcomes;
    const char *record_path, *position_path; /* of the first match, or NULL */
    long position_at;                        /* -1: its end */
    pthread_mutex_t lock;                    /* over what follows */
    long next, done;
    bool write_failed;
    struct scores goals; /* names and needs, of any match */
};

/* Totals of a bot or of a seat. */
struct result {
    long count, sum, wins, plausible;
    int min, max;
};

/* Which bot has a seat in a match: they change places. */
static int bot_of(const struct simulation *sim, long match, int seat)
{
    return (int)((seat + match) % sim->bots);
}

static void outcome_of(const struct scores *scores, struct played *outcome)
{
    memcpy(outcome->total, scores->total, sizeof outcome->total);
    for (int seat = 0; seat < scores->seats; seat++)
        outcome->won[seat] = scores->outcome == OUTCOME_RANKED
                                 ? scores->rank[seat] == 1
                                 : scores->outcome == OUTCOME_WON;
    for (int i = 0; i < scores->goals; i++)
        outcome->reached[i] = scores->goal[i].reached;
}

/* Play match n to its end and write it down.  Its scores; none when it broke
 * off. */
static struct scores play_match(const struct simulation *sim, long n,
                                struct record *record, struct played *outcome)
{
    const struct game *game = sim->setup->game;
    struct random random[RULES_SEATS_MAX];
    struct position position;
    struct scores scores;
    seat_set seats;

    memset(outcome, 0, sizeof *outcome);
    memset(&scores, 0, sizeof scores);
    seed_bots(sim->setup->seed, (uint64_t)n, random);
    seed_secret(sim->setup->seed, (uint64_t)n, record->secret);
    record->count = 0;
    if (game->start(&position, &record->settings, record->secret))
        return scores;
    while ((seats = game->to_act(&position)) != 0) {
        const int seat = __builtin_ctz(seats);
        const struct move move =
            player_choose(&sim->bot[bot_of(sim, n, seat)], game, &position,
                          seat, &random[seat]);

        if (record->count == record->cap ||
            record_play(record, &position, seat, move))
            return scores;
    }
    game->score(&position, &scores);
    outcome_of(&scores, outcome);
    outcome->decisions = (uint32_t)record->count;
    outcome->played = true;
    return scores;
}

/* Write of the first match what was asked for. */
static bool write_first(const struct simulation *sim,
                        const struct record *record)
{
    const long count = (long)record->count;
    const long at = sim->position_at < 0 ? count : sim->position_at;

    if (sim->record_path && !record_save(record, sim->record_path))
        return false;
    if (!sim->position_path)
        return true;
    if (at > count) {
        fprintf(stderr,
                "fathom simulate: the first match has only %ld decisions\n",
                count);
        return false;
    }
    return record_save_position(record, at, sim->position_path);
}

/* A job: take the next match until none is left. */
static void *work(void *argument)
{
    struct simulation *sim = argument;
    struct record record;

    if (!record_new(&record, sim->setup))
        return NULL;
    for (;;) {
        struct scores scores;
        bool ok;
        long n;

        pthread_mutex_lock(&sim->lock);
        n = sim->next < sim->matches ? sim->next++ : -1;
        pthread_mutex_unlock(&sim->lock);
        if (n < 0)
            break;
        scores = play_match(sim, n, &record, &sim->outcomes[n]);
        ok = n != 0 || write_first(sim, &record);
        pthread_mutex_lock(&sim->lock);
        if (n == 0)
            sim->goals = scores;
        sim->write_failed = sim->write_failed || !ok;
        sim->done++;
        if (sim->done % 64 == 0 || sim->done == sim->matches)
            fprintf(stderr, "\r%ld of %ld matches", sim->done, sim->matches);
        pthread_mutex_unlock(&sim->lock);
    }
    record_free(&record);
    return NULL;
}

static void result_add(struct result *result, const struct game *game,
                       const struct played *outcome, int seat)
{
    const int total = outcome->total[seat];

    if (!result->count || total < result->min)
        result->min = total;
    if (!result->count || total > result->max)
        result->max = total;
    result->count++;
    result->sum += total;
    result->wins += outcome->won[seat];
    result->plausible +=
        total >= game->points_low && total <= game->points_high;
}

static void result_print(const char *name, const struct result *result,
                         FILE *to)
{
    const double count = result->count ? (double)result->count : 1;

    fprintf(to, "%-12s %8ld %8.1f %6d %6d %7.1f%% %8.1f%%\n", name,
            result->count, (double)result->sum / count, result->min,
            result->max, 100 * (double)result->wins / count,
            100 * (double)result->plausible / count);
}

/* Report the goals of solo matches and how often they were reached. */
static void report_goals(const struct simulation *sim, FILE *to)
{
    for (int i = 0; i < sim->goals.goals; i++) {
        const struct score_goal *goal = &sim->goals.goal[i];
        long reached = 0, sum = 0;

        for (long n = 0; n < sim->matches; n++) {
            sum += sim->outcomes[n].reached[i];
            reached += sim->outcomes[n].reached[i] >= goal->needed;
        }
        fprintf(to, "goal %s: %d reached in %.1f%%, %.1f on average\n",
                goal->name, goal->needed,
                100 * (double)reached / (double)sim->matches,
                (double)sum / (double)sim->matches);
    }
}

static void report_head(const struct simulation *sim, FILE *to)
{
    const struct game *game = sim->setup->game;
    const int seats = sim->setup->settings.seats;
    char range[16];

    snprintf(range, sizeof range, "%d to %d", game->points_low,
             game->points_high);
    fprintf(to, "%s, %d seat%s, %ld matches, seed %llu\n", game->title, seats,
            seats > 1 ? "s" : "", sim->matches,
            (unsigned long long)sim->setup->seed);
    fprintf(to, "%-12s %8s %8s %6s %6s %8s %9s\n", "", "played", "mean", "min",
            "max", "won", range);
}

/* The report.  Returns how many matches were not played to their end.  It is on
 * stderr if the position is on stdout, so that a program can read that. */
static long report(const struct simulation *sim, double seconds)
{
    const char *path = sim->position_path;
    FILE *to = path && !strcmp(path, "-") ? stderr : stdout;
    struct result by_bot[RULES_SEATS_MAX] = {{0}};
    struct result by_seat[RULES_SEATS_MAX] = {{0}};
    const struct game *game = sim->setup->game;
    const int seats = sim->setup->settings.seats;
    double decisions = 0;
    long broken = 0;

    for (long n = 0; n < sim->matches; n++) {
        const struct played *outcome = &sim->outcomes[n];

        broken += !outcome->played;
        decisions += outcome->decisions;
        for (int seat = 0; outcome->played && seat < seats; seat++) {
            result_add(&by_bot[bot_of(sim, n, seat)], game, outcome, seat);
            result_add(&by_seat[seat], game, outcome, seat);
        }
    }
    report_head(sim, to);
    for (int i = 0; i < sim->bots; i++)
        result_print(sim->bot[i].name, &by_bot[i], to);
    for (int seat = 0; seat < seats; seat++) {
        char name[24];

        snprintf(name, sizeof name, "seat %d", seat);
        result_print(name, &by_seat[seat], to);
    }
    report_goals(sim, to);
    fprintf(to, "%.1f decisions per match\n", decisions / (double)sim->matches);
    fflush(to);
    fprintf(stderr, "%.2f s, %.1f matches per second, %.1f ms per match\n",
            seconds, (double)sim->matches / seconds,
            1000 * seconds / (double)sim->matches);
    return broken;
}

static int simulate(struct simulation *sim, int jobs)
{
    const int64_t begun_us = clock_steady_us();
    pthread_t thread[JOBS_MAX];
    int started = 0;
    long broken;

    while (started < jobs - 1 &&
           !pthread_create(&thread[started], NULL, work, sim))
        started++;
    work(sim);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    fprintf(stderr, "\n");
    broken = report(sim, (double)(clock_steady_us() - begun_us) / 1e6);
    if (broken)
        fprintf(stderr,
                "fathom simulate: %ld matches were aborted: bug in the "
                "rules or in a bot\n",
                broken);
    return broken || sim->write_failed ? CLI_FAILED : CLI_OK;
}

int simulate_run(const struct arguments *args)
{
    struct simulation sim = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct setup setup;
    long jobs = 1;
    int err = setup_read(args, &setup);

    if (err)
        return err;
    sim.setup = &setup;
    sim.bots = bots_read(flag_text(args, "bots"), false, sim.bot);
    sim.record_path = flag_text(args, "record");
    sim.position_path = flag_text(args, "position");
    sim.position_at = -1;
    if (!sim.bots ||
        !flag_number(args, "matches", 1, MATCHES_MAX, &sim.matches) ||
        !flag_number(args, "at", 0, INT32_MAX, &sim.position_at) ||
        !flag_number(args, "jobs", 1, JOBS_MAX, &jobs))
        return CLI_USAGE;
    if (sim.bots > setup.settings.seats) {
        fprintf(stderr, "fathom simulate: %d bots for %d seats\n", sim.bots,
                setup.settings.seats);
        return CLI_USAGE;
    }
    sim.outcomes = calloc((size_t)sim.matches, sizeof *sim.outcomes);
    if (!sim.outcomes) {
        perror("fathom");
        return CLI_FAILED;
    }
    err = simulate(&sim, (int)jobs);
    free(sim.outcomes);
    return err;
}
