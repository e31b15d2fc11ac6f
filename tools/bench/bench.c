/* bench: what the rules do per second on one core.
 *
 * For every game and seat count: the size of a state and the cost of copying
 * it; lists of legal moves, their texts, and hashed views (every response to a
 * move has one) of positions from random play; decisions of random play (list,
 * pick one at random, apply it) and whole random matches; matches of the greedy
 * bot; choices and rollouts of the search bot.  Seconds are those of the
 * processor, every figure is the median of several rounds.  Then, over every
 * combination of seats and options, the slowest random play and the time of the
 * costliest lists of legal moves (costly.c).
 *
 * usage: bench [--rounds N] [--ms N] [--game GAME] [--seats N] */
#include "bots/bot.h"
#include "costly.h"
#include "rules/game.h"
#include "rules/random.h"
#include "rules/sink.h"
#include "rules_match.h"

#include <sched.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS_MAX = 51, SAMPLES = 256, GREEDY_MATCHES = 4 };

struct position {
    alignas(64) unsigned char bytes[RULES_STATE_MAX];
};

/* The figures of one round. */
enum figure {
    COPIES,    /* of a state, per second */
    MEMCPYS,   /* of the same number of bytes, known at compile time, per
                * second */
    LISTS,     /* per second */
    TEXTS,     /* moves described, as in a list of legal moves, per second */
    VIEWS,     /* hashed as the seat to act sees them, per second */
    DECISIONS, /* per second */
    MATCHES,   /* random ones, per second */
    PER_MATCH, /* decisions */
    PER_LIST,  /* legal moves */
    GREEDY,    /* of the greedy bot, per second */
    CHOICES,   /* of the search bot with several legal moves, per second */
    ROLLOUTS,  /* of the search bot, per second */
    FIGURES
};

static const char *const figure_words[FIGURES] = {
    "state copies/s",    "same bytes memcpy/s", "move lists/s",
    "moves described/s", "views hashed/s",      "random decisions/s",
    "random matches/s",  "decisions a match",   "moves a list",
    "greedy matches/s",  "search choices/s",    "search rollouts/s",
};

/* A game with its settings, and positions from its matches. */
struct bench {
    const struct game *game;
    struct settings settings;
    struct position sample[SAMPLES];
    uint64_t matches; /* started so far: each has its own secret */
    uint64_t pick;    /* state of the cheap generator that picks moves */
    double seconds;   /* of one measurement */
};

/* Processor time of this process, which other load affects little. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* xorshift64*: picking must not cost more than playing. */
static uint32_t pick_below(struct bench *bench, size_t n)
{
    uint64_t x = bench->pick;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    bench->pick = x;
    return (uint32_t)((x * UINT64_C(2685821657736338717) >> 32) * n >> 32);
}

static void begin(struct bench *bench, struct position *position)
{
    uint8_t secret[RULES_SECRET_SIZE] = "bench";

    bench->matches++;
    memcpy(secret + 8, &bench->matches, sizeof bench->matches);
    if (bench->game->start(position, &bench->settings, secret)) {
        fprintf(stderr, "bench: %s does not start\n", bench->game->id);
        exit(1);
    }
}

/* One random decision.  Returns the number of legal moves; 0: the match is
 * over. */
static size_t decide(struct bench *bench, struct position *position)
{
    const struct game *game = bench->game;
    const seat_set seats = game->to_act(position);
    struct move list[RULES_MOVES_MAX];
    size_t count;
    int seat;

    if (!seats)
        return 0;
    seat = __builtin_ctz(seats);
    count = game->moves(position, seat, list, RULES_MOVES_MAX);
    if (!count || game->apply(position, seat, list[pick_below(bench, count)])) {
        fprintf(stderr, "bench: %s broke off\n", game->id);
        exit(1);
    }
    return count;
}

/* Positions spread over random matches. */
static void take_samples(struct bench *bench)
{
    struct position position;
    const uint64_t matches = bench->matches;

    begin(bench, &position);
    for (int taken = 0; taken < SAMPLES;) {
        for (uint32_t skip = 1 + pick_below(bench, 12); skip; skip--)
            if (!decide(bench, &position))
                begin(bench, &position);
        if (bench->game->to_act(&position))
            bench->sample[taken++] = position;
    }
    bench->matches = matches;
}

