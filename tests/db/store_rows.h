/* Rows that tests of the store write and read.  Rows with the same number are
 * the same. */
#ifndef TESTS_STORE_ROWS_H
#define TESTS_STORE_ROWS_H

#include "play_world.h"

#include "db/store.h"

#include <stdint.h>

/* The time of the rows. */
static const int64_t t0 = INT64_C(1790000000) * 1000000 + 123456;

/* Create a database with one store and no node.  NULL: no cluster, and
 * the test is skipped.  Close the world afterwards. */
struct store *rows_open(struct world *world);
/* The same with the account 1, ada. */
struct store *rows_open_ada(struct world *world);

struct play_id rows_id(uint8_t n);
struct store_account rows_account(uint8_t n, const char *name);
/* A token of account 1 with all scopes of a session; a session if label is "".
 */
struct store_token rows_token(uint8_t n, const char *label);
/* An open match of two seats; account 1, ada, has the first. */
struct store_match rows_match(uint8_t n);

/* Insert the accounts 1, ada, and 2, bob, and the match 9. */
void rows_insert(struct store *store);

/* A plain update of match 9 at this seq: it is running, and seat 0 has moved.
 * state has 64 bytes. */
struct store_update rows_update(uint32_t seq, const uint8_t *state);

/* Write one update and return its outcome. */
enum store_err rows_write(struct store *store, struct store_update *update);

#endif
