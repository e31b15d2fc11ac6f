/* A network cable to a TCP port of this machine, which can be cut: then nothing
 * is forwarded, and no connection is closed, as when packets are lost.  After
 * it is reconnected, the bytes sent meanwhile arrive, as if TCP had sent them
 * again. */
#ifndef TESTS_CABLE_H
#define TESTS_CABLE_H

struct cable;

/* Listen on a free port of 127.0.0.1 and forward to this one, in a thread of
 * its own.  New: release with cable_end, which closes all connections. */
struct cable *cable_begin(int to_port);
void cable_end(struct cable *cable);

/* The port to connect to. */
int cable_port(const struct cable *cable);

void cable_cut(struct cable *cable);
void cable_mend(struct cable *cable);

/* The number of connections that were forwarded. */
long cable_connections(struct cable *cable);

#endif
