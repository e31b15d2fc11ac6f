/* Cards that give a choice in Production (rulings 62, 78, 79), and the whole
 * of Production against a slow recount. */
#include "board_states.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/production.h"

#include <criterion/criterion.h>

/* The first card of the deck whose Production swaps this, or 0. */
static int swapping(int what)
{
    for (int n = 1; n < CARD_COUNT; n++)
        if (cards[n]->produce && cards[n]->produce->op == OP_SWAP &&
            cards[n]->produce->what == what)
            return n;
    cr_assert_fail("no card of the deck swaps that");
    return 0;
}

/* Autonomous Systems, twice if need be: no deck holds it twice, but two of one
 * kind must still stand apart. */
static struct uwc_state with_autonomous_systems(int laboratories,
                                                int cards_of_it)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    for (int i = 0; i < laboratories; i++)
        on_building(me, LABORATORY, 9, i);
    for (int i = 0; i < cards_of_it; i++)
        on_claim(me, swapping(LABORATORY));
    return s;
}

Test(production_choices, a_laboratory_may_give_steelplast_and_kelp_instead)
{
    struct uwc_state s = with_autonomous_systems(2, 1);
    struct seat *me = first_seat(&s);

    production_gain(&s, 0);
    cr_expect_eq(production_choices(&s, 0), 1);
    me->answer[0] = 1;
    production_answer(&s, 0);

    cr_expect_eq(me->stock[SCIENCE], 1, "one of the two");
    cr_expect_eq(me->stock[STEELPLAST], 1);
    cr_expect_eq(me->stock[KELP], 1);
}

Test(production_choices, an_upgraded_laboratory_still_gives_its_steelplast)
{
    struct uwc_state s = with_autonomous_systems(0, 1);
    struct seat *me = first_seat(&s);

    on_upgraded(me, LABORATORY, 9, 0);
    production_gain(&s, 0);
    me->answer[0] = 1;
    production_answer(&s, 0);

    cr_expect_eq(me->stock[SCIENCE], 0);
    cr_expect_eq(me->stock[STEELPLAST], 2);
    cr_expect_eq(me->stock[KELP], 1);
}

Test(production_choices, what_is_declined_changes_nothing)
{
    struct uwc_state s = with_autonomous_systems(1, 1);
    struct seat *me = first_seat(&s);

    production_gain(&s, 0);
    production_answer(&s, 0);

    cr_expect_eq(me->stock[SCIENCE], 1);
    cr_expect_eq(me->stock[STEELPLAST], 0);
}

Test(production_choices, without_a_connected_laboratory_there_is_no_choice)
{
    struct uwc_state s = with_autonomous_systems(0, 1);

    on_building(first_seat(&s), LABORATORY, 6, 0);
    first_seat(&s)->stock[SCIENCE] = 5; /* stock never pays */
    production_gain(&s, 0);

    cr_expect_eq(production_choices(&s, 0), 0);
}

Test(production_choices, two_such_cards_need_two_laboratories)
{
    struct uwc_state one = with_autonomous_systems(1, 2);
    struct uwc_state two = with_autonomous_systems(2, 2);

    production_gain(&one, 0);
    production_gain(&two, 0);
    cr_expect_eq(production_choices(&one, 0), 3, "both before an answer");
    first_seat(&one)->answer[0] = first_seat(&two)->answer[0] = 1;

    cr_expect_eq(production_choices(&one, 0), 1, "the second has nothing left");
    cr_expect_eq(production_choices(&two, 0), 3);
}

Test(production_choices, a_doubled_laboratory_is_one_laboratory)
{
    struct uwc_state s = board_state(5, 1);
    struct seat *me = first_seat(&s);
    const int site = __builtin_ctzll(boards[4].doubled);

    on_city(me, site / UWC_SITES_PER_CITY + 1);
    on_tunnel(me, 5, 9);
    on_building(me, LABORATORY, 5, site % UWC_SITES_PER_CITY);
    on_claim(me, swapping(LABORATORY));
    on_claim(me, swapping(LABORATORY));
    production_gain(&s, 0);
    me->answer[0] = 1;

    cr_expect_eq(me->stock[SCIENCE], 2);
    cr_expect_eq(production_choices(&s, 0), 1);
}

Test(production_choices, biomatter_in_stock_is_not_biomatter_produced)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    me->stock[BIOMATTER] = 3;
    on_claim(me, swapping(SWAP_BIOMATTER));
    production_gain(&s, 0);
    cr_expect_eq(production_choices(&s, 0), 0);
    on_upgraded(me, PLANT, 9, 0);
    production_gain(&s, 0);
    cr_expect_eq(production_choices(&s, 0), 1);
}

