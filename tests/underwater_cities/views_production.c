/* The view of the next Production before it begins. */
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* The number at a path of the seat's production. */
static int number(const char *text, int seat, const char *path)
{
    char start[96];
    const char *at;

    snprintf(start, sizeof start, "\nseats.%d.production.%s ", seat, path);
    at = strstr(text, start);
    cr_assert_not_null(at, "no %s", start + 1);
    return (int)strtol(at + strlen(start), NULL, 10);
}

/* A farm, a city more, and little to eat. */
static struct uwc_state hungry(void)
{
    struct uwc_state s = position_contracts(); /* two cities */
    struct seat *me = &s.seat[0];

    me->building[0] = UINT64_C(1) << 40; /* city 9, site a */
    memset(me->stock, 0, sizeof me->stock);
    me->stock[KELP] = 1;
    me->points = 2;
    cr_assert_eq(uwc_check(&s), RULES_OK);
    return s;
}

Test(views, feeding_shows_what_is_eaten_and_what_it_costs)
{
    struct uwc_state s = hungry();
    const char *text = position_view(&s, RULES_SPECTATOR);

    cr_expect_eq(number(text, 0, "feeding"), 2);
    cr_expect_eq(number(text, 0, "fed_from_stock.kelp"), 1);
    cr_expect_eq(number(text, 0, "fed_from_stock.unfed"), 1);
    /* three points a city, but never more than there are */
    cr_expect_eq(number(text, 0, "fed_from_stock.points"), 2);
    /* the farm's kelp comes first */
    cr_expect_eq(number(text, 0, "fed_after_gains.kelp"), 2);
    cr_expect_eq(number(text, 0, "fed_after_gains.points"), 0);
}

Test(views, feeding_takes_biomatter_for_kelp_that_is_lacking)
{
    struct uwc_state s = hungry();
    const char *text;

    s.seat[0].stock[BIOMATTER] = 3;
    text = position_view(&s, RULES_SPECTATOR);
    cr_expect_eq(number(text, 0, "fed_from_stock.kelp"), 1);
    cr_expect_eq(number(text, 0, "fed_from_stock.biomatter"), 1);
    cr_expect_eq(number(text, 0, "fed_from_stock.unfed"), 0);
}

Test(views, production_cards_that_ask_are_shown_apart)
{
    struct uwc_state s = position_contracts();
    const char *text;

    s.round = 4;
    position_claim(&s, 0, 36); /* asks for a connected laboratory */
    text = position_view(&s, 1);
    cr_expect(position_has(text, "seats.0.production.choices []"));
    s.seat[0].building[2] = UINT64_C(1) << 40;
    text = position_view(&s, 1);
    cr_expect(position_has(text, "seats.0.production.choices.0.card 36"));
    cr_expect(position_has(text,
                           "seats.0.production.choices.0.text \"1 connected "
                           "laboratory may give 1 steelplast and 1 kelp "
                           "instead of its 1 science.\""));
    cr_expect_eq(number(text, 0, "science"), 1);
    cr_expect_eq(number(text, 0, "steelplast"), 0);
}

/* Put the first production card that swaps what a thing makes into play, of
 * any era.  The position is for looking at only. */
static int claim_swap(struct uwc_state *s, int what)
{
    struct seat *me = &s->seat[0];

    for (int card = 1; card < CARD_COUNT; card++) {
        const struct effect *e = cards[card]->produce;

        if (!e || e->op != OP_SWAP || e->what != what ||
            claim_index(me, card) >= 0)
            continue;
        me->claims[me->claim_count++] = (uint8_t)card;
        return card;
    }
    cr_assert(false, "no such card");
    return 0;
}

Test(views, biomatter_that_will_be_made_may_be_swapped)
{
    struct uwc_state s = position_contracts();
    char choice[64];

    s.round = 4;
    snprintf(choice, sizeof choice, "seats.0.production.choices.0.card %d",
             claim_swap(&s, SWAP_BIOMATTER));
    s.seat[0].stock[BIOMATTER] = 3; /* not from stock (ruling 78) */
    cr_expect(
        position_has(position_view(&s, 1), "seats.0.production.choices []"));
    s.seat[0].building[1] = s.seat[0].upgraded = UINT64_C(1) << 40;
    cr_expect(position_has(position_view(&s, 1), choice), "%s", choice);
}

