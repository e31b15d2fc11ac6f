/* The costliest lists of legal moves. */
#ifndef BENCH_COSTLY_H
#define BENCH_COSTLY_H

#include "rules/game.h"

/* Play random matches of the game with every combination of seats and options
 * and print what the costliest lists took, in processor time.  `seats`: only
 * with so many; 0: with each number. */
void costly_print(const struct game *game, int seats);

#endif
