/* Final scoring (rules p. 17; rulings 14, 17, 28, 31, 80, 90). */
#include "rules/underwater_cities/engine/score.h"
#include "board_states.h"
#include "rules/underwater_cities/content/boards.h"

#include <criterion/criterion.h>

static int item(const struct scores *scores, const char *name, int seat)
{
    for (int i = 0; i < scores->items; i++)
        if (strcmp(scores->item[i].name, name) == 0)
            return scores->item[i].points[seat];
    cr_assert_fail("no item %s", name);
    return 0;
}

/* The card that scores just this at the end; fails without one. */
static int card_scoring(const struct effect *list)
{
    for (int n = 1; n < CARD_COUNT; n++)
        if (cards[n]->final &&
            memcmp(cards[n]->final, list, 2 * sizeof *list) == 0)
            return n;
    cr_assert_fail("no card of the deck scores that");
    return 0;
}

#define SCORING(...) card_scoring(EFFECTS(__VA_ARGS__))

/* The example of p. 17, from upper left to lower right: the city loose, a
 * city alone, two with all three kinds, one with two and one with one kind. */
static struct uwc_state example(void)
{
    struct uwc_state s = board_state(1, 2);
    struct seat *me = first_seat(&s);

    for (int city = 2; city <= 6; city++)
        on_city(me, city);
    /* 9 two kinds, 6 and 3 all kinds, 2 one kind, 4 none, 5 loose */
    on_upgraded(me, FARM, 6, 0);
    on_upgraded(me, PLANT, 6, 1);
    on_upgraded(me, LABORATORY, 6, 2);
    on_upgraded(me, FARM, 3, 0);
    on_upgraded(me, PLANT, 3, 1);
    on_upgraded(me, LABORATORY, 3, 2);
    on_upgraded(me, LABORATORY, 9, 0);
    on_building(me, FARM, 9, 1);
    on_upgraded(me, PLANT, 2, 0);
    on_upgraded(me, FARM, 5, 0); /* does not count */
    on_upgraded_tunnel(me, 6, 9);
    on_upgraded_tunnel(me, 3, 6);
    on_upgraded_tunnel(me, 2, 3);
    on_tunnel(me, 1, 2);
    on_tunnel(me, 1, 4);
    on_tunnel(me, 2, METROPOLIS_SITE);
    on_tunnel(me, 4, METROPOLIS_SITE);
    me->brown = 5;
    on_claim(me, SCORING(FINAL_TRADE(PRICE(0, 0, 0, 2, 0), 3, 5)));
    on_claim(me, SCORING(FINAL_TRADE(PRICE(0, 1, 1, 0, 0), 1, 0)));
    me->stock[CREDIT] = 16;
    me->stock[SCIENCE] = 7;
    me->stock[KELP] = 2;
    me->stock[STEELPLAST] = 4;
    me->stock[BIOMATTER] = 3;
    me->points = 40;
    return s;
}

Test(score, the_example_of_the_rule_book_scores_8_11_21_and_6)
{
    struct uwc_state s = example();
    struct scores scores;

    uwc_score(&s, &scores);

    cr_expect_eq(item(&scores, "points", 0), 40);
    cr_expect_eq(item(&scores, "brown-metropolis", 0), 8);
    cr_expect_eq(item(&scores, "end-scoring-cards", 0), 11);
    cr_expect_eq(item(&scores, "cities", 0), 21);
    cr_expect_eq(item(&scores, "resources", 0), 6);
    cr_expect_eq(scores.total[0], 40 + 8 + 11 + 21 + 6);
}

Test(score, items_come_in_the_order_of_final_scoring)
{
    static const char *const order[] = {"points", "brown-metropolis",
                                        "end-scoring-cards", "cities",
                                        "resources"};
    struct uwc_state s = board_state(1, 1);
    struct scores scores;

    uwc_score(&s, &scores);

    cr_assert_eq(scores.items, 5);
    for (int i = 0; i < 5; i++)
        cr_expect_str_eq(scores.item[i].name, order[i]);
}

Test(score, the_brown_metropolis_scores_only_with_both_tunnels)
{
    struct uwc_state s = example();
    struct scores scores;

    first_seat(&s)->tunnel &=
        (uint16_t) ~(1u << tunnel_between(4, METROPOLIS_SITE));
    uwc_score(&s, &scores);

    cr_expect_eq(item(&scores, "brown-metropolis", 0), 0);
}

Test(score, a_connected_city_scores_2_3_4_or_6_by_its_kinds_of_building)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    cr_expect_eq(score_cities(me), 2);
    on_building(me, FARM, 9, 0);
    on_building(me, FARM, 9, 1);
    cr_expect_eq(score_cities(me), 3, "one kind twice is one kind");
    on_building(me, PLANT, 9, 2);
    cr_expect_eq(score_cities(me), 4);
    on_building(me, LABORATORY, 9, UWC_EXPANSION);
    cr_expect_eq(score_cities(me), 6);
    on_city(me, 8);
    on_building(me, FARM, 8, 0);
    cr_expect_eq(score_cities(me), 6, "not connected");
    on_tunnel(me, 8, 9);
    cr_expect_eq(score_cities(me), 9);
}

