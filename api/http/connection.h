/* A connection, from its admission to its end: its places in the limits, its
 * deadline, and whether the client has left. */
#ifndef API_CONNECTION_H
#define API_CONNECTION_H

#include "api/http/client_ip.h"

struct MHD_Connection;
struct reaped;
struct request;
struct server;

/* While the library has the connection, it is the library's socket context. */
struct connection {
    struct reaped *reaped;      /* its entry in conn_deadline.h */
    struct client_ip client_ip; /* of its peer */
    struct MHD_Connection *mhd; /* while the library has it */
    struct request *request;    /* begun and not ended, or NULL */
};

/* Admit a new connection of the library.  New: release with connection_leave.
 * NULL: it is refused, because its address has too many or memory is short. */
struct connection *connection_admit(struct server *server,
                                    struct MHD_Connection *mhd);

/* The connection is about to be closed: give back its places. */
void connection_leave(struct server *server, struct connection *connection);

/* The context of a connection of the library; NULL: it was not admitted. */
struct connection *connection_of(struct MHD_Connection *mhd);

/* Its descriptor. */
int connection_fd(struct MHD_Connection *mhd);

/* Call this before the request waits with request->waiter, while the library
 * has its connection: when its client closes the connection, the wait ends and
 * has_left is set. */
void connection_watch(struct request *request);

#endif
