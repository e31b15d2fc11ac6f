/* The rest of a state, which no player may see: together with the open facts
 * it gives the state back. */
#include "rules/sink.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/document.h"

#include <stdio.h>

static void write_choices(const struct uwc_state *s, struct sink *sink)
{
    sink_array(sink, "choices");
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        sink_object(sink, NULL);
        sink_number(sink, "owes", me->is_choosing);
        sink_number(sink, "aside", me->set_aside);
        sink_truth(sink, "swapped", me->swapped);
        sink_number(sink, "asked", me->asked);
        sink_bytes(sink, "answers", me->answer, me->claim_count);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_secret(const struct uwc_state *s, struct sink *sink)
{
    char hex[2 * RULES_SECRET_SIZE + 1];

    for (size_t i = 0; i < RULES_SECRET_SIZE; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned)s->secret[i]);
    sink_string(sink, "secret", hex);
    sink_number(sink, "stream", (int64_t)s->stream);
}

void view_hidden(const struct uwc_state *s, struct sink *sink)
{
    sink_object(sink, "hidden");
    sink_bytes(sink, "deck", s->deck, s->deck_count);
    sink_bytes(sink, "specials", s->specials, s->special_count);
    sink_truth(sink, "top_hidden", s->top_hidden);
    sink_bytes(sink, "metropolises", s->tiles, s->tile_count);
    sink_bytes(sink, "revealed", s->reveal, sizeof s->reveal);
    write_choices(s, sink);
    write_secret(s, sink);
    sink_close(sink);
}
