/* Production and feeding (rules pp. 15-16, 18; rulings 16, 57, 60-62, 64). */
#include "rules/underwater_cities/engine/production.h"
#include "board_states.h"
#include "rules/underwater_cities/engine/board.h"

#include <criterion/criterion.h>

/* What Production gives, to be compared whole. */
#define expect_produced(s, credits, kelps, steel, sciences, biomatters, score) \
    do {                                                                       \
        struct produced produced;                                              \
                                                                               \
        production_of(s, 0, &produced);                                        \
        cr_expect_eq(produced.stock[CREDIT], credits, "%d credits",            \
                     produced.stock[CREDIT]);                                  \
        cr_expect_eq(produced.stock[KELP], kelps, "%d kelp",                   \
                     produced.stock[KELP]);                                    \
        cr_expect_eq(produced.stock[STEELPLAST], steel, "%d steelplast",       \
                     produced.stock[STEELPLAST]);                              \
        cr_expect_eq(produced.stock[SCIENCE], sciences, "%d science",          \
                     produced.stock[SCIENCE]);                                 \
        cr_expect_eq(produced.stock[BIOMATTER], biomatters, "%d biomatter",    \
                     produced.stock[BIOMATTER]);                               \
        cr_expect_eq(produced.points, score, "%d points", produced.points);    \
    } while (0)

static int credit_card(void)
{
    return card_producing(EFFECTS(GAIN(CREDIT, 1)));
}

/* The example of p. 16: two connected cities, one of them symbiotic, and a
 * third without a tunnel. */
static struct uwc_state example(void)
{
    struct uwc_state s = board_state(1, 2);
    struct seat *me = first_seat(&s);

    on_symbiotic(me, 6);
    on_city(me, 5);
    on_upgraded(me, FARM, 9, 0);
    on_building(me, FARM, 6, 0);
    on_building(me, PLANT, 9, 1);
    on_building(me, PLANT, 6, 1);
    on_upgraded(me, LABORATORY, 9, 2);
    on_upgraded(me, LABORATORY, 9, UWC_EXPANSION);
    on_building(me, LABORATORY, 5, 0);
    on_upgraded_tunnel(me, 6, 9);
    on_tunnel(me, 8, 9);
    on_tunnel(me, 3, 6);
    on_tunnel(me, 3, METROPOLIS_SITE);
    me->blue[0] = 9; /* 2 points in each Production */
    on_claim(me, credit_card());
    return s;
}

Test(production, the_example_of_the_rule_book_produces_what_it_says)
{
    struct uwc_state s = example();

    /* 2 plants, 3 tunnels, 1 card; 2 farms; 3 steelplast and 2 science of
       the laboratories; farm 1, tunnel 1, city 2, metropolis 2 points */
    expect_produced(&s, 2 + 3 + 1, 2, 3, 2, 0, 1 + 1 + 2 + 2);
}

Test(production, the_example_of_the_rule_book_feeds_two_cities)
{
    struct uwc_state s = example();
    struct seat *me = first_seat(&s);

    production_gain(&s, 0);
    production_answer(&s, 0);
    production_feed(&s, 0);

    cr_expect_eq(feeding_need(me), 2);
    cr_expect_eq(me->stock[KELP], 0);
    cr_expect_eq(me->stock[CREDIT], 6);
    cr_expect_eq(me->stock[STEELPLAST], 3);
    cr_expect_eq(me->stock[SCIENCE], 2);
    cr_expect_eq(me->points, 6);
    cr_expect_eq(s.seat[1].points, 0, "the other seat gets nothing");
}

Test(production, a_single_starting_city_produces_nothing)
{
    struct uwc_state s = board_state(1, 1);

    expect_produced(&s, 0, 0, 0, 0, 0, 0);
}

Test(production, buildings_without_a_connected_city_produce_nothing)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_symbiotic(me, 5);
    on_upgraded(me, FARM, 5, 0);
    on_upgraded(me, PLANT, 6, 0);

    expect_produced(&s, 0, 0, 0, 0, 0, 0);
}

Test(production, two_upgraded_farms_of_a_city_give_a_kelp_and_a_point_more)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_upgraded(me, FARM, 9, 0);
    expect_produced(&s, 0, 1, 0, 0, 0, 1);
    on_upgraded(me, FARM, 9, 1);
    expect_produced(&s, 0, 3, 0, 0, 0, 3);
}

Test(production, two_upgraded_plants_of_a_city_give_a_credit_more)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_upgraded(me, PLANT, 9, 0);
    on_upgraded(me, PLANT, 9, 1);

    expect_produced(&s, 3, 0, 0, 0, 2, 0);
}

Test(production, four_upgraded_of_a_kind_give_the_bonus_of_a_pair_once)
{
    struct uwc_state s = board_state(5, 1);
    struct seat *me = first_seat(&s);

    for (int place = 0; place < 3; place++)
        on_upgraded(me, LABORATORY, 9, place);
    on_upgraded(me, LABORATORY, 9, UWC_EXPANSION);

    expect_produced(&s, 0, 0, 4 + 1, 4, 0, 0);
}

