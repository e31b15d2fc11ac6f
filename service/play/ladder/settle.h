/* What finished matches change: ratings, high scores, statistics.
 *
 * Matches are settled one after the other, in an order that is stored (their
 * number).  Only ladder_step computes the changes of a match: the settler
 * calls it as matches end, a rebuild calls it for all matches again.  It
 * depends on nothing but the match and the batch. */
#ifndef PLAY_SETTLE_H
#define PLAY_SETTLE_H

#include "play/config.h"
#include "play/ladder/rating.h"
#include "play/play.h"
#include "rules/game.h"

enum {
    LADDER_GAME_SIZE = 40, /* as STORE_GAME_SIZE */
    LADDER_CARD_SIZE = 32, /* a card's id, NUL included */
};

/* ---- matches ---- */

struct ladder_seat {
    bool has_account; /* false: a built-in bot, seated by name */
    struct play_id account;
    bool is_bot;   /* the account is a bot's, or the seat has none */
    bool has_left; /* before the end, by resignation or timeout */
    uint8_t rank;  /* from 1; 0 without a result */
    int16_t points;
};

/* A card that a seat played, counted once. */
struct ladder_card {
    uint8_t seat;
    char id[LADDER_CARD_SIZE]; /* padded with zeroes */
};

/* The rules of rating, by which a match was settled.  A rebuild rates it by the
 * same. */
enum {
    LADDER_RULES_FIRST = 1, /* up to version 0.3: every match counts in full */
    LADDER_RULES = 2,       /* weights, and matches without evidence */
};

/* A match that has ended. */
struct ladder_match {
    struct play_id match;
    char game[LADDER_GAME_SIZE]; /* padded with zeroes */
    uint8_t seats;
    bool rated;
    bool has_result;   /* false: a rated match that was aborted after a
                          forfeit */
    seat_set forfeits; /* the seats that forfeited, without a result */
    bool is_played_out;
    bool is_won;        /* one seat only: it was won */
    uint8_t rules;      /* LADDER_RULES for a match that is to be settled */
    bool is_from_queue; /* the queue chose the opponents */
    bool is_short;      /* decided by leaving, soon after the opening: only
                           those who left are rated */
    bool is_annulled;   /* by an operator: it changes nothing */
    uint16_t together;  /* seats of one network: ladder_are_together */
    int64_t finished_us;
    int64_t number; /* position in the order of settling, from 1 */
    int32_t season;
    struct ladder_seat seat[RULES_SEATS_MAX];
    struct ladder_card *cards; /* new: ladder_match_clear */
    size_t card_count;
    bool has_cards;  /* false: not read yet, or without a result */
    bool is_foreign; /* with rules that this build does not have */
};

void ladder_match_clear(struct ladder_match *match);

/* Return or note whether the accounts of two seats shared a network when they
 * were seated. */
bool ladder_are_together(const struct ladder_match *match, int a, int b);
void ladder_note_together(struct ladder_match *match, int a, int b);

/* ---- the batch ---- */

/* The key of a row; members that its kind does not use are 0, and every byte
 * is defined. */
struct ladder_key {
    struct play_id account;
    char game[LADDER_GAME_SIZE];
    int32_t season;
    uint8_t seats;
    uint8_t pool; /* enum rating_pool */
    uint8_t unused[2];
};

struct ladder_rating {
    struct ladder_key key; /* all members are used */
    struct rating rating;
    int64_t played_us;
    int32_t matches, wins;
    int32_t uncounted; /* of the matches: those that do not count for lists */
    int32_t opponents, queue_opponents; /* different ones, in those that do */
    bool is_changed;                    /* set by ladder_step */
};

struct ladder_pair_key {
    struct ladder_key key; /* all members are used */
    struct play_id opponent;
};

/* How often an account has met another in the season, in matches that count
 * for lists. */
struct ladder_pair {
    struct ladder_pair_key key;
    int32_t matches, queued; /* queued: made by the queue */
    bool is_changed;         /* set by ladder_step */
};

