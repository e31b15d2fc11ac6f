/* What play asks of storage: a table of operations that db implements.
 *
 * Operations may be called from any thread at once, except `write`, which only
 * the writer's thread calls.  Everything written by one call is one
 * transaction.  Rows are plain values; the caller owns all memory unless a
 * comment says otherwise. */
#ifndef PLAY_STORE_H
#define PLAY_STORE_H

#include "play/accounts/account_feed.h"
#include "play/accounts/block.h"
#include "play/accounts/operator.h"
#include "play/accounts/vacation.h"
#include "play/ladder/leaderboards.h"
#include "play/ladder/settle.h"
#include "play/match/match.h"
#include "play/matchmaking/bot_rules.h"
#include "play/node/histogram.h"
#include "play/node/rate_sync.h"

enum store_err {
    STORE_OK,
    STORE_NOT_FOUND,
    STORE_CONFLICT,    /* a unique name, id or hash is there already */
    STORE_STALE,       /* the match is not at the expected seq, or the key is
                          there already: nothing was written */
    STORE_UNAVAILABLE, /* no connection, no room in the pool, a timeout:
                          nothing was written */
    STORE_UNSURE,      /* the connection was lost while committing, or a
                          standby did not get it that should: everything was
                          written, or nothing, or it may yet be lost */
    STORE_REFUSED,     /* the database refuses the statement: a bug */
    STORE_FULL,        /* there are as many as there may be: nothing was
                          written */
};

enum {
    STORE_PASSWORD_SIZE = 192, /* a password's hash as text */
    STORE_OPTIONS_SIZE = 384,  /* a match's options as text */
    STORE_GAME_SIZE = 40,      /* a game's id */
    STORE_BUILD_SIZE = 48,     /* the build that wrote a snapshot */
    STORE_EVENTS_MAX = 5,      /* events of one effect: all seats leave, and
                                  that is the end */
    STORE_BATCH_MAX = 128,     /* effects of one transaction */
    STORE_TOUCH_MAX = 256,     /* tokens noted as used at once */
    STORE_SNAPSHOTS_MAX = 32,  /* snapshots written at once */
    STORE_QUEUE_MAX = 500,     /* tickets that want the same, read at once */
    STORE_TAGS_MAX = RULES_SEATS_MAX + 2, /* accounts that hear of an effect */
};

struct store_account {
    struct play_id id;
    char name[PLAY_NAME_SIZE];
    char password[STORE_PASSWORD_SIZE];
    int64_t created_us;
    enum account_kind kind;
    char house_bot[PLAY_NAME_SIZE]; /* read only; ACCOUNT_HOUSE: which of the
                                       service's bots plays for it, else "" */
    bool is_admin;                  /* read only */
    bool is_banned;                 /* read only */
};

/* Something that an operator does; action.account and action.match are not
 * looked at. */
struct store_deed {
    struct operator_action action;
    const char *name;     /* the account's; NULL: `id` says which */
    struct play_id id;    /* of the account, or of the match */
    const char *password; /* the new hash; OPERATOR_RESET_PASSWORD */
    int64_t now_us;
};

/* A bot with what it accepts; rules of an account of the house are empty. */
struct store_bot {
    struct store_account account; /* without a password */
    struct bot_rules rules;
    uint32_t playing; /* bot_entry.playing */
};

/* How many matches that are not over an account may have set up.  What is to be
 * set up is counted, too. */
struct store_room {
    unsigned most[CAP_COUNT]; /* 0: any number */
    /* When it is refused for one of them: */
    bool is_full;
    enum match_cap full;
    bool has_oldest;
    struct play_id oldest; /* nothing has happened in it for the longest time */
};

/* A challenge row.  challenge.game and settings are not set by the store:
 * game_id and options are. */
struct store_challenge {
    struct challenge challenge;
    char game_id[STORE_GAME_SIZE];
    char options[STORE_OPTIONS_SIZE];
    const char *key;         /* to be inserted with; or NULL */
    uint8_t body_hash[32];   /* with a key */
    struct store_room *room; /* to be inserted with: of its maker; or NULL */
};

/* How many challenges an account may make. */
struct store_challenge_limits {
    unsigned waiting; /* that wait at the same time */
    unsigned per_day; /* since day_us; 0: any number */
    int64_t day_us;   /* a day ago: keys of challenges made until then can be
                         used again */
    /* Why STORE_FULL: */
    enum { CHALLENGE_ROOM, CHALLENGE_WAITERS, CHALLENGE_DAY } full;
};

struct store_challenge_query {
    const struct play_id *account;
    unsigned statuses; /* bits, as challenge_list has them */
    int64_t now_us;    /* those that wait have expired if their time is up */
    bool has_cursor;   /* only what comes after this: */
    bool cursor_is_over;
    int64_t cursor_us;
    struct play_id cursor_id;
    unsigned limit;
};

/* A challenge that waits for a bot of the house. */
struct store_house_call {
    struct play_id challenge;
    struct store_account account; /* without a password */
};

/* How often a wrong password was given.  Each minute without a failure
 * forgives one. */
struct store_failures {
    uint32_t count;                     /* since the last success or lock */
    int64_t failed_us, locked_until_us; /* 0: never */
};

/* The name or the source of failures that are counted for all of them. */
#define STORE_ALL "*"

/* Failures that concern a password given for a name from a source: a
 * network, a known device, or a token.  They are kept whether an account has
 * the name or not. */
struct store_record {
    struct store_failures pair;   /* of this name from this source */
    struct store_failures name;   /* of this name from any network */
    struct store_failures source; /* of any name from this source */
};

