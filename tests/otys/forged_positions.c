/* Documents of Otys changed line by line (rules_forge.h). */
#include "depth.h"
#include "rules_forge.h"

#include <criterion/criterion.h>

enum { MATCHES = 3 };

static const char *const values[] = {
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "12",
    "18",
    "32",
    "60",
    "255",
    "5000",
    "-1",
    "null",
    "true",
    "false",
    "[]",
    "\"x\"",
    "\"neutral\"",
    "\"metal\"",
    "\"spy\"",
    "\"over\"",
    "\"advanced\"",
    "\"key_level\"",
/* what can be pending */
#define FRAME(NAME, word, is_decision, n, a, b, c) "\"" word "\"",
#include "rules/otys/engine/frames.def"
#undef FRAME
};

static struct forging forging = {
    .values = values,
    .value_count = sizeof values / sizeof *values,
};

Test(forged_positions, are_refused_or_can_be_played, .init = deep_only,
     .timeout = 600)
{
    const struct game *game = game_find("otys");
    int accepted = 0;

    forging.every = 720;
    for (unsigned seed = 0; seed < MATCHES; seed++) {
        struct settings settings;

        game_defaults(game, (uint8_t)(2 + seed % 3), &settings);
        settings.values[4] = seed % 2;
        accepted += forge_match(&forging, game, &settings, seed);
    }
    cr_expect_gt(accepted, 100);
}
