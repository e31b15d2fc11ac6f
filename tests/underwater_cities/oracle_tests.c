/* Engine and oracle agree in positions of every kind: some 100,000 seats, or
 * as many as FATHOM_POSITIONS says. */
#include "oracle.h"

#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

enum { GROWN_STEPS = 90, PLAYED_EVERY = 5, PARTS = 8 };

/* A share of the positions, by hundredths. */
static long positions(int hundredths)
{
    const char *wanted = getenv("FATHOM_POSITIONS");
    long n = wanted ? strtol(wanted, NULL, 10) : 100000;

    return n / 100 * hundredths / PARTS;
}

static void seats_agree(const struct uwc_state *s, const char *where,
                        unsigned seed, int step)
{
    const char *what;

    for (int seat = 0; seat < s->seats; seat++) {
        if (s->seat[seat].left)
            continue;
        what = oracle_seat_differs(s, seat);
        cr_assert_null(what, "%s %u, step %d, seat %d: %s", where, seed, step,
                       seat, what);
    }
    what = oracle_result_differs(s);
    cr_assert_null(what, "%s %u, step %d: %s", where, seed, step, what);
}

/* A match of which only boards and belongings matter. */
static struct uwc_state bare_match(struct random *random)
{
    struct uwc_state s = {.seats = (uint8_t)(2 + random_below(random, 3)),
                          .round = 10,
                          .phase = PHASE_OVER};

    for (int i = 0; i < s.seats; i++) {
        s.order[i] = s.track[i] = (uint8_t)i;
        s.seat[i].board = (uint8_t)random_below(random, BOARDS);
        s.seat[i].city = 1u << UWC_START_SITE;
    }
    random_shuffle(random, s.order, s.seats);
    if (random_below(random, 8) == 0) /* some left, one after the other */
        s.leavers = (uint8_t)(1 + random_below(random, s.seats - 1u));
    for (int i = 0; i < s.leavers; i++)
        s.seat[s.order[(i + 1) % s.seats]].left = (uint8_t)(1 + i);
    return s;
}

/* One match from the bare start to boards that are nearly full. */
static long grown_match(unsigned seed)
{
    uint8_t key[32] = "oracle";
    struct random random;
    struct uwc_state s;

    random_init(&random, key, seed);
    s = bare_match(&random);
    for (int step = 0; step < GROWN_STEPS; step++) {
        for (int seat = 0; seat < s.seats; seat++) {
            oracle_grow(&s.seat[seat], &random);
            oracle_furnish(&s.seat[seat], &random);
        }
        seats_agree(&s, "grown match", seed, step);
    }
    return (long)GROWN_STEPS * s.seats;
}

/* Each part of the tests takes every PARTS-th seed. */
static struct criterion_test_params parts(void)
{
    static int numbers[PARTS];

    for (int i = 0; i < PARTS; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, PARTS);
}

ParameterizedTestParameters(oracle, agrees_on_grown_networks)
{
    return parts();
}

ParameterizedTest(int *part, oracle, agrees_on_grown_networks)
{
    unsigned seed = (unsigned)*part;

    for (long left = positions(80); left > 0; seed += PARTS)
        left -= grown_match(seed);
}

/* One match by random seats (even seeds) or eager ones. */
static long played_match(unsigned seed)
{
    static struct test_match match;
    const struct game *uwc = game_find("underwater-cities");
    struct settings settings;
    struct uwc_state s;
    long seen = 0;
    int step = 0;

    game_defaults(uwc, (uint8_t)(2 + seed / PARTS % 3), &settings);
    for (int i = 0; uwc->options[i].name; i++)
        if (strcmp(uwc->options[i].name, "boards") == 0)
            settings.values[i] = (int16_t)(seed / PARTS / 3 % 2);
    cr_assert_eq(test_match_start(&match, uwc, &settings, seed), RULES_OK);
    while (seed % 2 ? test_match_step_eager(&match)
                    : test_match_step_random(&match)) {
        if (step++ % PLAYED_EVERY)
            continue;
        memcpy(&s, match.state, sizeof s);
        seats_agree(&s, "played match", seed, step);
        seen += s.seats;
    }
    memcpy(&s, match.state, sizeof s);
    seats_agree(&s, "played match", seed, step);
    return seen;
}

ParameterizedTestParameters(oracle, agrees_on_played_positions)
{
    return parts();
}

ParameterizedTest(int *part, oracle, agrees_on_played_positions)
{
    unsigned seed = (unsigned)*part;

    for (long left = positions(20); left > 0; seed += PARTS)
        left -= played_match(seed);
}