/* One more failure. */
struct store_failure {
    const char *name, *source; /* one of them may be STORE_ALL */
    int64_t now_us;
    uint32_t limit; /* this many lock, and the count starts again */
    int64_t lock_until_us;
};

struct store_token {
    struct play_id id;
    uint8_t hash[32];            /* SHA-256 of the token */
    uint32_t scopes;             /* enum scope */
    char label[PLAY_LABEL_SIZE]; /* "": a session's */
    int64_t created_us, expires_us;
    bool has_parent;
    struct play_id parent; /* the token that it ends with */
    int64_t last_used_us;  /* read only; 0: never */
    struct play_id account;
    char account_name[PLAY_NAME_SIZE]; /* read only */
    int64_t account_created_us;        /* read only */
    enum account_kind account_kind;    /* read only */
    bool account_is_admin;             /* read only */
};

/* On which terms a token is given out. */
struct store_terms {
    const char *password;  /* the account's hash must be this; NULL: any */
    const uint8_t *asker;  /* a token of the account with this hash must be
                              live, and if it is to be the parent must not
                              expire before its child; NULL: none */
    uint32_t most;         /* as many live ones of its kind, sessions or others,
                              there may be with it: the oldest session ends, but
                              no other token does */
    const uint8_t *device; /* SHA-256 of a device token: the account has signed
                              in on it now, and knows it from now on; or NULL */
    uint32_t devices_most; /* devices that an account knows: those that were
                              never used again are forgotten first, then those
                              that have not been used for longest */
};

/* A device that an account knows. */
struct store_device {
    int64_t created_us, seen_us; /* the same: not used again so far */
};

/* A new password. */
struct store_new_password {
    struct play_id account;
    const char *before, *after; /* hashes */
    const uint8_t *asker;       /* SHA-256 of the token that stays */
    const struct play_id *keep; /* ids of others that stay; may be NULL */
    size_t keep_count;          /* at most KEEP_MAX */
    int64_t now_us;
};

/* A seat that an account holds: in an open match, or in a running one that it
 * has not left. */
struct store_hold {
    struct play_id match;
    int seat;
    bool is_open; /* the match is */
};

/* An account that goes. */
struct store_erasure {
    struct play_id account;
    char name[PLAY_NAME_SIZE]; /* what it is called from now on */
    int64_t now_us;
    uint32_t spared; /* so many seats it may go on holding */
};

/* An idempotency key of its creator that a match is inserted with. */
struct store_creation {
    const char *key;
    uint8_t body_hash[32];
    const char *reply;
    int64_t since_us; /* older keys do not count */
};

/* What a key has made. */
struct store_created {
    struct play_id match;
    uint8_t body_hash[32];
    char *reply; /* new: free it */
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
    const struct store_creation *creation; /* match_insert: or NULL */
    struct store_room *room; /* match_insert: of its creator; or NULL */
    int64_t look_us;         /* match_insert: as store_update has it */
    /* match_insert: what the match is made of, as match_spec has it; none in
     * rows that are read. */
    const struct play_id *tickets;
    size_t ticket_count;
    const struct play_id *challenge, *accepts;
    /* The snapshot of the state at match.seq: a cache of the record. */
    size_t state_size; /* 0: none */
    char build[STORE_BUILD_SIZE];
    uint8_t state[RULES_STATE_MAX];
};

/* The state of a match after one of its events, and what of it can be taken
 * back: a cache of the record.  The body is play's own (snapshot.h). */
struct store_snapshot {
    struct play_id match;
    uint32_t seq;        /* of the event; 0: there is no snapshot */
    uint64_t state_hash; /* of the event */
    uint8_t *body;
    size_t size;
};

/* Which part of a match's log is read. */
struct store_log_query {
    const struct play_id *match;
    const char *build; /* snapshots of other builds are ignored */
    /* From the newest snapshot at or before `from`, or from the first event if
     * there is none, up to the event `to`. */
    uint32_t from, to;
};

struct store_log {
    struct store_snapshot snapshot; /* body: new, free it */
    struct match_event *events;     /* new, free it: those after the snapshot */
    size_t count;
    bool is_packed; /* snapshots of this match are not kept */
};

/* A change of one match: from seq to seq + event_count.  Its moves, snapshot,
 * seat, result and key are written together or not at all. */
struct store_update {
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
     * high one) of the account of everybody who sits there, of who gets up
     * with it, and, when the match ends, of who set it up; some may be there
     * twice. */
    uint16_t tags[STORE_TAGS_MAX];
    size_t tag_count;

    enum match_abort abort_reason;     /* MATCH_ABORTED */
    const struct match_result *result; /* NULL: not over */
    size_t seat_count;                 /* of the result */

    /* The clock and the votes, as match has them. */
    int64_t deadline_us[RULES_SEATS_MAX];
    int64_t bank_us[RULES_SEATS_MAX];
    seat_set took_back, abort_votes;
    bool away_changed; /* it is not plain then */
    int64_t away_until_us[RULES_SEATS_MAX];
    /* When the service must look whose time is up, at the latest: it may well
     * look earlier.  0: nobody runs out of time that it settles. */
    int64_t look_us;

    seat_set decided, forfeits; /* as match has them */
    bool
        counts; /* it is over, and goes to the ladder: a row of it is written */

    const char *key; /* idempotency key, or NULL */
    int key_seat;    /* the seat that acted: kept with the key */
    struct play_id account;
    uint8_t body_hash[32];
    const char *reply;        /* may be NULL */
    bool reply_is_replayable; /* from the record: it need not be kept */

    enum store_err outcome; /* set by write */
};

