/* What finished matches add up to: ratings, high scores, statistics.
 *
 * Matches are settled one after the other, in an order that is kept (their
 * number).  ladder_step says what one of them changes, and nothing else does:
 * the settler calls it as matches end, a rebuild calls it for all of them
 * again.  It depends on nothing but the match and the book. */
#ifndef PLAY_LADDER_H
#define PLAY_LADDER_H

#include "play/config.h"
#include "play/ladder/rating.h"
#include "play/play.h"
#include "rules/game.h"

enum {
    LADDER_GAME_SIZE = 40, /* as STORE_GAME_SIZE */
    LADDER_CARD_SIZE = 32, /* a card's id, its NUL included */
};

/* ---- matches ---- */

struct ladder_seat {
    bool has_account; /* false: a bot that was seated by name, nobody's */
    struct play_id account;
    bool is_bot;   /* the account is a bot's, or there is none */
    bool has_left; /* before the end, by resignation or out of time */
    uint8_t rank;  /* from 1; 0 without a result */
    int16_t points;
};

/* A card that a seat played, however often. */
struct ladder_card {
    uint8_t seat;
    char id[LADDER_CARD_SIZE]; /* zeroes behind it */
};

/* A match that has ended. */
struct ladder_match {
    struct play_id match;
    char game[LADDER_GAME_SIZE]; /* zeroes behind it */
    uint8_t seats;
    bool rated;
    bool has_result;   /* false: rated, aborted, and somebody forfeited */
    seat_set forfeits; /* who, without a result */
    bool is_played_out;
    bool is_won; /* played alone: was it won? */
    int64_t finished_us;
    int64_t number; /* the order of settling, from 1 */
    int32_t season;
    struct ladder_seat seat[RULES_SEATS_MAX];
    struct ladder_card *cards; /* new: ladder_match_clear */
    size_t card_count;
    bool has_cards;  /* false: not known, or without a result */
    bool is_foreign; /* of rules that this build does not have */
};

void ladder_match_clear(struct ladder_match *match);

/* ---- the book ---- */

/* What a row is about; members that do not matter for its kind are 0, and
 * every byte is defined. */
struct ladder_key {
    struct play_id account;
    char game[LADDER_GAME_SIZE];
    int32_t season;
    uint8_t seats;
    uint8_t pool; /* enum rating_pool */
    uint8_t unused[2];
};

struct ladder_rating {
    struct ladder_key key; /* all of it */
    struct rating rating;
    int64_t played_us;
    int32_t matches, wins;
    bool is_changed; /* by ladder_step */
};

struct ladder_update {
    struct ladder_key key; /* all of it */
    int64_t number, at_us, idle_seconds;
    struct rating before, after;
    uint8_t seat, rank;
};

/* Of these the book holds what is to be added to what is stored. */
struct ladder_high {
    struct ladder_key key; /* not seats */
    int32_t points;        /* the most */
    bool won;
    struct play_id match; /* the first one with them */
    int64_t reached_us;
    int32_t matches;
};

struct ladder_sum {
    struct ladder_key key; /* neither season nor pool */
    int32_t matches, rated, wins, abandoned;
    int64_t points;
    bool has_best;
    int32_t best;
    int32_t seat_matches[RULES_SEATS_MAX], seat_wins[RULES_SEATS_MAX];
    int64_t seat_points[RULES_SEATS_MAX];
};

struct ladder_card_key {
    struct ladder_key key; /* account and game */
    char card[LADDER_CARD_SIZE];
};

struct ladder_tally {
    struct ladder_card_key key;
    int32_t played, wins;
    int64_t points;
};

/* Rows of one kind by their keys, which stand first in them. */
struct ladder_table {
    size_t row_size, key_size;
    size_t count, cap;
    unsigned char *rows;
    uint32_t *index; /* row + 1 by hash, open addressing; 0: free */
    size_t index_size;
};

/* Row n, while nothing is added. */
void *ladder_row(const struct ladder_table *table, size_t n);
/* The row with this key; NULL: none. */
void *ladder_row_find(const struct ladder_table *table, const void *key);
/* The same, made of zeroes if there is none; NULL: out of memory.  Rows move
 * when one is made. */
void *ladder_row_make(struct ladder_table *table, const void *key);

struct rating_batch {
    struct ladder_table ratings, highs, sums, tallies;
    struct ladder_update *updates;
    size_t update_count, update_cap;
};

void rating_batch_init(struct rating_batch *book);
void rating_batch_clear(struct rating_batch *book);

/* Does the match change ratings?  Rated, of two seats or more, each of them
 * another account's.  (A seat that is nobody's has no strength to compare
 * with.) */
bool ladder_is_rated(const struct ladder_match *match);
/* Is it one of the pool's: was everybody there of its kind? */
bool ladder_is_in(const struct ladder_match *match, enum rating_pool pool);

/* The key of a seat's row; of seats without an account nothing. */
struct ladder_key ladder_key_of(const struct ladder_match *match, int seat,
                                enum rating_pool pool);

/* Add a match to the book.  The book must hold all that is stored of the
 * ratings of its accounts (any season), or be the one that saw every match
 * before.  false: out of memory, the book is worth nothing any more. */
bool ladder_step(struct rating_batch *book, const struct ladder_match *match);

/* ---- seasons ---- */

struct ladder_season {
    int32_t number; /* from 1 */
    int64_t began_us, ends_us;
    int64_t closed_us;    /* 0: its tables are not final */
    int32_t list_matches; /* so many rated matches list somebody */
};

/* After the end of a season so long matches that ended in it are waited for. */
#define LADDER_GRACE_US (INT64_C(600) * 1000000)

/* Which season does a match that ended then belong to?  The one of that time,
 * or of those that are not closed the one nearest to it.  Seasons are in order,
 * at least one of them is not closed. */
int32_t ladder_season_of(const struct ladder_season *seasons, size_t count,
                         int64_t finished_us);
/* The season that should begin now; false: none.  last NULL: there was none. */
bool ladder_season_due(const struct ladder_season *last,
                       const struct ladder_policy *policy, int64_t now_us,
                       struct ladder_season *out);

#endif
