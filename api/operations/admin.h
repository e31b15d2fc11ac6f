/* The admin listener: health probes and metrics, on an address of its own.
 *
 *   GET /livez     200 while the process responds; checks nothing
 *   GET /startupz  200 once the database is up to date and clients are served
 *   GET /readyz    200 while clients should be sent to this node: it is started
 *                  and not stopping, the database responds and accepts writes,
 *                  and the node's clock is right; else 503 with the reason
 *   GET /metrics   Prometheus' text format
 *
 * It starts to listen before anything else and stops last, with a daemon and
 * threads of its own: it responds while the database is waited for or migrated,
 * and when the main listener has all its connections.  /readyz responds within
 * a second, whatever the database does, and no request delays another. */
#ifndef API_ADMIN_H
#define API_ADMIN_H

#include <stddef.h>

struct admin;
struct server;

/* New: release with admin_free.  Listens already ("127.0.0.1:9090"; see
 * listen.h).  NULL, and error written, when the address is not available. */
struct admin *admin_new(const char *listen, char *error, size_t error_size);

/* The address on which it listens, with the real port. */
const char *admin_address(const struct admin *admin);

/* From now on report about this server, until NULL is passed; when this
 * returns, the server before is not used any longer. */
void admin_watch(struct admin *admin, struct server *server);

void admin_free(struct admin *admin);

#endif
