/* The tables of the balance report.  Each writes its heading, too, and nothing
 * at all when there is nothing to tell. */
#ifndef CLI_BALANCE_TABLES_H
#define CLI_BALANCE_TABLES_H

#include "cli/balance/balance.h"

/* Of one number of seats. */
void table_seats(const struct balance *b, const struct items *items, FILE *to);
void table_boards(const struct balance *b, const struct items *items, FILE *to);
void table_slots(const struct balance *b, const struct items *items, FILE *to);
void table_contracts(const struct balance *b, const struct items *items,
                     FILE *to);
void table_cards_alone(const struct balance *b, const struct items *items,
                       FILE *to);

/* Of several together; items are those of the first. */
void table_tiles(const struct balance *b, int count, const struct items *items,
                 FILE *to);
void table_cards(const struct balance *b, int count, const struct items *items,
                 FILE *to);

#endif