static void measure_copies(struct bench *bench, double *figure)
{
    const size_t size = bench->game->state_size;
    static struct position to[SAMPLES];
    const double start = now();
    double seconds = 0;
    uint64_t copies = 0, memcpys = 0;

    for (; seconds < bench->seconds / 4; seconds = now() - start) {
        for (int i = 0; i < SAMPLES; i++) {
            memcpy(&to[i], &bench->sample[i], size);
            __asm__ volatile("" : : "r"(&to[i]) : "memory");
        }
        copies += SAMPLES;
    }
    figure[COPIES] = (double)copies / seconds;

    /* the same bytes as one block */
    const double again = now();

    for (seconds = 0; seconds < bench->seconds / 4; seconds = now() - again) {
        memcpy(to, bench->sample, SAMPLES * size);
        __asm__ volatile("" : : "r"(to) : "memory");
        memcpys += SAMPLES;
    }
    figure[MEMCPYS] = (double)memcpys / seconds;
}

static void measure_lists(struct bench *bench, double *figure)
{
    const struct game *game = bench->game;
    struct move list[RULES_MOVES_MAX];
    const double start = now();
    double seconds = 0;
    uint64_t lists = 0, moves = 0;

    for (; seconds < bench->seconds; seconds = now() - start)
        for (int i = 0; i < SAMPLES; i++) {
            const int seat = __builtin_ctz(game->to_act(&bench->sample[i]));

            moves +=
                game->moves(&bench->sample[i], seat, list, RULES_MOVES_MAX);
            lists++;
        }
    figure[LISTS] = (double)lists / seconds;
    figure[PER_LIST] = (double)moves / (double)lists;
}

static void measure_texts(struct bench *bench, double *figure)
{
    const struct game *game = bench->game;
    struct move list[RULES_MOVES_MAX];
    double seconds = 0;
    uint64_t moves = 0;

    for (int i = 0; seconds < bench->seconds; i = (i + 1) % SAMPLES) {
        const struct position *position = &bench->sample[i];
        const int seat = __builtin_ctz(game->to_act(position));
        const size_t count = game->moves(position, seat, list, RULES_MOVES_MAX);
        const double start = now();

        for (size_t k = 0; k < count; k++) {
            struct sink_hash hash;

            sink_hash_init(&hash);
            game->describe(position, seat, list[k], &hash.sink);
            __asm__ volatile("" : : "r"(hash.hash));
        }
        seconds += now() - start;
        moves += count;
    }
    figure[TEXTS] = (double)moves / seconds;
}

static void measure_views(struct bench *bench, double *figure)
{
    const struct game *game = bench->game;
    const double start = now();
    double seconds = 0;
    uint64_t views = 0;

    for (; seconds < bench->seconds; seconds = now() - start)
        for (int i = 0; i < SAMPLES; i++) {
            struct sink_hash hash;

            sink_hash_init(&hash);
            game->view(&bench->sample[i],
                       __builtin_ctz(game->to_act(&bench->sample[i])),
                       &hash.sink);
            __asm__ volatile("" : : "r"(hash.hash));
            views++;
        }
    figure[VIEWS] = (double)views / seconds;
}

static void measure_matches(struct bench *bench, double *figure)
{
    struct position position;
    const double start = now();
    double seconds = 0;
    uint64_t decisions = 0, matches = 0;

    for (; seconds < bench->seconds; seconds = now() - start, matches++) {
        begin(bench, &position);
        while (decide(bench, &position))
            decisions++;
    }
    figure[MATCHES] = (double)matches / seconds;
    figure[DECISIONS] = (double)decisions / seconds;
    figure[PER_MATCH] = (double)decisions / (double)matches;
}

static void measure_greedy(struct bench *bench, double *figure)
{
    const struct game *game = bench->game;
    const uint8_t key[32] = "greedy";
    struct position position;
    struct random random;
    const double start = now();

    random_init(&random, key, bench->matches);
    for (int i = 0; i < GREEDY_MATCHES; i++) {
        seat_set seats;

        begin(bench, &position);
        while ((seats = game->to_act(&position)) != 0) {
            const int seat = __builtin_ctz(seats);
            const struct move move =
                greedy_choose(game, &position, seat, &random);

            if (game->apply(&position, seat, move))
                return;
        }
    }
    figure[GREEDY] = GREEDY_MATCHES / (now() - start);
}

/* Called after every rollout. */
static bool count_rollout(void *context)
{
    uint64_t *rollouts = context;

    ++*rollouts;
    return false;
}

