/* Vacations: for a while an account does not run out of time in its matches
 * with a day or more for each decision.
 *
 * Of any 365 days 30 may be taken, one vacation after the other; each counts
 * as a day at least.  It concerns the matches in which the account sits when
 * it begins, also those that have not begun themselves: their deadlines move,
 * which is an event of the match (EVENT_AWAY, EVENT_BACK).  Whoever sits down
 * elsewhere meanwhile is there. */
#ifndef PLAY_VACATION_H
#define PLAY_VACATION_H

#include "play/accounts/player.h"

enum {
    VACATION_DAYS = 30, /* that may be taken in VACATION_YEAR_DAYS */
    VACATION_YEAR_DAYS = 365,
    VACATIONS_MAX = 64, /* more than count at any time */
};

struct vacation {
    int64_t began_us, until_us;
};

/* How an account stands. */
struct vacations {
    struct vacation now; /* zeroes: it is not away */
    unsigned days_left;  /* whole days that it may take, or add */
};

/* PLAY_UNAVAILABLE. */
enum play_err vacation_read(struct play *play, const struct player *player,
                            struct vacations *out);

/* Be away for so many days (1 to VACATION_DAYS) from now on, or, for who is
 * away already, from when that began.  Everything is done when `done` is
 * called, on another thread; what was not (PLAY_UNAVAILABLE) is by asking for
 * the same again.
 * PLAY_NO_VACATION: there are not so many days left; PLAY_ON_VACATION: it is
 * longer than that already.  out (with these two also) is borrowed. */
void vacation_begin(struct play *play, const struct player *player,
                    unsigned days,
                    void (*done)(void *ctx, enum play_err err,
                                 const struct vacations *out),
                    void *ctx);

/* Be back; nothing happens when it is not away. */
void vacation_end(struct play *play, const struct player *player,
                  void (*done)(void *ctx, enum play_err err,
                               const struct vacations *out),
                  void *ctx);

/* All that are kept of an account, newest first, at most VACATIONS_MAX.
 * PLAY_UNAVAILABLE. */
enum play_err vacation_list(struct play *play, const struct player *player,
                            struct vacation out[VACATIONS_MAX], size_t *count);

/* ---- how many days there are; depends on nothing else ---- */

/* How many days a vacation that begins then may have, beside these. */
unsigned vacation_days(const struct vacation *rate_usage, size_t count,
                       int64_t began_us);

#endif
