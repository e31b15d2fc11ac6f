/* Clocks: the rules of clock.h. */
#include "play/match/clock.h"

#include "play/match/event.h"
#include "play/match/match.h"
#include "play/node/id.h"
#include "rules/game.h"

#include <string.h>

static const int64_t second_us = 1000000;

int64_t match_deadline(const struct match *match, int seat)
{
    return match->to_act >> seat & 1 ? match->deadline_us[seat] : 0;
}

static int64_t max_us(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool has_clock(const struct match *match, int seat)
{
    return match->seats[seat].kind == SEAT_HUMAN;
}

/* ---- time for each decision ---- */

/* Return whether the update gives the seat, which is to act, its full time. */
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

static void follow_turn(const struct match *before, struct match *after,
                        const struct match_event *cause, int seat,
                        int64_t now_us)
{
    const int64_t turn_us = after->clock.turn_seconds * second_us;

    if (after->to_act >> seat & 1 && is_renewed(before, after, cause, seat))
        after->deadline_us[seat] =
            max_us(now_us, after->away_until_us[seat]) + turn_us;
}

/* ---- a time bank ---- */

/* Return whether a turn of the seat, which is to act, begins.  Its first turn
 * does not count, because the bank is full then. */
static bool is_new_turn(const struct match *before,
                        const struct match_event *cause, unsigned seal,
                        int seat)
{
    bool is_own = cause && cause->seat == seat;

    if (is_own && cause->kind == EVENT_MOVE)
        return (seal & IRREVERSIBLE_FINAL) != 0;
    if (before->to_act >> seat & 1 || (is_own && cause->kind == EVENT_UNDO))
        return false;
    return before->decided >> seat & 1;
}

static void follow_bank(const struct match *before, struct match *after,
                        const struct match_event *cause, unsigned seal,
                        int seat, int64_t now_us)
{
    int64_t *bank_us = &after->bank_us[seat];
    bool ran = before->to_act >> seat & 1;
    bool runs = after->to_act >> seat & 1;
    bool is_new = runs && is_new_turn(before, cause, seal, seat);

    if (ran && (!runs || is_new))
        *bank_us = max_us(0, before->deadline_us[seat] - now_us);
    if (is_new)
        *bank_us += after->clock.increment_seconds * second_us;
    if (runs && (!ran || is_new))
        after->deadline_us[seat] = now_us + *bank_us;
}

/* ---- undo, and both kinds of clock ---- */

/* Return the seats whose decisions give no new time. */
static seat_set went_back(const struct match *before, const struct match *after,
                          const struct match_event *cause, bool is_sealed)
{
    seat_set out = before->took_back;
    unsigned own = cause && cause->seat >= 0 ? 1U << cause->seat : 0;

    if (own && cause->kind == EVENT_UNDO)
        return (seat_set)(out | own);
    if (own && cause->kind == EVENT_MOVE && is_sealed)
        out &= (seat_set)~own;
    /* A seat that begins to owe a decision gets new time. */
    return (seat_set)(out & ~(after->to_act & ~before->to_act));
}

void clock_follow(const struct match *before, struct match *after,
                  const struct match_event *cause, unsigned seal,
                  int64_t now_us)
{
    if (!clock_is_set(&after->clock))
        return;
    after->took_back = went_back(before, after, cause, seal != 0);
    for (int seat = 0; seat < after->settings.seats; seat++) {
        if (!has_clock(after, seat))
            continue;
        if (after->clock.bank_seconds > 0)
            follow_bank(before, after, cause, seal, seat, now_us);
        else
            follow_turn(before, after, cause, seat, now_us);
    }
    if (after->status != MATCH_RUNNING) {
        memset(after->deadline_us, 0, sizeof after->deadline_us);
        after->took_back = 0;
    }
}

/* ---- without a clock ---- */

void clock_absences(struct match *match, int64_t moved_us, unsigned days)
{
    if (clock_is_set(&match->clock))
        return;
    memset(match->deadline_us, 0, sizeof match->deadline_us);
    if (match->status != MATCH_RUNNING || days == 0)
        return;
    for (int seat = 0; seat < match->settings.seats; seat++)
        if (has_clock(match, seat))
            match->deadline_us[seat] =
                max_us(moved_us, match->away_until_us[seat]) +
                days * MATCH_DAY_SECONDS * second_us;
}

/* ---- deadlines ---- */

seat_set clock_due(const struct match *match, int64_t now_us)
{
    seat_set out = 0;

    for (int seat = 0; seat < match->settings.seats; seat++) {
        int64_t deadline_us = match_deadline(match, seat);

        if (deadline_us != 0 && now_us >= deadline_us)
            out |= (seat_set)(1U << seat);
    }
    return out;
}

static bool is_settled_by_service(const struct match *match)
{
    return match->status == MATCH_RUNNING && clock_is_set(&match->clock) &&
           match->clock.policy == CLOCK_AUTOMATIC;
}

int64_t clock_next(const struct match *match)
{
    int64_t next_us = 0;

    if (!is_settled_by_service(match))
        return 0;
    for (int seat = 0; seat < match->settings.seats; seat++) {
        int64_t deadline_us = match_deadline(match, seat);

        if (deadline_us != 0 && (next_us == 0 || deadline_us < next_us))
            next_us = deadline_us;
    }
    return next_us;
}

int64_t clock_look(const struct match *match, int64_t now_us)
{
    int64_t look_us = clock_next(match);

    if (!is_settled_by_service(match))
        return 0;
    for (int seat = 0; seat < match->settings.seats; seat++) {
        int64_t turn_us = match->clock.turn_seconds * second_us;
        int64_t least_us = max_us(max_us(turn_us, match->bank_us[seat]),
                                  CLOCK_LEAST_SECONDS * second_us);

        if (has_clock(match, seat) && match_deadline(match, seat) == 0 &&
            (look_us == 0 || now_us + least_us < look_us))
            look_us = now_us + least_us;
    }
    return look_us;
}

/* ---- vacations ---- */

bool clock_pauses(const struct match *match, int seat)
{
    if (clock_is_set(&match->clock))
        return match->clock.turn_seconds >= MATCH_DAY_SECONDS;
    for (int i = 0; i < match->settings.seats; i++)
        if (has_clock(match, i) &&
            !id_equals(&match->seats[i].account, &match->seats[seat].account))
            return true;
    return false;
}

void clock_away(struct match *match, int seat, int64_t until_us, int64_t now_us)
{
    int64_t *deadline_us = &match->deadline_us[seat];
    int64_t was_us = max_us(match->away_until_us[seat], now_us);

    /* Deadlines before the end of the vacation began to run before; those that
     * have passed stay as they are. */
    if (*deadline_us > now_us)
        *deadline_us += max_us(until_us, now_us) - was_us;
    match->away_until_us[seat] = until_us;
}
