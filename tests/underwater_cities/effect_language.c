/* The language of effects beyond the deck: what no card of this deck does, but
 * another deck may. */
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/rounds.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/card_text.h"

#include <criterion/criterion.h>
#include <string.h>

/* Seat 0's first turn, with a network of one city. */
static struct uwc_state exhaustive(void)
{
    struct settings settings;
    struct uwc_state s;

    game_defaults(&underwater_cities, 2, &settings);
    cr_assert_eq(uwc_start(&s, &settings, (const uint8_t[32]){4}), RULES_OK);
    memset(s.seat[0].stock, 0, sizeof s.seat[0].stock);
    turn_begin(&s);
    return s;
}

static void gain(struct uwc_state *s, const struct effect *list)
{
    gain_list(s, 0, list, effect_list_length(list));
}

Test(effect_language, a_list_that_only_gives_may_hold_conditions)
{
    const struct effect *list =
        EFFECTS(GAIN(KELP, 1), IF(COUNT_CITIES, 1, GAIN(CREDIT, 2)),
                IF(COUNT_CITIES, 2, GAIN(CREDIT, 4)), GAIN(SCIENCE, 1));
    struct uwc_state s = exhaustive();

    gain(&s, list);
    cr_expect_eq(s.seat[0].stock[KELP], 1);
    cr_expect_eq(s.seat[0].stock[CREDIT], 2);
    cr_expect_eq(s.seat[0].stock[SCIENCE], 1);
}

Test(effect_language, a_list_that_only_gives_may_count)
{
    const struct effect *list =
        EFFECTS(EACH(COUNT_FARMS, 1, 2, GAIN(CREDIT, 1)), GAIN(KELP, 1));
    struct uwc_state s = exhaustive();

    s.seat[0].building[0] = UINT64_C(7) << 40; /* three farms at the start */
    gain(&s, list);
    cr_expect_eq(s.seat[0].stock[CREDIT], 2, "at most twice");
    cr_expect_eq(s.seat[0].stock[KELP], 1);
}

static void expect_text(const struct effect *list, const char *expected)
{
    char text[512];

    effects_text(list, list + effect_list_length(list), LANGUAGE_EN, text,
                 sizeof text);
    cr_expect_str_eq(text, expected);
}

Test(effect_language, lists_that_no_card_has_are_put_into_words)
{
    expect_text(
        EFFECTS(SURVEY_FOR(FARM, PRICE(0, 0, 1, 0, 0)),
                SURVEY_FOR(FARM, PRICE(0, 0, 1, 0, 0))),
        "Build up to 2 farms on expansion sites for 1 steelplast each.");
    expect_text(EFFECTS(BUILD_UPGRADED(TUNNEL), BUILD_UPGRADED(TUNNEL)),
                "Build up to 2 tunnels at usual cost and upgrade each for 1 "
                "science.");
    expect_text(EFFECTS(TAKE_SPECIAL(), TAKE_SPECIAL()),
                "Take up to 2 special cards.");
    expect_text(EFFECTS(CONVERT_CITY(), CONVERT_CITY()),
                "Turn up to 2 nonsymbiotic cities into symbiotic ones.");
    expect_text(EFFECTS(READY(), READY()),
                "Ready up to 2 of your used action cards.");
    expect_text(EFFECTS(EACH(COUNT_CITIES, 1, 1, GAIN(KELP, 1))),
                "Gain 1 kelp for every connected city, at most 1 time.");
    expect_text(EFFECTS(PAY(PRICE(1, 0, 0, 0, 0),
                            CHOOSE(OPTION(GAIN(KELP, 1), GAIN(SCIENCE, 1)),
                                   OPTION(ADVANCE(1))))),
                "Pay 1 credit: choose: gain 1 kelp and 1 science; or advance 1 "
                "step on the Federation track.");
    expect_text(
        EFFECTS(PAY(PRICE(1, 0, 0, 0, 0),
                    CHOOSE(OPTION(GAIN(KELP, 1)), OPTION(GAIN(SCIENCE, 1))))),
        "Pay 1 credit to gain 1 kelp or 1 science.");
    expect_text(EFFECTS(CHOOSE(OPTION(GAIN(KELP, 1)), OPTION(GAIN(SCIENCE, 1)),
                               OPTION(GAIN(CREDIT, 1), GAIN(POINT, 1)))),
                "Gain 1 kelp, 1 science, or 1 credit and 1 point.");
    expect_text(EFFECTS(SWAP(PLANT, OPTION(GAIN(POINT, 2)))),
                "1 connected desalination plant may give 2 points instead of "
                "its 1 credit.");
}

Test(effect_language, a_text_is_cut_to_its_room)
{
    const struct effect *list = EFFECTS(GAIN(KELP, 1), GAIN(SCIENCE, 2));
    const struct effect *end = list + effect_list_length(list);
    char text[12] = "...........";

    cr_expect_eq(effects_text(list, end, LANGUAGE_EN, text, 6), 5);
    cr_expect_str_eq(text, "Gain ");
    text[0] = '.';
    effects_text(list, end, LANGUAGE_EN, text, 0);
    cr_expect_eq(text[0], '.', "nothing is written into no room");
    cr_expect_eq(card_text(CARD_NONE, LANGUAGE_EN, text, sizeof text), 0);
}

Test(effect_language, cards_of_no_turn_come_at_once)
{
    struct uwc_state s = exhaustive();
    const int held = set_count(&s.seat[0].hand);

    cr_assert(s.deferred);
    gain_amount(&s, 0, CARD, 2);
    cr_expect_eq(s.draws, 2);
    s.phase = PHASE_PRODUCTION;
    gain_amount(&s, 0, CARD, 1);
    cr_expect_eq(set_count(&s.seat[0].hand), held + 1);
}
