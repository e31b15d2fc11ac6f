/* Set-up over many secrets: rules 1.4, 1.8 and the options. */
#include "rules/seastead/engine/setup.h"
#include "rules/seastead/engine/state.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

extern const struct game seastead_game;

enum { SECRETS = 400 };

static struct test_match match;

static struct settings with(int seats, enum option_index option, int value)
{
    struct settings settings;

    game_defaults(&seastead_game, (uint8_t)seats, &settings);
    settings.values[option] = (int16_t)value;
    return settings;
}

static const struct state *deal(const struct settings *settings, uint64_t seed)
{
    cr_assert_eq(test_match_start(&match, &seastead_game, settings, seed),
                 RULES_OK);
    return (const struct state *)(const void *)match.state;
}

static bool is_refused(const struct settings *settings, enum option_index which)
{
    size_t option;

    return setup_refuses(settings, &option) && option == which;
}

/* ---- the table ---- */

/* One Shallow card is turned over; Shelf, then Depth are face down. */
Test(setup, the_dive_deck_gets_deeper)
{
    const struct settings settings = with(2, OPTION_SIDES, SIDES_A);
    bool seen[SHALLOW_CARDS + 1] = {false};

    for (uint64_t seed = 0; seed < SECRETS; seed++) {
        const struct state *s = deal(&settings, seed);

        cr_assert_eq(s->dive_count, 1 + SHELF_CARDS + DEPTH_CARDS);
        cr_expect_eq(s->drawn, 1);
        for (int i = 0; i < s->dive_count; i++)
            cr_expect_eq((s->dive[i] > SHALLOW_CARDS) +
                             (s->dive[i] > SHALLOW_CARDS + SHELF_CARDS),
                         (i > 0) + (i > SHELF_CARDS));
        seen[s->dive[0]] = true;
    }
    for (int n = 1; n <= SHALLOW_CARDS; n++)
        cr_expect(seen[n], "card %d", n);
}

/* The player at whom the arrow points begins and has the first half (AS8). */
Test(setup, the_first_card_gives_start_player_resources_and_lock)
{
    const struct settings settings = with(2, OPTION_SIDES, SIDES_A);

    for (uint64_t seed = 0; seed < SECRETS; seed++) {
        const struct state *s = deal(&settings, seed);
        const struct dive_card *card = dive_card(s);

        cr_expect_eq(s->first, card->arrow);
        cr_expect_eq(s->turn, s->first);
        for (int half = 0; half < 2; half++) {
            const int seat = half ? 1 - s->first : s->first;

            cr_expect_arr_eq(s->seat[seat].stock, card->half[half].amount,
                             RESOURCES);
        }
        cr_expect_eq(s->demand[s->locked], card->locked);
    }
}

Test(setup, three_tiles_and_specialists_are_displayed)
{
    const struct settings settings = with(2, OPTION_SIDES, SIDES_A);

    for (uint64_t seed = 0; seed < SECRETS; seed++) {
        const struct state *s = deal(&settings, seed);
        unsigned demands = 0;

        cr_expect_eq(s->dock_count, DOCKS - DISPLAY);
        cr_expect_eq(s->specialist_count, SPECIALISTS - DISPLAY);
        for (int i = 0; i < DISPLAY; i++)
            cr_expect(s->dock_display[i] && s->specialist_display[i]);
        for (int f = 0; f < FLOTILLAS; f++)
            demands |= 1u << s->demand[f];
        cr_expect_eq(demands, ALL_RESOURCES, "each resource once");
        cr_expect_eq(s->decree, DECREE_NONE, "none on the sides A");
    }
}

/* ---- options ---- */

/* BS41. */
Test(setup, set_a_is_for_two_players)
{
    const struct settings solo = with(1, OPTION_SET, 1);
    const struct settings settings = with(2, OPTION_SET, 1);
    const struct state *s = deal(&settings, 1);

    cr_expect(is_refused(&solo, OPTION_SET));
    for (int i = 0; i < s->specialist_count; i++)
        cr_expect_not(specialists[s->specialist_pile[i]].is_b);
    for (int i = 0; i < DISPLAY; i++)
        cr_expect_not(specialists[s->specialist_display[i]].is_b);
}

/* BS42. */
Test(setup, mixed_sides_are_two_or_three_sides_b_with_decrees)
{
    const struct settings settings = with(2, OPTION_SIDES, SIDES_MIXED);
    bool seen[1 << FLOTILLAS] = {false};

    for (uint64_t seed = 0; seed < SECRETS; seed++) {
        const struct state *s = deal(&settings, seed);

        seen[s->b_sides] = true;
        cr_expect_neq(s->decree, DECREE_NONE);
    }
    for (unsigned sides = 0; sides < 1u << FLOTILLAS; sides++) {
        const int count = __builtin_popcount(sides);

        cr_expect_eq(seen[sides], count == 2 || count == 3, "sides %u", sides);
    }
}

Test(setup, the_first_decree_is_the_one_agreed_or_drawn)
{
    bool seen[DECREES + 1] = {false};

    for (int decree = 0; decree <= DECREES; decree++) {
        struct settings settings = with(2, OPTION_SIDES, SIDES_B);

        settings.values[OPTION_DECREE] = (int16_t)decree;
        for (uint64_t seed = 0; seed < SECRETS / (decree ? 8 : 1); seed++) {
            const struct state *s = deal(&settings, seed);

            cr_expect(decree ? s->decree == decree : s->decree != DECREE_NONE);
            cr_expect_eq(s->decree_count, DECREES - 1);
            for (int i = 0; i < s->decree_count; i++)
                cr_expect_neq(s->decree_pile[i], s->decree);
            seen[s->decree] |= decree == 0;
        }
    }
    for (int decree = 1; decree <= DECREES; decree++)
        cr_expect(seen[decree], "decree %d is drawn", decree);
}

Test(setup, options_that_a_mode_does_not_have_are_refused)
{
    const struct settings sides = with(1, OPTION_SIDES, SIDES_B);
    const struct settings decree = with(2, OPTION_DECREE, 1);
    const struct settings discount = with(2, OPTION_DISCOUNTS, 1);

    cr_expect(is_refused(&sides, OPTION_SIDES));
    cr_expect(is_refused(&decree, OPTION_DECREE));
    cr_expect(is_refused(&discount, OPTION_DISCOUNTS));
}

/* ---- solo play (rules 1.8) ---- */

Test(setup, alone_there_are_no_depth_cards_and_nobody_who_needs_an_opponent)
{
    const struct settings settings = with(1, OPTION_SIDES, SIDES_A);
    const struct state *s = deal(&settings, 1);

    cr_expect_eq(s->dive_count, 1 + SHELF_CARDS);
    cr_expect_eq(s->specialist_count + DISPLAY, 12);
    for (int i = 0; i < s->specialist_count; i++)
        cr_expect_not(specialists[s->specialist_pile[i]].is_not_for_solo);
    for (int i = 0; i < DISPLAY; i++)
        cr_expect_not(specialists[s->specialist_display[i]].is_not_for_solo);
}
