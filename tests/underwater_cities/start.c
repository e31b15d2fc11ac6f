/* Setting a match up (rules pp. 4-7; rulings 13, 87, 88). */
#include "decide.h"

#include <criterion/criterion.h>

enum { MATCHES = 50 };

static void start(struct uwc_state *s, uint8_t seats, uint8_t secret)
{
    const struct settings settings = {.seats = seats};

    cr_assert_eq(uwc_start(s, &settings, (const uint8_t[32]){secret}),
                 RULES_OK);
}

Test(start, every_seat_has_a_board_of_its_own_all_of_one_side)
{
    for (uint8_t secret = 0; secret < MATCHES; secret++) {
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
    const struct settings settings = {.seats = 4, .values = {[UWC_BOARDS] = 1}};
    struct uwc_state s;
    unsigned seen = 0;

    uwc_start(&s, &settings, (const uint8_t[32]){3});
    for (int seat = 0; seat < 4; seat++)
        seen |= 1u << s.seat[seat].board;
    cr_assert_eq(seen, 0xf0u);
}

Test(start, metropolis_tiles_are_dealt_once_and_the_rest_stay_in_a_pile)
{
    for (uint8_t secret = 0; secret < MATCHES; secret++) {
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

    for (uint8_t secret = 0; secret < MATCHES; secret++) {
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
            cr_assert_eq(uwc_surplus(&s, seat), 3);
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
