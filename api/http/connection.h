/* The connection of a request: its deadline, and whether the client has
 * left. */
#ifndef API_CONNECTION_H
#define API_CONNECTION_H

struct MHD_Connection;
struct reaped;
struct request;

/* The connection's entry in conn_deadline.h; NULL: it has none. */
struct reaped *connection_reaped(struct MHD_Connection *connection);

/* Call this before the request waits with request->waiter: when its client
 * closes the connection, the wait ends and has_left is set. */
void connection_watch(struct request *request);

#endif
