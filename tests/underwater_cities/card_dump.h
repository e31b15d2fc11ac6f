/* A card's effects as one line of plain words, for comparing and for the
 * golden file: what the data says, not how it reads. */
#ifndef TESTS_UNDERWATER_CITIES_CARD_DUMP_H
#define TESTS_UNDERWATER_CITIES_CARD_DUMP_H

#include "rules/underwater_cities/content/cards.h"

#include <stddef.h>

enum { CARD_DUMP_MAX = 1024 };

/* "instant gain(0 2 0 0 0) build(..)": all lists of a card, in the order of
 * struct card.  Two cards do the same exactly when their dumps are equal. */
void card_dump(const struct card *card, char out[CARD_DUMP_MAX]);

/* The lists of a card by name; NULL where it has none. */
struct card_list {
    const char *name;
    const struct effect *effects;
};
enum { CARD_LISTS = 7 };
void card_lists(const struct card *card, struct card_list out[CARD_LISTS]);

#endif
