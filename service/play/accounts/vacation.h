/* Vacations: while an account is away, it does not run out of time in matches
 * with a day or more for each decision.
 *
 * An account may take 30 days within any 365 days, in separate vacations; each
 * counts as at least one day.  A vacation applies to the matches in which the
 * account has a seat when it begins, including those that have not started:
 * their deadlines move, which is an event of the match (EVENT_AWAY,
 * EVENT_BACK).  It does not apply to matches that the account joins later. */
#ifndef PLAY_VACATION_H
#define PLAY_VACATION_H

#include "play/accounts/player.h"

enum {
    VACATION_DAYS = 30, /* that may be taken within VACATION_YEAR_DAYS */
    VACATION_YEAR_DAYS = 365,
    VACATIONS_MAX = 64, /* upper bound of vacations that count at any time */
};

struct vacation {
    int64_t began_us, until_us;
};

/* The vacation status of an account. */
struct vacations {
    struct vacation now; /* zeroes: it is not away */
    unsigned days_left;  /* whole days that it may still take, or add */
};

/* Read the vacation status.  PLAY_UNAVAILABLE. */
enum play_err vacation_read(struct play *play, const struct player *player,
                            struct vacations *out);

/* Begin a vacation of this many days (1 to VACATION_DAYS), or, if the account
 * is already away, extend the current one to this many days from its
 * beginning.  `done` is called on another thread when all matches are updated;
 * after PLAY_UNAVAILABLE the same call completes what is missing.
 * PLAY_NO_VACATION: not enough days are left; PLAY_ON_VACATION: the current
 * vacation is longer than that.  out (with these two also) is borrowed. */
void vacation_begin(struct play *play, const struct player *player,
                    unsigned days,
                    void (*done)(void *ctx, enum play_err err,
                                 const struct vacations *out),
                    void *ctx);

/* End the vacation.  Does nothing when the account is not away. */
void vacation_end(struct play *play, const struct player *player,
                  void (*done)(void *ctx, enum play_err err,
                               const struct vacations *out),
                  void *ctx);

/* List all stored vacations of an account, newest first, at most
 * VACATIONS_MAX. PLAY_UNAVAILABLE. */
enum play_err vacation_list(struct play *play, const struct player *player,
                            struct vacation out[VACATIONS_MAX], size_t *count);

/* ---- counting days: pure functions ---- */

/* Return how many days a vacation that begins at began_us may have, beside
 * these. */
unsigned vacation_days(const struct vacation *taken, size_t count,
                       int64_t began_us);

#endif
