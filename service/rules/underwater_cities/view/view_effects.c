/* What a view says of the effects under way: a stack, the outermost first,
 * with what each comes from and which of its parts are still open. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/causes.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"
#include "rules/underwater_cities/words/texts.h"

/* The thing an effect under way comes from. */
static void write_source(const struct frame *f, struct sink *sink)
{
    char word[16];

    sink_string(sink, "source", frame_words[f->source]);
    switch ((enum source_kind)f->source) {
    case FRAME_SLOT: sink_slot(sink, "slot", f->id); break;
    case FRAME_INSTANT:
    case FRAME_ACTION:
    case FRAME_ONCE:
    case FRAME_TRIGGER:
    case FRAME_LAST_USE:
        sink_number(sink, "card", f->id);
        sink_string(sink, "name", cards[f->id]->name);
        break;
    case FRAME_UPGRADE:
        structure_write(f->id, word, sizeof word);
        sink_string(sink, "structure", word);
        break;
    case FRAME_CONTRACT: sink_number(sink, "contract", f->id); break;
    case FRAME_SPECIALS:
    case FRAME_TILES: break;
    }
}

/* "The action of slot green3". */
static void write_text(const struct frame *f, struct sink *sink)
{
    struct members members;
    char text[PHRASE_TEXT_MAX];

    members_begin(&members, NULL);
    sink_source(&members.sink, "source", f);
    phrases_fill(&uwc_texts, &members, "source", sink->language, text);
    sink_string(sink, "text", text);
}

static void write_open_parts(const struct uwc_state *s, const struct frame *f,
                             struct sink *sink)
{
    const struct effect *list = uwc_frame_list(s, f);

    sink_array(sink, "open");
    for (int i = 0; i < f->len; i++) {
        char text[CARD_TEXT_MAX];

        if (!(f->open >> i & 1))
            continue;
        effects_text(list + i, effect_next(list + i), sink->language, text,
                     sizeof text);
        sink_object(sink, NULL);
        sink_number(sink, "part", uwc_part_number(list, list + i));
        sink_string(sink, "effect", op_words[list[i].op]);
        sink_string(sink, "text", text);
        sink_close(sink);
    }
    sink_close(sink);
}

/* The position of the effect in its list, in the numbers of the engine. */
static void write_frame(const struct frame *f, struct sink *sink)
{
    sink_object(sink, "frame");
    sink_number(sink, "id", f->id);
    sink_number(sink, "pc", f->pc);
    sink_number(sink, "len", f->len);
    sink_number(sink, "open", f->open);
    sink_number(sink, "flags", f->flags);
    sink_number(sink, "gave", f->gave);
    sink_close(sink);
}

/* Whether nothing but a part of it, or what was drawn, may be chosen. */
static bool must_perform(const struct frame *f)
{
    return f->source == FRAME_SPECIALS || f->source == FRAME_TILES ||
           (f->flags & FRAME_MUST && !(f->flags & FRAME_DONE));
}

static void write_rest(const struct uwc_state *s, const struct frame *f,
                       struct sink *sink)
{
    sink_truth(sink, "part_done", f->flags & FRAME_DONE);
    sink_truth(sink, "must_perform", must_perform(f));
    write_open_parts(s, f, sink);
    write_frame(f, sink);
}

void view_effect(const struct uwc_state *s, const struct frame *f,
                 struct sink *sink)
{
    write_source(f, sink);
    write_rest(s, f, sink);
}

void view_effects(const struct uwc_state *s, struct sink *sink)
{
    sink_array(sink, "effects");
    for (int i = 0; i < s->depth; i++) {
        const struct frame *f = &s->stack[i];

        sink_object(sink, NULL);
        write_source(f, sink);
        write_text(f, sink);
        write_rest(s, f, sink);
        sink_close(sink);
    }
    sink_close(sink);
}
