/* How a game fills in the tally of a match (rules/tally.h). */
#ifndef RULES_KIT_TALLY_H
#define RULES_KIT_TALLY_H

#include "rules/kit/card_set.h"
#include "rules/tally.h"

/* A seat has an item, for the first time or again. */
void tally_had(struct tally *tally, int group, int seat, int item);

/* A seat has the cards of a set: card n is item n - 1. */
void tally_had_set(struct tally *tally, int group, int seat,
                   const struct card_set *cards_had);

/* All seats have an item. */
void tally_had_by_all(struct tally *tally, int group, int item);

/* A seat uses an item, once more. */
void tally_used(struct tally *tally, int group, int seat, int item);

#endif
