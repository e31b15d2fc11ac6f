/* Building, upgrading and converting, with everything that follows from it.
 * What returns a refusal may leave the state changed: work on a copy. */
#ifndef UNDERWATER_CITIES_BUILD_H
#define UNDERWATER_CITIES_BUILD_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

enum refusal_reason build_piece(struct uwc_state *s, int seat,
                                const struct effect *e, enum piece piece,
                                int site, int payment);

enum refusal_reason build_upgrade(struct uwc_state *s, int seat,
                                  const struct effect *e, int structure,
                                  int resource);

/* Make a nonsymbiotic city symbiotic. */
enum refusal_reason build_convert(struct uwc_state *s, int seat, int site);

/* The instant effect of a blue tile; connects nothing (ruling 64). */
void build_gain_tile(struct uwc_state *s, int seat, int tile);

#endif
