/* Candidates that are alike: what one of them leads to, the other does too, as
 * far as the turn under way can tell.  So only one of them is tried. */
#ifndef UNDERWATER_CITIES_SIMILAR_MOVES_H
#define UNDERWATER_CITIES_SIMILAR_MOVES_H

#include "rules/underwater_cities/engine/state.h"

/* What the rest of a turn looks at. */
struct matters {
    bool known, buildings;
    uint8_t counted; /* pieces of which connected upgraded ones are counted */
    uint8_t pairs; /* pieces of which a second upgraded one brings something */
};

/* Where candidates of one part were tried already in one state: city sites for
 * buildings, tunnel sites for tunnels, by piece and payment. */
struct tried {
    struct matters matters;
    int part; /* -1: of none */
    uint16_t upgrade[TUNNEL + 1][1 + RESOURCES];
    uint16_t build[LABORATORY + 1][64];
};

void tried_begin(struct tried *tried);

/* Whether one like this was tried; this one is now.  Parts come one after the
 * other. */
bool tried_before(struct tried *tried, const struct uwc_state *s, int seat,
                  struct move move);

/* An upgrade that brought nothing, and that nothing counts, cannot help. */
bool is_fruitless(struct tried *tried, const struct uwc_state *before,
                  const struct uwc_state *after, int seat, struct move move);

#endif
