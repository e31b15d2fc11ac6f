/* Setting a match up (rules pp. 4-7, 17, 18; rulings 13, 20, 29, 86 to 88). */
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/game.h"
#include "rules_match.h"

#include <criterion/criterion.h>

enum { MATCHES = 50, MANY = 800 };

static struct settings defaults(uint8_t seats)
{
    struct settings settings;

    game_defaults(&underwater_cities, seats, &settings);
    return settings;
}

static void start_with(struct uwc_state *s, const struct settings *settings,
                       int secret)
{
    cr_assert_eq(
        uwc_start(s, settings,
                  (const uint8_t[32]){(uint8_t)secret, (uint8_t)(secret >> 8)}),
        RULES_OK);
}

static void start(struct uwc_state *s, uint8_t seats, int secret)
{
    const struct settings settings = defaults(seats);

    start_with(s, &settings, secret);
}

Test(start, every_seat_has_a_board_of_its_own_all_of_one_side)
{
    for (int secret = 0; secret < MATCHES; secret++) {
        struct uwc_state s;
        unsigned seen = 0;

        start(&s, 4, secret);
        for (int seat = 0; seat < 4; seat++) {
            cr_assert_lt(s.seat[seat].board, 4);
            seen |= 1u << s.seat[seat].board;
        }
        cr_assert_eq(seen, 15u);
    }
}

Test(start, advanced_boards_are_the_other_sides_of_the_same_four)
{
    struct settings settings = defaults(4);
    struct uwc_state s;
    unsigned seen = 0;

    settings.values[UWC_BOARDS] = 1;
    start_with(&s, &settings, 3);
    for (int seat = 0; seat < 4; seat++)
        seen |= 1u << s.seat[seat].board;
    cr_assert_eq(seen, 0xf0u);
}

Test(start, metropolis_tiles_are_dealt_once_and_the_rest_stay_in_a_pile)
{
    for (int secret = 0; secret < MATCHES; secret++) {
        struct uwc_state s;
        unsigned blue = 0, brown = 0;

        start(&s, 3, secret);
        for (int seat = 0; seat < 3; seat++) {
            blue |= 1u << s.seat[seat].blue[0] | 1u << s.seat[seat].blue[1];
            brown |= 1u << s.seat[seat].brown;
        }
        cr_assert_eq(s.tile_count, UWC_BLUE_TILES - 6);
        for (int i = 0; i < s.tile_count; i++)
            blue |= 1u << s.tiles[i];
        cr_assert_eq(blue, 0xffeu, "tiles 1 to 11, each once");
        cr_assert_eq(__builtin_popcount(brown), 3);
    }
}

Test(start, later_seats_start_ahead_on_the_track_and_with_extras)
{
    static const struct {
        uint8_t space, credit, steelplast;
    } expected[4] = {{UWC_BELOW_TRACK, 2, 1}, {4, 2, 1}, {3, 3, 1}, {2, 3, 2}};

    for (int secret = 0; secret < MATCHES; secret++) {
        struct uwc_state s;

        start(&s, 4, secret);
        for (int i = 0; i < 4; i++) {
            const struct seat *seat = &s.seat[s.order[i]];

            cr_assert_eq(seat->space, expected[i].space);
            cr_assert_eq(seat->stock[CREDIT], expected[i].credit);
            cr_assert_eq(seat->stock[STEELPLAST], expected[i].steelplast);
            cr_assert_eq(seat->stock[KELP], 1);
            cr_assert_eq(seat->stock[SCIENCE], 1);
            cr_assert_eq(seat->stock[BIOMATTER], 0);
            cr_assert_eq(s.track[3 - i], s.order[i], "the last is ahead");
        }
    }
}

Test(start, six_three_credit_specials_lie_open_and_fifteen_cheap_ones_in_a_deck)
{
    struct uwc_state s;
    struct card_set seen = {0};

    start(&s, 2, 7);
    cr_assert_eq(s.special_count, 15);
    for (int i = 0; i < 15; i++) {
        cr_assert_geq(s.specials[i], SPECIAL_FIRST);
        set_add(&seen, s.specials[i]);
    }
    for (int i = 0; i < 6; i++) {
        cr_assert(s.display[i] >= SPECIAL3_FIRST &&
                  s.display[i] < SPECIAL_FIRST);
        set_add(&seen, s.display[i]);
    }
    cr_assert_eq(set_count(&seen), 21);
    cr_assert_not(s.top_hidden);
}

