/* Documents of Otys changed line by line: each is refused, or it is a
 * position (or a view) like any other, which gives itself back and can be
 * played to its end. */
#include "rules/random.h"
#include "rules/sink.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    TEXT_MAX = 1 << 15,
    NODES_MAX = 1 << 11,
    MATCHES = 3,
    EVERY = 240, /* one decision in 240 is forged */
};

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
    "\"diver\"",
    "\"oxygen\"",
    "\"keep\"",
    "\"place\"",
    "\"return\"",
    "\"shelter\"",
    "\"part\"",
    "\"pick\"",
    "\"advanced\"",
    "\"key_level\"",
    "\"replace\"",
    "\"upgrade\"",
};

enum { VALUES = sizeof values / sizeof *values };

static void write_view(const struct test_match *m, const void *state,
                       int viewer, char *out)
{
    struct sink_text sink;

    sink_text_init(&sink, out, TEXT_MAX);
    m->game->view(state, viewer, &sink.sink);
    cr_assert_not(sink.overflow);
}

/* Read a document: a position, or the view of a seat. */
static enum rules_err read_text(const struct test_match *m, char *text,
                                int viewer, void *state)
{
    static struct source_text_node nodes[NODES_MAX];
    struct source_text source;
    struct random random;

    random_init(&random, (const uint8_t[32]){6}, 0);
    if (!source_text_init(&source, text, nodes, NODES_MAX))
        return RULES_BAD_POSITION;
    return viewer == RULES_OMNISCIENT
               ? m->game->read(state, &source.source, NULL)
               : m->game->determinize(state, &source.source, viewer, &random);
}

/* The state writes a document that is read back to the same state. */
static void expect_back(const struct test_match *m, const void *state)
{
    static char text[TEXT_MAX];
    alignas(max_align_t) uint8_t read[RULES_STATE_MAX];

    write_view(m, state, RULES_OMNISCIENT, text);
    cr_assert_eq(read_text(m, text, RULES_OMNISCIENT, read), RULES_OK);
    cr_assert_arr_eq(read, state, m->game->state_size);
}

static struct settings settings_of(const struct test_match *m,
                                   const void *state)
{
    struct settings settings;

    m->game->settings(state, &settings);
    return settings;
}

/* An accepted document is a position: it can be played to an end, and whatever
 * follows is a position, too. */
static void use(const struct test_match *m, const void *state)
{
    static struct test_match again;

    expect_back(m, state);
    again = *m;
    again.settings = settings_of(m, state);
    memcpy(again.state, state, m->game->state_size);
    again.record.count = 0;
    for (int n = 0; test_match_step_random(&again); n++) {
        cr_assert_lt(n, (int)m->game->decisions_max);
        if (n < 4)
            expect_back(m, again.state);
    }
    expect_back(m, again.state);
    cr_assert_eq(m->game->to_act(again.state), 0, "no way to the end");
}

/* Every line with every other value, and left out. */
static void forge_lines(const struct test_match *m, int viewer, int *accepted)
{
    static char text[TEXT_MAX], forged[TEXT_MAX];

    write_view(m, m->state, viewer, text);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        for (int v = 0; v <= VALUES; v++) {
            alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
            const char *end = strchr(line, '\n') + 1;
            const int path = (int)strcspn(line, " ");

            if (v == VALUES)
                snprintf(forged, sizeof forged, "%.*s%s", (int)(line - text),
                         text, end);
            else
                snprintf(forged, sizeof forged, "%.*s %s\n%s",
                         (int)(line - text) + path, text, values[v], end);
            if (read_text(m, forged, viewer, state) == RULES_OK) {
                ++*accepted;
                use(m, state);
            }
        }
}

Test(forged_positions, are_refused_or_can_be_played, .timeout = 600)
{
    static struct test_match m;
    const struct game *game = game_find("otys");
    int accepted = 0;

    for (unsigned seed = 0; seed < MATCHES; seed++) {
        struct settings settings;
        unsigned step = seed;

        game_defaults(game, (uint8_t)(2 + seed % 3), &settings);
        settings.values[4] = seed % 2;
        cr_assert_eq(test_match_start(&m, game, &settings, seed), RULES_OK);
        do {
            if (step++ % EVERY)
                continue;
            forge_lines(&m, RULES_OMNISCIENT, &accepted);
            forge_lines(&m, 0, &accepted);
        } while (test_match_step_eager(&m));
        forge_lines(&m, RULES_OMNISCIENT, &accepted);
    }
    cr_expect_gt(accepted, 500);
}
