/* The template in words: notation, sentences, prompts, refusals. */
#include "rules/template/template.h"

#include "rules/kit/move_text.h"
#include "rules/kit/notation.h"
#include "rules/kit/refusal_text.h"
#include "rules/kit/templates.h"

#define PHRASE(key, text) {key, text},
static const struct phrase_template english[] = {
#include "rules/template/phrases.def"
};
static const struct phrase_template german[] = {
#include "rules/template/phrases_de.def"
};
#undef PHRASE
_Static_assert(sizeof english == sizeof german,
               "every phrase in every language");
static struct templates read_templates;

const struct phrases template_texts = {
    .templates = {[LANGUAGE_EN] = english, [LANGUAGE_DE] = german},
    .count = sizeof english / sizeof *english,
    .read = &read_templates,
};

void template_phrases(struct sink *sink)
{
    phrases_list(&template_texts, sink);
}

const char *const template_verb_words[TEMPLATE_VERBS] = {
    [TEMPLATE_CHOOSE] = "choose",   [TEMPLATE_TAKE] = "take",
    [TEMPLATE_DRAW] = "draw",       [TEMPLATE_TRADE] = "trade",
    [TEMPLATE_DISCARD] = "discard",
};

size_t template_format(const void *state, int seat, struct move move, char *out)
{
    const uint32_t verb = template_verb_of(move);
    const uint32_t cards = template_cards_of(move);
    struct notation n;

    (void)state;
    (void)seat;
    if (verb >= TEMPLATE_VERBS)
        return notation_of_bits(move, out);
    notation_begin(&n, out);
    notation_word(&n, template_verb_words[verb]);
    for (int card = template_next(cards, 0); card;
         card = template_next(cards, card))
        notation_number(&n, card);
    return n.length;
}

/* Cards in any order, each once. */
static bool take_cards(struct words *words, uint32_t *cards)
{
    int card;

    while (words_take_number(words, 1, TEMPLATE_CARDS, &card)) {
        if (*cards >> card & 1)
            return false;
        *cards |= UINT32_C(1) << card;
    }
    return *cards != 0;
}

enum rules_err template_parse(const void *state, int seat, const char *text,
                              struct move *out)
{
    struct words words;
    uint32_t cards = 0;
    int verb;

    (void)state;
    (void)seat;
    if (!words_begin(&words, text))
        return RULES_BAD_NOTATION;
    verb = words_take_one(&words, template_verb_words, TEMPLATE_VERBS);
    if (verb < 0 ||
        ((verb == TEMPLATE_CHOOSE || verb == TEMPLATE_DISCARD) &&
         !take_cards(&words, &cards)) ||
        !words_are_over(&words))
        return RULES_BAD_NOTATION;
    *out = template_move((enum template_verb)verb, cards);
    return RULES_OK;
}

static void write_cards(struct sink *sink, uint32_t cards)
{
    sink_array(sink, "cards");
    for (int card = template_next(cards, 0); card;
         card = template_next(cards, card))
        sink_number(sink, NULL, card);
    sink_close(sink);
}

void template_describe(const void *state, int seat, struct move move,
                       struct sink *sink)
{
    const uint32_t verb = template_verb_of(move);
    const uint32_t cards = template_cards_of(move);
    struct members members;

    (void)state;
    (void)seat;
    if (verb >= TEMPLATE_VERBS)
        return;
    move_text_begin(&members, sink, template_verb_words[verb]);
    if (cards)
        write_cards(&members.sink, cards);
    move_text_end(&members, &template_texts, template_verb_words[verb], NULL);
}

/* What the parts that are open are called: the members of an array. */
static void write_open_parts(const struct template_state *s, struct sink *sink)
{
    sink_array(sink, "open");
    for (uint32_t verb = TEMPLATE_TAKE; verb < TEMPLATE_VERBS; verb++)
        if (template_part(s, verb))
            sink_string(sink, NULL, template_verb_words[verb]);
    sink_close(sink);
}

void template_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    static const char *const kinds[] = {"choose", "take", "trade"};
    static const char *const keys[] = {"prompt.choose", "prompt.take",
                                       "prompt.trade"};
    const struct template_state *s = state;
    struct members members;

    (void)viewer; /* what is asked is public here */
    if (seat < 0 || !(template_to_act(s) >> seat & 1))
        return;
    members_begin(&members, sink);
    sink_string(&members.sink, "kind", kinds[s->depth]);
    write_open_parts(s, &members.sink);
    phrases_write(&template_texts, &members, keys[s->depth]);
}

void template_explain(const void *state, int seat, struct move move,
                      struct sink *sink)
{
    static const char *const rules[] = {
        [TEMPLATE_FINE] = "legal",
        [TEMPLATE_NOT_NOW] = "not-now",
        [TEMPLATE_NOT_IN_HAND] = "not-in-hand",
        [TEMPLATE_DECK_EMPTY] = "deck-empty",
        [TEMPLATE_COUNT] = "count",
        [TEMPLATE_DEAD_END] = "dead-end",
    };
    struct template_state copy = *(const struct template_state *)state;

    refusal_text(&template_texts, rules[template_try(&copy, seat, move)], sink);
}
