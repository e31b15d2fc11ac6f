/* What a seat is asked now.
 *
 * Each function writes "kind" and what the sentence says, and returns the key
 * of the sentence's template. */
#include "rules/underwater_cities/words/prompt.h"

#include "rules/sink.h"
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/causes.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/words/words.h"

static void kind(struct sink *sink, const char *word)
{
    sink_string(sink, "kind", word);
}

/* How many are to be chosen, of what. */
static void count(struct sink *sink, int n, const char *of)
{
    sink_number(sink, "count", n);
    sink_string(sink, "of", of);
}

/* Choices that all seats make at once: others learn no more than that the
 * seat chooses (ruling 23). */
static const char *ask_hands(const struct uwc_state *s, int seat, bool sees,
                             struct sink *sink)
{
    kind(sink, s->phase == PHASE_FIRST_HANDS ? "first-hand" : "era-hand");
    if (!sees)
        return "prompt.hands.other";
    count(sink, discards_due(s, seat), "card");
    return "prompt.hands";
}

/* Both tiles are open, and so is what is asked. */
static const char *ask_tiles(const struct seat *me, struct sink *sink)
{
    kind(sink, "tiles");
    count(sink, 2, "tile");
    sink_bytes(sink, "tiles", me->blue, 2);
    return "prompt.tiles";
}

static const char *ask_production(const struct uwc_state *s, int seat,
                                  bool sees, struct sink *sink)
{
    const int card = production_asked(&s->seat[seat]);

    kind(sink, "production");
    if (!sees || !card)
        return "prompt.production.other";
    sink_cause(sink, "source",
               (struct journal_cause){CAUSE_SWAP, (int16_t)card});
    sink_effects_text(sink, "effect", cards[card]->produce,
                      cards[card]->produce +
                          effect_list_length(cards[card]->produce));
    return "prompt.production";
}

static const char *ask_effect(const struct uwc_state *s, struct sink *sink)
{
    const struct frame *top = &s->stack[s->depth - 1];

    if (top->source == FRAME_SPECIALS) {
        kind(sink, "special");
        count(sink, 1, "card");
        return "prompt.special";
    }
    if (top->source == FRAME_TILES) {
        kind(sink, "tile");
        count(sink, 1, "tile");
        return "prompt.tile";
    }
    kind(sink, "effect");
    sink_source(sink, "source", top);
    if (top->source == FRAME_UPGRADE)
        return "prompt.upgrade";
    return top->flags & FRAME_MUST && !(top->flags & FRAME_DONE)
               ? "prompt.effect.must"
               : "prompt.effect";
}

static const char *ask_resolve(const struct uwc_state *s, struct sink *sink)
{
    if (s->card_progress != WAITING) {
        kind(sink, "end");
        return "prompt.end";
    }
    kind(sink, s->slot_progress == WAITING ? "start" : "card");
    sink_number(sink, "card", s->card);
    sink_slot(sink, "slot", s->slot);
    if (s->slot_progress == WAITING)
        return "prompt.start";
    return cards[s->card]->type == INSTANT ? "prompt.card"
                                           : "prompt.card.claim";
}

static const char *ask_turn(const struct uwc_state *s, int seat,
                            struct sink *sink)
{
    if (s->depth)
        return ask_effect(s, sink);
    switch ((enum step)s->step) {
    case STEP_DISCARD:
        kind(sink, "discard");
        count(sink, discards_due(s, seat), "card");
        return "prompt.discard";
    case STEP_PLACE: kind(sink, "place"); return "prompt.place";
    case STEP_RESOLVE: break;
    }
    return ask_resolve(s, sink);
}

static const char *ask(const struct uwc_state *s, int seat, bool sees,
                       struct sink *sink)
{
    switch ((enum phase)s->phase) {
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: return ask_hands(s, seat, sees, sink);
    case PHASE_PRODUCTION: return ask_production(s, seat, sees, sink);
    case PHASE_TILES: return ask_tiles(&s->seat[seat], sink);
    case PHASE_TURN:
    case PHASE_OVER: break;
    }
    return ask_turn(s, seat, sink);
}

void prompt_text(const struct uwc_state *s, int seat, const struct sink *sink,
                 char out[PHRASE_TEXT_MAX])
{
    struct members members;
    const char *key;

    members_begin(&members, NULL);
    members.sink.language = sink->language;
    members.sink.names = sink->names;
    key = ask(s, seat, true, &members.sink);
    phrases_fill(&uwc_texts, &members, key, sink->language, out);
}

void uwc_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    const struct uwc_state *s = state;
    struct members members;

    if (seat < 0 || seat >= s->seats || !(uwc_to_act(s) >> seat & 1))
        return;
    members_begin(&members, sink);
    phrases_write(&uwc_texts, &members,
                  ask(s, seat, viewer_sees(viewer, seat), &members.sink));
}
