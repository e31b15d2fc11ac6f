/* Set-up (rules 2.4) by deals of many secrets. */
#include "rules/otys/engine/setup.h"

#include "rules/otys/engine/state.h"
#include "rules_match.h"

#include <criterion/criterion.h>

extern const struct game otys_game;

enum { DEALS = 2000 };

static struct test_match match;

static const struct state *deal(int seats, int sides, uint64_t seed)
{
    struct settings settings;

    game_defaults(&otys_game, (uint8_t)seats, &settings);
    settings.values[OPTION_SIDES] = (int16_t)sides;
    test_match_start(&match, &otys_game, &settings, seed);
    return (const struct state *)(const void *)match.state;
}

/* BO36: each player separately. */
Test(setup, each_player_has_one_resource_of_each_colour_on_levels_2_to_5)
{
    int at[LEVELS][COLOURS] = {{0}}, alike = 0;

    for (uint64_t seed = 0; seed < DEALS; seed++) {
        const struct state *s = deal(2, SIDES_RANDOM, seed);

        for (int seat = 0; seat < s->seats; seat++) {
            cr_assert_eq(cubes_on(&s->seat[seat], 0), 0);
            for (int c = 0; c < COLOURS; c++) {
                int count = 0;

                for (int level = 1; level < LEVELS; level++) {
                    count += s->seat[seat].cubes[level][c];
                    at[level][c] += s->seat[seat].cubes[level][c];
                }
                cr_assert_eq(count, 1);
            }
            for (int level = 1; level < LEVELS; level++)
                cr_assert_eq(cubes_on(&s->seat[seat], level), 1);
            cr_assert_eq(s->seat[seat].credits, 3);
            cr_assert_eq(s->seat[seat].batteries, 1);
            cr_assert_eq(s->seat[seat].upgraded, 0);
        }
        alike += !memcmp(s->seat[0].column, s->seat[1].column, SLOTS);
    }
    for (int level = 1; level < LEVELS; level++)
        for (int c = 0; c < COLOURS; c++)
            cr_expect_geq(at[level][c], 2 * DEALS / COLOURS * 8 / 10);
    cr_expect_lt(alike, 3, "columns are dealt separately");
}

Test(setup, every_seat_begins_equally_often)
{
    int first[SEATS] = {0};

    for (uint64_t seed = 0; seed < DEALS; seed++)
        first[deal(4, SIDES_RANDOM, seed)->first]++;
    for (int seat = 0; seat < SEATS; seat++)
        cr_expect_geq(first[seat], DEALS / 4 * 8 / 10, "seat %d", seat);
}

/* O31. */
Test(setup, sides_are_random_or_by_option_all_alike)
{
    int advanced[SPONSORS + 1] = {0}, at_first[SPONSORS + 1] = {0};

    for (uint64_t seed = 0; seed < DEALS; seed++) {
        const struct state *s = deal(3, SIDES_RANDOM, seed);

        at_first[s->sponsor[0]]++;
        for (int n = 1; n <= SPONSORS; n++)
            advanced[n] += is_advanced(s, n);
        for (int n = 1; n <= SPONSORS; n++)
            cr_assert(!is_advanced(deal(3, SIDES_BASIC, seed), n));
        for (int n = 1; n <= SPONSORS; n++)
            cr_assert(is_advanced(deal(3, SIDES_ADVANCED, seed), n));
    }
    for (int n = 1; n <= SPONSORS; n++) {
        cr_expect(advanced[n] > DEALS * 4 / 10 && advanced[n] < DEALS * 6 / 10);
        cr_expect_geq(at_first[n], DEALS / 5 * 8 / 10, "sponsor %d", n);
    }
}
