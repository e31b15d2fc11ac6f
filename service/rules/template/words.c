/* The template in words: notation, sentences, prompts, refusals, cards. */
#include "rules/template/template.h"

#include <stdio.h>
#include <string.h>

static const char *const verbs[] = {
    [TEMPLATE_CHOOSE] = "choose",
    [TEMPLATE_TAKE] = "take",
    [TEMPLATE_DRAW] = "draw",
};

size_t template_format(const void *state, int seat, struct move move, char *out)
{
    uint32_t verb = template_verb_of(move);
    int length;

    (void)state;
    (void)seat;
    if (verb == TEMPLATE_CHOOSE)
        length = snprintf(out, RULES_NOTATION_MAX, "choose %d",
                          template_card_of(move));
    else
        length = snprintf(out, RULES_NOTATION_MAX, "%s",
                          verb <= TEMPLATE_DRAW ? verbs[verb] : "?");
    return (size_t)length;
}

/* Strict: one spelling for each move. */
enum rules_err template_parse(const void *state, int seat, const char *text,
                              struct move *out)
{
    for (int card = 0; card <= TEMPLATE_CARDS; card++) {
        for (uint32_t verb = TEMPLATE_CHOOSE; verb <= TEMPLATE_DRAW; verb++) {
            struct move move = template_move((enum template_verb)verb, card);
            char notation[RULES_NOTATION_MAX];

            if ((verb == TEMPLATE_CHOOSE) != (card > 0))
                continue;
            template_format(state, seat, move, notation);
            if (strcmp(text, notation) == 0) {
                *out = move;
                return RULES_OK;
            }
        }
    }
    return RULES_BAD_NOTATION;
}

void template_describe(const void *state, int seat, struct move move,
                       struct sink *sink)
{
    static const char *const keys[] = {
        [TEMPLATE_CHOOSE] = "move.choose",
        [TEMPLATE_TAKE] = "move.take",
        [TEMPLATE_DRAW] = "move.draw",
    };
    const uint32_t verb = template_verb_of(move);
    struct members members;

    (void)state;
    (void)seat;
    if (verb > TEMPLATE_DRAW)
        return;
    sink_object(sink, "parts");
    members_begin(&members, sink);
    sink_string(&members.sink, "verb", verbs[verb]);
    if (verb == TEMPLATE_CHOOSE)
        sink_number(&members.sink, "card", template_card_of(move));
    sink_close(sink);
    phrases_write(&template_texts, &members, keys[verb]);
}

void template_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    const struct template_state *s = state;
    const bool is_choice = s->phase == TEMPLATE_CHOOSING;
    struct members members;

    (void)viewer; /* what is asked is public here */
    if (seat < 0 || !(template_to_act(s) >> seat & 1))
        return;
    members_begin(&members, sink);
    sink_string(&members.sink, "kind", is_choice ? "choose" : "take");
    phrases_write(&template_texts, &members,
                  is_choice ? "prompt.choose" : "prompt.take");
}

void template_explain(const void *state, int seat, struct move move,
                      struct refusal *refusal)
{
    static const struct refusal refusals[] = {
        [TEMPLATE_FINE] = {"legal", "This move is legal."},
        [TEMPLATE_NOT_NOW] = {"not-now", "No such decision is open now."},
        [TEMPLATE_NOT_IN_HAND] = {"not-in-hand",
                                  "Only a card in your hand can be chosen."},
        [TEMPLATE_DECK_EMPTY] = {"deck-empty",
                                 "The deck is empty: take the points."},
    };
    struct template_state copy = *(const struct template_state *)state;

    *refusal = refusals[template_try(&copy, seat, move)];
}

bool template_played(const void *state, int seat, struct move move,
                     char out[RULES_CARD_SIZE])
{
    (void)state;
    (void)seat;
    if (template_verb_of(move) != TEMPLATE_CHOOSE)
        return false;
    snprintf(out, RULES_CARD_SIZE, "%d", template_card_of(move));
    return true;
}

void template_components(struct sink *sink)
{
    sink_array(sink, "cards");
    for (int card = 1; card <= TEMPLATE_CARDS; card++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", card);
        sink_string(sink, "text", "A card that shows its number.");
        sink_string(sink, "origin", "ours");
        sink_close(sink);
    }
    sink_close(sink);
}
