/* Whether a move is legal, predicted without trying where possible.
 *
 * A prediction always agrees with the search (search.c);
 * tests/underwater_cities/shortcuts.c compares them. */
#ifndef UNDERWATER_CITIES_VERDICT_H
#define UNDERWATER_CITIES_VERDICT_H

#include "rules/underwater_cities/engine/means.h"

enum verdict {
    VERDICT_LEGAL,
    VERDICT_ILLEGAL,
    VERDICT_TRIAL, /* unknown without trying */
};

/* Whether the turn can end without performing anything else: a part of the slot
 * is done and nothing compulsory is open. */
bool turn_may_end(const struct uwc_state *s);

/* Whether it is certain that a part of the top frame can be performed at once
 * and that the turn can end after it. */
bool top_surely_performs(const struct uwc_state *s);

/* Whether it is certain that the turn can be completed: now, or by performing a
 * part of the top frame or, if that may be passed, of the frames below. */
bool turn_surely_ends(const struct uwc_state *s);

/* What all moves of a state have in common. */
struct verdict_context {
    bool now;        /* turn_may_end */
    bool after_part; /* the same after a part of the top frame */
    int number;      /* of the part looked up last, or -1 */
    const struct effect *part;
    bool is_examined; /* lacks: what the part lacks is known */
    unsigned lacks;
    struct means means;
};

void verdict_begin(struct verdict_context *o, const struct uwc_state *s,
                   int seat);

/* Whether a candidate (candidates.c) of the seat is legal, other than a
 * placement. */
enum verdict verdict(struct verdict_context *o, struct move m);

/* For a move that performs a part and always succeeds if it is possible. */
static inline enum verdict verdict_performs(const struct verdict_context *o,
                                            bool can)
{
    if (!can)
        return VERDICT_ILLEGAL;
    return o->after_part ? VERDICT_LEGAL : VERDICT_TRIAL;
}

/* For a move that opens a list, of which something must then be performed
 * (ruling 41). */
static inline enum verdict verdict_opens(const struct verdict_context *o,
                                         unsigned lacks)
{
    return lacks & MISSING_TRIAL ? VERDICT_TRIAL : verdict_performs(o, !lacks);
}

/* What the part looked up last lacks; computed once. */
static inline unsigned verdict_part_lacks(struct verdict_context *o,
                                          const struct effect *part)
{
    if (!o->is_examined)
        o->lacks = missing_effect(&o->means, part);
    o->is_examined = true;
    return o->lacks;
}

#endif
