/* Accepts connections from a listening socket, in a thread of its own, and
 * passes them to a sink.
 *
 * The HTTP library can also accept, but it cannot stop accepting: two of its
 * threads then remove the socket from the same epoll set, and the later one
 * aborts the process.
 *
 * The number of connections is limited; further ones wait in the backlog of the
 * socket until a place is free.  When the process or the machine is out of
 * descriptors or memory, the acceptor tries again every 100 ms. */
#ifndef API_ACCEPTOR_H
#define API_ACCEPTOR_H

#include <stdbool.h>
#include <sys/socket.h>

struct acceptor;

enum {
    ACCEPTOR_REST_MS = 1000,
    ACCEPTOR_QUIET_MS = 100,
    ACCEPTOR_QUIET_LOCAL_MS = 10, /* of a loopback address */
};

/* Receives connections.  Always takes the descriptor, which is non-blocking and
 * not inherited; false when the connection is refused. */
struct acceptor_sink {
    bool (*take)(void *ctx, int fd, const struct sockaddr *from);
    void *ctx;
};

/* New: release with acceptor_free; NULL when out of memory or descriptors.
 * Takes the listener, which must be non-blocking, unless the result is NULL.
 * is_passed: other processes may hold the listener, too.  most is the largest
 * number of connections. */
struct acceptor *acceptor_new(int listener, bool is_passed, unsigned most);

/* Start accepting; once.  False when no thread could be started. */
bool acceptor_start(struct acceptor *acceptor,
                    const struct acceptor_sink *sink);

/* The sink's owner calls this when a connection that it took is about to be
 * closed: its place is free. */
void acceptor_ended(struct acceptor *acceptor);

/* Stop accepting: when this returns the listener is closed, and the sink is not
 * used again.  A second call does nothing.
 *
 * If the listener was passed, connections in its backlog are left to the
 * processes that hold it now or later.  Otherwise all of them are accepted
 * first, because the kernel has completed their handshakes.  In the meantime
 * new SYN packets are dropped; those clients try again a second later and are
 * refused, or accepted by the next process that listens.  ACCEPTOR_REST_MS
 * bounds all of this; a handshake that takes longer than ACCEPTOR_QUIET_MS is
 * cut off.  On a loopback address a handshake takes no time, and
 * ACCEPTOR_QUIET_LOCAL_MS is enough. */
void acceptor_stop(struct acceptor *acceptor);

/* Wait until no connection is left, at most for this time.  False: some are. */
bool acceptor_wait(struct acceptor *acceptor, unsigned most_ms);

void acceptor_free(struct acceptor *acceptor);

#endif
