/* What play asks of storage: a table of operations that db implements.
 *
 * Operations may be called from any thread at once, except `write`, which only
 * the writer's thread calls.  Everything written by one call is one
 * transaction.  Rows are plain values; the caller owns all memory unless a
 * comment says otherwise. */
#ifndef PLAY_STORE_H
#define PLAY_STORE_H

#include "match.h"

enum store_err {
    STORE_OK,
    STORE_NOT_FOUND,
    STORE_TAKEN,       /* a unique name, id or hash is there already */
    STORE_STALE,       /* the match is not at the expected seq, or the key is
                          there already: nothing was written */
    STORE_UNAVAILABLE, /* no connection, no room in the pool, a timeout:
                          nothing was written */
    STORE_UNSURE,      /* the connection was lost while committing: everything
                          was written, or nothing */
    STORE_REFUSED,     /* the database refuses the statement: a bug */
};

enum {
    STORE_PASSWORD_SIZE = 192, /* a password's hash as text */
    STORE_OPTIONS_SIZE = 384,  /* a match's options as text */
    STORE_GAME_SIZE = 40,      /* a game's id */
    STORE_BUILD_SIZE = 48,     /* the build that wrote a snapshot */
    STORE_EVENTS_MAX = 4,      /* events of one effect */
    STORE_BATCH_MAX = 128,     /* effects of one transaction */
};

struct store_account {
    struct play_id id;
    char name[PLAY_NAME_SIZE];
    char password[STORE_PASSWORD_SIZE];
    int64_t created_us;
};

/* Failures to sign in, kept for a name whether it is anybody's or not. */
struct store_failures {
    uint32_t count; /* since the last success or lock */
    int64_t locked_until_us;
};

struct store_token {
    struct play_id id;
    uint8_t hash[32]; /* SHA-256 of the token */
    uint32_t scopes;  /* enum scope */
    int64_t created_us, expires_us;
    struct play_id account;
    char account_name[PLAY_NAME_SIZE]; /* read only */
    int64_t account_created_us;        /* read only */
};

/* A match row.  match.game is not set by the store: game_id is. */
struct store_match {
    struct match match;
    char game_id[STORE_GAME_SIZE];
    char options[STORE_OPTIONS_SIZE]; /* "name=value" lines */
    bool has_creator;
    struct play_id creator;
    uint8_t secret[RULES_SECRET_SIZE];
    int64_t moved_us; /* when seq last rose */
    /* match_insert of a sandbox: the position it begins with, as text.  NULL in
     * rows that are read: position_find. */
    const char *position;
    /* The snapshot of the state at match.seq: a cache of the record. */
    size_t state_size; /* 0: none */
    char build[STORE_BUILD_SIZE];
    uint8_t state[RULES_STATE_MAX];
};

/* A change of one match: from seq to seq + event_count.  Its moves, snapshot,
 * seat, result and key are written together or not at all. */
struct store_effect {
    struct play_id match;
    uint32_t seq; /* the match must be at this one */
    enum match_status status;
    seat_set to_act;
    int64_t at_us;
    const char *build; /* borrowed, as all pointers here until write ends */
    const uint8_t *state;
    size_t state_size; /* 0: no state yet */

    struct match_event events[STORE_EVENTS_MAX];
    size_t event_count;

    int seat_changed; /* seat whose row changes to `seat`, or -1 */
    struct match_seat seat;

    /* Whom it concerns, for the news: the first two bytes (the first is the
     * high one) of the account of everybody who sits there, and of who gets up
     * with it; some may be there twice. */
    uint16_t tags[RULES_SEATS_MAX + 1];
    size_t tag_count;

    const struct match_result *result; /* NULL: not over */
    size_t seat_count;                 /* of the result */

    const char *key; /* idempotency key, or NULL */
    struct play_id account;
    uint8_t body_hash[32];
    const char *reply; /* may be NULL */

    enum store_err outcome; /* set by write */
};

/* Plain effects share a transaction. */
static inline bool store_is_plain(const struct store_effect *effect)
{
    return effect->event_count == 1 && effect->seat_changed < 0 &&
           !effect->result;
}

/* An effect's idempotency key, found again. */
struct store_key {
    uint8_t body_hash[32];
    uint32_t seq; /* after the effect */
    int seat;     /* that acted */
    char *reply;  /* new: free it; NULL: none */
};

struct store_filter {
    bool by_status;
    enum match_status status;
    const char *game;   /* or NULL */
    const char *player; /* lower case name, or NULL */
    bool has_asker;
    struct play_id asker; /* whose private matches are shown */
    bool has_cursor;      /* only matches older than this one: */
    int64_t cursor_us;
    struct play_id cursor_id;
    unsigned limit;
};

