/* fathom balance: one bot against itself in many matches, to see whether seats
 * and items are worth the same. */
#include "cli/balance/balance.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BALANCE_MATCHES_MAX = 1000000, BALANCE_JOBS_MAX = 64 };

const struct flag balance_flags[] = {
    {"seats", "A,B",
     "numbers of seats, ascending (default: all that the game allows)", NULL},
    {"matches", "M", "number of matches for each number of seats", "2000"},
    {"bot", "NAME", "bot that plays all seats", "greedy"},
    {"seed", "S", "random seed: the same seed gives the same report", "1"},
    {"vary", "A,B", "options whose values vary from match to match", NULL},
    {"jobs", "J", "number of matches played in parallel", "1"},
    {NULL, NULL, NULL, NULL},
};

/* The matches of one number of seats, shared by the jobs. */
struct field {
    const struct study *study;
    const struct player *player;
    int seats;
    long matches;
    pthread_mutex_t lock; /* over what follows */
    long next, done;
    struct balance *sum;
};

/* The settings of match n: the varied options count up like digits. */
static void settings_of(const struct study *study, int seats, long n,
                        struct settings *out)
{
    const struct game *game = study->game;

    game_defaults(game, (uint8_t)seats, out);
    for (size_t i = 0; game->options[i].name; i++) {
        const struct option *option = &game->options[i];
        struct settings tried = *out;
        long values = 2;

        if (!(study->varied >> i & 1))
            continue;
        if (option->kind == OPTION_CHOICE)
            for (values = 1; option->choices[values];)
                values++;
        if (option->kind == OPTION_INT)
            values = option->max - option->min + 1;
        tried.values[i] =
            (int16_t)(n % values +
                      (option->kind == OPTION_INT ? option->min : 0));
        n /= values;
        if (!game_check_settings(game, &tried))
            *out = tried; /* otherwise as it is without asking */
    }
}

/* Play match n to its end and tally each move. */
static bool play_match(const struct field *field, long n, struct tally *tally,
                       struct balance *sum)
{
    const struct game *game = field->study->game;
    uint8_t secret[RULES_SECRET_SIZE];
    struct random random[RULES_SEATS_MAX];
    struct position position, before;
    struct settings settings;
    struct scores scores;
    seat_set seats;

    memset(&scores, 0, sizeof scores);
    settings_of(field->study, field->seats, n, &settings);
    seed_secret(field->study->seed, (uint64_t)n, secret);
    seed_bots(field->study->seed, (uint64_t)n, random);
    tally_begin(tally, field->seats);
    if (game->start(&position, &settings, secret))
        return false;
    while ((seats = game->to_act(&position)) != 0) {
        const int seat = __builtin_ctz(seats);
        const struct move move =
            player_choose(field->player, game, &position, seat, &random[seat]);

        before = position;
        if (game->apply(&position, seat, move) ||
            !tally_move(tally, game, &before, seat, move, &position))
            return false;
        sum->decisions++;
    }
    tally_end(tally, game, &position);
    game->score(&position, &scores);
    balance_add(sum, &field->study->items, tally, &scores);
    return true;
}

/* A job: take the next match until none is left, then hand in the sums. */
static void *work(void *argument)
{
    struct field *field = argument;
    struct balance *sum = calloc(1, sizeof *sum);
    struct tally *tally = malloc(sizeof *tally);

    for (long n = 0; sum && tally && n >= 0;) {
        pthread_mutex_lock(&field->lock);
        n = field->next < field->matches ? field->next++ : -1;
        pthread_mutex_unlock(&field->lock);
        if (n < 0)
            break;
        if (!play_match(field, n, tally, sum))
            sum->broken++;
        pthread_mutex_lock(&field->lock);
        if (++field->done % 16 == 0 || field->done == field->matches)
            fprintf(stderr, "\r%d seats: %ld of %ld matches", field->seats,
                    field->done, field->matches);
        pthread_mutex_unlock(&field->lock);
    }
    pthread_mutex_lock(&field->lock);
    if (sum)
        balance_merge(field->sum, sum);
    pthread_mutex_unlock(&field->lock);
    free(sum);
    free(tally);
    return NULL;
}

