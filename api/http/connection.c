/* The connection of a request: its deadline, and whether the client has
 * left. */
#include "api/http/connection.h"

#include "api/http/conn_deadline.h"
#include "api/http/request.h"
#include "api/http/server_inner.h"

#include <microhttpd.h>

struct reaped *connection_reaped(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

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
                        connection_reaped(request->connection), client_left,
                        request);
}
