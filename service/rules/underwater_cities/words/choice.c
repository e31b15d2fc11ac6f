/* What a seat chooses several of at once: the cards that it discards. */
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <stdio.h>

_Static_assert((int)UWC_HAND_MAX <= (int)CHOICE_ITEMS_MAX,
               "a hand is a choice");

static void write_item(int card, struct choice_item *out)
{
    snprintf(out->word, sizeof out->word, "%d", card);
    snprintf(out->text, sizeof out->text, "%s (%d)", cards[card]->name, card);
}

bool uwc_choice(const void *state, int seat, struct choice *out)
{
    const struct uwc_state *s = state;
    const bool seated = seat >= 0 && seat < s->seats;
    const int due = seated ? discards_due(s, seat) : 0;
    uint8_t open[UWC_HAND_MAX];
    int count;

    if (!due)
        return false;
    count =
        hand_cards(&s->seat[seat].hand, discards_open(&s->seat[seat]), open);
    *out = (struct choice){.verb = verb_shapes[MOVE_DISCARD].word,
                           .count = (uint8_t)due,
                           .items = (uint8_t)count};
    for (int i = 0; i < count; i++)
        write_item(open[i], &out->item[i]);
    return true;
}
