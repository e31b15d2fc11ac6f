/* Decides where statements would run if the tables were spread over several
 * databases, by reading their plans.
 *
 * The rows of a spread table are placed by the value of one column, all rows of
 * a match (or an account, …) in one place.  A statement that has this value
 * runs there; a statement without it runs in every database. */
#ifndef SUPPORT_DB_ROUTES_H
#define SUPPORT_DB_ROUTES_H

#include "db_explain.h"

enum {
    ROUTES_TABLES = 64,
    ROUTES_NAME = 64,
    ROUTES_SCANS = 48,
    ROUTES_CONDITIONS = 160,
    ROUTES_WORDS = 512,
};

/* The place of a table's rows. */
struct routes_table {
    char name[ROUTES_NAME];
    char by[ROUTES_NAME];     /* "match", "account", …; "one node", "every
                                 node" */
    char column[ROUTES_NAME]; /* the column that places a row; "": none */
};

struct routes {
    struct routes_table tables[ROUTES_TABLES];
    size_t count;
};

/* Add a table: "`seats`" is placed by "match `match_id`" or at "one node". */
void routes_add(struct routes *routes, const char *table, const char *where);

/* NULL: no table has this name. */
const struct routes_table *routes_find(const struct routes *routes,
                                       const char *table);

/* Are these words of routes_judge the same places?  Which of several tables,
 * all spread in the same way, is read first is the planner's choice, and may
 * differ in another version of PostgreSQL: "every match (seats)" equals "every
 * match (matches)". */
bool routes_agree(const char *found, const char *said);

/* The places of the statements that ran since, in words, in order and each
 * once, separated by ", ": "match" (its value was given), "one node", "account
 * looked up" (the value was found in another place first), "every match
 * (seats)" (no value for `seats` was given).  "any node": only tables that are
 * everywhere. */
void routes_judge(const struct routes *routes, struct explain *explain,
                  char out[ROUTES_WORDS]);

#endif