/* Plain effects share a transaction. */
static inline bool store_is_plain(const struct store_update *update)
{
    return update->event_count == 1 && update->seat_changed < 0 &&
           !update->result && !update->away_changed &&
           update->status != MATCH_ABORTED;
}

/* An effect's idempotency key, found again. */
struct store_key {
    uint8_t body_hash[32];
    uint32_t seq; /* after the effect */
    int seat;     /* that acted */
    char *reply;  /* new: free it; NULL: it follows from the record */
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

/* Matches that are not over, by what ends them when nothing happens. */
enum idle_kind {
    IDLE_OPEN,    /* wait for players */
    IDLE_RUNNING, /* sandboxes, and others without a clock */
    IDLE_BOTS,    /* run without a player */
    IDLE_KINDS,
};

/* A step on the way through matches of one kind, oldest first. */
struct store_idle_query {
    enum idle_kind kind;
    /* Idle are those in which nothing has happened since; 0: none. */
    int64_t open_us, sandbox_us, idle_us, bots_us;
    struct store_idle_place {
        int64_t created_us; /* zeroes: from the first */
        struct play_id match;
    } * after;      /* where the last step ended; moves on, and back to the
                       first after the last */
    unsigned limit; /* of matches that are looked at */
};

struct store_idle {
    struct play_id match;
    int64_t since_us; /* of the query, for this match */
};

/* Which matches wait for a bot. */
struct store_bots_query {
    int64_t now_us, before_us; /* nothing has happened since before_us */
    int64_t watched_us; /* matches of bots alone: somebody has watched since */
};

/* How much of a database somebody has seen: a snapshot of its transactions.
 * Those below `low` are seen; of the others below `high` those that are not in
 * `running`. */
enum { STORE_RUNNING_MAX = 16 };
struct store_place {
    uint64_t database; /* which one: no place of another is worth anything */
    uint64_t low, high;
    uint64_t running[STORE_RUNNING_MAX];
    size_t count;
};

/* What an account hears of one of its matches, challenges or tickets. */
struct store_notice {
    enum feed_kind kind;
    struct play_id id;
    char game[STORE_GAME_SIZE];
    uint8_t status; /* of its kind */
    /* FEED_MATCH */
    uint32_t seq;
    seat_set to_act, mine;
    /* FEED_CHALLENGE */
    enum challenge_answer answer;
    char players[RULES_SEATS_MAX * PLAY_NAME_SIZE]; /* names, spaces between */
    /* the others: the match that was made */
    bool has_match;
    struct play_id match;
};

struct store_feed_query {
    const struct play_id *account;
    const struct store_place *after; /* NULL: all that goes on */
    const struct play_id *after_id;  /* the last one of the page before, or
                                        NULL: */
    enum feed_kind after_kind;       /* matches come first, then challenges */
    size_t limit;
};

/* A ticket of the queue. */
struct store_queue_entry {
    struct play_id id, account;
    char game[STORE_GAME_SIZE];
    uint8_t seats; /* bit n: tables of n + 1 seats */
    char options[STORE_OPTIONS_SIZE];
    struct match_clock clock; /* its policy is not kept: automatic */
    bool takes_bots;
    enum queue_status status;
    int64_t joined_us, expires_us;
    /* read only */
    bool has_match;
    struct play_id match; /* that was found */
    bool match_goes_on;   /* it is not over yet */
    uint32_t others;      /* tickets of others that wait for this game */
};

/* Why somebody cannot look for a match now. */
struct store_hindrance {
    bool is_away; /* on vacation */
    bool is_full; /* plays as much as it may */
    bool has_match;
    struct play_id match; /* is_full: one that it plays, if one can be named */
};

/* A ticket that waits, for bringing players together. */
struct store_waiting {
    struct store_queue_entry ticket;
    char name[PLAY_NAME_SIZE];
    enum account_kind kind;
    bool is_hindered; /* on vacation, or plays as much as it may */
    bool has_rating[RULES_SEATS_MAX];
    int32_t rating[RULES_SEATS_MAX]; /* as shown, at tables of n + 1 seats */
};

/* A bot of the house, and how it stands in a game. */
enum { STORE_HOUSE_MAX = 16 };
struct store_house {
    struct play_id account;
    char name[PLAY_NAME_SIZE], bot[PLAY_NAME_SIZE];
    bool has_rating[RULES_SEATS_MAX];
    int32_t rating[RULES_SEATS_MAX];
};

/* News from other nodes, told on the store's listening thread.  Hints only:
 * nothing is wrong when one never arrives. */
struct store_listener {
    void (*match)(void *ctx, const struct play_id *id, uint32_t seq);
    void (*token)(void *ctx, const uint8_t hash[32]);
    /* false: news cannot be heard from now on; true: they can again, and
     * anything may have been missed in between. */
    void (*is_listening)(void *ctx, bool hears);
    /* Something happened to an account of this tag (store_update.tags). */
    void (*account)(void *ctx, uint16_t tag);
    /* Players of a match are called otherwise; its seq is the same. */
    void (*names)(void *ctx, const struct play_id *id);
    /* Clients took so much of a rate limit there. */
    void (*rate_usage)(void *ctx, const struct rate_usage *one);
    void *ctx;
};

/* How far somebody has come who packs old matches: up to this one, in the order
 * in which they ended.  Zeroes: from the first. */
struct store_archive_place {
    int64_t finished_us;
    struct play_id match;
};

/* Which match shall be packed: the first after a place, which moves on, that
 * ended before a time and has been settled, if it is to be. */
struct store_archiving {
    struct store_archive_place *after;
    int64_t before_us, now_us;
    /* Also within a day after the database came to know archives.  Until then
     * there may be nodes of a version that cannot read them. */
    bool at_once;
};

/* A transaction of the ladder's; db's own. */
struct store_ladder;

/* What of a table is not what it should be. */
enum { STORE_LADDER_TABLES = 5 };
struct store_difference {
    const char *table;
    int64_t rows;      /* that there should be */
    int64_t differing; /* of these and of those stored */
};

/* Where somebody stands, as it is stored. */
struct store_standing {
    struct standing standing; /* but uncertainty, is_provisional, match */
    double sigma;             /* after the last match */
    bool has_match;           /* of one seat: that match may be told */
    struct play_id match;
};

/* A row of a board: pages begin behind it, or with it. */
struct store_leaderboard_place {
    int32_t value;
    int64_t at_us;
    struct play_id account;
    bool is_in; /* the page begins with it */
};

struct store_leaderboard_query {
    const char *game;
    int seats;
    enum rating_pool pool;
    int32_t season;
    const struct play_id *asker;                /* or NULL */
    const struct store_leaderboard_place *from; /* NULL: from the top */
    unsigned limit;
};

struct store_history_query {
    const struct play_id *account, *asker; /* asker: or NULL */
    const char *game;
    int seats;
    enum rating_pool pool;
    int64_t below; /* only matches settled before that of this number */
    unsigned limit;
};

/* A change of a rating. */
struct store_rating_point {
    int64_t number, at_us;
    int32_t season;
    double mu_before, mu, sigma;
    bool is_told; /* the match may be */
    struct play_id match;
    int seat, rank;
};

/* A settled match changed the rating of a seat in a pool, or (seat -1) none. */
struct store_match_rating {
    struct play_id match;
    int seat;
    enum rating_pool pool;
    double mu_before, mu;
};

/* The connections to the database, since the store was made. */
struct store_counts {
    uint64_t pool_timeouts; /* waits for a connection that were too long */
    uint64_t retries;       /* transactions that were tried again */
    uint64_t failures;      /* connections that could not be made */
    uint64_t served;        /* connections that were given back in order */
    uint32_t pool_open, pool_busy, pool_max;
    uint32_t pool_waiting;                 /* threads that wait for one */
    struct histogram_counts pool_waits_us; /* for one, on histogram_work_us */
};

enum { STORE_BACKLOG_MAX = 10000 }; /* as far as each is counted */

/* What waits in the database to be done, for whoever watches over it. */
struct store_backlog {
    struct store_backlog_row {
        uint32_t count;
        int64_t since_us;       /* the oldest's; 0: there is none */
    } queue_people, queue_bots, /* tickets that wait for a match */
        unsettled,              /* matches that the ladder does not know yet */
        clocks;                 /* matches that should have been looked at */
};

struct store {
    void (*free)(struct store *store);
    bool (*ping)(struct store *store);
    /* What time it is at the database, in microseconds since 1970. */
    enum store_err (*now)(struct store *store, int64_t *now_us);
    /* Try to write something that needs room on the disk, and leave nothing
     * behind.  STORE_REFUSED: the database answers, but cannot write. */
    enum store_err (*try_write)(struct store *store);
    /* Asks nobody, and waits for nobody. */
    void (*count)(struct store *store, struct store_counts *out);
    /* Asks the database. */
    enum store_err (*backlog)(struct store *store, int64_t now_us,
                              struct store_backlog *out);

