/* Looking ahead: whether a seat can still complete what it begins.
 *
 * Some rules allow a move only if what it begins can be completed: an effect
 * that must be performed entirely, a price that is paid in several decisions, a
 * turn that may not end without an action.  Whether it can is found out by
 * trying: a depth-first search over the seat's own decisions, on copies, which
 * stops at the first way through.  The game says what its states and moves are
 * by a few functions; the kit keeps the search within its bounds and skips
 * states that it has visited.
 *
 * The result must not depend on what the seat cannot know: in the states of a
 * search, a card that is drawn must not help more than any other would. */
#ifndef RULES_KIT_LOOKAHEAD_H
#define RULES_KIT_LOOKAHEAD_H

#include "rules/game.h"

#include <stddef.h>

struct lookahead;

/* The answer of a game about a state, or the state after a move. */
enum lookahead_answer {
    LOOKAHEAD_NO,  /* nothing leads on from here */
    LOOKAHEAD_YES, /* complete, or surely completed */
    LOOKAHEAD_ON,  /* the search goes on from here */
};

enum {
    LOOKAHEAD_DEPTH = 64,     /* moves ahead, at most */
    LOOKAHEAD_SCRATCH = 1152, /* bytes that a game may keep for a state */
};

/* The functions of a game.  `scratch` belongs to one state of the search: what
 * `candidates` writes there, `try_move` may use and change for each of them. */
struct lookahead_rules {
    enum lookahead_answer (*look)(const struct lookahead *l, const void *state);

    /* The moves worth trying, at most RULES_MOVES_MAX: returns how many. */
    size_t (*candidates)(const struct lookahead *l, const void *state,
                         struct move *out, void *scratch);

    /* Play a move of the seat in a copy of the state, *after, which has room
     * for RULES_STATE_MAX bytes.  Defined only after LOOKAHEAD_ON. */
    enum lookahead_answer (*try_move)(const struct lookahead *l,
                                      const void *state, struct move move,
                                      void *after, void *scratch);

    /* A hash of all that the rest of the search depends on.  States in which
     * the moves were made in another order should have the same. */
    uint64_t (*hash)(const struct lookahead *l, const void *state);
};

/* A search.  Set the first members. */
struct lookahead {
    const struct lookahead_rules *rules;
    int seat;
    int budget; /* states that it may visit; it bounds the work only */
    /* Visit all ways in order, even those that meet again: slow, for tests that
     * compare the results. */
    bool is_plain;
    void *game; /* borrowed: anything that the functions need */

    /* of the search itself */
    int left;     /* of the budget */
    bool was_cut; /* some way was not searched to its end */
    int visited;
    uint64_t *seen; /* hashes of states */
};

enum lookahead_result {
    LOOKAHEAD_FOUND,
    LOOKAHEAD_DEAD_END, /* there is no way */
    LOOKAHEAD_SPENT,    /* the budget did not suffice to find one */
};

/* Whether some sequence of moves from this state is complete. */
enum lookahead_result lookahead_find(struct lookahead *l, const void *state);

#endif
