/* Where one may build and what is connected (rules pp. 10-11; rulings 10-12,
 * 14, 55, 56, 81), on hand-made networks and on random ones. */
#include "rules/underwater_cities/engine/board.h"
#include "board_states.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* The network of the examples on pp. 10-11: a start with two tunnels that lead
 * on, a city in the middle without any, a laboratory beside an empty site. */
static struct uwc_state example(void)
{
    struct uwc_state s = board_state(1, 2);
    struct seat *me = first_seat(&s);

    on_city(me, 6);
    on_city(me, 5);
    on_tunnel(me, 6, 9);
    on_tunnel(me, 8, 9);
    on_tunnel(me, 7, 8);
    on_building(me, FARM, 9, 0);
    on_building(me, PLANT, 5, 0);
    on_building(me, LABORATORY, 7, 0);
    return s;
}

Test(board, new_cities_go_next_to_cities_with_or_without_a_tunnel)
{
    struct uwc_state s = example();

    /* act */
    unsigned sites = board_city_sites(first_seat(&s));

    /* expect: 7 and 8 next to the start and the middle, 1 and 3 */
    cr_expect_eq(sites, CITY_SET(1, 3, 7, 8));
}

Test(board, a_city_in_the_upper_left_corner_opens_the_last_two_sites)
{
    struct uwc_state s = example();

    on_city(first_seat(&s), 1);

    unsigned sites = board_city_sites(first_seat(&s));
    cr_expect_eq(sites, CITY_SET(2, 3, 4, 7, 8));
}

Test(board, a_building_may_stand_where_a_city_could_come)
{
    struct uwc_state s = example();
    struct seat *me = first_seat(&s);

    uint64_t open = board_building_sites(me, false);

    cr_expect_eq(open & BUILDINGS_AT(6), UINT64_C(6) << 30,
                 "the laboratory's neighbours at 7 are open");
    cr_expect_eq(open & BUILDINGS_AT(1), 0, "no city could come to 2");
    cr_expect_eq(open & BUILDINGS_AT(3), 0, "nor to 4");
    cr_expect_eq(open & expansion_sites, 0);
}

Test(board, expansion_sites_are_open_only_to_what_names_them)
{
    struct uwc_state s = example();
    struct seat *me = first_seat(&s);

    uint64_t open = board_building_sites(me, true);

    cr_expect_eq(open & ~expansion_sites, 0);
    cr_expect_eq(__builtin_popcountll(open), 7, "all cities but 2 and 4");
    on_building(me, FARM, 9, UWC_EXPANSION);
    cr_expect_eq(__builtin_popcountll(board_building_sites(me, true)), 6,
                 "one building each");
}

Test(board, tunnels_go_on_from_the_network_also_over_empty_city_sites)
{
    struct uwc_state s = example();
    unsigned expected = 0;

    expected |= 1u << tunnel_between(3, 6);
    expected |= 1u << tunnel_between(5, 9);
    expected |= 1u << tunnel_between(4, 7);
    expected |= 1u << tunnel_between(5, 7);
    expected |= 1u << tunnel_between(7, METROPOLIS_SITE);

    cr_expect_eq(board_tunnel_sites(first_seat(&s)), expected);
}

Test(board, no_way_leads_through_a_metropolis)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_tunnel(me, 6, 9);
    on_tunnel(me, 3, 6);
    on_tunnel(me, 2, 3);
    on_tunnel(me, 2, METROPOLIS_SITE);

    unsigned sites = board_tunnel_sites(me);

    cr_expect_eq(sites >> tunnel_between(4, METROPOLIS_SITE) & 1, 0,
                 "the other tunnel of the brown metropolis starts at 4");
    cr_expect_eq(sites >> tunnel_between(1, 2) & 1, 1);
}

