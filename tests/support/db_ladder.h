/* Two years of a ladder: ladder.sql in a test's database. */
#ifndef SUPPORT_DB_LADDER_H
#define SUPPORT_DB_LADDER_H

#include "play_world.h"

/* Create this many finished matches with all their results.  Accounts are
 * "fill-0", which plays most, and so on. */
void ladder_fill(struct world *world, int matches);

#endif
