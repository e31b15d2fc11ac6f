/* The admin listener: probes and metrics, on an address of its own.
 *
 *   GET /livez     200 as long as the process answers; asks nothing
 *   GET /startupz  200 once the database is up to date and clients are served
 *   GET /readyz    200 while clients should be sent here: started, not about to
 *                  end, the database answers and can write, the node's clock
 *                  is right; else 503 with a few words why
 *   GET /metrics   Prometheus' text format
 *
 * It listens before anything else does and ends last, with a daemon and threads
 * of its own: it answers while the database is waited for or being migrated,
 * and when the main listener has all its connections.  /readyz answers within a
 * second, whatever the database does, and nobody waits for another's answer. */
#ifndef API_ADMIN_H
#define API_ADMIN_H

#include <stddef.h>

struct admin;
struct server;

/* New: release with admin_free.  Listens already ("127.0.0.1:9090"; see
 * listen.h).  NULL, and error written, when the address cannot be had. */
struct admin *admin_new(const char *listen, char *error, size_t error_size);

/* Where it listens, with the real port. */
const char *admin_address(const struct admin *admin);

/* From now on the answers are about this server, until NULL is given; when this
 * returns, the one before is not looked at any more. */
void admin_watch(struct admin *admin, struct server *server);

void admin_free(struct admin *admin);

#endif
