/* fathom balance: what its parts share.
 *
 * balance.c         the command: many matches of one bot against itself
 * balance_items.c   the items of a game
 * balance_sums.c    sums over matches, and what follows from them
 * balance_report.c  the report, balance_tables.c its tables
 *
 * No game is named here: each game lists its items, and tallies which of them a
 * match used (rules/tally.h). */
#ifndef CLI_BALANCE_H
#define CLI_BALANCE_H

#include "cli/cli.h"
#include "rules/tally.h"

/* How the items of a group are had and used, as the table in rules/tally.h. */
enum item_use {
    USE_GIVEN,  /* had, and that is all: a board */
    USE_CHOSEN, /* used by any seat at any time: a slot */
    USE_OWNED,  /* had and perhaps used by some seats: a card */
    USE_SHARED, /* had by all seats together: a contract */
};

/* The items of a game. */
struct items {
    const struct item_group *group; /* the game's table */
    int groups;
    struct item item[TALLY_GROUPS_MAX][TALLY_ITEMS_MAX];
};

/* balance_items.c */
void items_read(struct items *items, const struct game *game);
enum item_use group_use(const struct item_group *group);

/* balance_sums.c: sums over seats that have something in common. */
struct sums {
    int64_t count, wins, points, squares;
};

/* Of one item. */
struct item_sums {
    struct sums had, used;
    int64_t times; /* all uses */
    int64_t when;  /* rounds of first uses, added up */
};

/* All matches of one number of seats. */
struct balance {
    int seats;
    int64_t matches, broken, decisions;
    struct sums all, seat[RULES_SEATS_MAX];
    struct item_sums item[TALLY_GROUPS_MAX][TALLY_ITEMS_MAX];
};

/* A value and how far chance may move it: one standard error. */
struct figure {
    double value, error;
};

/* Add a seat's result. */
void sums_add(struct sums *sums, int points, bool won);
void sums_merge(struct sums *to, const struct sums *from);
struct sums sums_minus(const struct sums *all, const struct sums *part);

/* Add a match. */
void balance_add(struct balance *balance, const struct items *items,
                 const struct tally *tally, const struct scores *scores);
void balance_merge(struct balance *to, const struct balance *from);

/* All seats that had an item of the same kind. */
struct sums sums_of_kind(const struct balance *balance,
                         const struct items *items, int group, int item);

/* Wins in a hundred; mean points. */
struct figure win_rate(const struct sums *sums);
struct figure mean_points(const struct sums *sums);

/* a - b, of values that do not depend on each other. */
struct figure figure_minus(struct figure a, struct figure b);

/* How far the mean points of an item's seats are off the mean of its kind, in
 * per cent. */
struct figure off_the_mean(const struct balance *balance,
                           const struct items *items, int group, int item);

/* The same item over several numbers of seats, as points above parity. */
struct lift {
    struct sums had, used, idle;           /* idle: had, and not used */
    struct figure drawn, played, unplayed; /* win rate over parity of seats that
                                              had it, used it, did not use it */
    struct figure contrast; /* played minus unplayed: also what else differs
                               between those seats */
    struct figure effect;   /* what having it changed against the others of
                               its kind, over the share that used it: by
                               chance alone who had it, so by it alone */
    struct figure points;   /* mean points, played minus unplayed */
};

void lift_of(const struct balance *balances, int count,
             const struct items *items, int group, int item, struct lift *lift);

/* balance_report.c: the report as Markdown. */
struct study {
    const struct game *game;
    const char *bot;
    uint64_t seed;
    unsigned varied; /* bit i: option i takes all its values */
    int count;       /* of balances, by ascending number of seats */
    struct items items;
    struct balance balance[RULES_SEATS_MAX];
};

void balance_report(const struct study *study, FILE *to);

#endif
