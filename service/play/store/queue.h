/* The queue: entries of accounts that wait for an opponent (queue.h of
 * matchmaking). */
#ifndef PLAY_STORE_QUEUE_H
#define PLAY_STORE_QUEUE_H

#include "play/accounts/account_feed.h"
#include "play/match/match.h"
#include "play/play.h"
#include "play/store/error.h"
#include "play/store/matches.h"

struct store;

enum {
    STORE_QUEUE_MAX = 500, /* entries with the same wishes, read at once */
    STORE_BUILTIN_BOTS_MAX = 16, /* the built-in bots */
};

struct store_queue_entry {
    struct play_id id, account;
    char game[STORE_GAME_SIZE];
    uint8_t seats; /* bit n: matches of n + 1 seats */
    char options[STORE_OPTIONS_SIZE];
    struct match_clock clock; /* its policy is not stored: automatic */
    bool takes_bots;
    enum queue_status status;
    int64_t joined_us, expires_us;
    /* read only */
    bool has_match;
    struct play_id match; /* that was found */
    bool match_goes_on;   /* it is not over yet */
    uint32_t others;      /* entries of others that wait for this game */
};

/* Why an account cannot join the queue now. */
struct store_queue_refusal {
    bool is_away; /* on vacation */
    bool is_full; /* plays the number of matches that it may */
    bool has_match;
    struct play_id match; /* is_full: one that it plays, if one can be named */
};

/* A waiting entry, as pairing reads it. */
struct store_waiting {
    struct store_queue_entry entry;
    char name[PLAY_NAME_SIZE], display[PLAY_DISPLAY_SIZE];
    enum account_kind kind;
    bool is_hindered; /* on vacation, or plays the number that it may */
    bool has_rating[RULES_SEATS_MAX];
    int32_t rating[RULES_SEATS_MAX]; /* as shown, in matches of n + 1 seats */
};

/* One of the built-in bots, and its ratings in a game. */
struct store_builtin_bot {
    struct play_id account;
    char name[PLAY_NAME_SIZE], bot[PLAY_NAME_SIZE];
    bool has_rating[RULES_SEATS_MAX];
    int32_t rating[RULES_SEATS_MAX];
};

struct store_queue {
    /* Join the queue.  A waiting entry with the same wishes is unchanged but
     * for expires_us; otherwise the account's entry for the game becomes this
     * one.  *out is the entry afterwards.  STORE_STALE: the account cannot join
     * now, why says more; STORE_NOT_FOUND: the account is deleted. */
    enum store_err (*put)(struct store *store,
                          const struct store_queue_entry *entry,
                          struct store_queue_entry *out,
                          struct store_queue_refusal *why);
    /* Find the account's entry.  STORE_NOT_FOUND: it has no entry, or it has
     * been purged. */
    enum store_err (*find)(struct store *store, const struct play_id *account,
                           const char *game, int64_t now_us,
                           struct store_queue_entry *out);
    /* Leave the queue.  An entry that is not waiting is unchanged; *out is the
     * entry afterwards. */
    enum store_err (*leave)(struct store *store, const struct play_id *account,
                            const char *game, int64_t now_us,
                            struct store_queue_entry *out);
    /* Extend these entries, at least one, if they still wait: they never
     * expire earlier than before. */
    enum store_err (*renew)(struct store *store, const struct play_id *entries,
                            size_t count, int64_t now_us, int64_t expires_us);
    /* List all waiting entries, including expired ones; of those of people and
     * of those of bots with the same wishes only the STORE_QUEUE_MAX oldest
     * each.  *out is new (free it), ordered by game and then by age, *count of
     * them. */
    enum store_err (*list_waiting)(struct store *store, int64_t now_us,
                                   struct store_waiting **out, size_t *count);
    /* Mark entries whose time is up as expired, and those of people who are on
     * vacation or have begun another match as left.  *tags is new (free it):
     * those of the accounts, *count of them. */
    enum store_err (*sweep)(struct store *store, int64_t now_us,
                            uint16_t **tags, size_t *count);
    /* List the built-in bots. */
    enum store_err (*list_builtin_bots)(
        struct store *store, const char *game,
        struct store_builtin_bot out[STORE_BUILTIN_BOTS_MAX], size_t *count);
    /* Delete entries that ended before this time. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
