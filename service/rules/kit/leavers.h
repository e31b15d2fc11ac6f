/* The seats that left a match, in the order in which they left, and the ranks
 * that follow: a seat that left ranks behind all that stayed and behind those
 * that left later. */
#ifndef RULES_KIT_LEAVERS_H
#define RULES_KIT_LEAVERS_H

#include "rules/game.h"

struct leavers {
    /* 0 if the seat has not left; 1 for the seat that left first, 2 for the
     * next one, and so on. */
    uint8_t place[RULES_SEATS_MAX];
};

int leavers_count(const struct leavers *l);

/* The seats that have left: `left` of struct game. */
seat_set leavers_seats(const struct leavers *l);

/* Note that this seat leaves now. */
void leavers_add(struct leavers *l, int seat);

/* Whether the places are those of seats that left one after the other: for
 * positions that were read. */
bool leavers_are_in_order(const struct leavers *l);

/* Set the ranks of scores whose seats and totals are set.  Of seats with equal
 * totals, seat a is ahead of seat b if tie_break is above 0; if it is 0, they
 * share their rank.  tie_break may be NULL: such seats always share it. */
void leavers_rank(const struct leavers *l, struct scores *scores,
                  int (*tie_break)(const void *state, int a, int b),
                  const void *state);

#endif
