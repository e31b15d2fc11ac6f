/* The seats that left a match, in the order in which they left, and the ranks
 * that follow: a seat that left ranks behind all that stayed and behind those
 * that left later.  Seats that left together share their place and rank. */
#ifndef RULES_KIT_LEAVERS_H
#define RULES_KIT_LEAVERS_H

#include "rules/game.h"

struct leavers {
    /* 0 if the seat has not left, else one more than the number of seats that
     * left before it. */
    uint8_t place[RULES_SEATS_MAX];
};

int leavers_count(const struct leavers *l);

/* The seats that have left: `left` of struct game. */
seat_set leavers_seats(const struct leavers *l);

/* Note that this seat leaves now, alone or together with the one that left
 * last (leave of struct game). */
void leavers_add(struct leavers *l, int seat, bool together);

/* Whether the match, which has begun with this number of seats, is over because
 * all but one have left.  Then another one may still leave together with the
 * last. */
bool leavers_ended(const struct leavers *l, int seats);

/* Whether the places are those of seats that left one after the other or
 * together: for positions that were read. */
bool leavers_are_in_order(const struct leavers *l);

/* Set the ranks of scores whose seats and totals are set.  Of seats with equal
 * totals, seat a is ahead of seat b if tie_break is above 0; if it is 0, they
 * share their rank.  tie_break may be NULL: such seats always share it. */
void leavers_rank(const struct leavers *l, struct scores *scores,
                  int (*tie_break)(const void *state, int a, int b),
                  const void *state);

#endif
