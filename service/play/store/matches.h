/* Match rows: creating, finding and listing matches. */
#ifndef PLAY_STORE_MATCHES_H
#define PLAY_STORE_MATCHES_H

#include "play/match/event.h"
#include "play/match/match.h"
#include "play/play.h"
#include "play/store/error.h"

struct store;
struct store_creation_key; /* idempotency_keys.h */

enum {
    STORE_OPTIONS_SIZE = 192, /* a match's options as text */
    STORE_GAME_SIZE = 40,     /* a game's id */
    STORE_BUILD_SIZE = 48,    /* the build that wrote a snapshot */
    STORE_IDS_MAX = 100,      /* of store_filter */
    STORE_LIST_READ = 150,    /* of an account, at most, by one call of list */
};

/* Limits on the unfinished matches that an account has created.  The match
 * that is being created counts. */
struct store_match_caps {
    unsigned most[CAP_COUNT]; /* 0: any number */
    /* After STORE_FULL: */
    bool is_full;
    enum match_cap full;
    bool has_oldest;
    struct play_id oldest; /* the one without activity for the longest time */
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
    int64_t place_us; /* in lists: its place, as store_filter.cursor_us */
    /* insert: the position in which a sandbox begins, as text.  NULL in rows
     * that are read: find_position. */
    const char *position;
    const struct store_creation_key *creation; /* insert: or NULL */
    struct store_match_caps *room; /* insert: of its creator; or NULL */
    int64_t look_us;               /* insert: as store_update has it */
    /* insert: the queue entries and the challenge that the match is made from,
     * as in match_spec; not set in rows that are read. */
    const struct play_id *queue_entries;
    size_t queue_entry_count;
    const struct play_id *challenge, *accepts;
    /* The state at match.seq: a cache of the event log. */
    size_t state_size; /* 0: none */
    char build[STORE_BUILD_SIZE];
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

struct store_filter {
    unsigned statuses;  /* bits of enum match_status; 0: any */
    const char *game;   /* or NULL */
    const char *player; /* lower case name, or NULL */
    bool has_asker;
    struct play_id asker; /* whose private matches are shown */
    bool is_to_act;       /* only those in which a seat of the asker is to act,
                             the one whose time is up first first */
    int64_t since_us;     /* only those created then or later; 0: all */
    const struct play_id *ids; /* only these, private ones, too, and no other
                                  filter; NULL: all */
    size_t id_count;           /* at most STORE_IDS_MAX */
    bool has_cursor;           /* only matches that follow this one: */
    int64_t cursor_us;
    struct play_id cursor_id;
    unsigned limit;
};

/* Where a list stopped before its page was full: it had read STORE_LIST_READ
 * matches of an account, most of which do not fit the filter. */
struct store_list_stop {
    bool is_early;
    int64_t place_us; /* the last one that was read: the next page follows it */
    struct play_id match;
};

/* Unfinished matches, by what ends them when nothing happens. */
enum idle_kind {
    IDLE_OPEN,    /* wait for players */
    IDLE_RUNNING, /* sandboxes, and others without a clock */
    IDLE_BOTS,    /* run without a player */
    IDLE_KINDS,
};

/* One step through the matches of a kind, oldest first. */
struct store_idle_query {
    enum idle_kind kind;
    /* A match is idle if nothing has happened in it since; 0: never. */
    int64_t open_us, sandbox_us, idle_us, bots_us;
    struct store_idle_place {
        int64_t created_us; /* zeroes: from the first */
        struct play_id match;
    } * after;      /* where the last step ended; advances, and returns to the
                       first after the last */
    unsigned limit; /* matches that are examined */
};

struct store_idle {
    struct play_id match;
    int64_t since_us; /* of the query, for this match */
};

/* The matches in which a bot is to act. */
struct store_bots_query {
    int64_t now_us, before_us; /* nothing has happened since before_us */
    int64_t watched_us;        /* matches of bots alone: a spectator was there
                                  since */
};

struct store_matches {
    /* Note the network of an account, as a hash: the next seat that it takes in
     * a rated match gets it.  NULL: it is unknown. */
    enum store_err (*note_network)(struct store *store,
                                   const struct play_id *account,
                                   const char *network, int64_t now_us);
    /* Insert a match.  STORE_CONFLICT: a match exists with the key of
     * row->creation. STORE_STALE: an entry or the challenge no longer waits,
     * or, of a match that is made from these, a seated account is deleted.
     * STORE_FULL: in such a match, a bot has reached its at_once; or a limit
     * is reached, row->room says which. */
    enum store_err (*insert)(struct store *store, const struct store_match *row,
                             const struct match_event *events,
                             size_t event_count);
    enum store_err (*find)(struct store *store, const struct play_id *id,
                           struct store_match *out);
    /* Read the position in which a sandbox began: *out is new (free it).
     * STORE_NOT_FOUND: the match is not a sandbox. */
    enum store_err (*find_position)(struct store *store,
                                    const struct play_id *id, char **out);
    /* List at most filter->limit matches (without state and secret), newest
     * first; each is passed to visit, borrowed for the call.  *stop says
     * whether more of them may follow although these are fewer. */
    enum store_err (*list)(struct store *store,
                           const struct store_filter *filter,
                           void (*visit)(void *ctx,
                                         const struct store_match *row),
                           void *ctx, struct store_list_stop *stop);
    /* List the idle ones of the next query->limit matches of a kind: *count of
     * them; out has room for query->limit.  They are not claimed: the caller
     * checks each again. */
    enum store_err (*list_idle)(struct store *store,
                                const struct store_idle_query *query,
                                struct store_idle *out, size_t *count);
    /* Delete at most cap matches that ended before a time and count for
     * nothing: aborted without a forfeit, or sandboxes; the oldest ones, with
     * everything that belongs to them.  Another node that has one in memory
     * reads it again.  out has their ids, and this node must do so itself.
     * *count is their number; 0: none is left, or other nodes delete them. */
    enum store_err (*delete_ended)(struct store *store, int64_t before_us,
                                   struct play_id *out, size_t cap,
                                   size_t *count);
    /* List unfinished matches that the account has created and in which no
     * account holds a seat: at most cap. */
    enum store_err (*list_empty)(struct store *store,
                                 const struct play_id *creator,
                                 struct play_id *out, size_t cap,
                                 size_t *count);
    /* Claim running matches in which a bot is to act and nothing has happened
     * for a while: no other node is given them for a while.  *count is the
     * number of ids written. */
    enum store_err (*bots_due)(struct store *store,
                               const struct store_bots_query *query,
                               struct play_id *out, size_t cap, size_t *count);
    /* Record that a spectator watches the running match, so that bots_due
     * gives it to nodes that play bots. */
    enum store_err (*mark_watched)(struct store *store,
                                   const struct play_id *match, int64_t now_us);
    /* Claim at most cap (up to STORE_BATCH_MAX) running matches whose
     * deadlines are to be checked by now.  Each is passed to look (without
     * state and secret, borrowed for the call; the first as index 0, again
     * when the transaction is retried), which returns the time of the next
     * check (0: never); until then it is not passed to any node, unless a
     * change's look_us is earlier.  *count is their number. */
    enum store_err (*clocks_due)(struct store *store, int64_t now_us,
                                 size_t cap,
                                 int64_t (*look)(void *ctx, size_t index,
                                                 const struct store_match *row),
                                 void *ctx, size_t *count);
};

#endif
