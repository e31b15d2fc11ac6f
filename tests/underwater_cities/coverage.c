/* Everything in the box is used: in every variant of the options each card is
 * played with effect, each slot, tile, contract and bonus is used, each
 * decision is made, and each reason to refuse a move is given.  Matches are
 * played until nothing is missing; anything missing is printed. */
#include "coverage.h"
#include "depth.h"
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/words.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

enum { MATCHES_MAX = 600, VARIANTS_MAX = 100 };

ParameterizedTestParameters(coverage, everything_is_used_in_every_variant)
{
    static struct settings variants[VARIANTS_MAX];
    size_t count = 0;
    int n;

    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++)
        for (n = -1; test_settings_allowed(&underwater_cities, seats, &n,
                                           &variants[count]);)
            /* where the neutral tiles start, changes from match to match */
            count += variants[count].values[UWC_SOLO_START] == 1;
    return cr_make_param_array(struct settings, variants, count);
}

ParameterizedTest(struct settings *settings, coverage,
                  everything_is_used_in_every_variant, .init = deep_only)
{
    static struct coverage coverage;

    coverage.settings = *settings;
    coverage.card[CARD_NONE] = true;
    while (coverage_missing(&coverage, false) > 0 &&
           coverage.match < MATCHES_MAX)
        coverage_play_match(&coverage);
    fprintf(stderr, "%s: %d matches\n",
            test_settings_text(&underwater_cities, settings), coverage.match);
    cr_expect_eq(coverage_missing(&coverage, true), 0, "%s, %d matches",
                 test_settings_text(&underwater_cities, settings),
                 coverage.match);
}

/* The one refusal that no play gives: the deck nests nothing so deep. */
Test(coverage, effects_nested_too_deep_are_refused)
{
    struct uwc_state s = position_plain(), copy;
    const struct move use = position_move(NULL, 0, "use assistant");
    struct refusal refusal;

    position_give(&s, 0, 7);
    position_play(&s, 0, "place yellow4 7");
    cr_assert_eq(s.depth, 1);
    for (int i = 1; i < UWC_FRAMES_MAX; i++)
        s.stack[i] = s.stack[0];
    s.depth = UWC_FRAMES_MAX;
    copy = s;
    cr_expect_eq(uwc_try(&copy, 0, use), REFUSED_TOO_DEEP);
    copy = s;
    cr_expect_eq(uwc_apply(&copy, 0, use), RULES_ILLEGAL_MOVE);
    cr_expect_eq(memcmp(&copy, &s, sizeof s), 0, "it changed something");
    game_explain(&underwater_cities, &s, 0, use, NULL, &refusal);
    cr_expect_str_eq(refusal.rule, "too-deep");
}
