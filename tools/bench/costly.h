/* The costliest lists of legal moves. */
#ifndef BENCH_COSTLY_H
#define BENCH_COSTLY_H

#include "rules/game.h"

/* Play random matches of the game with every combination of seats and options
 * and print the time of the costliest lists, in processor time.  `seats`: only
 * this number; 0: every number. */
void costly_print(const struct game *game, int seats);

#endif
