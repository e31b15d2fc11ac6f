/* Equivalent candidates: for the rest of the turn they lead to the same.  The
 * search tries only one of them. */
#ifndef UNDERWATER_CITIES_SIMILAR_MOVES_H
#define UNDERWATER_CITIES_SIMILAR_MOVES_H

#include "rules/underwater_cities/engine/state.h"

/* What the rest of a turn depends on. */
struct turn_interests {
    bool known, buildings;
    uint8_t counted; /* pieces whose connected upgraded ones are
                        counted */
    uint8_t pairs;   /* pieces whose second upgraded one triggers something */
};

/* The sites on which candidates of one part were already tried in one state:
 * city sites for buildings, tunnel sites for tunnels; by piece and payment. */
struct tried {
    struct turn_interests matters;
    int part; /* -1: of none */
    uint16_t upgrade[TUNNEL + 1][1 + RESOURCES];
    uint16_t build[LABORATORY + 1][64];
};

void tried_begin(struct tried *tried);

/* Whether an equivalent move was tried; notes this one.  Call it part by part.
 */
bool tried_before(struct tried *tried, const struct uwc_state *s, int seat,
                  struct move move);

/* Whether a move is an upgrade that gained nothing and that nothing counts, so
 * that it cannot help to complete the turn. */
bool is_useless(struct tried *tried, const struct uwc_state *before,
                const struct uwc_state *after, int seat, struct move move);

#endif
