/* A ladder that was played for two years: ladder.sql in a test's database. */
#ifndef SUPPORT_DB_LADDER_H
#define SUPPORT_DB_LADDER_H

#include "play_world.h"

/* Make up so many finished matches and all that came of them.  Accounts are
 * "fill-0", who plays most, and so on. */
void ladder_fill(struct world *world, int matches);

#endif
