/* The feed of an account: changes of its matches, challenges and queue
 * entries. */
#ifndef PLAY_STORE_FEED_H
#define PLAY_STORE_FEED_H

#include "play/accounts/account_feed.h"
#include "play/store/error.h"
#include "play/store/matches.h"

struct store;

/* A position in the database's history: a snapshot of its transactions.
 * Transactions below `low` are included; of the others below `high`, those
 * that are not in `running`. */
enum { STORE_RUNNING_MAX = 16 };
struct store_feed_cursor {
    uint64_t database; /* its id: a cursor of another database is invalid */
    uint64_t low, high;
    uint64_t running[STORE_RUNNING_MAX];
    size_t count;
};

/* The state of one match, challenge or queue entry of an account. */
struct store_feed_entry {
    enum feed_kind kind;
    struct play_id id;
    char game[STORE_GAME_SIZE];
    uint8_t status; /* of its kind */
    /* FEED_MATCH */
    uint32_t seq;
    seat_set to_act, mine;
    int64_t moved_us, deadline_us;
    uint8_t rank[RULES_SEATS_MAX];
    /* FEED_CHALLENGE */
    enum challenge_answer answer;
    /* both: names */
    char players[RULES_SEATS_MAX][PLAY_NAME_SIZE];
    size_t player_count;
    /* the other kinds: the match that was created */
    bool has_match;
    struct play_id match;
};

struct store_feed_query {
    const struct play_id *account;
    const struct store_feed_cursor *after; /* NULL: everything unfinished */
    const struct play_id *after_id;        /* the last one of the page before,
                                              or NULL */
    enum feed_kind after_kind;             /* matches precede challenges */
    size_t limit;
};

struct store_feed {
    /* Read the entries of the account that changed after a cursor (ordered by
     * kind and id, at most query->limit, into out), and the cursor of this
     * reading.  A match that the account left, and anything that ended, is
     * listed once. */
    enum store_err (*read)(struct store *store,
                           const struct store_feed_query *query,
                           struct store_feed_entry *out, size_t *count,
                           struct store_feed_cursor *now);
};

#endif
