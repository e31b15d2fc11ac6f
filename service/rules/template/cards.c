/* The template's cards as data, and as items whose balance can be judged. */
#include "rules/kit/tally.h"
#include "rules/template/template.h"

#include <stdio.h>

/* The words for what a card may do, from its effects. */
static void card_text(int card, struct sink *sink)
{
    const struct effect *list = template_effects(card);
    struct members members;

    members_begin(&members, sink);
    sink_array(&members.sink, "allows");
    for (const struct effect *e = list; e->op != EFFECT_END; e = effect_next(e))
        sink_string(&members.sink, NULL, template_verb_words[e->op]);
    sink_close(&members.sink);
    phrases_write(&template_texts, &members, "card-text");
}

void template_components(struct sink *sink)
{
    sink_array(sink, "cards");
    for (int card = 1; card <= TEMPLATE_CARDS; card++) {
        sink_object(sink, NULL);
        sink_number(sink, "number", card);
        card_text(card, sink);
        sink_string(sink, "origin", "ours");
        sink_close(sink);
    }
    sink_close(sink);
}

bool template_played(const void *state, int seat, struct move move,
                     char out[RULES_CARD_SIZE])
{
    (void)state;
    (void)seat;
    if (template_verb_of(move) != TEMPLATE_CHOOSE)
        return false;
    snprintf(out, RULES_CARD_SIZE, "%d",
             template_next(template_cards_of(move), 0));
    return true;
}

enum { GROUP_CARD };

/* Cards 1 to 12 and 13 to 24 are not compared with each other. */
static void card_item(int index, struct item *out)
{
    const int card = 1 + index;

    snprintf(out->word, sizeof out->word, "%d", card);
    snprintf(out->kind, sizeof out->kind, "%s",
             card <= TEMPLATE_CARDS / 2 ? "low" : "high");
}

const struct item_group template_items[] = {
    [GROUP_CARD] = {.word = "card",
                    .title = "Cards",
                    .had = "held",
                    .used = "chosen",
                    .meaning = "A card is held if it was in the hand at some "
                               "time, and chosen if it was turned up.",
                    .count = TEMPLATE_CARDS,
                    .item = card_item},
    {.word = NULL},
};

void template_tally(const void *state, const struct journal *journal,
                    struct tally *tally)
{
    const struct template_state *s = state;

    for (int seat = 0; seat < s->seats; seat++)
        tally_had_set(tally, GROUP_CARD, seat,
                      &(struct card_set){{s->hand[seat]}});
    for (int i = 0; i < journal->count; i++) {
        const struct journal_step *step = &journal->step[i];

        if (step->type == TEMPLATE_STEP_REVEAL)
            tally_used(tally, GROUP_CARD, step->seat, step->what - 1);
        if (step->type == TEMPLATE_STEP_ROUND_END)
            tally->round++;
    }
}