/* News from other nodes, told on the store's listening thread.  Hints only:
 * nothing is wrong when one never arrives. */
struct store_ears {
    void (*match)(void *ctx, const struct play_id *id, uint32_t seq);
    void (*token)(void *ctx, const uint8_t hash[32]);
    /* false: news cannot be heard from now on; true: they can again, and
     * anything may have been missed in between. */
    void (*hearing)(void *ctx, bool hears);
    void *ctx;
};

struct store_counts {
    uint64_t pool_timeouts, retries;
    uint32_t pool_open, pool_busy, pool_max;
};

struct store {
    void (*free)(struct store *store);
    bool (*ping)(struct store *store);
    void (*count)(struct store *store, struct store_counts *out);

    /* ---- accounts ---- */

    /* STORE_TAKEN: the name. */
    enum store_err (*account_insert)(struct store *store,
                                     const struct store_account *account);
    enum store_err (*account_find)(struct store *store, const char *name,
                                   struct store_account *out);
    /* Zeroes when there are none. */
    enum store_err (*failures_find)(struct store *store, const char *name,
                                    struct store_failures *out);
    /* Count one more; the limit-th locks the name until lock_until_us and
     * starts the count again. */
    enum store_err (*failures_add)(struct store *store, const char *name,
                                   int64_t now_us, uint32_t limit,
                                   int64_t lock_until_us);
    enum store_err (*failures_clear)(struct store *store, const char *name);

    /* ---- tokens ---- */

    enum store_err (*token_insert)(struct store *store,
                                   const struct store_token *token);
    /* STORE_NOT_FOUND also for revoked ones; expired ones are found. */
    enum store_err (*token_find)(struct store *store, const uint8_t hash[32],
                                 struct store_token *out);
    /* Revoke, and tell every node. */
    enum store_err (*token_revoke)(struct store *store, const uint8_t hash[32],
                                   int64_t now_us);
    /* Forget those that ended, expired or revoked, before this time. */
    enum store_err (*tokens_purge)(struct store *store, int64_t before_us);

    /* ---- matches ---- */

    enum store_err (*match_insert)(struct store *store,
                                   const struct store_match *row,
                                   const struct match_event *events,
                                   size_t event_count);
    enum store_err (*match_find)(struct store *store, const struct play_id *id,
                                 struct store_match *out);
    /* At most filter->limit matches (without state and secret), newest first;
     * each is given to visit, borrowed for the call. */
    enum store_err (*match_list)(
        struct store *store, const struct store_filter *filter,
        void (*visit)(void *ctx, const struct store_match *row), void *ctx);
    /* The events with seq in (after, after + limit], ascending: *out is new
     * (free it), *count of them.  bits are not filled in. */
    enum store_err (*event_list)(struct store *store, const struct play_id *id,
                                 uint32_t after, uint32_t limit,
                                 struct match_event **out, size_t *count);
    /* Where a sandbox match begins, as it was inserted: *out is new (free
     * it).  STORE_NOT_FOUND: the match is none. */
    enum store_err (*position_find)(struct store *store,
                                    const struct play_id *id, char **out);
    /* Effects of an account on a match under a key, if younger than since_us.
     */
    enum store_err (*key_find)(struct store *store, const struct play_id *match,
                               const struct play_id *account, const char *key,
                               int64_t since_us, struct store_key *out);
    enum store_err (*keys_purge)(struct store *store, int64_t before_us);

    /* One transaction for all of them, pipelined: at most STORE_BATCH_MAX,
     * and only one if it is not plain (store_is_plain).  The answer is about
     * the transaction: STORE_OK (each effect has its own outcome: STORE_OK or
     * STORE_STALE), otherwise all of them failed alike.  keys_since_us: older
     * keys do not count. */
    enum store_err (*write)(struct store *store, struct store_effect **effects,
                            size_t count, int64_t keys_since_us);

    /* Running matches in which a bot is to act and nothing has happened since
     * before_us; claims them, so that no other node is given them for a while.
     * *count is how many ids were written. */
    enum store_err (*bots_due)(struct store *store, int64_t now_us,
                               int64_t before_us, struct play_id *out,
                               size_t cap, size_t *count);

    /* Begin to listen; news are told from now on, until listen_stop. */
    enum store_err (*listen_start)(struct store *store,
                                   const struct store_ears *ears);
    void (*listen_stop)(struct store *store);
};

#endif
