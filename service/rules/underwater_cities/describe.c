/* Moves as fields and as a sentence. */
#include "notation.h"
#include "sink.h"

void uwc_describe(const void *state, int seat, struct move move,
                  struct sink *sink)
{
    char text[RULES_NOTATION_MAX];

    (void)state;
    (void)seat;
    sink_object(sink, "parts");
    sink_text(sink, "verb", verb_word(move_verb(move)));
    sink_close(sink);
    move_write(move, text);
    sink_text(sink, "text", text);
}
