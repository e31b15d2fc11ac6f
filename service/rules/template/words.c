/* The template in words: notation, sentences, prompts, refusals, cards. */
#include "rules/template/template.h"

#include "rules/kit/notation.h"

#include <stdio.h>

static const char *const verbs[] = {
    [TEMPLATE_CHOOSE] = "choose",
    [TEMPLATE_TAKE] = "take",
    [TEMPLATE_DRAW] = "draw",
};

size_t template_format(const void *state, int seat, struct move move, char *out)
{
    const uint32_t verb = template_verb_of(move);
    struct notation n;

    (void)state;
    (void)seat;
    if (verb > TEMPLATE_DRAW)
        return notation_of_bits(move, out);
    notation_begin(&n, out);
    notation_word(&n, verbs[verb]);
    if (verb == TEMPLATE_CHOOSE)
        notation_number(&n, template_card_of(move));
    return n.length;
}

/* Strict: one spelling for each move. */
enum rules_err template_parse(const void *state, int seat, const char *text,
                              struct move *out)
{
    struct words words;
    int verb, card = 0;

    (void)state;
    (void)seat;
    if (!words_begin(&words, text))
        return RULES_BAD_NOTATION;
    verb = words_take_one(&words, verbs, sizeof verbs / sizeof *verbs);
    if (verb < 0 ||
        (verb == TEMPLATE_CHOOSE &&
         !words_take_number(&words, 1, TEMPLATE_CARDS, &card)) ||
        !words_are_over(&words))
        return RULES_BAD_NOTATION;
    *out = template_move((enum template_verb)verb, card);
    return RULES_OK;
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
