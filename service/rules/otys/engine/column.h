/* The column of divers. */
#ifndef OTYS_COLUMN_H
#define OTYS_COLUMN_H

#include "rules/otys/engine/state.h"

/* The slot of a diver. */
int column_slot(const struct seat *me, int diver);

/* Take a diver out of a slot and put it into another one; those between move
 * one slot towards the gap (O3).  Resurfacing is to slot 0. */
void column_move(struct state *s, int seat, int from, int to);

#endif
