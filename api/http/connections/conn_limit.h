/* Limits the connections of each address and of the networks around it, which
 * have shares of their own (budget.h), but not more than half of all
 * connections.
 *
 * Thread-safe.  Its size is bounded by the number of connections. */
#ifndef API_CONN_LIMIT_H
#define API_CONN_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct conn_limit;
struct payers;

/* New: release with conn_limit_free; NULL when out of memory.  most is the
 * limit of an address; 0: no limit.  all is the largest number of
 * connections. */
struct conn_limit *conn_limit_new(unsigned most, unsigned all);
void conn_limit_free(struct conn_limit *conn_limit);

/* Count a new connection.  False, and it is not counted, when the address has
 * no share left or memory is short. */
bool conn_limit_enter(struct conn_limit *conn_limit,
                      const struct payers *payers);

/* A counted connection has ended: the payers with which it was counted. */
void conn_limit_leave(struct conn_limit *conn_limit,
                      const struct payers *payers);

/* Connections refused so far. */
uint64_t conn_limit_refused(struct conn_limit *conn_limit);

#endif
