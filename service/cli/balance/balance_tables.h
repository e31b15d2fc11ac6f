/* The tables of the balance report.  Each writes its heading, too, and nothing
 * at all if there is nothing to compare. */
#ifndef CLI_BALANCE_TABLES_H
#define CLI_BALANCE_TABLES_H

#include "cli/balance/balance.h"

/* Of one number of seats: the seats; a group of any use but USE_OWNED. */
void table_seats(const struct balance *b, FILE *to);
void table_group(const struct balance *b, const struct items *items, int group,
                 FILE *to);

/* A group of USE_OWNED: of several numbers of seats together, and of solo
 * play. */
void table_owned(const struct balance *b, int count, const struct items *items,
                 int group, FILE *to);
void table_owned_alone(const struct balance *b, const struct items *items,
                       int group, FILE *to);

#endif
