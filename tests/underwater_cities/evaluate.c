/* The estimate of a position: exact at the end, blind to hidden things, never
 * worse for having more, and knowing what contracts and the goals of playing
 * alone ask for. */
#include "rules/underwater_cities/estimate/evaluate.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/view/view.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

extern const struct game underwater_cities;

enum { MATCHES = 6 };

static struct test_match match;

static void start(int seats, uint64_t seed)
{
    struct settings settings;

    game_defaults(&underwater_cities, (uint8_t)seats, &settings);
    cr_assert_eq(test_match_start(&match, &underwater_cities, &settings, seed),
                 RULES_OK);
}

static struct uwc_state *state(void)
{
    return (struct uwc_state *)(void *)match.state;
}

Test(evaluate, at_the_end_it_is_the_score)
{
    for (int seats = 2; seats <= 4; seats++)
        for (uint64_t seed = 0; seed < MATCHES; seed++) {
            struct scores scores;

            start(seats, seed);
            while (test_match_step_random(&match))
                continue;
            memset(&scores, 0, sizeof scores);
            uwc_score(match.state, &scores);

            for (int seat = 0; seat < seats; seat++)
                cr_expect_eq(uwc_evaluate(match.state, seat),
                             100 * scores.total[seat]);
        }
}

/* A match by random seats in which every seat's estimate is asked in other
 * worlds, too. */
static void compare_worlds(const struct settings *settings, uint64_t seed)
{
    cr_assert_eq(test_match_start(&match, &underwater_cities, settings, seed),
                 RULES_OK);
    do {
        for (int seat = 0; seat < settings->seats; seat++) {
            struct random random;
            struct uwc_state other = *state();

            random_init(&random, match.record.secret, match.record.count);
            uwc_resample(&other, seat, &random);
            cr_assert_eq(uwc_evaluate(&other, seat),
                         uwc_evaluate(match.state, seat),
                         "%s: seat %d, decision %zu",
                         test_settings_text(&underwater_cities, settings), seat,
                         match.record.count);
        }
    } while (test_match_step_random(&match));
}

Test(evaluate, what_is_hidden_from_a_seat_does_not_count)
{
    for (int seats = 1; seats <= 4; seats++) {
        struct settings settings;
        int number = -1;

        while (test_settings_allowed(&underwater_cities, seats, &number,
                                     &settings))
            compare_worlds(&settings, 60 + (uint64_t)seats);
    }
}

/* In every tenth position of a match: what the seat's estimate gains when a
 * change is made to the state. */
static void expect_gain(void (*change)(struct uwc_state *, int), int least)
{
    start(2, 9);
    do {
        struct uwc_state more = *state();

        if (match.record.count % 10 || more.phase == PHASE_OVER)
            continue;
        change(&more, 1);
        cr_expect_geq(uwc_evaluate(&more, 1) - uwc_evaluate(match.state, 1),
                      least, "decision %zu", match.record.count);
    } while (test_match_step_random(&match));
}

static void add_points(struct uwc_state *s, int seat)
{
    s->seat[seat].points = (int16_t)(s->seat[seat].points + 5);
}

static void add_science(struct uwc_state *s, int seat)
{
    s->seat[seat].stock[SCIENCE]++;
}

static void add_kelp(struct uwc_state *s, int seat)
{
    s->seat[seat].stock[KELP]++;
}

Test(evaluate, points_count_as_points)
{
    expect_gain(add_points, 500);
}

Test(evaluate, resources_never_hurt)
{
    expect_gain(add_science, 0);
    expect_gain(add_kelp, 0);
}

Test(evaluate, a_building_at_the_first_city_is_worth_its_price)
{
    struct uwc_state *s = state();
    int32_t before;

    start(2, 3);
    before = uwc_evaluate(s, 0);
    s->seat[0].building[0] |= UINT64_C(1)
                              << (UWC_START_SITE * UWC_SITES_PER_CITY);
    s->seat[0].stock[KELP]--;

    cr_expect_gt(uwc_evaluate(s, 0), before);
}

Test(evaluate, other_seats_do_not_change_it)
{
    struct uwc_state *s = state();
    int32_t before;

    start(3, 3);
    before = uwc_evaluate(s, 0);
    s->seat[1].points = 50;
    s->seat[2].stock[CREDIT] = 50;

    cr_expect_eq(uwc_evaluate(s, 0), before);
}

/* The estimate when the seat has these cities and tunnels. */
static int32_t with_network(unsigned cities, unsigned tunnels)
{
    struct uwc_state other = *state();

    other.seat[0].city = (uint16_t)(1u << UWC_START_SITE | cities);
    other.seat[0].tunnel = (uint16_t)tunnels;
    return uwc_evaluate(&other, 0);
}

