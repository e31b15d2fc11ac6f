/* Forged positions: documents with one or two facts changed are refused, or
 * they are positions like any other, which can be written, read back and
 * played on.  The facts are those that say what is decided and what is under
 * way; whole documents changed anywhere are in read.c and in the fuzz area. */
#include "positions.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 24, FORGERIES = 60, PLIES = 6, PARTS = 4 };

static const char *const facts[] = {
    "phase ",
    "round ",
    "turn ",
    "order.",
    "federation.",
    "current_turn.",
    "effects.",
    "contracts.",
    "solo",
    "slots.",
    "hidden.",
    "options.",
    "cloning_tile.",
    "seats.0.claims.",
    "seats.1.claims.",
    "seats.0.left ",
    "seats.1.left ",
    "seats.0.specials_paid ",
    "seats.0.hand.",
    "seats.0.board.number ",
    "seats.0.board.cities.",
    "seats.0.board.tunnels.",
    "seats.0.board.tiles_beside.",
    "seats.0.board.metropolises.",
};

static bool is_fact(const char *line)
{
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (!strncmp(line, facts[i], strlen(facts[i])))
            return true;
    return false;
}

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

/* A random line that says a fact, copied out; how many lines say one. */
static uint32_t fact_line(const char *text, uint32_t wanted, char *out,
                          size_t cap)
{
    uint32_t count = 0;

    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        if (is_fact(line) && count++ == wanted)
            snprintf(out, cap, "%.*s", (int)strcspn(line, "\n"), line);
    return count;
}

/* Another value for a line: near its own, another line's, or a word. */
static void forge(char *text, struct random *random)
{
    char line[300] = "", other[300] = "", value[64];
    const uint32_t count = fact_line(text, 0, other, sizeof other);
    char *space;
    long n;

    (void)fact_line(text, random_below(random, count), line, sizeof line);
    (void)fact_line(text, random_below(random, count), other, sizeof other);
    space = strchr(line, ' ');
    if (!space || strchr(line, '"') == space + 1) {
        snprintf(value, sizeof value, "%s", words[random_below(random, 32)]);
    } else if (random_below(random, 3) == 0) {
        snprintf(value, sizeof value, "%.60s",
                 strchr(other, ' ') ? strchr(other, ' ') + 1 : "0");
    } else if (random_below(random, 4) == 0) {
        snprintf(value, sizeof value, "%s", words[random_below(random, 4)]);
    } else {
        n = strtol(space + 1, NULL, 10);
        snprintf(value, sizeof value, "%ld",
                 random_below(random, 3) ? n + (long)random_below(random, 5) - 2
                                         : n ^ 1L << random_below(random, 12));
    }
    if (space) {
        const char *changed;

        *space = 0;
        changed = position_document_with(text, line, value);
        memmove(text, changed, strlen(changed) + 1);
    }
}

/* It is a position: written and read it is the same, and it can be played. */
static void use(struct uwc_state *s, struct random *random)
{
    position_expect_back(s);
    for (int n = 0; n < PLIES && position_step(s, random); n++)
        cr_assert_eq(uwc_check(s), RULES_OK, "a move leads nowhere");
}

static struct uwc_state any_position(unsigned part, unsigned n,
                                     struct random *random)
{
    const struct settings settings =
        position_variant(1 + (int)(n % 4), part * 5 + n);
    struct uwc_state s =
        position_of(&settings, part * 100 + n, (int)random_below(random, 300));

    /* effects under way are worth more looks */
    for (int i = 0; i < 40 && !s.depth && n % 3; i++)
        if (!position_step(&s, random))
            break;
    return s;
}

ParameterizedTestParameters(forged, positions_are_refused_or_can_be_played)
{
    static unsigned parts[PARTS] = {0, 1, 2, 3};

    return cr_make_param_array(unsigned, parts, PARTS);
}

ParameterizedTest(unsigned *part, forged,
                  positions_are_refused_or_can_be_played, .timeout = 240)
{
    static char text[DOCUMENT_MAX];
    uint8_t key[32] = {(uint8_t)*part, 33};
    int accepted = 0, refused = 0;
    struct random random;

    random_init(&random, key, 0);
    for (unsigned n = 0; n < POSITIONS; n++) {
        struct uwc_state s = any_position(*part, n, &random);

        for (int i = 0; i < FORGERIES; i++) {
            struct uwc_state back;

            snprintf(text, sizeof text, "%s",
                     position_view(&s, RULES_OMNISCIENT));
            for (uint32_t k = 1 + random_below(&random, 4) / 3; k; k--)
                forge(text, &random);
            if (position_read(&back, text)) {
                refused++;
                continue;
            }
            accepted++;
            use(&back, &random);
        }
    }
    cr_expect_gt(accepted, POSITIONS * FORGERIES / 20);
    cr_expect_gt(refused, POSITIONS * FORGERIES / 20);
}