    /* ---- accounts ---- */

    /* STORE_CONFLICT: the name. */
    enum store_err (*account_insert)(struct store *store,
                                     const struct store_account *account);
    /* Those that are gone are not found. */
    enum store_err (*account_find)(struct store *store, const char *name,
                                   struct store_account *out);
    /* Replace the password's hash, revoke all tokens and sessions but those
     * that stay, forget all devices, and tell every node.  Tokens that stay
     * without their parent have none from then on.  STORE_STALE: the hash is
     * no longer `before`. */
    enum store_err (*account_password)(struct store *store,
                                       const struct store_new_password *change);
    /* Replace the hash by another of the same password.  STORE_STALE: it is
     * no longer `before`. */
    enum store_err (*account_rehash)(struct store *store,
                                     const struct play_id *account,
                                     const char *before, const char *after);
    /* From when on all nodes know argon2id: until then some may be running
     * that know only scrypt. */
    enum store_err (*argon2_since)(struct store *store, int64_t *out_us);
    /* Do to an account or a match what operator.h says, and store who did it;
     * a match is only stored.  Every node is told of tokens that end.
     * *account is whose account it was.  STORE_NOT_FOUND: there is none of this
     * name, or it is of the house. */
    enum store_err (*operator_act)(struct store *store,
                                   const struct store_deed *deed,
                                   struct play_id *account);
    /* Seats that it holds, after this one (NULL: from the first), in order of
     * match and seat; *count is how many were written. */
    enum store_err (*account_holds)(struct store *store,
                                    const struct play_id *account,
                                    const struct store_hold *after,
                                    struct store_hold *out, size_t cap,
                                    size_t *count);
    /* Take the account's name away, from its events, too; forget its
     * password, its tokens and its keys; tell every node.  *matches is new
     * (free it): those in which it is called otherwise now, *count of them.
     * STORE_STALE: it holds more seats than are spared; STORE_CONFLICT: the new
     * name; STORE_NOT_FOUND: it is gone already. */
    enum store_err (*account_erase)(struct store *store,
                                    const struct store_erasure *erasure,
                                    struct play_id **matches, size_t *count);
    /* Zeroes when there are none. */
    enum store_err (*failures_find)(struct store *store, const char *name,
                                    const char *source,
                                    struct store_record *out);
    enum store_err (*failures_add)(struct store *store,
                                   const struct store_failure *failure);
    enum store_err (*failures_clear)(struct store *store, const char *name,
                                     const char *source);
    /* Forget what failed before this time. */
    enum store_err (*failures_purge)(struct store *store, int64_t before_us);

