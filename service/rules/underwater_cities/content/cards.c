/* All cards by number (cards.h); row 0 is CARD_NONE. */
#include "rules/underwater_cities/content/cards.h"

#include "rules/underwater_cities/content/deck.h"

#define ROW(table, first, n) [n] = &(table)[(n) - (first)]
#define ROWS3(table, first, n)                                                 \
    ROW(table, first, n), ROW(table, first, (n) + 1), ROW(table, first, (n) + 2)
#define ROWS19(table, first, n)                                                \
    ROWS3(table, first, n), ROWS3(table, first, (n) + 3),                      \
        ROWS3(table, first, (n) + 6), ROWS3(table, first, (n) + 9),            \
        ROWS3(table, first, (n) + 12), ROWS3(table, first, (n) + 15),          \
        ROW(table, first, (n) + 18)
#define ROWS22(table, first, n)                                                \
    ROWS19(table, first, n), ROWS3(table, first, (n) + 19)

/* Three colours an era, in thirds. */
#define ERA1(n) ROWS22(cards_era1, ERA1_FIRST, n)
#define ERA2(n) ROWS19(cards_era2, ERA2_FIRST, n)
#define ERA3(n) ROWS19(cards_era3, ERA3_FIRST, n)

const struct card *const cards[CARD_COUNT] = {
    ERA1(ERA1_FIRST),
    ERA1(ERA1_FIRST + 22),
    ERA1(ERA1_FIRST + 44),
    ERA2(ERA2_FIRST),
    ERA2(ERA2_FIRST + 19),
    ERA2(ERA2_FIRST + 38),
    ERA3(ERA3_FIRST),
    ERA3(ERA3_FIRST + 19),
    ERA3(ERA3_FIRST + 38),
    ROWS22(cards_special, SPECIAL3_FIRST, SPECIAL3_FIRST),
    ROWS3(cards_special, SPECIAL3_FIRST, SPECIAL3_FIRST + 22),
    ROW(cards_special, SPECIAL3_FIRST, ASSISTANT),
};
