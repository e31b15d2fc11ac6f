/* Documents of Seastead changed line by line (rules_forge.h). */
#include "depth.h"
#include "rules/seastead/engine/state.h"
#include "rules/sink.h"
#include "rules_forge.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MATCHES = 4 };

static const char *const values[] = {
    "0",         "1",         "2",
    "3",         "4",         "7",
    "12",        "18",        "23",
    "255",       "-1",        "null",
    "true",      "false",     "[]",
    "\"a\"",     "\"b\"",     "\"over\"",
    "\"kelp\"",  "\"port\"",  "\"shipyard\"",
    "\"build\"", "\"mixed\"",
/* what can be pending */
#define FRAME(NAME, word, is_decision, n, a, b, c) "\"" word "\"",
#include "rules/seastead/engine/frames.def"
#undef FRAME
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

    forging.every = 96;
    for (unsigned seed = 0; seed < MATCHES; seed++) {
        struct settings settings;

        game_defaults(game, (uint8_t)(seed % 4 ? 2 : 1), &settings);
        if (settings.seats == 2)
            settings.values[0] = sides[seed % 3];
        accepted += forge_match(&forging, game, &settings, seed);
    }
    cr_expect_gt(accepted, 250);
}

/* Whether the position is accepted in which a seat keeps that many resources.
 */
static enum rules_err read_keep(int n, struct position_fault *fault)
{
    static struct source_text_node nodes[2048];
    static char text[1 << 16];
    const struct game *game = game_find("seastead");
    struct settings settings;
    struct sink_text sink;
    struct source_text source;
    struct state s;

    game_defaults(game, 2, &settings);
    cr_assert_eq(game->start(&s, &settings, (const uint8_t[32]){1}), RULES_OK);
    memset(s.seat[0].stock, 2, sizeof s.seat[0].stock);
    s.turn = s.first = 0;
    s.stack[0] = (struct frame){.kind = FRAME_KEEP, .n = (uint8_t)n};
    s.depth = 1;
    sink_text_init(&sink, text, sizeof text);
    game->view(&s, RULES_OMNISCIENT, &sink.sink);
    cr_assert(source_text_init(&source, text, nodes, 2048));
    return game->read(&s, &source.source, fault);
}

/* No move keeps nothing, so such a match would not go on. */
Test(forged_positions, a_decision_keeps_at_least_one_resource)
{
    struct position_fault fault;

    cr_expect_eq(read_keep(4, NULL), RULES_OK);
    cr_expect_eq(read_keep(0, &fault), RULES_BAD_POSITION);
    cr_expect_str_eq(fault.pointer, "/pending/0/n");
}
