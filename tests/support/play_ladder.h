/* Matches that are played to their end by players who choose anything, for the
 * tests of what comes after. */
#ifndef SUPPORT_PLAY_LADDER_H
#define SUPPORT_PLAY_LADDER_H

#include "play_world.h"

/* Who plays what. */
struct contest {
    const char *game;
    const struct player *players; /* people, or bots' accounts */
    size_t count;
    bool casual; /* not rated */
    unsigned seed;
};

/* Begin it; it runs. */
struct match contest_begin(struct play *play, const struct contest *contest);
/* Every seat chooses until it is over, or for so many decisions. */
void contest_play(struct play *play, const struct contest *contest,
                  const char *match, unsigned decisions);
/* Both, to the end. */
struct match contest_hold(struct play *play, const struct contest *contest);
/* A seat leaves. */
void contest_resign(struct play *play, const struct contest *contest,
                    const char *match, int seat);

/* Wait until nothing is left to be settled. */
void ladder_wait(struct world *world);

#endif
