/* Values that only documents of this game have: cards and slots. */
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/words/place_words.h"

void read_cards_at(struct reader *r, source_node array, struct card_set *set)
{
    const size_t n = reader_length(r, array, CARD_LAST);

    for (size_t i = 0; i < n; i++) {
        const source_node node = reader_element(r, array, i);
        const int card = (int)reader_number_at(r, node, 1, CARD_LAST);

        if (card && set_has(set, card))
            reader_refuse(r, node, "Card %d is listed twice.", card);
        set_add(set, card);
    }
}

uint8_t read_slot_at(struct reader *r, source_node node)
{
    const char *text;
    char word[12];

    if (r->source->is_null(r->source, node))
        return UWC_NO_SLOT;
    if (r->source->text(r->source, node, &text))
        for (int i = 0; i < UWC_SLOTS; i++) {
            slot_write(i, word, sizeof word);
            if (!strcmp(text, word))
                return (uint8_t)i;
        }
    reader_refuse(r, node,
                  "This must be a slot, \"green1\" to \"yellow5\" or "
                  "\"always\".");
    return UWC_NO_SLOT;
}
