/* The effect lists behind the frames of a state, and their parts
 * (rules/kit/effects.h).  Nothing here changes a state. */
#ifndef UNDERWATER_CITIES_FRAME_LISTS_H
#define UNDERWATER_CITIES_FRAME_LISTS_H

#include "rules/underwater_cities/engine/state.h"

/* The whole list of a source. */
const struct effect *source_list(const struct uwc_state *s,
                                 enum source_kind source, int id);

/* The list of a frame: a pointer to its first effect, pc already added. */
const struct effect *uwc_frame_list(const struct uwc_state *s,
                                    const struct frame *frame);

/* The number of the part at `part`, which may be the end of the list. */
int uwc_part_number(const struct effect *list, const struct effect *part);

/* The open part of the top frame that has this number, or NULL.  There must be
 * a frame. */
const struct effect *uwc_part(const struct uwc_state *s, int part);

/* The parts that the top frame offers. */
struct open_parts open_parts_of_top(const struct uwc_state *s);

#endif
