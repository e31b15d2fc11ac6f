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
    bool thinks; /* a choice takes it some 100 ms, not microseconds */
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
struct move search_choose(const struct game *game, const void *state, int seat,
                          struct random *random);

/* How much the search bot may think about one choice.
 *
 * `positions` is about how many positions it tries for a choice among many
 * moves; among few it tries fewer, and a single move is played at once.
 * Choices that are bounded by positions alone can be repeated: the same view,
 * random stream and positions make the same choice on every machine.  Even
 * with 0 every good move is tried in a few worlds.
 *
 * `stop`, when given, is asked after every rollout (well under 1 ms); once it
 * returns true, the best move known so far is played. */
struct thought {
    uint32_t positions;
    bool (*stop)(void *context);
    void *context;
};

enum { SEARCH_POSITIONS = 60000 }; /* what search_choose() thinks */

struct move search_within(const struct game *game, const void *state, int seat,
                          struct random *random, const struct thought *thought);

#endif
