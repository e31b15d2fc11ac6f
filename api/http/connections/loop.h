/* A thread that serves connections with the HTTP library.
 *
 * The daemon of each loop has no threads of its own and is driven as the manual
 * of libmicrohttpd describes for external polling: the loop waits for the
 * daemon's epoll descriptor, at most for MHD_get_timeout, and calls MHD_run.
 * MHD_run never waits, so the loop does not sleep while a connection that is
 * ready has not been served, however many are ready at once.
 *
 * Nobody but the loop calls the library for its connections while it runs,
 * other than to ask about a request or its connection.  Other threads pass it
 * the connections that it must add, and those that it must resume. */
#ifndef API_LOOP_H
#define API_LOOP_H

#include <stdbool.h>

struct MHD_Daemon;
struct connection;
struct loop;
struct server;

/* New: release with loop_free.  NULL: out of memory or descriptors. */
struct loop *loop_new(struct server *server);

/* Start its thread.  Takes the daemon, which was started with MHD_USE_EPOLL and
 * without threads.  false: no thread could be started. */
bool loop_start(struct loop *loop, struct MHD_Daemon *daemon);

/* Have the loop serve a new connection, which the library does not have yet, or
 * resume one that is suspended.  On any thread; connection->loop is the
 * loop. */
void loop_pass(struct connection *connection);

/* In the library's notification of a new connection: the one with this
 * descriptor, which the library has from now on. */
struct connection *loop_added(struct loop *loop, int fd);

/* Its server. */
struct server *loop_server(const struct loop *loop);

/* End the thread, then the daemon with all its connections.  No more are passed
 * after this; all that are suspended must have been passed. */
void loop_stop(struct loop *loop);

/* Stops first.  NULL is allowed. */
void loop_free(struct loop *loop);

#endif
