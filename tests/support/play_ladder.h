/* Plays matches to their end with random moves, and waits until they are
 * settled. */
#ifndef SUPPORT_PLAY_LADDER_H
#define SUPPORT_PLAY_LADDER_H

#include "play_world.h"

/* The settings and players of a match. */
struct contest {
    const char *game;
    const struct player *players; /* people, or accounts of bots */
    size_t count;
    bool casual; /* not rated */
    unsigned seed;
};

/* Begin the match; it is running. */
struct match contest_begin(struct play *play, const struct contest *contest);
/* Seats choose until it is over, or until this many decisions were made. */
void contest_play(struct play *play, const struct contest *contest,
                  const char *match, unsigned decisions);
/* Begin and play it to its end. */
struct match contest_hold(struct play *play, const struct contest *contest);
/* A seat resigns. */
void contest_resign(struct play *play, const struct contest *contest,
                    const char *match, int seat);

/* Wait until everything is settled. */
void ladder_wait(struct world *world);

#endif
