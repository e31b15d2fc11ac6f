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

/* How much a bot that thinks may think about one choice.  Both bounds hold
 * where both are given; a single legal move is played at once, and thinking
 * ends early when the choice is clear.
 *
 * `positions` is about how many positions are tried at most.  Choices that are
 * bounded by positions alone can be repeated: the same view, random stream and
 * positions make the same choice on every machine.  Even with 0 every good
 * move is tried in a few worlds.
 *
 * `ms`, when not 0, is how long it may take by `clock`, which gives
 * microseconds that never go back.  With it, `positions` may be UINT32_MAX: as
 * many as there is time for.  The clock is read after every rollout, so what
 * is over the time is one of these, well under 1 ms.
 *
 * `stop`, when given, is asked after every rollout; once it returns true, the
 * best move known so far is played.  `context` is handed to both. */
struct thought {
    uint32_t positions;
    bool (*stop)(void *context);
    void *context;
    uint32_t ms;
    uint64_t (*clock)(void *context);
};

struct bot {
    const char *name;  /* "greedy": in URLs, options and reports */
    const char *about; /* one sentence for people */

    /* A legal move for this seat, which must be to act (one of no bits where
     * the rules list none, their step budget being spent).  The state is not
     * changed; all chance comes from the random stream. */
    struct move (*choose)(const struct game *game, const void *state, int seat,
                          struct random *random);

    /* The same with so much thought; NULL: the bot does not think, a choice
     * takes it microseconds. */
    struct move (*within)(const struct game *game, const void *state, int seat,
                          struct random *random, const struct thought *thought);
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
struct move search_within(const struct game *game, const void *state, int seat,
                          struct random *random, const struct thought *thought);

enum { SEARCH_POSITIONS = 60000 }; /* what search_choose() thinks */

#endif