Test(start, everybody_chooses_three_of_six_cards_at_once)
{
    for (uint8_t seats = 2; seats <= 4; seats++) {
        struct uwc_state s;

        start(&s, seats, seats);
        cr_assert_eq(uwc_to_act(&s), (1u << seats) - 1);
        cr_assert_eq(s.deck_count, 66 - 6 * seats);
        for (int seat = 0; seat < seats; seat++) {
            cr_assert_eq(set_count(&s.seat[seat].hand), 6);
            cr_assert_eq(hand_surplus(&s.seat[seat]), 3);
        }
    }
}

Test(start, the_same_secret_deals_the_same_match_and_another_does_not)
{
    struct uwc_state one, same, other;

    start(&one, 4, 1);
    start(&same, 4, 1);
    start(&other, 4, 2);
    cr_assert_arr_eq(&one, &same, sizeof one);
    cr_assert_neq(memcmp(one.deck, other.deck, sizeof one.deck), 0);
}

/* How often something came, against how often it should: within a quarter,
 * more than four deviations away for the numbers used here. */
static void comes_as_often(int count, int expected, const char *what, int which)
{
    cr_assert(count * 4 > expected * 3 && count * 4 < expected * 5,
              "%s %d came %d times, not about %d", what, which, count,
              expected);
}

Test(start, three_different_contracts_lie_open_by_number_each_as_often)
{
    struct settings settings = defaults(3);
    int came[UWC_CONTRACTS + 1] = {0};
    struct uwc_state s;

    settings.values[UWC_USE_CONTRACTS] = 1;
    for (int secret = 0; secret < MANY; secret++) {
        start_with(&s, &settings, secret);
        cr_assert(s.contract[0] >= 1 && s.contract[2] <= UWC_CONTRACTS);
        cr_assert_lt(s.contract[0], s.contract[1]);
        cr_assert_lt(s.contract[1], s.contract[2]);
        for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
            came[s.contract[i]]++;
    }
    for (int n = 1; n <= UWC_CONTRACTS; n++)
        comes_as_often(came[n], MANY * 3 / 8, "contract", n);
}

Test(start, any_two_contracts_may_come_together)
{
    struct settings settings = defaults(2);
    bool together[UWC_CONTRACTS + 1][UWC_CONTRACTS + 1] = {{false}};
    struct uwc_state s;

    settings.values[UWC_USE_CONTRACTS] = 1;
    for (int secret = 0; secret < MANY; secret++) {
        start_with(&s, &settings, secret);
        for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
            for (int k = 0; k < i; k++)
                together[s.contract[k]][s.contract[i]] = true;
    }
    for (int a = 1; a <= UWC_CONTRACTS; a++)
        for (int b = a + 1; b <= UWC_CONTRACTS; b++)
            cr_assert(together[a][b], "contracts %d and %d", a, b);
}

Test(start, without_the_option_there_are_no_contracts)
{
    struct uwc_state s;

    for (uint8_t seats = 1; seats <= 4; seats++) {
        start(&s, seats, 5);
        for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
            cr_assert_eq(s.contract[i], 0);
    }
}

/* Ruling 88: contracts come after all that is dealt in public and before the
 * hands, so with the same secret all else is the same. */
Test(start, contracts_change_nothing_else_that_is_open)
{
    struct settings with = defaults(4);
    struct uwc_state one, other;

    with.values[UWC_USE_CONTRACTS] = 1;
    for (int secret = 0; secret < MATCHES; secret++) {
        start(&one, 4, secret);
        start_with(&other, &with, secret);
        cr_assert_arr_eq(one.order, other.order, sizeof one.order);
        cr_assert_arr_eq(one.specials, other.specials, sizeof one.specials);
        cr_assert_arr_eq(one.display, other.display, sizeof one.display);
        cr_assert_arr_eq(one.tiles, other.tiles, sizeof one.tiles);
        for (int seat = 0; seat < 4; seat++) {
            cr_assert_eq(one.seat[seat].board, other.seat[seat].board);
            cr_assert_eq(one.seat[seat].brown, other.seat[seat].brown);
        }
    }
}

Test(start, alone_the_board_is_advanced_and_any_of_the_four)
{
    int came[BOARDS] = {0};
    struct uwc_state s;

    for (int secret = 0; secret < MANY; secret++) {
        start(&s, 1, secret);
        came[s.seat[0].board]++;
    }
    for (int board = 0; board < 4; board++)
        cr_assert_eq(came[board], 0, "a basic board");
    for (int board = 4; board < BOARDS; board++)
        comes_as_often(came[board], MANY / 4, "board", board + 1);
}