    /* ---- known devices ---- */

    /* Does the account of this name know this device, and has it signed in on
     * it since then?  STORE_NOT_FOUND. */
    enum store_err (*device_find)(struct store *store, const char *name,
                                  const uint8_t hash[32], int64_t since_us);
    /* The account's, the latest first; each is given to visit. */
    enum store_err (*device_list)(
        struct store *store, const struct play_id *account, int64_t since_us,
        void (*visit)(void *ctx, const struct store_device *row), void *ctx);
    /* Forget those that were last used before this time. */
    enum store_err (*devices_purge)(struct store *store, int64_t before_us);

    /* ---- tokens ---- */

    /* STORE_NOT_FOUND: the account is gone, or its password or the asker are
     * not (any more) what the terms say, or the scope admin is not its to
     * give; STORE_STALE: there are too many. */
    enum store_err (*token_insert)(struct store *store,
                                   const struct store_token *token,
                                   const struct store_terms *terms);
    /* STORE_NOT_FOUND also for revoked ones; expired ones are found. */
    enum store_err (*token_find)(struct store *store, const uint8_t hash[32],
                                 struct store_token *out);
    /* Revoke it and the tokens that it is the parent of, and tell every
     * node. */
    enum store_err (*token_revoke)(struct store *store, const uint8_t hash[32],
                                   int64_t now_us);
    /* The same by id, if it is the account's and live; else
     * STORE_NOT_FOUND. */
    enum store_err (*token_end)(struct store *store,
                                const struct play_id *account,
                                const struct play_id *token, int64_t now_us);
    /* All of the account's but the one with this hash. */
    enum store_err (*tokens_end_others)(struct store *store,
                                        const struct play_id *account,
                                        const uint8_t keep[32], int64_t now_us);
    /* The account's live tokens, newest first; each is given to visit,
     * borrowed for the call. */
    enum store_err (*token_list)(
        struct store *store, const struct play_id *account, int64_t now_us,
        void (*visit)(void *ctx, const struct store_token *row), void *ctx);
    /* Note that these were used; those that were lately (since since_us) are
     * left as they are.  At most STORE_TOUCH_MAX. */
    enum store_err (*tokens_touch)(struct store *store,
                                   const uint8_t (*hashes)[32], size_t count,
                                   int64_t now_us, int64_t since_us);
    /* Forget those that ended, expired or revoked, before this time. */
    enum store_err (*tokens_purge)(struct store *store, int64_t before_us);

    /* ---- matches ---- */

    /* STORE_CONFLICT: a match was made with the key of row->creation.
     * STORE_STALE: a ticket or the challenge waits no more, or, of a match that
     * is made of these, an account that sits there is gone.  STORE_FULL: of
     * such a match, a bot has as many as its rules take; or row->room says
     * more. */
    enum store_err (*match_insert)(struct store *store,
                                   const struct store_match *row,
                                   const struct match_event *events,
                                   size_t event_count);
    enum store_err (*match_find)(struct store *store, const struct play_id *id,
                                 struct store_match *out);
    /* Those of the next query->limit matches of a kind that are idle: *count of
     * them; out has room for query->limit.  Nobody claims them: they are judged
     * again. */
    enum store_err (*matches_idle)(struct store *store,
                                   const struct store_idle_query *query,
                                   struct store_idle *out, size_t *count);
    /* Matches that the account has set up, that are not over and in which no
     * account holds a seat: at most cap. */
    enum store_err (*matches_empty)(struct store *store,
                                    const struct play_id *creator,
                                    struct play_id *out, size_t cap,
                                    size_t *count);
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
    /* The same, and what is told survives as much as a commit does: where
     * commits wait for standbys, it has come there.  What was found written
     * after STORE_UNSURE is not known to be without that.  STORE_UNSURE: it is
     * there, but no standby is known to have it. */
    enum store_err (*event_list_assured)(struct store *store,
                                         const struct play_id *id,
                                         uint32_t after, uint32_t limit,
                                         struct match_event **out,
                                         size_t *count);
    /* What a replay of a match needs.  Events have no bits, as above. */
    enum store_err (*log_find)(struct store *store,
                               const struct store_log_query *query,
                               struct store_log *out);
    /* Write snapshots, at most STORE_SNAPSHOTS_MAX, no two with the same match
     * and seq.  Those whose event does not exist are left out.  A
     * crash of the database may lose the last ones. */
    enum store_err (*snapshots_write)(struct store *store, const char *build,
                                      const struct store_snapshot *list,
                                      size_t count);
    /* Where a sandbox match begins, as it was inserted: *out is new (free
     * it).  STORE_NOT_FOUND: the match is none. */
    enum store_err (*position_find)(struct store *store,
                                    const struct play_id *id, char **out);
    /* Pack a match: its moves lie in few bytes from now on, its snapshot is
     * gone, and what is read of it is the same.  STORE_NOT_FOUND: there is none
     * such, or not yet; STORE_CONFLICT: another node is at it; STORE_REFUSED:
     * this one cannot be packed, and the place is behind it. */
    enum store_err (*archive_next)(struct store *store,
                                   const struct store_archiving *archiving);
    /* Put back a match that is packed, the next after this id, which becomes
     * its.  STORE_NOT_FOUND: there are no more; STORE_REFUSED: what is packed
     * cannot be read. */
    enum store_err (*archive_undo)(struct store *store, struct play_id *after);
    /* Effects of an account on a match under a key, if younger than since_us.
     * What is found by a key, here and below, is assured. */
    enum store_err (*key_find)(struct store *store, const struct play_id *match,
                               const struct play_id *account, const char *key,
                               int64_t since_us, struct store_key *out);
    /* The match that an account has made under a key, if the key is younger
     * than since_us. */
    enum store_err (*creation_find)(struct store *store,
                                    const struct play_id *account,
                                    const char *key, int64_t since_us,
                                    struct store_created *out);
    /* Forget keys of both kinds. */
    enum store_err (*keys_purge)(struct store *store, int64_t before_us);

