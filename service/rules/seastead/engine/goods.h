/* Resources and cleanup tokens change hands. */
#ifndef SEASTEAD_GOODS_H
#define SEASTEAD_GOODS_H

#include "rules/seastead/engine/journal.h"

/* A seat takes up to n resources of a type from the supply; what is missing is
 * lost.  Returns how many it took. */
int goods_take(struct state *s, int seat, int resource, int n);

/* A seat returns n resources, which it has, to the supply. */
void goods_return(struct state *s, int seat, int resource, int n);

/* A seat takes n cleanup tokens.  What the supply does not have is credited;
 * the last token of it brings the end (rules 1.6, S13). */
void goods_clean(struct state *s, int seat, int n);

/* The Boss's resource at a location, if any, returns to the supply. */
void goods_clear_token(struct state *s, int location);

/* The end of the match is noted, unless it was before (S14).  Not in solo play,
 * which ends by rules of its own (rules 1.8). */
void goods_note_end(struct state *s);

#endif
