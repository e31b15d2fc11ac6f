/* Whether a move is legal, as far as it can be told without trying.
 *
 * The verdicts are those of the search (search.c), and a test compares them
 * with it (tests/underwater_cities/plainly.c). */
#ifndef UNDERWATER_CITIES_VERDICT_H
#define UNDERWATER_CITIES_VERDICT_H

#include "rules/underwater_cities/engine/missing.h"

enum verdict {
    VERDICT_LEGAL,
    VERDICT_ILLEGAL,
    VERDICT_TRIAL, /* only trying tells */
};

/* Whether the turn can end without anything more being performed: a part of the
 * slot is done and nothing compulsory is open. */
bool turn_may_end(const struct uwc_state *s);

/* Whether a part of the top frame can surely be performed at once, and the turn
 * can end after it. */
bool top_surely_performs(const struct uwc_state *s);

/* Whether the turn can surely be completed: now, or by performing at once what
 * the top frame offers or, if it may be passed, what waits below. */
bool turn_surely_ends(const struct uwc_state *s, bool may_pass);

/* What is the same for all moves of a state. */
struct verdict_context {
    bool now;        /* turn_may_end */
    bool after_part; /* so it may once a part of the top frame is performed */
    int number;      /* of the part looked up last; -1: none */
    const struct effect *part;
    struct means means;
};

struct verdict_context verdict_context_of(const struct uwc_state *s, int seat);

/* Whether a candidate (candidates.c) of the seat is legal, other than a
 * placement. */
enum verdict verdict(struct verdict_context *o, struct move m);

#endif
