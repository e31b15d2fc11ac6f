/* Leaderboards and seasons.  Rows passed to visit are borrowed for the call. */
#ifndef PLAY_STORE_LEADERBOARDS_H
#define PLAY_STORE_LEADERBOARDS_H

#include "play/ladder/leaderboards.h"
#include "play/store/error.h"

struct store;

/* A row of a leaderboard, as it is stored. */
struct store_standing {
    struct standing standing; /* without uncertainty, is_provisional,
                                 lower_bound, lack, match */
    double sigma;             /* after the last match */
    bool has_match;           /* matches of one seat: the asker may see it */
    struct play_id match;
};

/* A row of a leaderboard at which a page begins. */
struct store_leaderboard_place {
    int32_t value; /* standing.list_value */
    int64_t at_us;
    struct play_id account;
    bool is_in; /* the page contains it; else it begins after it */
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

struct store_leaderboards {
    /* Find the season of this number; 0: the one of now_us. */
    enum store_err (*find_season)(struct store *store, int32_t number,
                                  int64_t now_us, struct season *out);
    /* List the seasons below a number, newest first. */
    enum store_err (*list_seasons)(struct store *store, int32_t below,
                                   unsigned limit, struct season *out,
                                   size_t *count);
    /* Read a page of a leaderboard, best first; *total is the number of all
     * its rows. */
    enum store_err (*read)(
        struct store *store, const struct store_leaderboard_query *query,
        int64_t *total,
        void (*visit)(void *ctx, const struct store_standing *row), void *ctx);
    /* Find the beginning of the page in which the player of this name has
     * `above` rows above it, or fewer if there are fewer.  query's limit,
     * asker and from are ignored.  STORE_NOT_FOUND: the player is not
     * listed. */
    enum store_err (*find_player)(struct store *store,
                                  const struct store_leaderboard_query *query,
                                  const char *name, unsigned above,
                                  struct store_leaderboard_place *out);
    /* List all standings of an account in a season, ordered by game, seats and
     * pool. */
    enum store_err (*list_standings)(
        struct store *store, const struct play_id *account, int32_t season,
        const struct play_id *asker,
        void (*visit)(void *ctx, const struct store_standing *row), void *ctx);
};

#endif