    /* One transaction for all of them, pipelined: at most STORE_BATCH_MAX,
     * and only one if it is not plain (store_is_plain).  The answer is about
     * the transaction: STORE_OK (each effect has its own outcome: STORE_OK or
     * STORE_STALE), otherwise all of them failed alike.  keys_since_us: older
     * keys do not count. */
    enum store_err (*write)(struct store *store, struct store_update **effects,
                            size_t count, int64_t keys_since_us);

    /* ---- bots ---- */

    /* STORE_NOT_FOUND: it is gone, or has declared nothing. */
    enum store_err (*bot_find)(struct store *store,
                               const struct play_id *account,
                               struct store_bot *out);
    /* Replaces what was declared.  STORE_NOT_FOUND: the account is gone. */
    enum store_err (*bot_put)(struct store *store,
                              const struct play_id *account,
                              const struct bot_rules *rules);
    enum store_err (*bot_drop)(struct store *store,
                               const struct play_id *account);
    /* At most limit of those with rules, and those of the house, that play this
     * game (NULL: any), by name, after this name (NULL: from the first); each
     * is given to visit, borrowed for the call. */
    enum store_err (*bot_list)(struct store *store, const char *game,
                               const char *after, unsigned limit,
                               void (*visit)(void *ctx,
                                             const struct store_bot *row),
                               void *ctx);

    /* ---- challenges ---- */

    /* STORE_FULL: a limit of its creator is reached, limits->full says which
     * (CHALLENGE_ROOM: one of row->room); STORE_STALE: one of its players has
     * blocked its creator; STORE_CONFLICT: there is one with its key, made
     * after limits->day_us; STORE_NOT_FOUND: a player is gone. */
    enum store_err (*challenge_insert)(struct store *store,
                                       const struct store_challenge *row,
                                       struct store_challenge_limits *limits);
    enum store_err (*challenge_find)(struct store *store,
                                     const struct play_id *id,
                                     struct store_challenge *out);
    enum store_err (*challenge_find_key)(struct store *store,
                                         const struct play_id *creator,
                                         const char *key, int64_t since_us,
                                         struct store_challenge *out);
    /* One of its players accepts, though not as the last one (that is
     * match_insert's), or declines, which ends it.  STORE_STALE: it waits no
     * more, all others have accepted, or the account is gone. */
    enum store_err (*challenge_answer)(struct store *store,
                                       const struct play_id *id,
                                       const struct play_id *account,
                                       bool accepts, int64_t now_us);
    /* STORE_STALE: it waits no more. */
    enum store_err (*challenge_cancel)(struct store *store,
                                       const struct play_id *id,
                                       int64_t now_us);
    /* Those whose time is up expire, some of them when they are many.  The tags
     * (store_update.tags) of their players are written to tags. */
    enum store_err (*challenges_expire)(struct store *store, int64_t now_us,
                                        uint16_t *tags, size_t cap,
                                        size_t *count);
    /* At most query->limit of the account's with one of these statuses, those
     * that wait first, then newest first; each is given to visit, borrowed for
     * the call. */
    enum store_err (*challenge_list)(
        struct store *store, const struct store_challenge_query *query,
        void (*visit)(void *ctx, const struct store_challenge *row), void *ctx);
    /* Those that wait for a bot of the house, at most cap. */
    enum store_err (*challenges_of_house)(struct store *store, int64_t now_us,
                                          struct store_house_call *out,
                                          size_t cap, size_t *count);
    /* Forget those that ended before this time. */
    enum store_err (*challenges_purge)(struct store *store, int64_t before_us);

    /* ---- blocks ---- */

    /* Blocking an account twice changes nothing.  STORE_FULL: the account has
     * blocked `most` others; STORE_NOT_FOUND: one of the two is gone. */
    enum store_err (*block_put)(struct store *store,
                                const struct play_id *account,
                                const struct play_id *blocked, unsigned most,
                                int64_t now_us);
    enum store_err (*block_drop)(struct store *store,
                                 const struct play_id *account,
                                 const struct play_id *blocked);
    /* At most limit of those that the account has blocked, by name, after this
     * name (NULL: from the first); each is given to visit, borrowed for the
     * call. */
    enum store_err (*block_list)(
        struct store *store, const struct play_id *account, const char *after,
        unsigned limit, void (*visit)(void *ctx, const struct block *block),
        void *ctx);

