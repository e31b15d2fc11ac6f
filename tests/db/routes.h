/* The operations of the store for the test of their routes (routes.c). */
#ifndef TESTS_ROUTES_H
#define TESTS_ROUTES_H

#include "db_routes.h"
#include "store_rows.h"

#include <stdint.h>

static const char game[] = "template";

/* What the operations use: rows of the database and their keys. */
struct route_rows {
    struct world *world;
    struct store *store;
    struct play_id ada, bob, bot, match, challenge, ticket;
    uint8_t token[32], other[32];
    struct store_feed_cursor place; /* after the page that was read */
};

struct route_operation {
    const char *name; /* as in docs/operations/growth.md */
    enum store_err (*call)(struct route_rows *it);
};

/* The operations of each file; each list ends with a row without a name.  Some
 * need what the ones before have written. */
extern const struct route_operation match_operations[];
extern const struct route_operation feed_operations[];
extern const struct route_operation account_operations[];
extern const struct route_operation list_operations[];
extern const struct route_operation matchmaking_operations[];
extern const struct route_operation job_operations[];
extern const struct route_operation account_end_operations[];

/* Write an update that is refused: the first write of a node also reads the
 * settings of the database (routes_matches.c). */
void route_prepare_writes(struct route_rows *it);

#endif
