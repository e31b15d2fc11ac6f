/* The estimate of a seat's final points. */
#include "rules/seastead/estimate/evaluate.h"
#include "rules/seastead/engine/state.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

extern const struct game seastead_game;

static struct state start(int seats)
{
    struct test_match match;
    struct settings settings;
    struct state s;

    game_defaults(&seastead_game, (uint8_t)seats, &settings);
    test_match_start(&match, &seastead_game, &settings, 1);
    memcpy(&s, match.state, sizeof s);
    s.depth = 0;
    return s;
}

static void build(struct state *s, int owner, int location)
{
    s->building[location] = (uint8_t)(1 + owner * PIECES + PORT);
    s->seat[owner].built[PORT]++;
}

Test(evaluate, a_point_of_the_opponent_counts_half)
{
    struct state s = start(2);
    const int32_t before = estimate_evaluate(&s, 0);

    s.seat[0].cleanup = 4;
    s.seat[1].cleanup = 4;
    cr_expect_eq(estimate_evaluate(&s, 0), before + 200);
}

Test(evaluate, a_resource_counts_less_in_the_last_rounds)
{
    struct state s = start(2), richer;
    int32_t worth[3];

    for (int ending = 0; ending < 3; ending++) {
        s.ending = (uint8_t)ending;
        richer = s;
        richer.seat[0].stock[KELP]++;
        worth[ending] =
            estimate_evaluate(&richer, 0) - estimate_evaluate(&s, 0);
    }
    cr_expect(worth[0] > worth[2] && worth[2] > worth[1] && worth[1] > 0,
              "%d, then %d and %d", worth[0], worth[2], worth[1]);
}

Test(evaluate, a_resource_that_no_dock_counts_is_worth_nothing_at_the_end)
{
    for (int seats = 1; seats <= OWNERS; seats++) {
        struct state s = start(seats), richer;

        s.phase = PHASE_OVER;
        richer = s;
        richer.seat[0].stock[KELP] += 3;
        richer.seat[0].ships = 0;
        cr_expect_eq(estimate_evaluate(&richer, 0), estimate_evaluate(&s, 0));
    }
}

/* Rules 1.8: the match ends when a flotilla is full. */
Test(evaluate, a_player_alone_expects_the_end_when_a_flotilla_fills_up)
{
    struct state s = start(1), richer;

    for (int spot = 0; spot < SPOTS - 1; spot++)
        build(&s, spot & 1, spot);
    richer = s;
    richer.seat[0].stock[KELP]++;
    cr_expect_lt(estimate_evaluate(&richer, 0) - estimate_evaluate(&s, 0), 55);
}

Test(evaluate, a_building_of_the_boss_is_bad_for_the_player)
{
    struct state s = start(1);
    const int32_t before = estimate_evaluate(&s, 0);

    build(&s, 1, 3);
    cr_expect_lt(estimate_evaluate(&s, 0), before);
}

/* Rules 1.5.5: an additional turn is worth more than moving ships. */
Test(evaluate, specialists_differ_by_what_they_do)
{
    struct state s = start(2), other = s;

    s.seat[0].specialists = s.seat[0].face_up = 1u << 12;
    other.seat[0].specialists = other.seat[0].face_up = 1u << 9;
    cr_assert_eq(specialists[13].ability, ABILITY_EXTRA_TURN);
    cr_assert_eq(specialists[10].ability, ABILITY_TRADE);
    cr_expect_gt(estimate_evaluate(&s, 0),
                 estimate_evaluate(&other, 0) - 100 * specialists[10].points);
}