Test(evaluate, a_connected_city_is_worth_more_than_one_still_to_connect)
{
    const unsigned beside = 1u << 5, farther = 1u << 2;

    start(2, 3);

    cr_expect_gt(with_network(beside, 1u << 3), with_network(beside, 0));
    cr_expect_gt(with_network(beside, 0), with_network(farther, 0));
}

Test(evaluate, a_tunnel_to_a_metropolis_is_worth_more_the_nearer_it_comes)
{
    const unsigned to_the_corner = 1u << 3 | 1u << 2;
    const struct estimate o = {.s = state(),
                               .seat = &state()->seat[0],
                               .turns = 10,
                               .productions = 1,
                               .unit = {80, 80, 80, 80, 80}};
    int32_t far, near;

    start(2, 3);
    state()->seat[0].tunnel = 0;
    far = value_of_metropolises(&o);
    state()->seat[0].tunnel = (uint16_t)to_the_corner;
    near = value_of_metropolises(&o);

    cr_expect_gt(near, far);
}

/* A match with contracts in which only the first, three upgraded farms, is
 * open, with the number of upgraded farms of each seat. */
static void lay_out_contract(int farms_0, int farms_1)
{
    struct settings settings;
    const int farms[2] = {farms_0, farms_1};

    game_defaults(&underwater_cities, 2, &settings);
    settings.values[UWC_USE_CONTRACTS] = 1;
    cr_assert_eq(test_match_start(&match, &underwater_cities, &settings, 4),
                 RULES_OK);
    memset(state()->contract, 0, sizeof state()->contract);
    state()->contract[0] = 1;
    for (int i = 0; i < 2; i++) {
        const uint64_t built = ((UINT64_C(1) << farms[i]) - 1)
                               << (UWC_START_SITE * UWC_SITES_PER_CITY);

        state()->seat[i].building[0] = built;
        state()->seat[i].upgraded = built;
    }
}

/* What the open contract adds to the first seat's estimate. */
static int32_t value_of_contract(int farms_0, int farms_1)
{
    int32_t with;

    lay_out_contract(farms_0, farms_1);
    with = uwc_evaluate(match.state, 0);
    state()->contract[0] = 0;
    return with - uwc_evaluate(match.state, 0);
}

Test(evaluate, a_contract_is_worth_more_the_nearer_it_is)
{
    cr_expect_gt(value_of_contract(3, 0), value_of_contract(2, 0));
    cr_expect_gt(value_of_contract(2, 0), value_of_contract(1, 0));
    cr_expect_gt(value_of_contract(1, 0), 0);
}

Test(evaluate, a_contract_that_another_seat_is_about_to_claim_is_worth_less)
{
    cr_expect_lt(value_of_contract(2, 3), value_of_contract(2, 2));
}

Test(evaluate, the_better_tile_is_laid_where_the_way_gives_more)
{
    enum { POOR = 6, RICH = 11 }; /* two biomatter; 2 points a Production */
    struct settings settings;
    int32_t straight, swapped;

    game_defaults(&underwater_cities, 2, &settings);
    settings.values[UWC_BLUE_PLACEMENT] = 1;
    cr_assert_eq(test_match_start(&match, &underwater_cities, &settings, 4),
                 RULES_OK);
    state()->seat[0].board = 1; /* to the upper right it gives more */
    state()->seat[0].blue[0] = POOR;
    state()->seat[0].blue[1] = RICH;
    straight = uwc_evaluate(match.state, 0);
    state()->seat[0].swapped = 1;
    swapped = uwc_evaluate(match.state, 0);

    cr_expect_gt(swapped, straight);
}

/* The end of a solo match with this number of connected cities and points. */
static int32_t alone(int cities, int points)
{
    start(1, 5);
    state()->phase = PHASE_OVER;
    state()->seat[0].tunnel = 0xfff;
    state()->seat[0].city =
        (uint16_t)(1u << UWC_START_SITE | ((1u << (cities - 1)) - 1));
    state()->seat[0].points = (int16_t)points;
    return uwc_evaluate(match.state, 0);
}

Test(evaluate, alone_a_win_is_worth_more_than_points)
{
    cr_expect_gt(alone(7, 90), alone(6, 104), "the city that was missing");
    cr_expect_gt(alone(7, 105), alone(6, 120));
    cr_expect_gt(alone(7, 110), alone(7, 105), "points still count");
}
