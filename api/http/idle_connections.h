/* Keeps idle connections outside the HTTP library, which needs 24 KiB of memory
 * for each one that it has.
 *
 * The library has no call to give up a connection.  But its timeout closes the
 * descriptor without a shutdown of the socket (MHD_USE_TURBO), and just before
 * that it notifies the service.  So a connection that has been idle for IDLE_MS
 * after a response gets a timeout that has passed already, and a copy of its
 * descriptor goes to a thread here.  When the client sends something, the
 * thread passes the connection back to the library as a new one; its places in
 * the limits and its deadline stay.
 *
 * The library must not have read a byte of the next request then.  The kernel
 * counts the bytes that arrive on a connection: all of them must belong to
 * complete requests, or be in the socket still. */
#ifndef API_IDLE_CONNECTIONS_H
#define API_IDLE_CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct connection;
struct idle_connections;
struct server;

enum { IDLE_MS = 2000 };

/* New: release with idle_connections_free.  NULL: out of memory, descriptors
 * or threads. */
struct idle_connections *idle_connections_new(struct server *server);

/* Take no connection from now on, and pass none back: call this before the
 * library stops.  Waits for the thread. */
void idle_connections_stop(struct idle_connections *idle);

/* Stops first; closes the connections that are left.  NULL is allowed. */
void idle_connections_free(struct idle_connections *idle);

/* ---- connections of the library: call these on their thread ---- */

/* A response has ended. */
void idle_begin(struct connection *connection);

/* A request begins, or the library closes its descriptor. */
void idle_end(struct connection *connection);

/* ---- connections that leave and return ---- */

/* The library is about to close its descriptor of the connection.  true: the
 * connection was idle, and is kept here. */
bool idle_connections_take(struct idle_connections *idle,
                           struct connection *connection, int fd);

/* The library has a new connection with this descriptor: the one that returns
 * with it, or NULL. */
struct connection *idle_connections_returned(struct idle_connections *idle,
                                             int fd);

/* A connection was accepted with this descriptor: the library dropped one that
 * should have returned with it, because it was out of memory. */
void idle_connections_forget(struct idle_connections *idle, int fd);

/* How many are kept here. */
size_t idle_connections_count(struct idle_connections *idle);

#endif
