/* Updates of matches: events and the row's new values, written together. */
#ifndef PLAY_STORE_UPDATES_H
#define PLAY_STORE_UPDATES_H

#include "play/match/event.h"
#include "play/match/match.h"
#include "play/play.h"
#include "play/store/error.h"

struct store;

enum {
    STORE_EVENTS_MAX = 17, /* events of one update: MATCH_MOVES_MAX moves, and
                              the match ends */
    STORE_BATCH_MAX = 128, /* updates of one transaction */
    STORE_TAGS_MAX = RULES_SEATS_MAX + 2, /* accounts notified of an update */
};

/* A change of one match: from seq to seq + event_count.  Its events, state,
 * seat, result and key are written together or not at all. */
struct store_update {
    struct play_id match;
    uint32_t seq; /* the match must be at this one */
    enum match_status status;
    seat_set to_act;
    int64_t at_us;
    /* The state: stored unless the update is plain, for then it follows from
     * the events. */
    const char *build; /* borrowed, as all pointers here until write ends */
    const uint8_t *state;
    size_t state_size; /* 0: no state yet */

    struct match_event events[STORE_EVENTS_MAX];
    size_t event_count;

    int seat_changed; /* seat whose row changes to `seat`, or -1 */
    struct match_seat seat;

    /* The accounts to notify: the first two bytes (the first is the high one)
     * of each seated account, of one that gives up its seat, and, when the
     * match ends, of its creator; duplicates are allowed. */
    uint16_t tags[STORE_TAGS_MAX];
    size_t tag_count;

    enum match_abort abort_reason;     /* MATCH_ABORTED */
    const struct match_result *result; /* NULL: not over */
    size_t seat_count;                 /* of the result */

    /* The clock and the votes, as match has them. */
    bool has_clock;
    int64_t deadline_us[RULES_SEATS_MAX];
    int64_t bank_us[RULES_SEATS_MAX];
    seat_set took_back, abort_votes;
    bool away_changed; /* the update is not plain then */
    int64_t away_until_us[RULES_SEATS_MAX];
    /* When the service must check the deadlines, at the latest: it may check
     * earlier.  0: no seat runs out of time that it settles. */
    int64_t look_us;

    seat_set decided, forfeits; /* as match has them */
    bool counts; /* it is over and is to be settled: a row for the ladder is
                    written */

    const char *key; /* idempotency key, or NULL */
    int key_seat;    /* the seat that acted: stored with the key */
    struct play_id account;
    uint8_t body_hash[32];
    const char *reply;        /* may be NULL */
    bool reply_is_replayable; /* from the event log: it need not be stored */

    enum store_err outcome; /* set by write */
};

/* Plain updates share a transaction. */
static inline bool store_is_plain(const struct store_update *update)
{
    return update->event_count == 1 && update->seat_changed < 0 &&
           !update->result && !update->away_changed &&
           update->status != MATCH_ABORTED;
}

struct store_updates {
    /* Write updates in one transaction, pipelined: at most STORE_BATCH_MAX,
     * and only one if it is not plain (store_is_plain).  The result is the
     * transaction's: after STORE_OK each update has its own outcome, STORE_OK
     * or STORE_STALE; otherwise all of them failed alike.  Only the writer's
     * thread calls this.
     *
     * The caller knows that no event of the match has the key, from
     * store_idempotency_keys.list_tags.  Keys that are not listed yet are
     * looked for here; keys_since_us: older ones do not count. */
    enum store_err (*write)(struct store *store, struct store_update **effects,
                            size_t count, int64_t keys_since_us);
};

#endif