    /* Running matches in which a bot is to act and nothing has happened for a
     * while; claims them, so that no other node is given them for a while.
     * *count is how many ids were written. */
    enum store_err (*bots_due)(struct store *store,
                               const struct store_bots_query *query,
                               struct play_id *out, size_t cap, size_t *count);
    /* Somebody watches the running match now, so that bots_due gives it to
     * nodes that play bots. */
    enum store_err (*match_watched)(struct store *store,
                                    const struct play_id *match,
                                    int64_t now_us);

    /* ---- vacations ---- */

    /* The account's, newest first, at most cap. */
    enum store_err (*vacation_list)(struct store *store,
                                    const struct play_id *account,
                                    struct vacation *out, size_t cap,
                                    size_t *count);
    /* Change the newest one, or begin another (`after` begins at another
     * time), and forget those that are too old to count.  STORE_STALE: the
     * newest is not `before` (NULL: there is none) any more; STORE_NOT_FOUND:
     * the account is gone. */
    enum store_err (*vacation_write)(struct store *store,
                                     const struct play_id *account,
                                     const struct vacation *before,
                                     const struct vacation *after);
    /* Seats that the account holds in open and running matches with a day or
     * more for each decision, and that are not away until then or longer;
     * `is_back`: that are away for longer.  The rest as for account_holds. */
    enum store_err (*vacation_holds)(struct store *store,
                                     const struct play_id *account,
                                     int64_t until_us, bool is_back,
                                     const struct store_hold *after,
                                     struct store_hold *out, size_t cap,
                                     size_t *count);

    /* At most cap (up to STORE_BATCH_MAX) running matches that somebody must
     * look at by now, to see whose time is up.  Each is given to look (without
     * state and secret, borrowed for the call; the first as index 0, again
     * when the whole had to be tried again), which says when it is to be
     * looked at next (0: never); until then no node is given it, unless an
     * effect's look_us is earlier.  *count is how many there were. */
    enum store_err (*clocks_due)(struct store *store, int64_t now_us,
                                 size_t cap,
                                 int64_t (*look)(void *ctx, size_t index,
                                                 const struct store_match *row),
                                 void *ctx, size_t *count);

    /* ---- what an account hears of ---- */

    /* What of the account's changed after a place (in the order of kinds and
     * ids, at most query->limit, into out), and the place where this reading
     * stands.  What it left or what ended is among it once. */
    enum store_err (*feed_read)(struct store *store,
                                const struct store_feed_query *query,
                                struct store_notice *out, size_t *count,
                                struct store_place *now);

    enum store_err (*stream_ticket_insert)(struct store *store,
                                           const uint8_t hash[32],
                                           const uint8_t token_hash[32],
                                           int64_t expires_us);
    /* It is gone then.  STORE_NOT_FOUND: there is none, or it is too old. */
    enum store_err (*stream_ticket_redeem)(struct store *store,
                                           const uint8_t hash[32],
                                           int64_t now_us,
                                           uint8_t token_hash[32]);
    enum store_err (*stream_tickets_purge)(struct store *store,
                                           int64_t before_us);

    /* ---- the queue: queue.h ---- */

    /* Ask for a match.  A ticket that waits and wants the same stays as it is
     * but for expires_us; otherwise the account's ticket for the game becomes
     * this one.  *out is the ticket as it is then.  STORE_STALE: not now, why
     * says more; STORE_NOT_FOUND: the account is gone. */
    enum store_err (*queue_put)(struct store *store,
                                const struct store_queue_entry *ticket,
                                struct store_queue_entry *out,
                                struct store_hindrance *why);
    /* STORE_NOT_FOUND: there is none, or it is long forgotten. */
    enum store_err (*queue_find)(struct store *store,
                                 const struct play_id *account,
                                 const char *game, int64_t now_us,
                                 struct store_queue_entry *out);
    /* A ticket that waits becomes one that was left.  Others stay as they are;
     * *out is the ticket as it is then. */
    enum store_err (*queue_leave)(struct store *store,
                                  const struct play_id *account,
                                  const char *game, int64_t now_us,
                                  struct store_queue_entry *out);
    /* Of these tickets, at least one, those that still wait expire later, but
     * never earlier. */
    enum store_err (*queue_renew)(struct store *store,
                                  const struct play_id *tickets, size_t count,
                                  int64_t now_us, int64_t expires_us);
    /* All tickets that wait, expired ones, too, but of people and of bots that
     * want the same only the STORE_QUEUE_MAX oldest each: *out is new (free
     * it), by game and then by age, *count of them. */
    enum store_err (*queue_waiting)(struct store *store, int64_t now_us,
                                    struct store_waiting **out, size_t *count);
    /* Tickets that have expired lapse; those of people who are on vacation, or
     * have begun to play elsewhere, count as left.  *tags is new (free it):
     * those of the accounts, *count of them. */
    enum store_err (*queue_sweep)(struct store *store, int64_t now_us,
                                  uint16_t **tags, size_t *count);
    /* The bots of the house. */
    enum store_err (*queue_house)(struct store *store, const char *game,
                                  struct store_house out[STORE_HOUSE_MAX],
                                  size_t *count);
    /* Forget tickets that ended before this time. */
    enum store_err (*queue_purge)(struct store *store, int64_t before_us);

    /* ---- the ladder ---- */