Test(production, an_upgraded_and_a_plain_one_do_not_pair)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_upgraded(me, FARM, 9, 0);
    on_building(me, FARM, 9, 1);

    expect_produced(&s, 0, 2, 0, 0, 0, 1);
}

Test(production, upgraded_ones_at_two_cities_do_not_pair)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_city(me, 8);
    on_tunnel(me, 8, 9);
    on_upgraded(me, FARM, 9, 0);
    on_upgraded(me, FARM, 8, UWC_EXPANSION);

    expect_produced(&s, 1, 2, 0, 0, 0, 2);
}

Test(production, a_tunnel_between_two_cities_produces_once)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_city(me, 8);
    on_upgraded_tunnel(me, 8, 9);

    expect_produced(&s, 1, 0, 0, 0, 0, 1);
}

/* A seat on an advanced board whose cities and tunnels all stand. */
static struct uwc_state whole_network(int board)
{
    struct uwc_state s = board_state(board, 1);
    struct seat *me = first_seat(&s);

    me->city = 511;
    me->tunnel = 0xffff;
    return s;
}

static int board_having(enum special_site kind)
{
    for (int i = 4; i < BOARDS; i++)
        if ((kind == SITE_RICH_CITY && boards[i].rich) ||
            (kind == SITE_TRIPLE && boards[i].tripled) ||
            (kind == SITE_PAIR && boards[i].pair) ||
            (kind == SITE_METROPOLIS && boards[i].metropolis) ||
            (kind == SITE_DOUBLE && boards[i].doubled))
            return i + 1;
    cr_assert_fail("no such board");
    return 0;
}

Test(production, a_doubled_upgraded_plant_gives_four_credits_with_a_second)
{
    struct uwc_state s = board_state(board_having(SITE_DOUBLE), 1);
    struct seat *me = first_seat(&s);
    const uint64_t doubled = boards[me->board].doubled;
    const int site = __builtin_ctzll(doubled);
    const int city = site / UWC_SITES_PER_CITY + 1;

    me->city |= (uint16_t)(1u << (city - 1));
    me->tunnel = 0x0fff; /* all tunnels: each next to a city pays 1 */
    const int tunnels = board_count(&s, 0, COUNT_TUNNELS) +
                        2 * __builtin_popcount(board_productive_tunnels(me) &
                                               boards[me->board].tripled);
    on_upgraded(me, PLANT, city, site % UWC_SITES_PER_CITY);
    on_upgraded(me, PLANT, city, 0);

    /* the example of p. 18: 4 credits and 3 biomatter */
    expect_produced(&s, tunnels + 4, 0, 0, 0, 3, 0);
}

Test(production, a_symbiotic_city_makes_two_points_on_a_rich_site_six)
{
    struct uwc_state s = whole_network(board_having(SITE_RICH_CITY));
    struct seat *me = first_seat(&s);
    struct produced before, exhaustive, rich;

    production_of(&s, 0, &before);
    me->symbiotic = (uint16_t)(511u & ~boards[me->board].rich);
    production_of(&s, 0, &exhaustive);
    me->symbiotic = 511;
    production_of(&s, 0, &rich);

    cr_expect_eq(exhaustive.points - before.points, 8 * 2);
    cr_expect_eq(rich.points - exhaustive.points, 6);
}

Test(production, a_tripled_tunnel_gives_three_credits_upgraded_three_points)
{
    struct uwc_state s = board_state(board_having(SITE_TRIPLE), 1);
    struct seat *me = first_seat(&s);

    me->tunnel = boards[me->board].tripled;
    me->city = 511;
    expect_produced(&s, 3, 0, 0, 0, 0, 0);
    me->tunnel_upgraded = me->tunnel;
    expect_produced(&s, 3, 0, 0, 0, 0, 3);
}

Test(production, a_pair_of_tunnels_gives_two_credits_more_when_both_stand)
{
    struct uwc_state s = board_state(board_having(SITE_PAIR), 1);
    struct seat *me = first_seat(&s);
    const unsigned pair = boards[me->board].pair;

    me->city = 511;
    me->tunnel = (uint16_t)(pair & (0u - pair)); /* one of them */
    expect_produced(&s, 1, 0, 0, 0, 0, 0);
    me->tunnel = (uint16_t)pair;
    expect_produced(&s, 4, 0, 0, 0, 0, 0);
    me->tunnel_upgraded = (uint16_t)pair;
    expect_produced(&s, 4, 0, 0, 0, 0, 2);
}

Test(production, a_pair_pays_only_with_each_tunnel_next_to_a_city)
{
    struct uwc_state s = board_state(5, 1);
    struct seat *me = first_seat(&s);

    cr_assert_eq(boards[4].pair,
                 1u << tunnel_between(3, 6) | 1u << tunnel_between(7, 8));
    on_tunnel(me, 6, 9);
    on_tunnel(me, 8, 9);
    on_tunnel(me, 3, 6);
    on_tunnel(me, 7, 8);
    on_city(me, 6);
    expect_produced(&s, 3, 0, 0, 0, 0, 0);
    on_city(me, 8);
    expect_produced(&s, 4 + 2, 0, 0, 0, 0, 0);
}

