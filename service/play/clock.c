/* Time for decisions. */
#include "clock.h"

#include <string.h>

int64_t match_deadline(const struct match *match, int seat)
{
    return match->to_act >> seat & 1 ? match->deadline_us[seat] : 0;
}

/* Does the effect give the seat, which is to act, its time anew? */
static bool is_renewed(const struct match *before, const struct match *after,
                       const struct match_event *cause, int seat)
{
    bool is_own = cause && cause->seat == seat;
    bool owed = before->to_act >> seat & 1;

    if (is_own && cause->kind == EVENT_UNDO)
        return after->deadline_us[seat] == 0;
    if (!owed)
        return true;
    return is_own && cause->kind == EVENT_MOVE &&
           !(after->took_back >> seat & 1);
}

/* Which seats' decisions bring no new time? */
static seat_set went_back(const struct match *before, const struct match *after,
                          const struct match_event *cause, bool is_sealed)
{
    seat_set out = before->took_back;
    unsigned own = cause && cause->seat >= 0 ? 1U << cause->seat : 0;

    if (own && cause->kind == EVENT_UNDO)
        return (seat_set)(out | own);
    if (own && cause->kind == EVENT_MOVE && is_sealed)
        out &= (seat_set)~own;
    /* Whoever comes to owe something begins anew. */
    return (seat_set)(out & ~(after->to_act & ~before->to_act));
}

void clock_follow(const struct match *before, struct match *after,
                  const struct match_event *cause, bool is_sealed,
                  int64_t now_us)
{
    const int64_t turn_us = after->turn_seconds * INT64_C(1000000);

    if (turn_us == 0)
        return;
    after->took_back = went_back(before, after, cause, is_sealed);
    for (int seat = 0; seat < after->settings.seats; seat++) {
        if (after->seats[seat].kind == SEAT_HUMAN &&
            after->to_act >> seat & 1 && is_renewed(before, after, cause, seat))
            after->deadline_us[seat] = now_us + turn_us;
    }
    if (after->status != MATCH_RUNNING) {
        memset(after->deadline_us, 0, sizeof after->deadline_us);
        after->took_back = 0;
    }
}
