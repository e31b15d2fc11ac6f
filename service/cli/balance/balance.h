/* fathom balance: what its parts share.
 *
 * balance.c         the command: many matches of one bot against itself
 * balance_items.c   the cards, slots, boards .. that a game is made of
 * balance_facts.c   which of them the seats of a match had and used
 * balance_tally.c   sums over matches, and what follows from them
 * balance_report.c  the report, balance_tables.c its tables
 *
 * No game is named here.  The items to count are found by the words of views,
 * components and moves; for a game without these words, only the seats are
 * compared. */
#ifndef CLI_BALANCE_H
#define CLI_BALANCE_H

#include "cli/cli.h"

enum { ITEMS_MAX = 256 };

/* What items are counted of. */
enum subject {
    SUBJECT_PLACE,    /* place in the first order of play */
    SUBJECT_BOARD,    /* used: always */
    SUBJECT_CARD,     /* had: in hand at some time; used: its effect played */
    SUBJECT_SLOT,     /* used: a tile placed there, `times` */
    SUBJECT_CONTRACT, /* had: laid out in the match; used: claimed */
    SUBJECT_TILE,     /* had: on the board or gained; used: connected */
    SUBJECTS
};

/* One thing that is counted. */
struct item {
    char word[24];  /* as views and moves say it: "17", "red3", "blue 4" */
    char name[96];  /* for people */
    char group[16]; /* what it is compared with: an era, a side; may be "" */
};

struct items {
    int count[SUBJECTS];
    struct item item[SUBJECTS][ITEMS_MAX];
};

/* balance_items.c: all items of a game's components, and the slots and places
 * of a state. */
void items_read(struct items *items, const struct game *game,
                const void *state);

/* The number of an item by its word, or -1. */
int item_find(const struct items *items, enum subject subject,
              const char *word);

/* balance_facts.c: what a match showed. */
struct facts {
    const struct items *items;
    uint8_t had[SUBJECTS][RULES_SEATS_MAX][ITEMS_MAX];  /* 0 or 1 */
    uint8_t used[SUBJECTS][RULES_SEATS_MAX][ITEMS_MAX]; /* times */
    uint8_t when[SUBJECTS][RULES_SEATS_MAX][ITEMS_MAX]; /* round of the first
                                                           use */
    int seats, seat; /* whose move is looked at */
    int round;
    bool ordered;    /* the first order of play was seen */
    char card[24];   /* of the turn under way */
    char colour[12]; /* of the tile being looked at */
    char verb[24];   /* of the move being looked at */
    int tile;        /* its item, or -1 */
};

void facts_begin(struct facts *facts, const struct items *items, int seats);

/* Look at a position: at the start and at the end. */
void facts_see(struct facts *facts, const struct game *game, const void *state);

/* Look at a move before it is played, and at its position if the move says
 * something. */
void facts_move(struct facts *facts, const struct game *game, const void *state,
                int seat, struct move move);

/* balance_tally.c: sums over seats that have something in common. */
struct sums {
    int64_t count, wins, points, squares;
};

struct tally {
    struct sums had, used;
    int64_t times; /* all uses */
    int64_t when;  /* rounds of first uses, added up */
};

/* All matches of one number of seats. */
struct balance {
    int seats;
    int64_t matches, broken, decisions;
    struct sums all, seat[RULES_SEATS_MAX];
    struct tally item[SUBJECTS][ITEMS_MAX];
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
void balance_add(struct balance *balance, const struct facts *facts,
                 const struct scores *scores);
void balance_merge(struct balance *to, const struct balance *from);

/* All seats that had an item of the same group. */
struct sums sums_of_group(const struct balance *balance,
                          const struct items *items, enum subject subject,
                          int item);

/* Wins in a hundred; mean points. */
struct figure win_rate(const struct sums *sums);
struct figure mean_points(const struct sums *sums);

/* a - b, of values that do not depend on each other. */
struct figure figure_minus(struct figure a, struct figure b);

/* The same item over several numbers of seats, as points above parity. */
struct lift {
    struct sums had, used, idle;           /* idle: had, and not used */
    struct figure drawn, played, unplayed; /* win rate over parity */
    struct figure contrast; /* played minus unplayed: also what else differs
                               between those seats */
    struct figure effect;   /* what drawing it changed against the others of
                               its group, over the share that played it: by
                               chance alone who drew it, so by it alone */
    struct figure points;   /* mean points, played minus unplayed */
};

void lift_of(const struct balance *balances, int count,
             const struct items *items, enum subject subject, int item,
             struct lift *lift);

/* balance_report.c: the report as Markdown. */
struct study {
    const struct game *game;
    const char *bot;
    uint64_t seed;
    unsigned varied; /* bit i: option i takes all its values */
    int count;       /* of balances, by ascending number of seats */
    struct balance balance[RULES_SEATS_MAX];
    struct items items[RULES_SEATS_MAX];
};

void balance_report(const struct study *study, FILE *to);

#endif
