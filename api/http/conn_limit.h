/* How many connections each address has, so that one of them cannot have them
 * all.  Of IPv6 a network of 64 bits counts as one address; the /56 around it
 * may have twice as many, the /48 four times (client_ip_widen), but neither
 * more than half of all.
 *
 * Thread-safe.  Its size is bounded by the number of connections. */
#ifndef API_CROWD_H
#define API_CROWD_H

#include <stdbool.h>
#include <stdint.h>

struct conn_limit;
struct sockaddr;

/* New: release with conn_limit_free; NULL when out of memory.  most is how many
 * connections an address may have; 0: as many as it likes.  all is how many
 * connections there may be. */
struct conn_limit *conn_limit_new(unsigned most, unsigned all);
void conn_limit_free(struct conn_limit *conn_limit);

/* May one more come from there?  An early look: others may come before it. */
bool conn_limit_has_room(struct conn_limit *conn_limit,
                         const struct sockaddr *address);

/* One came.  False, and nothing is counted, when there is no room for it or no
 * memory to count it. */
bool conn_limit_enter(struct conn_limit *conn_limit,
                      const struct sockaddr *address);

/* One that came went. */
void conn_limit_leave(struct conn_limit *conn_limit,
                      const struct sockaddr *address);

/* Connections that were refused so far. */
uint64_t conn_limit_refused(struct conn_limit *conn_limit);

#endif
