/* The eight boards themselves: sites, bonuses, special sites and surcharges
 * (rules pp. 18, 20; section 6 of the rules notes). */
#include "board_states.h"
#include "rules/underwater_cities/engine/board.h"

#include <criterion/criterion.h>

enum { BUILDING_SITES = UWC_CITY_SITES * UWC_SITES_PER_CITY };

/* How often a board has each bonus. */
static void count_bonuses(const struct board *board, int count[])
{
    memset(count, 0, (BONUS_POINTS + 1) * sizeof *count);
    for (int i = 0; i < UWC_CITY_SITES; i++)
        count[board->city_bonus[i]]++;
    for (int i = 0; i < BUILDING_SITES; i++)
        count[board->building_bonus[i]]++;
    for (int i = 0; i < UWC_TUNNEL_SITES; i++)
        count[board->tunnel_bonus[i]]++;
}

Test(board_sites, boards_are_numbered_as_printed)
{
    for (int i = 0; i < BOARDS; i++)
        cr_expect_eq(boards[i].number, i + 1);
}

Test(board_sites, the_mask_of_ordinary_sites_follows_from_their_numbers)
{
    for (int i = 0; i < BOARDS; i++)
        for (int site = 0; site < BUILDING_SITES; site++)
            cr_expect_eq(boards[i].ordinary >> site & 1,
                         site % UWC_SITES_PER_CITY <
                             boards[i].sites[site / UWC_SITES_PER_CITY],
                         "board %d site %d", i + 1, site);
}

Test(board_sites, a_city_has_three_ordinary_sites_on_basic_boards)
{
    for (int i = 0; i < 4; i++)
        for (int city = 0; city < UWC_CITY_SITES; city++)
            cr_expect_eq(boards[i].sites[city], 3);
}

Test(board_sites, a_city_has_two_to_four_on_advanced_boards_27_in_all)
{
    for (int i = 4; i < BOARDS; i++) {
        int sum = 0;

        for (int city = 0; city < UWC_CITY_SITES; city++) {
            cr_expect_geq(boards[i].sites[city], 2);
            cr_expect_leq(boards[i].sites[city], 4);
            sum += boards[i].sites[city];
        }
        cr_expect_eq(sum, 27, "board %d", i + 1);
    }
}

Test(board_sites, every_city_has_one_expansion_site)
{
    for (int city = 0; city < UWC_CITY_SITES; city++)
        cr_expect_eq(expansion_sites & BUILDINGS_AT(city),
                     UINT64_C(1)
                         << (city * UWC_SITES_PER_CITY + UWC_EXPANSION));
}

Test(board_sites, basic_boards_have_eight_to_ten_bonuses_of_all_kinds)
{
    for (int i = 0; i < 4; i++) {
        int count[BONUS_POINTS + 1], sum = 0;

        count_bonuses(&boards[i], count);
        for (int bonus = BONUS_CREDIT; bonus <= BONUS_FEDERATION; bonus++) {
            cr_expect_geq(count[bonus], 1, "board %d bonus %d", i + 1, bonus);
            sum += count[bonus];
        }
        cr_expect_geq(sum, 8);
        cr_expect_leq(sum, 10);
        cr_expect_eq(count[BONUS_POINTS], 0);
    }
}

Test(board_sites, bonuses_are_only_on_existing_sites)
{
    for (int i = 0; i < BOARDS; i++) {
        cr_expect_eq(boards[i].city_bonus[UWC_START_SITE], BONUS_NONE);
        for (int site = 0; site < BUILDING_SITES; site++)
            if (boards[i].building_bonus[site] ||
                boards[i].building_special[site])
                cr_expect(boards[i].ordinary >> site & 1, "board %d site %d",
                          i + 1, site);
    }
}

/* The boards on which a special kind of site occurs. */
static int boards_with(enum special_site kind)
{
    int with = 0;

    for (int i = 0; i < BOARDS; i++) {
        bool there = false;

        for (int k = 0; k < UWC_CITY_SITES; k++)
            there |= boards[i].city_special[k] == kind;
        for (int k = 0; k < UWC_TUNNEL_SITES; k++)
            there |= boards[i].tunnel_special[k] == kind;
        for (int k = 0; k < BUILDING_SITES; k++)
            there |= boards[i].building_special[k] == kind;
        with += there;
        cr_expect(!there || i >= 4, "no special sites on basic boards");
    }
    return with;
}

Test(board_sites, every_special_kind_is_on_two_advanced_boards_or_more)
{
    for (int kind = SITE_RICH_CITY; kind <= SITE_DOUBLE; kind++)
        cr_expect_geq(boards_with((enum special_site)kind), 2, "kind %d", kind);
}