Test(score, cities_agree_with_a_slow_recount_on_random_networks)
{
    static const uint8_t key[32] = "cities";
    static const uint8_t worth[] = {2, 3, 4, 6};

    for (int match = 0; match < 100; match++) {
        struct uwc_state s = board_state(1 + match % BOARDS, 1);
        struct seat *me = first_seat(&s);
        struct random random;
        int points = 0;

        random_init(&random, key, (uint64_t)match);
        for (int step = 0; step < 150; step++)
            grow(me, &random);
        for (int city = 0; city < UWC_CITY_SITES; city++) {
            int kinds = 0;

            for (int place = 0; place < UWC_SITES_PER_CITY; place++)
                kinds |=
                    (int)slow_building(me, city * UWC_SITES_PER_CITY + place);
            if (slow_connected(me, city))
                points += worth[__builtin_popcount((unsigned)kinds)];
        }
        cr_expect_eq(score_cities(me), points, "match %d", match);
    }
}

Test(score, a_counting_card_rounds_down_and_keeps_to_its_limit)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, SCORING(FINAL_EACH(COUNT_FARMS, 3, 1, 0)));
    for (int place = 0; place < 3; place++)
        on_building(me, FARM, 9, place);
    cr_expect_eq(score_counting_cards(&s, 0), 1);
    on_city(me, 8);
    on_tunnel(me, 8, 9);
    on_building(me, FARM, 8, 0);
    on_building(me, FARM, 8, 1);
    cr_expect_eq(score_counting_cards(&s, 0), 1, "five farms");
    on_building(me, FARM, 8, 2);
    cr_expect_eq(score_counting_cards(&s, 0), 2);
}

Test(score, a_counting_card_may_give_several_points_a_time)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, SCORING(FINAL_EACH(COUNT_UPGRADED_FARMS, 2, 3, 0)));
    me->city = 511;
    me->tunnel = 0x0fff;
    for (int city = 1; city <= 7; city++)
        on_upgraded(me, FARM, city, 0);

    cr_expect_eq(score_counting_cards(&s, 0), 9, "seven upgraded farms");
}

Test(score, a_counting_card_gives_no_more_than_its_limit)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        const struct effect *e = cards[n]->final;
        struct uwc_state s = board_state(1, 1);
        struct seat *me = first_seat(&s);

        if (!e || e->op != OP_FINAL_EACH || !e->cap)
            continue;
        me->city = 511;
        me->tunnel = me->tunnel_upgraded = 0xffff;
        me->building[0] = 0x1084210842108421 & 0x1fffffffffff;
        me->building[1] = me->building[0] << 1 & 0x1fffffffffff;
        me->building[2] = me->building[0] << 2 & 0x1fffffffffff;
        me->upgraded = 0x1fffffffffff;
        on_claim(me, n);
        for (int i = 1; i < CARD_COUNT && me->claim_count < 20; i++)
            if (cards[i]->type == ACTION)
                on_claim(me, i);
        cr_expect_eq(score_counting_cards(&s, 0), e->cap, "card %d", n);
    }
}

static int total(const struct uwc_state *s, int seat)
{
    struct scores scores;

    uwc_score(s, &scores);
    return scores.total[seat];
}

Test(score, equal_totals_rank_by_play_order)
{
    struct uwc_state s = board_state(1, 3);
    struct scores scores;

    s.order[0] = 2;
    s.order[1] = 0;
    s.order[2] = 1;
    s.seat[1].points = 1;
    uwc_score(&s, &scores);

    cr_expect_eq(scores.rank[1], 1, "more points");
    cr_expect_eq(scores.rank[2], 2, "first of the two");
    cr_expect_eq(scores.rank[0], 3);
}

Test(score, seats_that_left_rank_behind_all_others_later_leavers_first)
{
    struct uwc_state s = board_state(1, 4);
    struct scores scores;

    s.seat[0].points = 90;
    s.seat[0].left = 1;
    s.seat[2].points = 95;
    s.seat[2].left = 2;
    s.seat[3].points = 1;
    uwc_score(&s, &scores);

    cr_expect_eq(scores.rank[3], 1);
    cr_expect_eq(scores.rank[1], 2);
    cr_expect_eq(scores.rank[2], 3);
    cr_expect_eq(scores.rank[0], 4);
}

Test(score, a_seat_that_left_keeps_its_points_and_gets_no_final_scoring)
{
    struct uwc_state s = example();

    first_seat(&s)->left = 1;

    cr_expect_eq(total(&s, 0), 40);
    cr_expect_eq(total(&s, 1), 2, "a starting city");
}
