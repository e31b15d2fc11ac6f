/* The estimate of a position: exact at the end, blind to hidden things, and
 * never worse for having more. */
#include "evaluate.h"
#include "rules_match.h"
#include "score.h"
#include "view.h"

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

Test(evaluate, what_is_hidden_from_a_seat_does_not_count)
{
    for (int seats = 2; seats <= 4; seats++) {
        start(seats, 60 + (uint64_t)seats);
        do {
            for (int seat = 0; seat < seats; seat++) {
                struct random random;
                struct uwc_state other = *state();

                random_init(&random, match.record.secret, match.record.count);
                uwc_redeal(&other, seat, &random);
                cr_assert_eq(uwc_evaluate(&other, seat),
                             uwc_evaluate(match.state, seat),
                             "seat %d, decision %zu", seat, match.record.count);
            }
        } while (test_match_step_random(&match));
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
