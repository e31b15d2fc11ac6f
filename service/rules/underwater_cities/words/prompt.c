/* What a seat is asked now. */
#include "rules/underwater_cities/words/prompt.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/words/words.h"

/* Choices that all seats make at once: others learn no more than that the
 * seat chooses (ruling 23). */
static const char *ask_hands(const struct uwc_state *s, int seat, bool sees,
                             struct phrase *p)
{
    int surplus = hand_surplus(&s->seat[seat]);

    if (sees)
        phrase_add(p, "Choose %d %s to discard, in ascending order.", surplus,
                   resource_noun(CARD, surplus));
    else
        phrase_add(p, "Choose the cards to keep.");
    return s->phase == PHASE_FIRST_HANDS ? "first-hand" : "era-hand";
}

/* Both tiles are open, and so is what is asked. */
static const char *ask_tiles(const struct seat *me, struct phrase *p)
{
    phrase_add(p,
               "Lay your two blue metropolis tiles, %d and %d: which one at "
               "the upper right, and which at the lower left?",
               me->blue[0], me->blue[1]);
    return "tiles";
}

static const char *ask_production(const struct uwc_state *s, int seat,
                                  bool sees, struct phrase *p)
{
    int card = production_asked(&s->seat[seat]);

    if (!sees || !card) {
        phrase_add(p, "Choose what your production cards do.");
        return "production";
    }
    phrase_add(p, "Use ");
    phrase_card(p, card);
    phrase_add(p, " in this Production, or not? ");
    phrase_list(p, cards[card]->produce);
    phrase_add(p, ".");
    return "production";
}

static const char *ask_effect(const struct uwc_state *s, struct phrase *p)
{
    const struct frame *top = &s->stack[s->depth - 1];

    if (top->source == FRAME_SPECIALS) {
        phrase_add(p, "Keep one of the special cards drawn.");
        return "special";
    }
    if (top->source == FRAME_TILES) {
        phrase_add(p, "Keep one of the metropolis tiles drawn.");
        return "tile";
    }
    if (top->source == FRAME_UPGRADE) {
        phrase_add(p, "Upgrade what was just built, for 1 science.");
        return "effect";
    }
    phrase_add(p, "Continue with ");
    phrase_source(p, s, top);
    if (top->flags & FRAME_MUST && !(top->flags & FRAME_DONE))
        phrase_add(p, ": perform a part of it.");
    else
        phrase_add(p, ": perform a part of it, or skip the rest.");
    return "effect";
}

static const char *ask_resolve(const struct uwc_state *s, struct phrase *p)
{
    if (s->card_progress != WAITING) {
        phrase_add(p, "End your turn.");
        return "end";
    }
    if (s->slot_progress == WAITING) {
        phrase_add(p, "Start with ");
        phrase_card(p, s->card);
        phrase_add(p, " or with the slot's action?");
        return "start";
    }
    phrase_add(p, "%s ", cards[s->card]->type == INSTANT ? "Resolve" : "Claim");
    phrase_card(p, s->card);
    phrase_add(p, ", or end your turn without it.");
    return "card";
}

static const char *ask_turn(const struct uwc_state *s, int seat,
                            struct phrase *p)
{
    if (s->depth)
        return ask_effect(s, p);
    switch ((enum step)s->step) {
    case STEP_DISCARD: {
        int surplus = hand_surplus(&s->seat[seat]);

        phrase_add(p, "Discard %d %s, in ascending order.", surplus,
                   resource_noun(CARD, surplus));
        return "discard";
    }
    case STEP_PLACE: phrase_add(p, "Choose a slot and a card."); return "place";
    case STEP_RESOLVE: return ask_resolve(s, p);
    }
    return "end";
}

static const char *ask(const struct uwc_state *s, int seat, bool sees,
                       struct phrase *p)
{
    switch ((enum phase)s->phase) {
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: return ask_hands(s, seat, sees, p);
    case PHASE_PRODUCTION: return ask_production(s, seat, sees, p);
    case PHASE_TILES: return ask_tiles(&s->seat[seat], p);
    case PHASE_TURN:
    case PHASE_OVER: break;
    }
    return ask_turn(s, seat, p);
}

const char *prompt_text(const struct uwc_state *s, int seat, bool sees,
                        struct phrase *p)
{
    p->length = 0;
    p->text[0] = '\0';
    return ask(s, seat, sees, p);
}

void uwc_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    const struct uwc_state *s = state;
    struct phrase p;

    if (seat < 0 || seat >= s->seats || !(uwc_to_act(s) >> seat & 1))
        return;
    sink_string(sink, "kind",
                prompt_text(s, seat, viewer_sees(viewer, seat), &p));
    sink_string(sink, "text", p.text);
}
