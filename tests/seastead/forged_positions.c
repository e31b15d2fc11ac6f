/* Documents of Seastead changed line by line (rules_forge.h). */
#include "depth.h"
#include "rules_forge.h"

#include <criterion/criterion.h>

enum { MATCHES = 4 };

static const char *const values[] = {
    "0",          "1",         "2",
    "3",          "4",         "7",
    "12",         "18",        "23",
    "255",        "-1",        "null",
    "true",       "false",     "[]",
    "\"a\"",      "\"b\"",     "\"over\"",
    "\"kelp\"",   "\"port\"",  "\"shipyard\"",
    "\"window\"", "\"ship\"",  "\"take\"",
    "\"enact\"",  "\"sail\"",  "\"raise\"",
    "\"tokens\"", "\"give\"",  "\"dock\"",
    "\"copy\"",   "\"build\"", "\"mixed\"",
};

static struct forging forging = {
    .values = values,
    .value_count = sizeof values / sizeof *values,
};

Test(forged_positions, are_refused_or_can_be_played, .init = deep_only,
     .timeout = 600)
{
    static const int16_t sides[] = {0, 1, 2};
    const struct game *game = game_find("seastead");
    int accepted = 0;

    forging.every = by_depth(192, 48);
    for (unsigned seed = 0; seed < MATCHES; seed++) {
        struct settings settings;

        game_defaults(game, (uint8_t)(seed % 4 ? 2 : 1), &settings);
        if (settings.seats == 2)
            settings.values[0] = sides[seed % 3];
        accepted += forge_match(&forging, game, &settings, seed);
    }
    cr_expect_gt(accepted, by_depth(100, 500));
}
