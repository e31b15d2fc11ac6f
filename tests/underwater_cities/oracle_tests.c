/* Engine and oracle agree in positions of every kind: about 30,000 seats, or
 * the number in FATHOM_POSITIONS. */
#include "oracle.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/state.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

enum { GROWN_STEPS = 90, PLAYED_EVERY = 5, PARTS = 8 };

/* A share of the positions, by hundredths. */
static long positions(int hundredths)
{
    const char *wanted = getenv("FATHOM_POSITIONS");
    long n = wanted ? strtol(wanted, NULL, 10) : 30000;

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
    struct uwc_state s = {.seats = (uint8_t)(1 + random_below(random, 4)),
                          .round = 10,
                          .phase = PHASE_OVER};

    for (int i = 0; i < s.seats; i++) {
        s.order[i] = s.track[i] = (uint8_t)i;
        s.seat[i].board = (uint8_t)random_below(random, BOARDS);
        s.seat[i].city = 1u << UWC_START_SITE;
    }
    s.solo_start = s.seats == 1 ? (uint8_t)(1 + random_below(random, 4)) : 0;
    random_shuffle(random, s.order, s.seats);
    if (random_below(random, 8) == 0) /* some left, one after the other */
        s.left_count = s.seats == 1
                           ? 1
                           : (uint8_t)(1 + random_below(random, s.seats - 1u));
    for (int i = 0; i < s.left_count; i++)
        s.seat[s.order[(i + 1) % s.seats]].left = (uint8_t)(1 + i);
    return s;
}

/* The round ends here, and a Production comes. */
static void round_agrees(struct uwc_state s, struct random *random,
                         unsigned seed, int step)
{
    static const uint8_t rounds[] = {4, 7, UWC_ROUNDS};
    const char *what;

    s.round = rounds[random_below(random, 3)];
    for (int seat = 0; seat < s.seats; seat++)
        oracle_claim_swaps(&s.seat[seat], random);
    what = oracle_round_differs(&s, random);
    cr_assert_null(what, "grown match %u, step %d, Production: %s", seed, step,
                   what);
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
        round_agrees(s, &random, seed, step);
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

/* Playing alone: what the neutral tiles of the next round follow from. */
struct alone {
    int round, fourth; /* of the tiles that lie now; -1: none */
    bool stepped;      /* on the Federation track, in this round */
};

/* The card that `end` will turn up, or CARD_NONE when the deck is too small to
 * say: those drawn lie on top of it. */
static int next_flip(const struct uwc_state *s)
{
    int at = s->deck_count - (s->draws + 1) - 1;

    return at < 0 ? CARD_NONE : s->deck[at];
}

/* Follow one decision; the tiles must lie where the oracle lays them. */
static void tiles_agree(struct alone *alone, const struct uwc_state *before,
                        const struct uwc_state *after, unsigned seed)
{
    bool ended = before->phase == PHASE_TURN &&
                 (after->phase != PHASE_TURN || after->round != before->round);
    const char *what;

    if (ended) {
        int card = alone->stepped ? CARD_NONE : next_flip(before);

        alone->round = before->round + 1;
        alone->fourth = -1;
        if (!alone->stepped && alone->round <= UWC_ROUNDS)
            alone->fourth =
                card ? oracle_fourth(before->solo_start, alone->round, card)
                     : after->fourth;
        alone->stepped = false;
    } else if (before->phase == PHASE_TURN) {
        alone->stepped =
            alone->stepped || after->seat[0].space != UWC_BELOW_TRACK;
    }
    what = oracle_tiles_differ(after, alone->round, alone->fourth);
    cr_assert_null(what, "played alone %u: %s", seed, what);
}

static bool step_one(struct test_match *match, unsigned seed)
{
    return seed % 2 ? test_match_step_eager(match)
                    : test_match_step_random(match);
}

/* Boards, draws, contracts and where the tiles lie, as the seed says. */
static struct settings settings_of(const struct game *uwc, unsigned seed)
{
    struct settings settings;
    unsigned n = seed / PARTS;

    game_defaults(uwc, (uint8_t)(1 + n % 4), &settings);
    settings.values[UWC_DRAWS] = (int16_t)(n / 4 % 2);
    settings.values[UWC_BLUE_PLACEMENT] = (int16_t)(n / 8 % 2);
    if (settings.seats == 1) {
        settings.values[UWC_SOLO_START] = (int16_t)(1 + n / 16 % 4);
    } else {
        settings.values[UWC_BOARDS] = (int16_t)(n / 16 % 2);
        settings.values[UWC_USE_CONTRACTS] = (int16_t)(n / 32 % 2 == 0);
    }
    return settings;
}

static void played_agree(const struct uwc_state *s, unsigned seed, int step)
{
    const char *what = oracle_claims_differ(s);

    cr_assert_null(what, "played match %u, step %d: %s", seed, step, what);
    seats_agree(s, "played match", seed, step);
}

/* One match by random seats (even seeds) or eager ones. */
static long played_match(unsigned seed)
{
    static struct test_match match;
    const struct game *uwc = game_find("underwater-cities");
    struct settings settings = settings_of(uwc, seed);
    struct alone alone = {.round = 1, .fourth = -1};
    struct uwc_state s, before;
    long seen = 0;

    cr_assert_eq(test_match_start(&match, uwc, &settings, seed), RULES_OK);
    memcpy(&before, match.state, sizeof before);
    for (int step = 0; step_one(&match, seed); step++) {
        memcpy(&s, match.state, sizeof s);
        if (s.seats == 1)
            tiles_agree(&alone, &before, &s, seed);
        before = s;
        if (step % PLAYED_EVERY)
            continue;
        played_agree(&s, seed, step);
        seen += s.seats;
    }
    memcpy(&s, match.state, sizeof s);
    cr_assert_eq(s.phase, PHASE_OVER, "played match %u stops", seed);
    played_agree(&s, seed, -1);
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
