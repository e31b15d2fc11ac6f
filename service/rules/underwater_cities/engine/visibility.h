/* Which hidden things of a state are known, and to whom (rulings 23, 73). */
#ifndef UNDERWATER_CITIES_VISIBILITY_H
#define UNDERWATER_CITIES_VISIBILITY_H

#include "rules/underwater_cities/engine/state.h"

/* Whether the viewer sees what only this seat may know. */
bool viewer_sees(int viewer, int seat);

/* FRAME_SPECIALS or FRAME_TILES while a seat chooses one of state.reveal, else
 * FRAME_SLOT. */
enum source_kind revealed_kind(const struct uwc_state *s);

/* Whether the top card of the special deck is face up now. */
bool top_special_known(const struct uwc_state *s);

#endif