Test(start, alone_brown_tile_2_is_left_out_and_the_others_come_as_often)
{
    int came[UWC_BROWN_TILES + 1] = {0};
    struct uwc_state s;

    for (int secret = 0; secret < MANY; secret++) {
        start(&s, 1, secret);
        came[s.seat[0].brown]++;
    }
    cr_assert_eq(came[2], 0);
    for (int tile = 1; tile <= UWC_BROWN_TILES; tile++)
        if (tile != 2)
            comes_as_often(came[tile], MANY / 4, "brown tile", tile);
}

Test(start, with_two_seats_each_brown_tile_comes_as_often)
{
    int came[UWC_BROWN_TILES + 1] = {0};
    struct uwc_state s;

    for (int secret = 0; secret < MANY; secret++) {
        start(&s, 2, secret);
        came[s.seat[0].brown]++;
    }
    for (int tile = 1; tile <= UWC_BROWN_TILES; tile++)
        comes_as_often(came[tile], MANY / 5, "brown tile", tile);
}

Test(start, alone_six_cards_are_dealt_and_no_extras)
{
    struct uwc_state s;

    start(&s, 1, 3);
    cr_assert_eq(uwc_to_act(&s), 1);
    cr_assert_eq(set_count(&s.seat[0].hand), 6);
    cr_assert_eq(s.deck_count, 60);
    cr_assert_eq(s.seat[0].space, UWC_BELOW_TRACK);
    cr_assert_eq(s.seat[0].stock[CREDIT], 2);
    cr_assert_eq(s.seat[0].stock[STEELPLAST], 1);
}

/* Rulings 13 and 88: when every seat lays its tiles as they were dealt, the
 * match is the one with tiles at random. */
Test(start, tiles_laid_as_dealt_are_tiles_laid_at_random)
{
    for (uint8_t seats = 1; seats <= 4; seats++) {
        struct settings chosen = defaults(seats);
        struct uwc_state one, other;

        chosen.values[UWC_BLUE_PLACEMENT] = 1;
        start(&one, seats, 7);
        start_with(&other, &chosen, 7);
        cr_assert_eq(other.phase, PHASE_TILES);
        cr_assert_eq(other.deck_count, 0, "hands come last");
        for (int seat = seats - 1; seat >= 0; seat--)
            cr_assert_eq(
                uwc_apply(&other, seat,
                          move_make(MOVE_ARRANGE, 0, one.seat[seat].blue[0],
                                    one.seat[seat].blue[1], 0)),
                RULES_OK);
        other.chosen_tiles = 0;
        cr_assert_arr_eq(&one, &other, sizeof one);
    }
}

Test(start, settings_that_do_not_go_together_are_refused_with_the_option)
{
    static const struct {
        uint8_t seats;
        enum uwc_option option;
        int16_t value;
    } wrong[] = {{1, UWC_USE_CONTRACTS, 1},
                 {1, UWC_BOARDS, 0},
                 {2, UWC_SOLO_START, 2},
                 {3, UWC_SOLO_START, 4},
                 {4, UWC_SOLO_START, 3}};
    struct uwc_state s;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct settings settings = defaults(wrong[i].seats);
        size_t option = UWC_OPTIONS;

        cr_assert_null(uwc_refuses(&settings, &option));
        settings.values[wrong[i].option] = wrong[i].value;
        cr_assert_not_null(uwc_refuses(&settings, &option));
        cr_assert_eq(option, wrong[i].option);
        cr_assert_eq(uwc_start(&s, &settings, (const uint8_t[32]){1}),
                     RULES_BAD_SETTINGS);
    }
}

Test(start, settings_out_of_range_are_refused)
{
    static const struct {
        uint8_t seats;
        enum uwc_option option;
        int16_t value;
    } wrong[] = {{0, UWC_DRAWS, 0},      {5, UWC_DRAWS, 0},
                 {2, UWC_DRAWS, 2},      {2, UWC_DRAWS, -1},
                 {2, UWC_BOARDS, 2},     {2, UWC_USE_CONTRACTS, 2},
                 {1, UWC_SOLO_START, 0}, {1, UWC_SOLO_START, 5}};
    struct uwc_state s;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct settings settings = defaults(wrong[i].seats);

        settings.values[wrong[i].option] = wrong[i].value;
        cr_assert_eq(uwc_start(&s, &settings, (const uint8_t[32]){1}),
                     RULES_BAD_SETTINGS, "case %zu", i);
    }
}

Test(start, a_state_says_what_it_is_played_with)
{
    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++) {
        struct settings settings, said;
        struct uwc_state s;

        for (int n = -1;
             test_settings_allowed(&underwater_cities, seats, &n, &settings);) {
            start_with(&s, &settings, n);
            uwc_settings(&s, &said);
            cr_assert_eq(said.seats, seats);
            cr_assert_arr_eq(said.values, settings.values, sizeof said.values);
        }
    }
}
