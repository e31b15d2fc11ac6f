/* The costliest lists of legal moves: means hide them, and they decide what one
 * request may cost. */
#include "costly.h"

#include "rules_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LISTS = 30000, /* timed for each combination: three are above p99.99 */
    REPEATS = 5,   /* of a list that seems slow; the least time counts */
    SLOW = 20,     /* us from which a list is timed again */
    SETTINGS_TEXT = 256,
};

/* Lists of one combination of seats and options. */
struct combination {
    double us[LISTS]; /* ascending in the end */
};

/* The costliest list so far, with its settings. */
struct most {
    double us;
    char settings[SETTINGS_TEXT];
};

static double now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double time_once(const struct test_match *m, int seat)
{
    struct move list[RULES_MOVES_MAX];
    const double start = now_us();

    (void)m->game->moves(m->state, seat, list, RULES_MOVES_MAX);
    return now_us() - start;
}

static double time_list(const struct test_match *m, int seat)
{
    double least = time_once(m, seat);

    for (int i = 1; i < REPEATS && least >= SLOW; i++) {
        const double again = time_once(m, seat);

        least = again < least ? again : least;
    }
    return least;
}

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void play(struct combination *c, const struct game *game,
                 const struct settings *settings)
{
    static struct test_match m;
    uint64_t seed = 0;
    int count = 0;

    while (count < LISTS) {
        if (test_match_start(&m, game, settings, seed++) != RULES_OK) {
            fprintf(stderr, "bench: %s does not start\n", game->id);
            exit(1);
        }
        do {
            const seat_set seats = game->to_act(m.state);

            if (seats)
                c->us[count++] = time_list(&m, __builtin_ctz(seats));
        } while (count < LISTS && test_match_step_random(&m));
    }
    qsort(c->us, LISTS, sizeof c->us[0], by_time);
}

static void keep(struct most *most, double us, const char *settings)
{
    if (us <= most->us)
        return;
    most->us = us;
    snprintf(most->settings, sizeof most->settings, "%s", settings);
}

void costly_print(const struct game *game, int seats)
{
    static struct combination c;
    struct most p9999 = {0}, list = {0};
    struct settings settings;
    int combinations = 0;

    for (int n = game->min_seats; n <= game->max_seats; n++) {
        if (seats && n != seats)
            continue;
        for (int number = -1;
             test_settings_allowed(game, n, &number, &settings);
             combinations++) {
            const char *text = test_settings_text(game, &settings);

            play(&c, game, &settings);
            keep(&p9999, c.us[LISTS - 1 - LISTS / 10000], text);
            keep(&list, c.us[LISTS - 1], text);
        }
    }
    printf("%s, %d combinations of seats and options, %d move lists of each\n",
           game->id, combinations, LISTS);
    printf("  %-22s %14.1f us: %s\n", "worst p99.99", p9999.us, p9999.settings);
    printf("  %-22s %14.1f us: %s\n", "costliest list", list.us, list.settings);
    fflush(stdout);
}
