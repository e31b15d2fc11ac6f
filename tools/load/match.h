/* A match played by the load: a sandbox match that begins at a position which
 * this program made itself.  So it has the whole state, and need not read legal
 * moves: the service gets nothing but moves. */
#ifndef LOAD_MATCH_H
#define LOAD_MATCH_H

#include "http_client.h"
#include "rules/game.h"

#include <stdbool.h>

struct position {
    const struct game *game;
    int seats;
    char *order;        /* new: the body that creates a match from it */
    bool prefers_state; /* the responses to its moves have the new state */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

/* The start of a match of this many seats; the same for the same seed. */
void position_make(struct position *position, const char *game, int seats,
                   uint8_t seed);
void position_free(struct position *position);

struct match {
    const struct position *position;
    char id[40];
    char authorization[128]; /* the header line */
    uint32_t seq;
    uint64_t chance; /* the state of the generator that chooses moves */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

/* Write the request that creates the match; then read its response. */
void match_put_order(struct match *match, struct http *http);
void match_take_order(struct match *match, const struct http *http);

/* The match is over: it has no further moves. */
int match_is_over(const struct match *match);

/* Choose a legal move, play it here, and write the request that plays it there;
 * then read its response. */
void match_put_move(struct match *match, struct http *http);
void match_take_move(struct match *match, const struct http *http);

/* Play a move and take it back, waiting for the responses: two events.  false:
 * no move of this position can be taken back. */
bool match_go_and_return(struct match *match, struct http *http);

#endif
