/* Rating histories and statistics of players.  Rows passed to visit are
 * borrowed for the call. */
#ifndef PLAY_STORE_STATISTICS_H
#define PLAY_STORE_STATISTICS_H

#include "play/ladder/leaderboards.h"
#include "play/store/error.h"

struct store;

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
    bool is_told; /* the asker may see the match */
    struct play_id match;
    int seat, rank;
};

/* A settled match changed the rating of a seat in a pool, or (seat -1) none. */
struct store_match_rating {
    struct play_id match;
    int seat;
    enum rating_pool pool;
    double mu_before, mu;
    enum rating_note note; /* of the match */
};

/* The rated matches of two accounts in the current season, in a game with a
 * number of seats.  Won, lost: by the first of them. */
struct store_rated_pair {
    const char *names[2], *game;
    int seats;
    int64_t matches, queued, won, lost;
    int64_t are_short, of_one_network, annulled; /* enum rating_note */
};

struct store_statistics {
    /* Read a rating history, newest first. */
    enum store_err (*read_history)(
        struct store *store, const struct store_history_query *query,
        void (*visit)(void *ctx, const struct store_rating_point *row),
        void *ctx);
    /* Read the rating changes of those of these matches that are settled. */
    enum store_err (*read_match_ratings)(
        struct store *store, const struct play_id *matches, size_t count,
        void (*visit)(void *ctx, const struct store_match_rating *row),
        void *ctx);
    /* Read an account's statistics, of one game or (NULL) of all, ordered by
     * game and seats. */
    enum store_err (*read_figures)(
        struct store *store, const struct play_id *account, const char *game,
        void (*visit)(void *ctx, const struct figures *row), void *ctx);
    /* Read an account's favourite and best cards, at most CARDS_LISTED of
     * each. */
    enum store_err (*read_cards)(struct store *store,
                                 const struct play_id *account,
                                 const char *game,
                                 void (*visit)(void *ctx, const char *game,
                                               bool is_best,
                                               const struct card_figures *row),
                                 void *ctx);
    /* Read the pairs of accounts that met most often, at most `limit`. */
    enum store_err (*read_pairs)(
        struct store *store, unsigned limit,
        void (*visit)(void *ctx, const struct store_rated_pair *row),
        void *ctx);
};

#endif
