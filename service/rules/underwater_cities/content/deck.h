/* The deck's rows, a table a file; cards.c puts them in the order of their
 * numbers.  Row 0 of each table is the first card of its range. */
#ifndef UNDERWATER_CITIES_DECK_H
#define UNDERWATER_CITIES_DECK_H

#include "rules/underwater_cities/content/cards.h"

extern const struct card cards_era1[ERA2_FIRST - ERA1_FIRST];
extern const struct card cards_era2[ERA3_FIRST - ERA2_FIRST];
extern const struct card cards_era3[SPECIAL3_FIRST - ERA3_FIRST];
extern const struct card cards_special[CARD_COUNT - SPECIAL3_FIRST];

/* The beginning of every row; its effect lists follow. */
#define HEAD(title, card_colour, card_type, card_origin)                       \
    .name = title, .colour = card_colour, .type = card_type,                   \
    .origin = card_origin

#endif
