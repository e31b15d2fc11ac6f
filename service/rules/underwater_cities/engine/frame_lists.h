/* The effect lists behind the frames of a state, and their parts.  Nothing here
 * changes a state.
 *
 * The parts of a list are numbered from 0; sure gains are not counted.
 * Identical open parts are offered once, under the number of the first. */
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

/* Whether `other` is open and identical to `one`. */
bool part_is_duplicate(const struct frame *f, const struct effect *list,
                       const struct effect *one, const struct effect *other);

/* An iterator over the parts that the top frame offers.  `number` is that of
 * the part returned last. */
struct open_parts {
    const struct frame *frame;
    const struct effect *list, *next;
    int number;
};
struct open_parts open_parts_of_top(const struct uwc_state *s);
/* The next part; NULL after the last. */
const struct effect *open_parts_next(struct open_parts *parts);

#endif
