/* The built-in bots.
 *
 * A bot uses only the rules interface, so every bot plays every game, and only
 * what its seat may know: in two states with the same view for the seat, and
 * with the same random stream, it makes the same choice.  Bots allocate nothing
 * and keep nothing between two choices. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "rules/game.h"
#include "rules/random.h"

/* The bounds on the search for one choice.  Both bounds apply if both are
 * given. A single legal move is played at once, and the search ends early if
 * the choice is clear.
 *
 * `positions` is approximately the number of positions tried at most.  Choices
 * bounded by positions alone are reproducible: the same view, random stream and
 * positions lead to the same choice on every machine.  Even with 0 every good
 * move is tried in a few determinizations.
 *
 * `ms`, if not 0, bounds the time by `clock`, which returns microseconds and is
 * monotonic.  `positions` may then be UINT32_MAX for no other bound.  The clock
 * is read after every rollout, so the time is exceeded by one rollout at most,
 * well under 1 ms.
 *
 * `stop`, if given, is called after every rollout; once it returns true, the
 * best move found is played.  `context` is passed to both. */
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

    /* Choose a legal move for this seat, which must be to act.  If the rules
     * list no move, because their step budget is used up, the result has no
     * bits set. The state is not changed; all randomness is from the stream. */
    struct move (*choose)(const struct game *game, const void *state, int seat,
                          struct random *random);

    /* The same within these bounds.  NULL: the bot does not search; a choice
     * takes microseconds. */
    struct move (*within)(const struct game *game, const void *state, int seat,
                          struct random *random, const struct thought *thought);
    bool thinks; /* a choice takes about 100 ms, not microseconds */
};

/* Every bot, weakest first; ended by a row without a name. */
extern const struct bot bots[];

/* The bot of this name, or NULL. */
const struct bot *bot_find(const char *name);

/* The functions of the bots in bots[]. */
struct move random_choose(const struct game *game, const void *state, int seat,
                          struct random *random);
struct move greedy_choose(const struct game *game, const void *state, int seat,
                          struct random *random);
struct move search_choose(const struct game *game, const void *state, int seat,
                          struct random *random);
struct move search_within(const struct game *game, const void *state, int seat,
                          struct random *random, const struct thought *thought);

enum { SEARCH_POSITIONS = 60000 }; /* the bound of search_choose() */

#endif