    /* Begin a transaction in which nobody else settles; *out is new, and goes
     * with ladder_end.  *last is the highest number that was settled.
     * STORE_CONFLICT: somebody else is at it.  With again everything is settled
     * again, into tables of the transaction's own: waits for who is at it,
     * and reads what was settled. */
    enum store_err (*ladder_begin)(struct store *store, bool again,
                                   struct store_ladder **out, int64_t *last);
    /* Commit, or leave everything as it was. */
    enum store_err (*ladder_end)(struct store_ladder *ladder, bool keep);
    /* All seasons, in order: *out is new (free it). */
    enum store_err (*ladder_seasons)(struct store_ladder *ladder,
                                     struct ladder_season **out, size_t *count);
    enum store_err (*ladder_season_open)(struct store_ladder *ladder,
                                         const struct ladder_season *season);
    /* Are all matches settled that ended before the season did?  Then its
     * tables are final: write everybody's rank.  STORE_STALE: not yet. */
    enum store_err (*ladder_season_close)(struct store_ladder *ladder,
                                          int32_t season, int64_t now_us);
    /* At most limit matches: those to be settled, in the order in which they
     * ended, but the first so many; or again, those after this number.  *out is
     * new: each is to be cleared, and all freed.  Without cards, or with those
     * that were found when it was settled. */
    enum store_err (*ladder_matches)(struct store_ladder *ladder, int64_t after,
                                     size_t limit, struct ladder_match **out,
                                     size_t *count);
    /* The record of a match: of row what replaying needs, the game and the
     * settings left out.  *events is new (free it). */
    enum store_err (*ladder_record)(struct store_ladder *ladder,
                                    const struct play_id *match,
                                    struct store_match *row,
                                    struct match_event **events, size_t *count);
    /* Put into the book what is stored of the ratings that these matches
     * change. */
    enum store_err (*ladder_ratings)(struct store_ladder *ladder,
                                     const struct ladder_match *matches,
                                     size_t count, struct rating_batch *book);
    /* Keep the numbers and seasons of matches that were settled, and tell
     * whoever sat in rated ones. */
    enum store_err (*ladder_settled)(struct store_ladder *ladder,
                                     const struct ladder_match *matches,
                                     size_t count);
    /* Keep the book's updates, and forget them. */
    enum store_err (*ladder_updates)(struct store_ladder *ladder,
                                     struct rating_batch *book);
    /* Keep the rest of the book: ratings that are changed, and what is to be
     * added to high scores, statistics and tallies. */
    enum store_err (*ladder_write)(struct store_ladder *ladder,
                                   const struct rating_batch *book);
    /* A match cannot be settled: leave it out from now on, and log it. */
    enum store_err (*ladder_quarantine)(struct store *store,
                                        const struct play_id *match);
    /* Compare what was settled again with what is stored, all of it, bit for
     * bit; and replace (true) what is stored. */
    enum store_err (*ladder_compare)(
        struct store_ladder *ladder,
        struct store_difference out[STORE_LADDER_TABLES]);
    enum store_err (*ladder_replace)(struct store_ladder *ladder);

    /* ---- boards: everything visited is borrowed for the call ---- */

    /* The season of this number; 0: the one of now_us. */
    enum store_err (*season_find)(struct store *store, int32_t number,
                                  int64_t now_us, struct season *out);
    /* The newest first, those below a number. */
    enum store_err (*season_list)(struct store *store, int32_t below,
                                  unsigned limit, struct season *out,
                                  size_t *count);
    /* Best first; *total is how many are on the board. */
    enum store_err (*leaderboard_read)(
        struct store *store, const struct store_leaderboard_query *query,
        int64_t *total,
        void (*visit)(void *ctx, const struct store_standing *row), void *ctx);
    /* Where the page begins in which `above` stand above the player of this
     * name, as far as there are so many.  query's limit, asker and from do not
     * matter.  STORE_NOT_FOUND: it is not on the board. */
    enum store_err (*leaderboard_find)(
        struct store *store, const struct store_leaderboard_query *query,
        const char *name, unsigned above, struct store_leaderboard_place *out);
    /* All of an account's in a season, in order of game, seats and pool. */
    enum store_err (*standing_list)(
        struct store *store, const struct play_id *account, int32_t season,
        const struct play_id *asker,
        void (*visit)(void *ctx, const struct store_standing *row), void *ctx);
    /* The newest first. */
    enum store_err (*history_read)(
        struct store *store, const struct store_history_query *query,
        void (*visit)(void *ctx, const struct store_rating_point *row),
        void *ctx);
    /* Of those of these matches that are settled. */
    enum store_err (*match_ratings_read)(
        struct store *store, const struct play_id *matches, size_t count,
        void (*visit)(void *ctx, const struct store_match_rating *row),
        void *ctx);
    /* An account's, of one game or (NULL) of all, in order of game and
     * seats. */
    enum store_err (*figures_read)(
        struct store *store, const struct play_id *account, const char *game,
        void (*visit)(void *ctx, const struct figures *row), void *ctx);
    /* Favourite and best cards likewise, CARDS_TOLD of each at most. */
    enum store_err (*cards_read)(struct store *store,
                                 const struct play_id *account,
                                 const char *game,
                                 void (*visit)(void *ctx, const char *game,
                                               bool is_best,
                                               const struct card_figures *row),
                                 void *ctx);

    /* ---- rate limits: rate_sync.h ---- */

    /* STORE_NOT_FOUND: there is none. */
    enum store_err (*rate_usage_secret)(struct store *store,
                                        uint8_t out[TAKEN_SECRET_SIZE]);
    /* At most TAKEN_MAX. */
    enum store_err (*rate_usage_send)(struct store *store,
                                      const struct rate_usage *list,
                                      size_t count);

    /* Begin to listen; news are told from now on, until listen_stop. */
    enum store_err (*listen_start)(struct store *store,
                                   const struct store_listener *listener);
    void (*listen_stop)(struct store *store);
};

#endif
