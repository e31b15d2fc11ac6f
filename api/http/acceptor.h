/* Takes connections from a socket that listens, in a thread of its own, and
 * hands them on.
 *
 * The HTTP library can accept, too, but not stop accepting: two of its threads
 * then take the socket out of the same epoll set, and the later one aborts the
 * process.
 *
 * There are never more than so many connections; the next one waits in the
 * backlog of the socket until a place is free.  When the process or the machine
 * has no descriptors or memory for one, it tries again every 100 ms. */
#ifndef API_ACCEPTOR_H
#define API_ACCEPTOR_H

#include <stdbool.h>
#include <sys/socket.h>

struct acceptor;

enum { ACCEPTOR_REST_MS = 1000, ACCEPTOR_QUIET_MS = 100 };

/* Where connections go.  Takes the descriptor, which does not block and is not
 * inherited, in any case; false when it came to nothing. */
struct acceptor_sink {
    bool (*take)(void *ctx, int fd, const struct sockaddr *from,
                 socklen_t size);
    void *ctx;
};

/* New: release with acceptor_free; NULL when out of memory or descriptors.
 * Takes the listener, which does not block, unless that is so; is_passed: other
 * processes may hold it, too.  most is how many connections there may be. */
struct acceptor *acceptor_new(int listener, bool is_passed, unsigned most);

/* Begin; once.  False when there is no thread. */
bool acceptor_start(struct acceptor *acceptor,
                    const struct acceptor_sink *sink);

/* Whoever took a connection says so when it begins to serve it, and when it is
 * about to close it. */
void acceptor_began(struct acceptor *acceptor);
void acceptor_ended(struct acceptor *acceptor);

/* Take no more: when this returns the listener is closed, and the sink is not
 * used again.  Again, it does nothing.
 *
 * What waits in the backlog of a listener that was passed is for whoever holds
 * it now or later.  Otherwise all of it is taken first: the kernel has told
 * these clients that they are connected.  In the meantime it is deaf to new
 * ones, who ask again a second later and are refused, or taken by who listens
 * then.  ACCEPTOR_REST_MS bounds it; whose handshake takes longer than
 * ACCEPTOR_QUIET_MS is cut off. */
void acceptor_stop(struct acceptor *acceptor);

/* Wait until there is no connection, at most so long; is there none? */
bool acceptor_wait(struct acceptor *acceptor, unsigned most_ms);

void acceptor_free(struct acceptor *acceptor);

#endif
