/* Challenges. */
#ifndef PLAY_STORE_CHALLENGES_H
#define PLAY_STORE_CHALLENGES_H

#include "play/matchmaking/challenge.h"
#include "play/store/accounts.h"
#include "play/store/error.h"
#include "play/store/matches.h"

struct store;

/* A challenge row.  challenge.game and settings are not set by the store:
 * game_id and options are. */
struct store_challenge {
    struct challenge challenge;
    char game_id[STORE_GAME_SIZE];
    char options[STORE_OPTIONS_SIZE];
    const char *key;               /* insert: an idempotency key, or NULL */
    uint8_t body_hash[32];         /* with a key */
    struct store_match_caps *room; /* insert: of its challenger; or NULL */
};

/* Limits on challenges. */
struct store_challenge_limits {
    unsigned waiting;        /* of an account, open at the same time */
    unsigned from_strangers; /* that a person has not answered, from accounts
                                that have not finished a match with it; 0: any
                                number */
    unsigned per_day;        /* since day_us; 0: any number */
    int64_t day_us; /* a day ago: keys of challenges made before can be used
                       again */
    /* Which limit caused STORE_FULL: */
    enum {
        CHALLENGE_ROOM,
        CHALLENGE_WAITERS,
        CHALLENGE_DAY,
        CHALLENGE_STRANGERS
    } full;
};

struct store_challenge_query {
    const struct play_id *account;
    unsigned statuses; /* bits, as challenge_list has them */
    int64_t now_us;    /* open ones whose time is up count as expired */
    bool has_cursor;   /* only those after this one: */
    bool cursor_is_over;
    int64_t cursor_us;
    struct play_id cursor_id;
    unsigned limit;
};

/* A challenge that waits for one of the built-in bots. */
struct store_builtin_challenge {
    struct play_id challenge;
    struct store_account account; /* without a password */
};

struct store_challenges {
    /* Insert a challenge.  STORE_FULL: a limit is reached, limits->full is the
     * limit (CHALLENGE_ROOM: one of row->room);
     * STORE_STALE: one of its players has blocked its challenger;
     * STORE_CONFLICT: its key exists, made after limits->day_us;
     * STORE_NOT_FOUND: a player's account is deleted. */
    enum store_err (*insert)(struct store *store,
                             const struct store_challenge *row,
                             struct store_challenge_limits *limits);
    enum store_err (*find)(struct store *store, const struct play_id *id,
                           struct store_challenge *out);
    enum store_err (*find_by_key)(struct store *store,
                                  const struct play_id *creator,
                                  const char *key, int64_t since_us,
                                  struct store_challenge *out);
    /* Store a player's response: acceptance, though not the last one (that is
     * store_matches.insert), or refusal, which ends the challenge.
     * STORE_STALE: it is no longer open, all others have accepted, or the
     * account is deleted. */
    enum store_err (*answer)(struct store *store, const struct play_id *id,
                             const struct play_id *account, bool accepts,
                             int64_t now_us);
    /* Cancel a challenge.  STORE_STALE: it is no longer open. */
    enum store_err (*cancel)(struct store *store, const struct play_id *id,
                             int64_t now_us);
    /* Mark those whose time is up as expired, a part of them if there are
     * many.  The tags (store_update.tags) of their players are written to
     * tags. */
    enum store_err (*expire)(struct store *store, int64_t now_us,
                             uint16_t *tags, size_t cap, size_t *count);
    /* List at most query->limit of the account's challenges with one of these
     * statuses, open ones first, then newest first; each is passed to visit,
     * borrowed for the call. */
    enum store_err (*list)(
        struct store *store, const struct store_challenge_query *query,
        void (*visit)(void *ctx, const struct store_challenge *row), void *ctx);
    /* List challenges that wait for one of the built-in bots, at most cap. */
    enum store_err (*list_for_builtin_bots)(struct store *store, int64_t now_us,
                                            struct store_builtin_challenge *out,
                                            size_t cap, size_t *count);
    /* Delete those that ended before this time. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
