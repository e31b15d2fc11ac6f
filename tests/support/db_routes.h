/* Where statements would go if the tables were spread over several databases:
 * found out from their plans.
 *
 * Rows of a table that is spread lie where the value of its column sends them,
 * all rows of a match (or an account, …) in one place.  A statement is sent
 * there if it says that value; one that does not asks every database. */
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

/* Where the rows of a table lie. */
struct routes_table {
    char name[ROUTES_NAME];
    char by[ROUTES_NAME];     /* "match", "account", …; "one node", "every
                                 node" */
    char column[ROUTES_NAME]; /* that sends a row there; "": none does */
};

struct routes {
    struct routes_table tables[ROUTES_TABLES];
    size_t count;
};

/* Add one: "`seats`" lies "match `match_id`" or "one node". */
void routes_add(struct routes *routes, const char *table, const char *where);

/* NULL: there is none of this name. */
const struct routes_table *routes_find(const struct routes *routes,
                                       const char *table);

/* Do these words of routes_judge go where those go?  Which of several tables,
 * all of them spread in the same way, is read first is the planner's choice,
 * and another version of PostgreSQL may choose another: "every match (seats)"
 * is "every match (matches)". */
bool routes_agree(const char *found, const char *said);

/* Where the statements went that were run since, in words, in order and each
 * once, ", " between: "match" (its value was told), "one node",
 * "account looked up" (the value was found in another place first), "every
 * match (seats)" (nothing told where in `seats`).  "any node": nothing but
 * tables that are everywhere. */
void routes_judge(const struct routes *routes, struct explain *explain,
                  char out[ROUTES_WORDS]);

#endif