static void measure_search(struct bench *bench, double *figure)
{
    const struct game *game = bench->game;
    const uint8_t key[32] = "search";
    struct move list[RULES_MOVES_MAX];
    struct random random;
    uint64_t rollouts = 0, choices = 0;
    const struct thought thought = {.positions = SEARCH_POSITIONS,
                                    .stop = count_rollout,
                                    .context = &rollouts};
    const double start = now();
    double seconds = 0;

    random_init(&random, key, 0);
    for (size_t i = 0; seconds < bench->seconds && i < 16 * SAMPLES; i++) {
        const struct position *position = &bench->sample[i % SAMPLES];
        const int seat = __builtin_ctz(game->to_act(position));

        if (game->moves(position, seat, list, RULES_MOVES_MAX) < 2)
            continue;
        (void)search_within(game, position, seat, &random, &thought);
        choices++;
        seconds = now() - start;
    }
    figure[CHOICES] = seconds > 0 ? (double)choices / seconds : 0;
    figure[ROLLOUTS] = seconds > 0 ? (double)rollouts / seconds : 0;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void run(struct bench *bench, int rounds)
{
    double figure[FIGURES][ROUNDS_MAX] = {{0}};

    take_samples(bench);
    for (int round = 0; round < rounds; round++) {
        double one[FIGURES] = {0};

        measure_copies(bench, one);
        measure_lists(bench, one);
        measure_texts(bench, one);
        measure_views(bench, one);
        measure_matches(bench, one);
        measure_greedy(bench, one);
        measure_search(bench, one);
        for (int i = 0; i < FIGURES; i++)
            figure[i][round] = one[i];
    }
    printf("%s, %d seats: state %zu bytes\n", bench->game->id,
           bench->settings.seats, bench->game->state_size);
    printf("  %-22s %14s %14s %14s\n", "", "median", "least", "most");
    for (int i = 0; i < FIGURES; i++) {
        qsort(figure[i], (size_t)rounds, sizeof figure[i][0], by_value);
        printf("  %-22s %14.1f %14.1f %14.1f\n", figure_words[i],
               figure[i][rounds / 2], figure[i][0], figure[i][rounds - 1]);
    }
    fflush(stdout);
}

/* Figures of random play and the settings that they belong to. */
struct slowest {
    double decisions, matches;
    char settings[256];
};

/* Random play with each combination of options for this many seats: the one
 * with the fewest decisions per second. */
static struct slowest find_slowest(struct bench *bench, int seats)
{
    struct slowest slowest = {0};

    for (int number = -1; test_settings_allowed(bench->game, seats, &number,
                                                &bench->settings);) {
        double one[FIGURES] = {0};

        measure_matches(bench, one);
        if (slowest.decisions > 0 && one[DECISIONS] >= slowest.decisions)
            continue;
        slowest.decisions = one[DECISIONS];
        slowest.matches = one[MATCHES];
        snprintf(slowest.settings, sizeof slowest.settings, "%s",
                 test_settings_text(bench->game, &bench->settings));
    }
    return slowest;
}

static void print_slowest(struct bench *bench, int seats)
{
    const struct slowest slowest = find_slowest(bench, seats);

    printf("  slowest options: %.1f decisions/s, %.1f matches/s: %s\n",
           slowest.decisions, slowest.matches, slowest.settings);
    fflush(stdout);
}

/* Stay on one core, so that the figures are those of one. */
static void pin(void)
{
    cpu_set_t cores;

    CPU_ZERO(&cores);
    CPU_SET((size_t)sched_getcpu(), &cores);
    (void)sched_setaffinity(0, sizeof cores, &cores);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    const char *only = NULL;
    long rounds = 5, ms = 300, seats = 0;

    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--rounds"))
            rounds = strtol(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--ms"))
            ms = strtol(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--game"))
            only = argv[i + 1];
        else if (!strcmp(argv[i], "--seats"))
            seats = strtol(argv[i + 1], NULL, 10);
        else
            argc = 0;
    }
    if (argc % 2 == 0 || rounds < 1 || rounds > ROUNDS_MAX || ms < 1) {
        fprintf(stderr,
                "usage: bench [--rounds 1..%d] [--ms N] [--game GAME] "
                "[--seats N]\n",
                ROUNDS_MAX);
        return 2;
    }
    pin();
    for (size_t g = 0; games[g]; g++) {
        const struct game *game = games[g];

        if (only && strcmp(only, game->id))
            continue;
        for (uint8_t n = game->min_seats; n <= game->max_seats; n++) {
            if (seats && seats != n)
                continue;
            bench.game = game;
            bench.seconds = (double)ms / 1000;
            bench.pick = UINT64_C(0x9e3779b97f4a7c15);
            game_defaults(game, n, &bench.settings);
            run(&bench, (int)rounds);
            print_slowest(&bench, n);
        }
        costly_print(game, (int)seats);
    }
    return 0;
}
