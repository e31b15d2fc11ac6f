/* The rest of a state, which no player may see: together with the open facts
 * it gives the state back. */
#include "rules/sink.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/document.h"

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

void view_hidden(const struct uwc_state *s, struct sink *sink)
{
    sink_object(sink, "hidden");
    sink_bytes(sink, "deck", s->deck, s->deck_count);
    sink_bytes(sink, "specials", s->specials, s->special_count);
    sink_truth(sink, "top_hidden", s->top_hidden);
    sink_bytes(sink, "metropolises", s->tiles, s->tile_count);
    sink_bytes(sink, "revealed", s->reveal, sizeof s->reveal);
    write_choices(s, sink);
    secret_stream_view(&s->chance, sink);
    sink_close(sink);
}
