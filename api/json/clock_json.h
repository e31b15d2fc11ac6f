/* Clocks as clients ask for them and see them: of matches, and of who looks
 * for one. */
#ifndef API_CLOCK_JSON_H
#define API_CLOCK_JSON_H

#include "api/http/input.h"
#include "play/match/match.h"
#include "rules/sink.h"

/* What a body says of a clock. */
enum clock_said {
    CLOCK_UNSAID, /* nothing */
    CLOCK_NONE,   /* null: there shall be none */
    CLOCK_SAID,
};

/* Read the member "clock" of a body: null, {"turn_seconds": N} or
 * {"bank_seconds": B, "increment_seconds": I}, both with "policy"; fallback is
 * the policy of who says none.  *out has no clock unless one was said.  What
 * is wrong is noted for input_end. */
enum clock_said clock_read(struct input *in, enum clock_policy fallback,
                           struct match_clock *out);

/* The member "clock": how much time there is, and who settles it when it is
 * up; null for none. */
void json_clock_terms(struct sink *sink, const struct match_clock *clock);

/* The same of a match, with the times of each seat. */
void json_clock(struct sink *sink, const struct match *match);

#endif
