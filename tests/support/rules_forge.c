/* Documents of a game changed line by line. */
#include "rules_forge.h"

#include "rules/random.h"
#include "rules/sink.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1 << 15, NODES_MAX = 1 << 11 };

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

int forge_lines(const struct forging *forging, const struct test_match *m,
                int viewer)
{
    static char text[TEXT_MAX], forged[TEXT_MAX];
    int accepted = 0;

    write_view(m, m->state, viewer, text);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        for (int v = 0; v <= forging->value_count; v++) {
            alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
            const char *end = strchr(line, '\n') + 1;
            const int path = (int)strcspn(line, " ");

            if (v == forging->value_count)
                snprintf(forged, sizeof forged, "%.*s%s", (int)(line - text),
                         text, end);
            else
                snprintf(forged, sizeof forged, "%.*s %s\n%s",
                         (int)(line - text) + path, text, forging->values[v],
                         end);
            if (read_text(m, forged, viewer, state) == RULES_OK) {
                accepted++;
                use(m, state);
            }
        }
    return accepted;
}

int forge_match(const struct forging *forging, const struct game *game,
                const struct settings *settings, unsigned seed)
{
    static struct test_match m;
    unsigned step = seed;
    int accepted = 0;

    cr_assert_eq(test_match_start(&m, game, settings, seed), RULES_OK);
    do {
        if (step++ % (unsigned)forging->every)
            continue;
        accepted += forge_lines(forging, &m, RULES_OMNISCIENT);
        accepted += forge_lines(forging, &m, 0);
    } while (test_match_step_eager(&m));
    return accepted + forge_lines(forging, &m, RULES_OMNISCIENT);
}
