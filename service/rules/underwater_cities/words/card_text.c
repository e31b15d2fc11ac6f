/* The rules texts of cards: when their effects come, and the effects in
 * words. */
#include "rules/underwater_cities/words/card_text.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/texts.h"

#include <stdio.h>

/* ---- cards ---- */

/* The members that the template of an event may name. */
static void sink_event(struct sink *sink, const struct trigger *when)
{
    switch ((enum event)when->event) {
    case EVENT_REACH_SPACE: sink_number(sink, "space", when->param); break;
    case EVENT_SECOND_BUILDING:
    case EVENT_SECOND_UPGRADED:
    case EVENT_BUILT:
    case EVENT_UPGRADED_ONE:
        sink_string(sink, "pieces", pieces_word(when->param));
        break;
    case EVENT_USED_SLOT:
        sink_string(sink, "kind", slot_kind_words[when->param]);
        break;
    case EVENT_SLOT_GAVE:
        sink_object(sink, "gains");
        sink_number(sink, resource_words[when->param], 1);
        sink_close(sink);
        break;
    case EVENT_NONE:
    case EVENT_SECOND_TUNNEL:
    case EVENT_CONNECTED:
    case EVENT_MISMATCHED:
    case EVENTS: break;
    }
}

static void put_trigger(struct text *t, const struct trigger *when)
{
    char key[32], words[PHRASE_TEXT_MAX];
    struct members members;

    if (when->event == EVENT_NONE)
        return;
    text_members(&members, t->language);
    sink_event(&members.sink, when);
    snprintf(key, sizeof key, "when.%s", event_words[when->event]);
    phrases_fill_part(&uwc_texts, &members, key, t->language, words);
    text_members(&members, t->language);
    sink_string(&members.sink, "when", words);
    sink_effects(&members.sink, when->effects);
    text_sentence(t, "card-text.event", &members);
}

/* A list in one sentence; NULL: nothing. */
static void put_sentence(struct text *t, const char *key,
                         const struct effect *list)
{
    struct members members;

    if (!list)
        return;
    text_members(&members, t->language);
    sink_effects(&members.sink, list);
    text_sentence(t, key, &members);
}

/* Each effect in a sentence of its own. */
static void put_sentences(struct text *t, const struct effect *list)
{
    if (list)
        effects_sentences(t, list, list + effect_list_length(list));
}

size_t card_text(int card, enum language language, char *out, size_t cap)
{
    const struct card *c = cards[card];
    struct text t;

    text_begin(&t, language, out, cap);
    if (!c || cap == 0)
        return 0;
    put_sentences(&t, c->instant);
    put_sentences(&t, c->action);
    put_sentence(&t, "card-text.once", c->once);
    put_trigger(&t, &c->when);
    put_sentences(&t, c->standing);
    put_sentence(&t, "card-text.production", c->produce);
    put_sentence(&t, "card-text.end", c->final);
    return t.length;
}
