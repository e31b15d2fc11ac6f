/* A connection, from its admission to its end. */
#include "api/http/connection.h"

#include "api/http/conn_deadline.h"
#include "api/http/conn_limit.h"
#include "api/http/request.h"
#include "api/http/server_inner.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <sys/socket.h>

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

static void read_address(struct client_ip *out, struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

    client_ip_of_socket(out, info ? info->client_addr : NULL);
}

/* ---- its places ---- */

static bool take_places(struct server *server, struct connection *connection,
                        int fd)
{
    if (!conn_limit_enter(server->conn_limit, &connection->client_ip))
        return false;
    connection->reaped = conn_deadline_add(server->conn_deadlines, fd);
    if (!connection->reaped)
        conn_limit_leave(server->conn_limit, &connection->client_ip);
    return connection->reaped != NULL;
}

struct connection *connection_admit(struct server *server,
                                    struct MHD_Connection *mhd)
{
    struct connection *connection = calloc(1, sizeof *connection);
    const int fd = connection_fd(mhd);

    if (connection) {
        connection->mhd = mhd;
        read_address(&connection->client_ip, mhd);
        if (take_places(server, connection, fd))
            return connection;
    }
    free(connection);
    shutdown(fd, SHUT_RDWR);
    return NULL;
}

void connection_leave(struct server *server, struct connection *connection)
{
    conn_limit_leave(server->conn_limit, &connection->client_ip);
    conn_deadline_remove(server->conn_deadlines, connection->reaped);
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
                        request->connection->reaped, client_left, request);
}