Test(board_sites, special_kinds_stand_on_the_sites_they_are_for)
{
    for (int i = 0; i < BOARDS; i++) {
        const struct board *board = &boards[i];

        for (int k = 0; k < UWC_CITY_SITES; k++) {
            int kind = board->city_special[k];

            cr_expect(kind == SITE_PLAIN || kind == SITE_RICH_CITY ||
                      kind == SITE_POINTS);
            cr_expect_eq(board->rich >> k & 1, kind == SITE_RICH_CITY);
        }
        for (int k = 0; k < UWC_TUNNEL_SITES; k++) {
            int kind = board->tunnel_special[k];

            cr_expect(kind == SITE_PLAIN || kind == SITE_TRIPLE ||
                      kind == SITE_PAIR || kind == SITE_METROPOLIS);
            cr_expect_eq(board->tripled >> k & 1, kind == SITE_TRIPLE);
            cr_expect_eq(board->pair >> k & 1, kind == SITE_PAIR);
            cr_expect_eq(board->metropolis >> k & 1, kind == SITE_METROPOLIS);
            cr_expect(kind != SITE_METROPOLIS || tunnel_metropolis(k));
        }
        for (int k = 0; k < BUILDING_SITES; k++) {
            int kind = board->building_special[k];

            cr_expect(kind == SITE_PLAIN || kind == SITE_DOUBLE);
            cr_expect_eq(board->doubled >> k & 1, kind == SITE_DOUBLE);
        }
        cr_expect(!board->pair || __builtin_popcount(board->pair) == 2);
    }
}

/* The first site of a special kind on any board, for a seat to stand on. */
static int find_city(struct seat *me, enum special_site kind)
{
    for (int i = 4; i < BOARDS; i++)
        for (int k = 0; k < UWC_CITY_SITES; k++)
            if (boards[i].city_special[k] == kind) {
                me->board = (uint8_t)i;
                return k;
            }
    cr_assert_fail("no such site");
    return 0;
}

static int find_tunnel(struct seat *me, enum special_site kind)
{
    for (int i = 4; i < BOARDS; i++)
        for (int k = 0; k < UWC_TUNNEL_SITES; k++)
            if (boards[i].tunnel_special[k] == kind) {
                me->board = (uint8_t)i;
                return k;
            }
    cr_assert_fail("no such site");
    return 0;
}

Test(board_sites, a_rich_city_asks_three_steelplast_and_three_credits_more)
{
    struct seat me = {0};
    int site = find_city(&me, SITE_RICH_CITY);

    cr_expect_eq(board_surcharge(&me, CITY, site), PRICE(3, 0, 3, 0, 0));
    cr_expect_eq(board_surcharge(&me, SYMBIOTIC, site), PRICE(3, 0, 3, 0, 0));
}

Test(board_sites, a_city_for_points_asks_two_science_and_two_credits_gives_six)
{
    struct seat me = {0};
    int site = find_city(&me, SITE_POINTS);

    cr_expect_eq(board_surcharge(&me, CITY, site), PRICE(2, 0, 0, 2, 0));
    cr_expect_eq(board_bonus(&me, SYMBIOTIC, site), BONUS_POINTS);
}

Test(board_sites, special_tunnels_ask_a_credit_and_one_to_a_metropolis_steel)
{
    struct seat me = {0};
    int site = find_tunnel(&me, SITE_TRIPLE);

    cr_expect_eq(board_surcharge(&me, TUNNEL, site), PRICE(1, 0, 0, 0, 0));
    site = find_tunnel(&me, SITE_METROPOLIS);
    cr_expect_eq(board_surcharge(&me, TUNNEL, site), PRICE(1, 0, 1, 0, 0));
    site = find_tunnel(&me, SITE_PAIR);
    cr_expect_eq(board_surcharge(&me, TUNNEL, site), 0);
}

Test(board_sites, a_doubled_building_site_asks_a_credit)
{
    struct seat me = {.board = 4};
    int site = __builtin_ctzll(boards[4].doubled);

    cr_expect_eq(board_surcharge(&me, FARM, site), PRICE(1, 0, 0, 0, 0));
    cr_expect_eq(board_surcharge(&me, FARM, site - 1), 0);
}

Test(board_sites, basic_boards_ask_no_surcharge)
{
    for (int board = 0; board < 4; board++) {
        struct seat me = {.board = (uint8_t)board};

        for (int k = 0; k < BUILDING_SITES; k++)
            cr_expect_eq(board_surcharge(&me, PLANT, k), 0);
        for (int k = 0; k < UWC_TUNNEL_SITES; k++)
            cr_expect_eq(board_surcharge(&me, TUNNEL, k), 0);
        for (int k = 0; k < UWC_CITY_SITES; k++)
            cr_expect_eq(board_surcharge(&me, CITY, k), 0);
    }
}

Test(board_sites, a_piece_gets_the_bonus_of_its_own_site)
{
    struct uwc_state s = board_state(1, 1);
    const struct seat *me = first_seat(&s);

    for (int k = 0; k < UWC_TUNNEL_SITES; k++)
        cr_expect_eq(board_bonus(me, TUNNEL, k), boards[0].tunnel_bonus[k]);
    for (int k = 0; k < BUILDING_SITES; k++)
        cr_expect_eq(board_bonus(me, LABORATORY, k),
                     boards[0].building_bonus[k]);
    for (int k = 0; k < UWC_CITY_SITES; k++)
        cr_expect_eq(board_bonus(me, CITY, k), boards[0].city_bonus[k]);
}
