/* A network cable to a TCP port of this machine, which can be cut: then nothing
 * is forwarded, and no connection is closed, as when packets are lost.  Once it
 * is mended, what was sent meanwhile arrives, as what TCP sends again. */
#ifndef TESTS_CABLE_H
#define TESTS_CABLE_H

struct cable;

/* Listen on a free port of 127.0.0.1 and forward to this one, in a thread of
 * its own.  New: ended by cable_end, which closes all connections. */
struct cable *cable_begin(int to_port);
void cable_end(struct cable *cable);

/* Where to connect. */
int cable_port(const struct cable *cable);

void cable_cut(struct cable *cable);
void cable_mend(struct cable *cable);

/* How many connections were forwarded. */
long cable_connections(struct cable *cable);

#endif