struct ladder_update {
    struct ladder_key key; /* all members are used */
    int64_t number, at_us, idle_seconds;
    struct rating before, after;
    uint8_t seat, rank;
};

/* Rows of the kinds below hold increments of the stored rows. */
struct ladder_high {
    struct ladder_key key; /* without seats */
    int32_t points;        /* highest */
    bool won;
    struct play_id match; /* the first match with these points */
    int64_t reached_us;
    int32_t matches;
};

struct ladder_sum {
    struct ladder_key key; /* without season and pool */
    int32_t matches, rated, wins, abandoned;
    int64_t points;
    bool has_best;
    int32_t best;
    int32_t seat_matches[RULES_SEATS_MAX], seat_wins[RULES_SEATS_MAX];
    int64_t seat_points[RULES_SEATS_MAX];
};

struct ladder_card_key {
    struct ladder_key key; /* account and game only */
    char card[LADDER_CARD_SIZE];
};

struct ladder_tally {
    struct ladder_card_key key;
    int32_t played, wins;
    int64_t points;
};

/* Rows of one kind, indexed by their keys.  The key is a row's first member. */
struct ladder_table {
    size_t row_size, key_size;
    size_t count, cap;
    unsigned char *rows;
    uint32_t *index; /* row + 1 by hash, open addressing; 0: free */
    size_t index_size;
};

/* Return row n.  The pointer is valid until a row is added. */
void *ladder_row(const struct ladder_table *table, size_t n);
/* Find the row with this key.  NULL: the table does not have it. */
void *ladder_row_find(const struct ladder_table *table, const void *key);
/* Find the row with this key, or add one of zeroes.  NULL: out of memory.
 * Adding a row invalidates pointers to rows. */
void *ladder_row_make(struct ladder_table *table, const void *key);

struct rating_batch {
    struct ladder_table ratings, pairs, highs, sums, tallies;
    struct ladder_update *updates;
    size_t update_count, update_cap;
};

void rating_batch_init(struct rating_batch *batch);
void rating_batch_clear(struct rating_batch *batch);

/* Return whether the match changes ratings: it is rated, has two seats or
 * more, and each seat has a different account.  (A built-in bot without an
 * account has no rating to compare with.) */
bool ladder_is_rated(const struct ladder_match *match);
/* Return whether the match belongs to the pool: all its players are of this
 * kind. */
bool ladder_is_in(const struct ladder_match *match, enum rating_pool pool);

/* Return the key of a seat's row, for a seat with an account. */
struct ladder_key ladder_key_of(const struct ladder_match *match, int seat,
                                enum rating_pool pool);

/* Add a match to the batch.  The batch must contain all stored ratings of the
 * match's accounts (any season) and their pairs of the season, or have seen
 * every earlier match.  false: out of memory; the batch is no longer usable. */
bool ladder_step(struct rating_batch *batch, const struct ladder_match *match);

/* ---- seasons ---- */

struct ladder_season {
    int32_t number; /* from 1 */
    int64_t began_us, ends_us;
    int64_t closed_us; /* 0: its leaderboards are not final */
    /* What a player needs to be listed: matches, different opponents, and
     * those of them that the queue found. */
    int32_t list_matches, list_opponents, list_queue_opponents;
};

/* After the end of a season, wait this long for matches that ended in it. */
#define LADDER_GRACE_US (INT64_C(600) * 1000000)

/* Return the number of the season for a match that ended at this time: the
 * season of that time, or else the open season nearest to it.  Seasons are in
 * order, and at least one is open. */
int32_t ladder_season_of(const struct ladder_season *seasons, size_t count,
                         int64_t finished_us);
/* Compute the season that should begin now.  false: no season is due.  last
 * NULL: no season exists. */
bool ladder_season_due(const struct ladder_season *last,
                       const struct ladder_policy *policy, int64_t now_us,
                       struct ladder_season *out);

#endif