Test(production_choices, biomatter_that_a_card_produces_counts_as_well)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, swapping(SWAP_BIOMATTER));
    on_claim(me, card_producing(EFFECTS(GAIN(BIOMATTER, 1))));
    production_gain(&s, 0);

    cr_expect_eq(me->produced_biomatter, 1);
    cr_expect_eq(production_choices(&s, 0), 1);
}

Test(production_choices, the_second_option_of_a_choice_is_its_own)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);
    const int card = swapping(SWAP_BIOMATTER);
    const struct effect *second = effect_next(cards[card]->produce + 1);

    cr_assert_lt(second - cards[card]->produce, 1 + cards[card]->produce->len,
                 "the card has two options");
    on_upgraded(me, PLANT, 9, 0);
    on_claim(me, card);
    production_gain(&s, 0);
    const struct seat before = *me;
    me->answer[0] = 2;
    production_answer(&s, 0);

    cr_expect_eq(me->stock[BIOMATTER], 0);
    for (const struct effect *e = second + 1; e <= second + second->len; e++)
        if (e->what < RESOURCES && e->what != BIOMATTER)
            cr_expect_eq(me->stock[e->what], before.stock[e->what] + e->n);
}

/* Units of one building: 2 on a doubled site. */
static int units(const struct seat *me, int site)
{
    return boards[me->board].building_special[site] == SITE_DOUBLE ? 2 : 1;
}

static void recount_buildings(const struct seat *me, struct produced *out)
{
    static const uint8_t base[] = {KELP, CREDIT, SCIENCE};
    static const uint8_t more[] = {KELP, CREDIT, STEELPLAST};

    for (int city = 0; city < UWC_CITY_SITES; city++) {
        int upgraded[3] = {0};

        for (int place = 0; place < UWC_SITES_PER_CITY; place++) {
            const int site = city * UWC_SITES_PER_CITY + place;
            const enum piece piece = slow_building(me, site);

            if (!piece || !slow_connected(me, city))
                continue;
            int kind = building_index(piece), n = units(me, site);
            out->stock[base[kind]] = (int16_t)(out->stock[base[kind]] + n);
            if (!(me->upgraded >> site & 1))
                continue;
            upgraded[kind]++;
            if (piece == FARM)
                out->points = (int16_t)(out->points + n);
            else
                out->stock[piece == PLANT ? BIOMATTER : STEELPLAST] =
                    (int16_t)(out->stock[piece == PLANT ? BIOMATTER
                                                        : STEELPLAST] +
                              n);
        }
        for (int kind = 0; kind < 3; kind++)
            if (upgraded[kind] >= 2)
                out->stock[more[kind]]++;
        if (upgraded[0] >= 2)
            out->points++;
    }
}

static void recount_tunnels(const struct seat *me, struct produced *out)
{
    int pair = 0;

    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        const int special = boards[me->board].tunnel_special[t];
        const int n = special == SITE_TRIPLE ? 3 : 1;

        if (special == SITE_METROPOLIS &&
            slow_metropolis(me, tunnel_metropolis(t)))
            out->points = (int16_t)(out->points + 2);
        if (!slow_productive(me, t))
            continue;
        pair += special == SITE_PAIR;
        out->stock[CREDIT] = (int16_t)(out->stock[CREDIT] + n);
        if (me->tunnel_upgraded >> t & 1)
            out->points = (int16_t)(out->points + n);
    }
    if (pair == 2)
        out->stock[CREDIT] = (int16_t)(out->stock[CREDIT] + 2);
}

static void recount_cities(const struct seat *me, struct produced *out)
{
    for (int city = 0; city < UWC_CITY_SITES; city++)
        if (slow_connected(me, city) && me->symbiotic >> city & 1)
            out->points =
                (int16_t)(out->points + (boards[me->board].city_special[city] ==
                                                 SITE_RICH_CITY
                                             ? 6
                                             : 2));
}

Test(production_choices, production_agrees_with_a_slow_recount_on_all_boards)
{
    static const uint8_t key[32] = "production";

    for (int match = 0; match < 80; match++) {
        struct uwc_state s = board_state(1 + match % BOARDS, 1);
        struct seat *me = first_seat(&s);
        struct random random;

        random_init(&random, key, (uint64_t)match);
        for (int step = 0; step < 150; step++) {
            struct produced fast, slow = {0};

            grow(me, &random);
            if (step % 10)
                continue;
            production_of(&s, 0, &fast);
            recount_buildings(me, &slow);
            recount_tunnels(me, &slow);
            recount_cities(me, &slow);
            cr_assert_arr_eq(&fast, &slow, sizeof fast, "match %d", match);
        }
    }
}