Test(board, a_city_without_a_tunnel_and_a_building_without_a_city_are_loose)
{
    struct uwc_state s = example();
    struct seat *me = first_seat(&s);

    cr_expect_eq(board_connected(me), CITY_SET(6, 9));
    cr_expect_eq(board_connected_sites(me), BUILDINGS_AT(5) | BUILDINGS_AT(8));
    cr_expect_eq(board_count(&s, 0, COUNT_FARMS), 1);
    cr_expect_eq(board_count(&s, 0, COUNT_PLANTS), 0, "at the middle");
    cr_expect_eq(board_count(&s, 0, COUNT_LABORATORIES), 0,
                 "at the empty site");
}

Test(board, a_tunnel_between_empty_sites_is_next_to_no_city)
{
    struct uwc_state s = example();

    cr_expect_eq(board_count(&s, 0, COUNT_TUNNELS), 2, "not that from 7 to 8");
    on_city(first_seat(&s), 7);
    cr_expect_eq(board_count(&s, 0, COUNT_TUNNELS), 3);
}

Test(board, the_brown_metropolis_needs_both_tunnels_a_blue_one_its_only_one)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_tunnel(me, 2, METROPOLIS_SITE);
    cr_expect_eq(board_metropolises(me), 0);
    on_tunnel(me, 4, METROPOLIS_SITE);
    cr_expect_eq(board_metropolises(me), METROPOLIS_BROWN);
    on_tunnel(me, 3, METROPOLIS_SITE);
    cr_expect_eq(board_metropolises(me), METROPOLIS_BROWN | METROPOLIS_RIGHT);
    on_tunnel(me, 7, METROPOLIS_SITE);
    cr_expect_eq(board_metropolises(me),
                 METROPOLIS_BROWN | METROPOLIS_RIGHT | METROPOLIS_LEFT);
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        cr_expect_eq(tunnel_metropolis(t), t < 12    ? 0
                                           : t < 14  ? METROPOLIS_BROWN
                                           : t == 14 ? METROPOLIS_RIGHT
                                                     : METROPOLIS_LEFT);
}

/* 3 x 3 sites: neighbours along the edge, and the centre with the corners. */
static bool joined_on_the_board(int a, int b)
{
    const int rows = abs(a / 3 - b / 3), columns = abs(a % 3 - b % 3);

    if (a == 4 || b == 4)
        return rows == 1 && columns == 1;
    return rows + columns == 1;
}

Test(board, tunnel_sites_run_along_the_edge_and_from_the_centre_to_the_corners)
{
    for (int a = 0; a < UWC_CITY_SITES; a++)
        for (int b = 0; b < UWC_CITY_SITES; b++) {
            int sites = 0;

            for (int t = 0; t < UWC_TUNNEL_SITES; t++)
                sites += a != b && tunnels_at_site[a] >> t & 1 &&
                         tunnels_at_site[b] >> t & 1;
            cr_expect_eq(sites, joined_on_the_board(a, b), "%d to %d", a + 1,
                         b + 1);
        }
}

Test(board, the_tables_of_tunnels_agree)
{
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        for (int city = 0; city < UWC_CITY_SITES; city++) {
            bool end = tunnel_ends[t][0] == city || tunnel_ends[t][1] == city;

            cr_expect_eq(end, slow_touches(t, city), "tunnel %d", t);
            cr_expect_eq(tunnels_at_site[city] >> t & 1, end, "tunnel %d", t);
        }
}

