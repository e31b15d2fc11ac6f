/* A match that the load plays: a sandbox match that begins at a position which
 * this program made itself.  So it knows the whole state, and need not ask for
 * legal moves: all that the service gets are moves. */
#ifndef LOAD_MATCH_H
#define LOAD_MATCH_H

#include "rules/game.h"
#include "talk.h"

struct position {
    const struct game *game;
    int seats;
    char *order; /* new: the body that makes a match of it */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

/* The beginning of a match of this many seats; the same for the same seed. */
void position_make(struct position *position, const char *game, int seats,
                   uint8_t seed);
void position_free(struct position *position);

struct match {
    const struct position *position;
    char id[40];
    char authorization[128]; /* the header's line */
    uint32_t seq;
    uint64_t chance; /* what its moves are chosen by */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

/* Put the request that makes the match; then take its reply. */
void match_put_order(struct match *match, struct talk *talk);
void match_take_order(struct match *match, const struct talk *talk);

/* The match is over: it has no further moves. */
int match_is_over(const struct match *match);

/* Choose a legal move, play it here, and put the request that plays it there;
 * then take its reply. */
void match_put_move(struct match *match, struct talk *talk);
void match_take_move(struct match *match, const struct talk *talk);

#endif
