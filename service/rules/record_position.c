/* Positions as text: what a record begins with that does not begin at a
 * match's start. */
#include "rules/record_position.h"

#include "rules/sink.h"

#include <string.h>

/* What reading needs: a copy, for values are unescaped in place, and nodes. */
struct reading {
    char text[RECORD_POSITION_MAX];
    struct source_text_node nodes[RECORD_POSITION_NODES];
};

_Static_assert(sizeof(struct reading) <= 1 << 20,
               "reading a position fits on any thread's stack");

size_t record_position_write(const struct game *game, const void *state,
                             char *out, size_t cap)
{
    struct sink_text sink;

    sink_text_init(&sink, out, cap);
    game->view(state, RULES_OMNISCIENT, &sink.sink);
    return sink.overflow ? 0 : sink.length;
}

enum rules_err record_position_read(const struct game *game, const char *text,
                                    size_t length, void *state,
                                    struct record_position_fault *fault)
{
    struct reading reading;
    struct source_text source;

    if (fault)
        *fault = (struct record_position_fault){.line = 0};
    if (length >= sizeof reading.text || memchr(text, '\0', length))
        return RULES_BAD_POSITION;
    memcpy(reading.text, text, length);
    reading.text[length] = '\0';
    if (!source_text_init(&source, reading.text, reading.nodes,
                          RECORD_POSITION_NODES)) {
        if (fault)
            fault->line = source.line;
        return RULES_BAD_POSITION;
    }
    return game_read(game, state, &source.source, fault ? &fault->fault : NULL);
}