/* All matches of one number of seats.  False: not all were played to the
 * end. */
static bool play_field(struct field *field, int jobs)
{
    pthread_t thread[BALANCE_JOBS_MAX];
    int started = 0;

    while (started < jobs - 1 &&
           !pthread_create(&thread[started], NULL, work, field))
        started++;
    work(field);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    fprintf(stderr, "\n");
    return field->sum->matches == field->matches;
}

static int play_all(struct study *study, const struct player *player,
                    long matches, int jobs)
{
    for (int i = 0; i < study->count; i++) {
        struct field field = {.study = study,
                              .player = player,
                              .seats = study->balance[i].seats,
                              .matches = matches,
                              .sum = &study->balance[i]};

        pthread_mutex_init(&field.lock, NULL);
        if (!play_field(&field, jobs)) {
            fprintf(stderr,
                    "fathom balance: a match with %d seats was aborted: bug in "
                    "the rules or in the bot\n",
                    field.seats);
            return CLI_FAILED;
        }
    }
    return CLI_OK;
}

/* ---- what was asked for ---- */

static bool seats_read(const struct arguments *args, struct study *study)
{
    const struct game *game = study->game;
    const char *at = flag_text(args, "seats");
    long least = game->min_seats;

    if (!at) {
        for (int n = game->min_seats; n <= game->max_seats; n++)
            study->balance[study->count++].seats = n;
        return true;
    }
    for (;; at++) {
        char *end;
        const long n = strtol(at, &end, 10);

        if (end == at || n < least || n > game->max_seats ||
            (*end && *end != ',')) {
            fprintf(stderr,
                    "fathom balance: --seats must be ascending numbers from %d "
                    "to %d, "
                    "separated by commas\n",
                    game->min_seats, game->max_seats);
            return false;
        }
        study->balance[study->count++].seats = (int)n;
        least = n + 1;
        at = end;
        if (!*at)
            return true;
    }
}

static bool vary_read(const struct arguments *args, struct study *study)
{
    const struct option *options = study->game->options;
    const char *at = flag_text(args, "vary");

    for (; at && *at; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        size_t i = 0;

        while (options[i].name && (strlen(options[i].name) != length ||
                                   memcmp(options[i].name, at, length) != 0))
            i++;
        if (!options[i].name) {
            fprintf(stderr, "fathom balance: %s has no option \"%.*s\"\n",
                    study->game->id, (int)length, at);
            return false;
        }
        study->varied |= 1u << i;
        at += length;
    }
    return true;
}

static int study_read(const struct arguments *args, struct study *study,
                      struct player *player, long *matches, long *jobs)
{
    struct player named[RULES_SEATS_MAX];
    long seed = 1;

    study->game = game_find(args->word);
    if (!study->game) {
        fprintf(stderr, "fathom: unknown game \"%s\"; see fathom games\n",
                args->word);
        return CLI_USAGE;
    }
    if (!seats_read(args, study) || !vary_read(args, study) ||
        !flag_number(args, "matches", 1, BALANCE_MATCHES_MAX, matches) ||
        !flag_number(args, "jobs", 1, BALANCE_JOBS_MAX, jobs) ||
        !flag_number(args, "seed", 0, INT32_MAX, &seed))
        return CLI_USAGE;
    items_read(&study->items, study->game);
    study->seed = (uint64_t)seed;
    study->bot = flag_text(args, "bot");
    switch (bots_read(study->bot, false, named)) {
    case 0: return CLI_USAGE;
    case 1: break;
    default:
        fprintf(stderr, "fathom balance: --bot takes exactly one bot\n");
        return CLI_USAGE;
    }
    *player = named[0];
    return CLI_OK;
}

int balance_run(const struct arguments *args)
{
    struct study *study = calloc(1, sizeof *study);
    struct player player;
    long matches = 0, jobs = 1;
    int result;

    if (!study) {
        perror("fathom");
        return CLI_FAILED;
    }
    result = study_read(args, study, &player, &matches, &jobs);
    if (!result)
        result = play_all(study, &player, matches, (int)jobs);
    if (!result)
        balance_report(study, stdout);
    free(study);
    return result;
}
