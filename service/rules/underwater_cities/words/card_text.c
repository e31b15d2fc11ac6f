/* A card's rules text: when its effects come, and the effects in words. */
#include "rules/underwater_cities/words/card_text.h"

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/text.h"

static void put_event(struct text *t, const struct trigger *when)
{
    switch ((enum event)when->event) {
    case EVENT_NONE:
    case EVENTS: break;
    case EVENT_REACH_SPACE:
        text_put(t, "you reach space ");
        text_number(t, when->param);
        text_put(t, " of the Federation track");
        break;
    case EVENT_SECOND_BUILDING:
        text_put(t, "you build a connected city's second ");
        text_each_piece(t, when->param);
        break;
    case EVENT_SECOND_UPGRADED:
        text_put(t, "you complete a connected city's second upgraded ");
        text_each_piece(t, when->param);
        break;
    case EVENT_SECOND_TUNNEL:
        text_put(t, "you build the second tunnel in one turn");
        break;
    case EVENT_BUILT:
        text_put(t, "you build a ");
        text_pieces(t, when->param, 1);
        break;
    case EVENT_UPGRADED_ONE:
        text_put(t, "you upgrade a ");
        text_pieces(t, when->param, 1);
        break;
    case EVENT_CONNECTED: text_put(t, "you connect a metropolis"); break;
    case EVENT_MISMATCHED:
        text_put(t, "you choose a coloured slot that does not match your "
                    "card");
        break;
    case EVENT_USED_SLOT:
        text_put(t, "you use ");
        text_put(t, slot_kind_phrases[when->param]);
        break;
    case EVENT_SLOT_GAVE:
        text_put(t, "a slot gives you at least 1 ");
        text_put(t, resource_noun((enum resource)when->param, 1));
        break;
    }
}

/* "Before, effects." as a sentence of its own; nothing without a list. */
static void put_sentence(struct text *t, const char *before,
                         const struct effect *list)
{
    size_t from;

    if (!list)
        return;
    text_put(t, t->length ? " " : "");
    from = t->length;
    text_put(t, before);
    text_clause(t, list, list + effect_list_length(list));
    text_put(t, ".");
    text_capital(t, from);
}

/* Each effect of a list in a sentence of its own. */
static void put_sentences(struct text *t, const struct effect *list)
{
    if (!list)
        return;
    text_put(t, t->length ? " " : "");
    t->length += effects_text(list, list + effect_list_length(list),
                              t->out + t->length, t->cap - t->length);
}

static void put_trigger(struct text *t, const struct trigger *when)
{
    if (when->event == EVENT_NONE)
        return;
    text_put(t, t->length ? " " : "");
    text_put(t, "Whenever ");
    put_event(t, when);
    text_put(t, ", ");
    text_clause(t, when->effects,
                when->effects + effect_list_length(when->effects));
    text_put(t, ".");
}

size_t card_text(int card, char *out, size_t cap)
{
    const struct card *c = cards[card];
    struct text t;

    text_begin(&t, out, cap);
    if (!c || cap == 0)
        return 0;
    put_sentences(&t, c->instant);
    put_sentences(&t, c->action);
    put_sentence(&t, "once per turn, ", c->once);
    put_trigger(&t, &c->when);
    put_sentences(&t, c->standing);
    put_sentence(&t, "in each Production, ", c->produce);
    put_sentence(&t, "at the end of the game, ", c->final);
    return t.length;
}