Test(production, special_site_four_adds_two_points_to_a_connected_blue_one)
{
    struct uwc_state s = board_state(7, 1);
    struct seat *me = first_seat(&s);

    cr_assert_eq(boards[6].metropolis, 1u << tunnel_between(7, 10));
    expect_produced(&s, 0, 0, 0, 0, 0, 0);
    on_tunnel(me, 7, METROPOLIS_SITE);
    expect_produced(&s, 0, 0, 0, 0, 0, 2);
}

Test(production, special_site_four_at_the_brown_metropolis_needs_both_tunnels)
{
    struct uwc_state s = board_state(6, 1);
    struct seat *me = first_seat(&s);

    cr_assert_eq(boards[5].metropolis, 1u << tunnel_between(2, 10));
    on_tunnel(me, 2, METROPOLIS_SITE);
    expect_produced(&s, 0, 0, 0, 0, 0, 0);
    on_tunnel(me, 4, METROPOLIS_SITE);
    expect_produced(&s, 0, 0, 0, 0, 0, 2);
}

/* Points that a connected blue tile makes in each Production. */
static const uint8_t tile_points[UWC_BLUE_TILES + 1] = {
    [4] = 2, [7] = 1, [8] = 1, [9] = 2, [11] = 2};

Test(production, each_blue_tile_produces_its_points_while_connected)
{
    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++) {
        struct uwc_state s = board_state(1, 1);
        struct seat *me = first_seat(&s);

        me->blue[0] = (uint8_t)tile;
        expect_produced(&s, 0, 0, 0, 0, 0, 0);
        on_tunnel(me, 3, METROPOLIS_SITE);
        expect_produced(&s, 0, 0, 0, 0, 0, tile_points[tile]);
        me->blue[0] = 6;
        me->blue[1] = (uint8_t)tile;
        expect_produced(&s, 0, 0, 0, 0, 0, 0);
        me->tunnel = 0;
        on_tunnel(me, 7, METROPOLIS_SITE);
        expect_produced(&s, 0, 0, 0, 0, 0, tile_points[tile]);
        me->blue[1] = 6;
        me->blue[0] = (uint8_t)tile;
        expect_produced(&s, 0, 0, 0, 0, 0, 0);
    }
}

Test(production, a_tile_gained_in_play_produces_without_a_tunnel)
{
    struct uwc_state s = board_state(1, 1);

    first_seat(&s)->gained_tiles = 1u << (4 - 1) | 1u << (8 - 1);

    expect_produced(&s, 0, 0, 0, 0, 0, 2 + 1);
}

Test(production, a_card_for_every_three_laboratories_rounds_down)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, card_producing(
                     EFFECTS(EACH(COUNT_LABORATORIES, 3, 0, GAIN(KELP, 1)))));
    on_building(me, LABORATORY, 9, 0);
    on_building(me, LABORATORY, 9, 1);
    on_building(me, LABORATORY, 6, 2); /* not connected */
    expect_produced(&s, 0, 0, 0, 2, 0, 0);
    on_building(me, LABORATORY, 9, 2);
    expect_produced(&s, 0, 1, 0, 3, 0, 0);
}

Test(production, cards_that_a_card_gives_come_from_the_deck_of_the_era)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);
    struct produced produced;

    on_claim(me, card_producing(EFFECTS(GAIN(CREDIT, 1), GAIN(CARD, 1))));
    s.deck[0] = 5;
    s.deck[1] = 9; /* the top */
    s.deck_count = 2;
    production_of(&s, 0, &produced);
    cr_expect_eq(produced.cards, 1);
    production_gain(&s, 0);

    cr_expect(set_has(&me->hand, 9));
    cr_expect_eq(set_count(&me->hand), 1);
    cr_expect_eq(s.deck_count, 1);
}

Test(production, kelp_feeds_first_then_biomatter_then_three_points_a_city)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_city(me, 6);
    on_symbiotic(me, 8);
    on_city(me, 3);
    on_city(me, 5); /* loose: it does not eat */
    on_tunnel(me, 6, 9);
    on_tunnel(me, 8, 9);
    on_tunnel(me, 3, 6);
    me->stock[KELP] = 1;
    me->stock[BIOMATTER] = 2;
    me->stock[CREDIT] = 5;
    me->points = 10;

    production_feed(&s, 0);

    cr_expect_eq(me->stock[KELP], 0);
    cr_expect_eq(me->stock[BIOMATTER], 0);
    cr_expect_eq(me->points, 7);
    cr_expect_eq(me->stock[CREDIT], 5);
}

Test(production, what_is_left_after_feeding_stays)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    me->stock[KELP] = 3;
    me->stock[BIOMATTER] = 1;
    production_feed(&s, 0);

    cr_expect_eq(me->stock[KELP], 2);
    cr_expect_eq(me->stock[BIOMATTER], 1);
    cr_expect_eq(me->points, 0);
}

Test(production, hunger_never_takes_points_below_zero)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_city(me, 8);
    on_tunnel(me, 8, 9);
    me->points = 4;

    production_feed(&s, 0);

    cr_expect_eq(me->points, 0);
}
