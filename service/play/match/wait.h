/* Waiting for the next event of a match (match_wait), or for a change of an
 * account (feed_wait). */
#ifndef PLAY_WAIT_H
#define PLAY_WAIT_H

#include "play/error.h"
#include "play/play.h"

#include <stdbool.h>
#include <stdint.h>

struct match_sight;

enum play_wait {
    PLAY_WAIT_NEWS,     /* there may be something new: read again */
    PLAY_WAIT_TIMEOUT,  /* the deadline passed */
    PLAY_WAIT_DRAINING, /* the node shuts down */
};

/* One wait.  The caller sets done and ctx and keeps the storage in place until
 * done is called; done is called once for each wait that began.  All zero
 * before the first wait.  Afterwards it may wait again, from done as well.  As
 * the storage is the caller's, a wait is never refused for lack of room: how
 * many there may be is decided by the code that begins them. */
struct play_subscription {
    void (*done)(void *ctx, enum play_wait why);
    void *ctx;

    /* Only for play, under its lock. */
    struct play_subscription *next;
    bool is_waiting;
    struct play_id match; /* either an event of this one above `after`, */
    uint32_t after;
    struct play_id account; /* or anything of this account, */
    uint16_t tag;           /* which has this tag */
    int64_t until_us;       /* on the steady clock */
};

/* Call waiter->done once, when the match has an event after this seq or wait_ms
 * have passed (to within a tenth of a second).  PLAY_OK: done will be called,
 * or has been.  Otherwise it never will: PLAY_NOT_FOUND, PLAY_UNAVAILABLE. */
enum play_err match_wait(struct play *play, const char *id, uint32_t after,
                         unsigned wait_ms, struct play_subscription *waiter);

/* The same for a running match and an event after sight->seq, without waiting
 * for the database or another thread and without reading the match again.
 * true: done will be called, or has been.  false: not possible now, or
 * something may have happened since match_glance: look again, or use
 * match_wait. */
bool match_wait_at_once(struct play *play, const struct match_sight *sight,
                        unsigned wait_ms, struct play_subscription *waiter);

/* End a wait early, as if its time had passed: done is called within a tenth of
 * a second.  Does nothing when it does not wait. */
void wait_end(struct play *play, struct play_subscription *waiter);

#endif