/* Every mask and count of a network against the slow account of it. */
static void expect_agreement(const struct uwc_state *s)
{
    const struct seat *me = &s->seat[0];

    for (int city = 0; city < UWC_CITY_SITES; city++) {
        cr_assert_eq(board_city_sites(me) >> city & 1,
                     slow_city_legal(me, city));
        cr_assert_eq(board_connected(me) >> city & 1, slow_connected(me, city));
    }
    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        cr_assert_eq(board_tunnel_sites(me) >> t & 1, slow_tunnel_legal(me, t));
        cr_assert_eq(board_productive_tunnels(me) >> t & 1,
                     slow_productive(me, t));
    }
    for (int site = 0; site < UWC_CITY_SITES * UWC_SITES_PER_CITY; site++) {
        cr_assert_eq(board_building_sites(me, false) >> site & 1,
                     slow_building_legal(me, site, false));
        cr_assert_eq(board_building_sites(me, true) >> site & 1,
                     slow_building_legal(me, site, true));
        cr_assert_eq(board_connected_sites(me) >> site & 1,
                     slow_connected(me, site / UWC_SITES_PER_CITY));
    }
    for (int what = 0; what < COUNTABLES; what++)
        cr_assert_eq(board_count(s, 0, (enum countable)what),
                     slow_count(s, 0, (enum countable)what), "countable %d",
                     what);
}

Test(board, every_mask_agrees_with_a_slow_recount_on_random_networks,
     .init = deep_only)
{
    static const uint8_t key[32] = "networks";

    for (int match = 0; match < 80; match++) {
        struct uwc_state s = board_state(1 + match % BOARDS, 1);
        struct seat *me = first_seat(&s);
        struct random random;

        random_init(&random, key, (uint64_t)match);
        me->space = (uint8_t)(1 + random_below(&random, 5));
        me->specials_paid = (uint8_t)random_below(&random, 9);
        me->gained_tiles = (uint16_t)random_below(&random, 8);
        for (int i = 0; i < 6; i++)
            on_claim(me, 1 + (int)random_below(&random, CARD_LAST));
        for (int step = 0; step < 120; step++) {
            grow(me, &random);
            if (step % 8 == 0)
                expect_agreement(&s);
        }
    }
}

Test(board, the_supply_of_domes_and_tunnels_follows_from_the_boards)
{
    struct uwc_state s = board_state(1, 3);

    cr_expect_eq(supply_left(&s, CITY), 14, "17 less three starting cities");
    cr_expect_eq(supply_left(&s, SYMBIOTIC), 10);
    cr_expect_eq(supply_left(&s, TUNNEL), 46);
    on_symbiotic(first_seat(&s), 6);
    on_city(&s.seat[1], 6);
    on_tunnel(&s.seat[2], 6, 9);
    cr_expect_eq(supply_left(&s, CITY), 13);
    cr_expect_eq(supply_left(&s, SYMBIOTIC), 9);
    cr_expect_eq(supply_left(&s, TUNNEL), 45);
    cr_expect_gt(supply_left(&s, FARM), 100, "buildings never run out");
}

Test(board, a_converted_city_gives_its_white_dome_back)
{
    struct uwc_state s = board_state(1, 2);

    on_symbiotic(first_seat(&s), 9);
    cr_expect_eq(supply_left(&s, CITY), 16);
    cr_expect_eq(supply_left(&s, SYMBIOTIC), 6);
}

Test(board, symbiotic_domes_never_run_out_in_solo_play)
{
    struct uwc_state s = board_state(5, 1);

    for (int city = 1; city <= UWC_CITY_SITES; city++)
        on_symbiotic(first_seat(&s), city);
    cr_expect_gt(supply_left(&s, SYMBIOTIC), 0);
}

Test(board, pieces_cost_what_the_player_aid_says)
{
    cr_expect_eq(piece_price(FARM), PRICE(0, 1, 0, 0, 0));
    cr_expect_eq(piece_price(PLANT), PRICE(1, 0, 0, 0, 0));
    cr_expect_eq(piece_price(LABORATORY), PRICE(0, 0, 1, 0, 0));
    cr_expect_eq(piece_price(TUNNEL), PRICE(1, 0, 1, 0, 0));
    cr_expect_eq(piece_price(CITY), PRICE(1, 1, 2, 0, 0));
    cr_expect_eq(piece_price(SYMBIOTIC), PRICE(2, 1, 1, 0, 1));
}
