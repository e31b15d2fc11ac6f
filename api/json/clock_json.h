/* JSON of clocks: those of matches, and those that players look for. */
#ifndef API_CLOCK_JSON_H
#define API_CLOCK_JSON_H

#include "api/http/request/input.h"
#include "play/match/match.h"
#include "rules/sink.h"

/* The member "clock" of a body. */
enum clock_said {
    CLOCK_UNSAID, /* missing */
    CLOCK_NONE,   /* null: no clock */
    CLOCK_SAID,
};

/* Read the member "clock" of a body: null, {"turn_seconds": N} or
 * {"bank_seconds": B, "increment_seconds": I}, both with "policy"; fallback is
 * the policy if it is missing.  *out has no clock unless one was given.  Errors
 * are noted for input_end. */
enum clock_said clock_read(struct input *in, enum clock_policy fallback,
                           struct match_clock *out);

/* Write the member "clock": its times, and who acts when a time is up; null for
 * no clock. */
void json_clock_terms(struct sink *sink, const struct match_clock *clock);

/* The same of a match, with the times of each seat.  now_us: the time, for
 * documents that no cache may keep; CLOCK_TIMELESS for others, where it would
 * soon be wrong. */
enum { CLOCK_TIMELESS = 0 };
void json_clock(struct sink *sink, const struct match *match, int64_t now_us);

/* Write the member "absent_from": of a running match without a clock, from when
 * each seat can be claimed (MATCH_CLAIM); otherwise null. */
void json_absences(struct sink *sink, const struct match *match);

#endif
