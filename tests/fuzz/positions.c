/* Any document as a position: it is refused, or a state that can be written,
 * read back to the very same bytes, asked everything, and played on. */
#include "fuzz.h"

#include "rules/random.h"
#include "rules/record.h"
#include "rules/record_position.h"
#include "rules/sink.h"

#include <stdalign.h>
#include <string.h>

enum { NODES_MAX = 1 << 14, MOVES = 24 };

/* The text is taken. */
static bool read_document(const struct game *game, char *text, int viewer,
                          void *state)
{
    static struct source_text_node nodes[NODES_MAX];
    static const uint8_t key[32] = "Fathom fuzz";
    struct source_text source;
    struct random random;

    if (!source_text_init(&source, text, nodes, NODES_MAX))
        return false;
    if (viewer < 0)
        return game->read(state, &source.source, NULL) == RULES_OK;
    random_init(&random, key, 1);
    return game->determinize && game->determinize(state, &source.source, viewer,
                                                  &random) == RULES_OK;
}

static void same_again(const struct game *game, const void *state)
{
    static char text[FUZZ_INPUT_MAX];
    alignas(max_align_t) uint8_t again[RULES_STATE_MAX];
    struct sink_text sink;

    memset(again, 0xa5, sizeof again);
    sink_text_init(&sink, text, sizeof text);
    game->view(state, RULES_OMNISCIENT, &sink.sink);
    FUZZ_CLAIM(!sink.overflow);
    FUZZ_CLAIM(read_document(game, text, -1, again));
    FUZZ_CLAIM(memcmp(state, again, game->state_size) == 0);
}

/* A match can begin there, and its record says so. */
static void begins_a_record(const struct game *game, const void *state)
{
    static char text[RECORD_POSITION_MAX];
    alignas(max_align_t) uint8_t again[RULES_STATE_MAX];
    struct record record = {.game = game, .position = text};

    game->settings(state, &record.settings);
    record.position_length =
        record_position_write(game, state, text, sizeof text);
    FUZZ_CLAIM(record.position_length > 0);
    FUZZ_CLAIM(record_begin(&record, again) == RULES_OK);
    FUZZ_CLAIM(memcmp(state, again, game->state_size) == 0);
}

void fuzz_positions(const char *text)
{
    static char copy[FUZZ_INPUT_MAX + 1];
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    const char *rest;
    const struct game *game = fuzz_game(text, &rest);
    unsigned seed = 0;
    int viewer = -1;

    if (!game)
        return;
    if (*rest == ' ' && rest[1] >= '0' && rest[1] < '0' + RULES_SEATS_MAX)
        viewer = rest[1] - '0';
    rest += strcspn(rest, "\n");
    if (*rest == '\0')
        return;
    memcpy(copy, rest + 1, strlen(rest + 1) + 1);
    for (const char *at = copy; *at; at++)
        seed = seed * 31 + (unsigned char)*at;
    memset(state, 0x5a, sizeof state);
    if (!read_document(game, copy, viewer, state))
        return;
    same_again(game, state);
    begins_a_record(game, state);
    fuzz_live(game, state, seed, MOVES);
}
