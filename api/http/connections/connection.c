/* A connection, from its admission to its end. */
#include "api/http/connections/connection.h"

#include "api/http/connections/conn_limit.h"
#include "api/http/request/request.h"
#include "api/http/server_inner.h"

#include <microhttpd.h>
#include <stdlib.h>

/* ---- the library's view of it ---- */

struct connection *connection_of(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

int connection_fd(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);

    return info ? info->connect_fd : -1;
}

/* ---- its places ---- */

struct connection *connection_admit(struct server *server, int fd,
                                    const struct sockaddr *from)
{
    struct connection *connection = calloc(1, sizeof *connection);

    if (!connection)
        return NULL;
    connection->fd = fd;
    client_ip_of_socket(&connection->client_ip, from);
    payers_set_address(&connection->payers, server->payer_secret,
                       &connection->client_ip);
    if (conn_limit_enter(server->conn_limit, &connection->payers))
        return connection;
    free(connection);
    return NULL;
}

void connection_begin(struct server *server, struct connection *connection,
                      struct MHD_Connection *mhd)
{
    connection->mhd = mhd;
    conn_deadline_add(server->conn_deadlines, &connection->deadline,
                      connection->fd);
}

void connection_leave(struct server *server, struct connection *connection)
{
    conn_limit_leave(server->conn_limit, &connection->payers);
    conn_deadline_remove(server->conn_deadlines, &connection->deadline);
    free(connection);
}

/* ---- whether the client has left ---- */

/* Called on the thread of conn_deadline.h. */
static void client_left(void *ctx)
{
    struct request *request = ctx;

    atomic_store(&request->has_left, true);
    wait_end(request->play, &request->waiter);
}

void connection_watch(struct request *request)
{
    conn_deadline_watch(request->server->conn_deadlines,
                        &request->connection->deadline, client_left, request);
}
