/* Players that are programs.
 *
 * A bot knows only the rules interface, so every bot plays every game, and it
 * uses only what its seat may know: in two worlds that look the same to the
 * seat, with the same random stream, it chooses the same.  Bots allocate
 * nothing and keep nothing between two choices. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "rules/game.h"
#include "rules/random.h"

struct bot {
    const char *name;  /* "greedy": in URLs, options and reports */
    const char *about; /* one sentence for people */

    /* A legal move for this seat, which must be to act.  The state is not
     * changed; all chance comes from the random stream. */
    struct move (*choose)(const struct game *game, const void *state, int seat,
                          struct random *random);
};

/* Every bot, weakest first; ended by a row without a name. */
extern const struct bot bots[];

/* The bot of this name, or NULL. */
const struct bot *bot_find(const char *name);

/* The bots' moves; behind bots[]. */
struct move random_choose(const struct game *game, const void *state, int seat,
                          struct random *random);
struct move greedy_choose(const struct game *game, const void *state, int seat,
                          struct random *random);

#endif
