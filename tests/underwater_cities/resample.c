/* Worlds that a viewer cannot tell apart. */
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>

static struct random stream(uint64_t number)
{
    static const uint8_t key[32] = {4, 2};
    struct random random;

    random_init(&random, key, number);
    return random;
}

/* Call check for positions all over some matches. */
static void over_matches(void (*check)(const struct uwc_state *s, int viewer))
{
    for (unsigned seed = 0; seed < 24; seed++) {
        int seats = 2 + (int)(seed % 3);
        struct uwc_state s = position_after(seats, seed & 1, seed, 0);
        struct random random = stream(1000 + seed);

        for (int n = 0; position_step(&s, &random); n++) {
            if (random_below(&random, 12))
                continue;
            if (n > 40 && random_below(&random, 60) == 0)
                uwc_leave(&s, (int)random_below(&random, s.seats), false);
            for (int viewer = RULES_SPECTATOR; viewer < seats; viewer++)
                check(&s, viewer);
        }
    }
}

static void depends_on_the_view_alone(const struct uwc_state *s, int viewer)
{
    struct uwc_state one = *s, two = *s;
    struct random any = stream(7), a = stream(8), b = a;

    uwc_resample(&one, viewer, &any);
    uwc_resample(&one, viewer, &a);
    uwc_resample(&two, viewer, &b);
    cr_assert(!memcmp(&one, &two, sizeof one),
              "round %d turn %d phase %d viewer %d", s->round, s->turn,
              s->phase, viewer);
}

Test(resample, depends_on_the_view_and_the_randomness_alone)
{
    over_matches(depends_on_the_view_alone);
}

static void is_a_position(const struct uwc_state *s, int viewer)
{
    struct uwc_state other = *s;
    struct random random = stream(3);

    uwc_resample(&other, viewer, &random);
    cr_assert_eq(uwc_check(s), RULES_OK, "round %d turn %d phase %d", s->round,
                 s->turn, s->phase);
    cr_assert_eq(uwc_check(&other), RULES_OK,
                 "round %d turn %d phase %d viewer %d", s->round, s->turn,
                 s->phase, viewer);
    cr_assert_eq(uwc_to_act(s), uwc_to_act(&other));
    cr_assert_str_eq(position_view(s, viewer), position_view(&other, viewer));
}

Test(resample, leads_to_positions_with_the_same_view)
{
    over_matches(is_a_position);
}

Test(resample, deals_other_hands_and_another_deck)
{
    struct uwc_state s = position_after(2, true, 3, 60), other = s;
    struct random random = stream(1);

    uwc_resample(&other, 0, &random);
    cr_expect(
        !memcmp(&s.seat[0].hand, &other.seat[0].hand, sizeof s.seat[0].hand));
    cr_expect(
        memcmp(&s.seat[1].hand, &other.seat[1].hand, sizeof s.seat[1].hand));
    cr_expect(memcmp(s.deck, other.deck, sizeof s.deck));
    cr_expect(
        memcmp(s.chance.secret, other.chance.secret, sizeof s.chance.secret));
}

Test(resample, reaches_every_place_of_an_unknown_card)
{
    struct uwc_state s = position_after(3, true, 3, 60);
    struct random random = stream(2);
    int card = set_next(&s.seat[1].hand, 0), in[3] = {0}, in_deck = 0;

    for (int i = 0; i < 400; i++) {
        struct uwc_state other = s;

        uwc_resample(&other, 0, &random);
        for (int seat = 0; seat < 3; seat++)
            in[seat] += set_has(&other.seat[seat].hand, card);
        in_deck += memchr(other.deck, card, other.deck_count) != NULL;
    }
    cr_expect_eq(in[0], 0);
    cr_expect_gt(in[1], 0);
    cr_expect_gt(in[2], 0);
    cr_expect_gt(in_deck, 200);
}

Test(resample, leaves_a_special_known_to_all_where_it_is)
{
    struct uwc_state s = position_plain();
    int card = s.specials[s.special_count - 1];
    struct random random = stream(4);

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    position_play(&s, 0, "special top");
    for (int i = 0; i < 50; i++) {
        struct uwc_state other = s;

        uwc_resample(&other, 1, &random);
        cr_assert(set_has(&other.seat[0].hand, card));
    }
}

Test(resample, sets_any_cards_of_a_seat_aside_that_has_chosen)
{
    struct uwc_state s = position_after(3, true, 3, 0);
    struct random random = stream(5);
    unsigned asides[1 << 6] = {0};
    size_t sets = 0;
    struct move move;

    uwc_moves(&s, 1, &move, 1);
    cr_assert_eq(uwc_apply(&s, 1, move), RULES_OK);
    for (int i = 0; i < 1000; i++) {
        struct uwc_state other = s;

        uwc_resample(&other, 0, &random);
        cr_assert_eq(other.seat[0].set_aside, 0);
        cr_assert_eq(other.seat[2].set_aside, 0, "it still chooses");
        cr_assert(other.seat[2].is_choosing);
        cr_assert_eq(__builtin_popcount(other.seat[1].set_aside), 3);
        asides[other.seat[1].set_aside]++;
    }
    for (size_t i = 0; i < sizeof asides / sizeof *asides; i++)
        sets += asides[i] > 0;
    cr_expect_eq(sets, 20);
}

Test(resample, takes_any_special_for_the_one_kept_of_three)
{
    struct uwc_state s = position_plain();
    struct random random = stream(6);
    char keep[RULES_NOTATION_MAX];
    int other_reveal = 0, other_hand = 0;
    struct uwc_state choosing;

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    position_play(&s, 0, "special three");
    choosing = s;
    snprintf(keep, sizeof keep, "keep %d", s.reveal[0]);
    position_play(&s, 0, keep);
    for (int i = 0; i < 50; i++) {
        struct uwc_state a = choosing, b = s, mine = choosing;

        uwc_resample(&a, 1, &random);
        uwc_resample(&b, 1, &random);
        uwc_resample(&mine, 0, &random);
        other_reveal += memcmp(a.reveal, choosing.reveal, 3) != 0;
        other_hand += !set_has(&b.seat[0].hand, choosing.reveal[0]);
        cr_assert(!memcmp(mine.reveal, choosing.reveal, 3));
    }
    cr_expect_gt(other_reveal, 40);
    cr_expect_gt(other_hand, 40);
}

Test(resample, may_have_laid_tiles_either_way)
{
    struct settings settings = position_settings(3);
    struct random random = stream(5);
    struct uwc_state s;
    struct move move;
    int swapped = 0;

    settings.values[UWC_BLUE_PLACEMENT] = 1;
    s = position_of(&settings, 1, 0);
    uwc_moves(&s, 1, &move, 1);
    uwc_apply(&s, 1, move);
    for (int i = 0; i < 100; i++) {
        struct uwc_state other = s, mine = s;

        uwc_resample(&other, 0, &random);
        cr_assert_not(other.seat[2].swapped, "who still chooses has not");
        swapped += other.seat[1].swapped;
        uwc_resample(&mine, 1, &random);
        cr_assert_eq(mine.seat[1].swapped, s.seat[1].swapped);
    }
    cr_expect_gt(swapped, 20);
    cr_expect_lt(swapped, 80);
}

Test(resample, deals_undealt_tiles_again)
{
    struct uwc_state s = position_plain(), other = s;
    struct random random = stream(6);

    uwc_resample(&other, 0, &random);
    cr_expect(memcmp(s.tiles, other.tiles, sizeof s.tiles));
}
