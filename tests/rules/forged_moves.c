/* Documents of the smallest game changed line by line: each is refused, or it
 * is a position (or a view) like any other, which gives itself back and can be
 * played to its end. */
#include "depth.h"
#include "rules_forge.h"

#include <criterion/criterion.h>

static const char *const values[] = {
    "0",
    "1",
    "2",
    "3",
    "7",
    "99",
    "1000",
    "9223372036854775807",
    "-1",
    "null",
    "true",
    "false",
    "\"taking\"",
    "\"over\"",
    "[]",
    "\"low\"",
    "\"high\"",
    "\"0g\"",
    "\"choosing\"",
};

static const struct forging forging = {
    .values = values,
    .value_count = sizeof values / sizeof *values,
};

Test(forged_moves, documents_of_the_template_are_refused_or_can_be_played,
     .init = deep_only, .timeout = 600)
{
    static struct test_match m;
    const struct game *game = game_find("template");
    const unsigned matches = 2;
    int accepted = 0;

    cr_assert_not_null(game);
    for (unsigned seed = 0; seed < matches; seed++) {
        struct settings settings;
        unsigned step = 0;

        game_defaults(game, (uint8_t)(2 + seed % 3), &settings);
        cr_assert_eq(test_match_start(&m, game, &settings, seed), RULES_OK);
        do {
            if (seed % 2 && step++ == 4) /* somebody leaves */
                test_match_step(&m, (struct entry){.kind = ENTRY_LEAVE,
                                                   .seat = seed % 3 % 2});
            for (int viewer = RULES_OMNISCIENT; viewer < settings.seats;
                 viewer++)
                accepted += forge_lines(&forging, &m, viewer);
        } while (test_match_step_random(&m));
        accepted += forge_lines(&forging, &m, RULES_OMNISCIENT);
    }
    cr_expect_gt(accepted, 500);
}
