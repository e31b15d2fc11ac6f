/* A connection, from its admission to its end: its places in the limits, its
 * deadline, and whether the client has left. */
#ifndef API_CONNECTION_H
#define API_CONNECTION_H

#include "api/http/connections/conn_deadline.h"
#include "api/http/limits/client_ip.h"
#include "api/http/limits/payers.h"

struct MHD_Connection;
struct loop;
struct request;
struct server;

/* While the library has the connection, it is the library's socket context. */
struct connection {
    struct conn_deadline deadline;  /* set while it is open */
    struct client_ip client_ip;     /* of its peer */
    struct payers payers;           /* likewise */
    struct loop *loop;              /* that serves it */
    struct connection *next_passed; /* of loop.c */
    int fd;                         /* until the library has it */
    struct MHD_Connection *mhd;     /* NULL until then */
    struct request *request;        /* begun and not ended, or NULL */
};

/* Admit an accepted connection; it borrows the descriptor.  New: release with
 * connection_leave.  NULL: it is refused, because its address has too many or
 * memory is short. */
struct connection *connection_admit(struct server *server, int fd,
                                    const struct sockaddr *from);

/* The library has it from now on: its deadline begins. */
void connection_begin(struct server *server, struct connection *connection,
                      struct MHD_Connection *mhd);

/* The connection is about to be closed, or was never begun: give back its
 * places. */
void connection_leave(struct server *server, struct connection *connection);

/* The context of a connection of the library. */
struct connection *connection_of(struct MHD_Connection *mhd);

/* Its descriptor. */
int connection_fd(struct MHD_Connection *mhd);

/* Call this before the request waits with request->waiter, while the library
 * has its connection: when its client closes the connection, the wait ends and
 * has_left is set. */
void connection_watch(struct request *request);

#endif