Test(views, the_open_choices_do_not_show_those_already_made)
{
    struct uwc_state s = position_contracts(), other;
    int card;

    s.round = 4;
    s.phase = PHASE_PRODUCTION;
    card = claim_swap(&s, LABORATORY);
    s.seat[0].claims[s.seat[0].claim_count++] = (uint8_t)card; /* a second */
    s.seat[0].building[2] = UINT64_C(1) << 40; /* for one of them only */
    other = s;
    other.seat[0].answer[claim_index(&s.seat[0], card)] = 1;
    cr_expect_str_eq(position_view(&s, 1), position_view(&other, 1));
}

Test(views, a_seat_that_left_has_no_production_to_come)
{
    struct uwc_state s = position_after(3, true, 8, 200);
    int seat = s.order[(s.turn + 1) % 3];
    const char *text;

    cr_expect_gt(number(position_view(&s, 1), seat, "feeding"), 0);
    uwc_leave(&s, seat, false);
    text = position_view(&s, 1);
    cr_expect_eq(number(text, seat, "feeding"), 0);
    cr_expect_eq(number(text, seat, "kelp"), 0);
    cr_expect_eq(number(text, seat, "credit"), 0);
    cr_expect_eq(number(text, seat, "fed_from_stock.kelp"), 0);
    cr_expect_eq(number(text, seat, "fed_after_gains.unfed"), 0);
}

Test(views, nobody_has_a_production_to_come_after_the_last)
{
    struct uwc_state s = position_after(2, true, 3, 6000);
    const char *text = position_view(&s, RULES_SPECTATOR);

    cr_assert_eq(s.phase, PHASE_OVER);
    cr_assert_gt(s.seat[0].tunnel, 0);
    for (int seat = 0; seat < 2; seat++) {
        cr_expect_eq(number(text, seat, "credit"), 0);
        cr_expect_eq(number(text, seat, "feeding"), 0);
    }
}

/* Where a Production came between two states, did each seat get what was seen
 * before, less what it was seen to eat?  Returns how many were compared. */
static int compare(const struct uwc_state *before,
                   const struct uwc_state *after)
{
    static const char *const words[RESOURCES] = {"credit", "kelp", "steelplast",
                                                 "science", "biomatter"};
    const char *text = position_view(before, RULES_SPECTATOR);

    if (before->phase != PHASE_TURN || after->round == before->round ||
        before->round != 4)
        return 0;
    for (int seat = 0; seat < before->seats; seat++) {
        const struct seat *a = &before->seat[seat], *b = &after->seat[seat];
        int points = a->points + number(text, seat, "points") -
                     number(text, seat, "fed_after_gains.points");

        for (int r = 0; r < RESOURCES; r++) {
            int eaten = r == KELP ? number(text, seat, "fed_after_gains.kelp")
                        : r == BIOMATTER
                            ? number(text, seat, "fed_after_gains.biomatter")
                            : 0;

            cr_expect_eq(b->stock[r],
                         a->stock[r] + number(text, seat, words[r]) - eaten,
                         "seat %d, %s", seat, words[r]);
        }
        cr_expect_eq(b->points, points, "seat %d", seat);
    }
    return before->seats;
}

Test(views, production_comes_as_it_was_seen_before)
{
    int compared = 0;

    for (unsigned seed = 0; seed < 12; seed++) {
        struct settings settings =
            position_variant(1 + (int)(seed % 4), seed & 4);
        struct uwc_state s = position_of(&settings, seed, 0), before;
        uint8_t key[32] = {(uint8_t)seed, 3};
        struct random random;

        random_init(&random, key, 0);
        for (before = s; s.round < 5 && position_step(&s, &random);
             before = s.round < 5 ? s : before)
            continue;
        compared += compare(&before, &s);
    }
    cr_expect_gt(compared, 10);
}

Test(views, gains_that_have_come_are_not_counted_twice)
{
    int seen = 0;

    for (unsigned seed = 0; seed < 40 && seen < 5; seed++) {
        struct uwc_state s = position_after(4, true, seed, 0);
        uint8_t key[32] = {(uint8_t)seed, 4};
        struct random random;
        const char *text;

        random_init(&random, key, 0);
        while (s.phase != PHASE_PRODUCTION && position_step(&s, &random))
            continue;
        if (s.phase != PHASE_PRODUCTION)
            continue;
        seen++;
        text = position_view(&s, RULES_SPECTATOR);
        cr_expect(position_has(text, "next.turns []"));
        for (int seat = 0; seat < 4; seat++) {
            cr_expect_eq(number(text, seat, "fed_from_stock.kelp"),
                         number(text, seat, "fed_after_gains.kelp"));
            cr_expect_eq(number(text, seat, "fed_from_stock.unfed"),
                         number(text, seat, "fed_after_gains.unfed"));
        }
    }
    cr_expect_gt(seen, 0);
}
