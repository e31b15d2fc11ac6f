/* Forged positions: documents with one or two facts changed are refused, or
 * they are positions like any other, which can be written, read back and
 * played on.  The facts are those that say what is decided and what is under
 * way; whole documents changed anywhere are in read.c and in the fuzz area. */
#include "coverage.h"
#include "depth.h"
#include "positions.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EACH_KIND = 2, KINDS = 1 << 12, FORGERIES = 40, PLIES = 4, PARTS = 4 };

/* What the lines begin with that say a fact; each as likely. */
static const char *const facts[] = {
    "phase ",
    "round ",
    "turn ",
    "order.",
    "federation.",
    "current_turn.",
    "current_turn.",
    "current_turn.",
    "effects.0.",
    "effects.1.",
    "effects.2.",
    "effects.0.frame.",
    "contracts.",
    "solo",
    "slots.",
    "options.",
    "cloning_tile.",
    "hidden.choices.",
    "hidden.choices.0.",
    "hidden.choices.1.",
    "hidden.revealed.",
    "hidden.deck.",
    "hidden.specials.",
    "hidden.metropolises.",
    "hidden.top_hidden ",
    "piles.display.",
    "discards.",
    "seats.0.claims.",
    "seats.1.claims.",
    "seats.0.left ",
    "seats.1.left ",
    "seats.0.specials_paid ",
    "seats.0.always_tiles ",
    "seats.0.hand.",
    "seats.0.board.number ",
    "seats.0.board.cities.",
    "seats.0.board.tunnels.",
    "seats.0.board.tiles_beside.",
    "seats.0.board.metropolises.",
    "seats.0.production.produced_biomatter ",
};

enum { FACTS = sizeof facts / sizeof *facts };

/* Words that some member may have. */
static const char *const words[] = {
    "null",          "true",          "false",          "[]",
    "\"turn\"",      "\"place\"",     "\"resolve\"",    "\"discard\"",
    "\"over\"",      "\"tiles\"",     "\"production\"", "\"first-hands\"",
    "\"era-hands\"", "\"waiting\"",   "\"running\"",    "\"finished\"",
    "\"slot\"",      "\"instant\"",   "\"action\"",     "\"once\"",
    "\"trigger\"",   "\"last-use\"",  "\"upgrade\"",    "\"specials\"",
    "\"contract\"",  "\"green1\"",    "\"always\"",     "\"farm\"",
    "\"city\"",      "\"symbiotic\"", "\"none\"",       "\"advanced\"",
};

enum { WORDS = sizeof words / sizeof *words };

/* The wanted one of the lines that begin so, copied out; how many there are. */
static uint32_t line_of(const char *text, const char *begin, uint32_t wanted,
                        char *out, size_t cap)
{
    uint32_t count = 0;

    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        if (!strncmp(line, begin, strlen(begin)) && count++ == wanted)
            snprintf(out, cap, "%.*s", (int)strcspn(line, "\n"), line);
    return count;
}

/* A random line that states a fact; false if no line of the kind exists. */
static bool any_fact(const char *text, struct random *random, char *out,
                     size_t cap)
{
    const char *begin = facts[random_below(random, FACTS)];
    const uint32_t count = line_of(text, begin, 0, out, cap);

    if (count)
        (void)line_of(text, begin, random_below(random, count), out, cap);
    return count && strchr(out, ' ');
}

/* Another value: near the old one, another fact's, or a word. */
static void other_value(const char *text, const char *old,
                        struct random *random, char *out, size_t cap)
{
    const long n = strtol(old, NULL, 10);
    char other[300];

    if (random_below(random, 4) == 0 &&
        any_fact(text, random, other, sizeof other))
        snprintf(out, cap, "%.60s", strchr(other, ' ') + 1);
    else if (*old == '"' || random_below(random, 5) == 0)
        snprintf(out, cap, "%s", words[random_below(random, WORDS)]);
    else if (random_below(random, 2))
        snprintf(out, cap, "%ld", n + (long)random_below(random, 5) - 2);
    else
        snprintf(out, cap, "%ld", n ^ 1L << random_below(random, 12));
}

static void forge(char *text, struct random *random)
{
    char line[300], value[64];
    const char *changed;

    if (!any_fact(text, random, line, sizeof line))
        return;
    other_value(text, strchr(line, ' ') + 1, random, value, sizeof value);
    *strchr(line, ' ') = 0;
    changed = position_document_with(text, line, value);
    memmove(text, changed, strlen(changed) + 1);
}

/* It is a position: written and read it is the same, and it can be played. */
static void use(struct uwc_state *s, struct random *random)
{
    position_expect_back(s);
    for (int n = 0; n < PLIES && position_step(s, random); n++)
        cr_assert_eq(uwc_check(s), RULES_OK, "a move leads nowhere");
}

static int accepted, refused;

static void forge_many(const struct uwc_state *s, struct random *random)
{
    static char text[DOCUMENT_MAX];

    for (int i = 0; i < FORGERIES; i++) {
        struct uwc_state back;

        snprintf(text, sizeof text, "%s", position_view(s, RULES_OMNISCIENT));
        for (uint32_t k = 1 + random_below(random, 4) / 3; k; k--)
            forge(text, random);
        if (position_read(&back, text)) {
            refused++;
            continue;
        }
        accepted++;
        use(&back, random);
    }
}

/* The effects in progress: phase, the effect on top, card, slot, revealed
 * cards. */
static unsigned kind_of(const struct uwc_state *s)
{
    const unsigned top = s->depth ? s->stack[s->depth - 1].source + 1u : 0;

    return (s->phase * 12u + top) * 16u + s->card_progress * 4u +
           (s->depth > 1) * 2u + (s->reveal[0] != 0);
}

/* Some positions of every kind that a tour comes by. */
static void look(struct coverage *t)
{
    static uint8_t seen[KINDS];
    const unsigned kind = kind_of(&t->now);

    if (seen[kind] >= EACH_KIND || random_below(&t->random, 4))
        return;
    seen[kind]++;
    forge_many(&t->now, &t->random);
}

ParameterizedTestParameters(forged_moves,
                            positions_are_refused_or_can_be_played)
{
    static unsigned parts[PARTS] = {1, 2, 3, 4};

    return cr_make_param_array(unsigned, parts, PARTS);
}

ParameterizedTest(unsigned *seats, forged_moves,
                  positions_are_refused_or_can_be_played, .init = deep_only,
                  .timeout = 600)
{
    static struct coverage coverage;

    coverage.settings = position_variant((int)*seats, 13);
    coverage.look = look;
    coverage.match = (int)*seats * 4;
    for (int i = 0; i < 4; i++)
        coverage_play_match(&coverage);
    cr_expect_gt(accepted, 100);
    cr_expect_gt(refused, 400);
}
