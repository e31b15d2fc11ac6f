/* The statements of the test of plans (plans.c). */
#ifndef TESTS_PLANS_H
#define TESTS_PLANS_H

#include "db_explain.h"

#include "db/store.h"

/* All parameters of the statements. */
struct asked {
    struct store *store;
    struct store_account busy; /* plays much */
    struct store_account rare; /* plays little */
    struct store_account host; /* waits for friends in private matches */
    struct store_account many; /* has a seat in very many of them */
    struct store_account vain; /* has begun and aborted very many matches */
    struct play_id last;       /* of the page before */
    int made;                  /* ids */
    struct store_leaderboard_place deep, deep_alone;
    struct play_id ended[25]; /* matches of a page */
    size_t ended_count;
    int64_t long_ago_us;
    char middle[PLAY_NAME_SIZE], middle_alone[PLAY_NAME_SIZE];
    struct store_archive_place packed; /* the last match that was */
    struct play_id unpacked;           /* with moves, and not packed */
    unsigned found;                    /* rows that the last statement gave */
};

static const char game[] = "underwater-cities";

enum { SEASON = 8, SEASON_OVER = 7, LIMIT = 25 };

struct plan_statement {
    const char *name;
    enum store_err (*ask)(struct asked *it);
};

/* The statements of each file; each list ends with a row without a name.  Some
 * need what the ones before have found. */
extern const struct plan_statement board_statements[];
extern const struct plan_statement match_statements[];
extern const struct plan_statement feed_statements[];

/* Archive the next old match (plans_matches.c). */
enum store_err plans_pack(struct asked *it);

#endif
