/* The epoll_wait that the HTTP library calls.
 *
 * libmicrohttpd (0.9.75 of Debian 12; 1.0.1 as well) calls epoll_wait for 128
 * events.  When it gets exactly 128 it calls again for more, with the same
 * timeout, before it serves those 128 connections.  All of these have sent a
 * request; if each of their clients waits for the response, no further event
 * arrives, and the thread sleeps for up to 30 seconds, or forever.
 *
 * So the program defines epoll_wait itself.  The dynamic linker binds the
 * library's calls to the definition in the program, which returns at most one
 * event less than the array has room for: the library never sees a full array,
 * and serves these connections before it calls again.  No event is lost,
 * because the kernel keeps those that were not returned.  Everything else in
 * the process gets the same function, which is correct for it, too. */
#ifndef API_EPOLL_H
#define API_EPOLL_H

#include <stdbool.h>

enum { EPOLL_CHECK_MS = 10000 };

/* Has the library called this function?  Once its threads run, they do so
 * within milliseconds; waits at most EPOLL_CHECK_MS.  False: the library is
 * bound to another epoll_wait, and the program must not serve. */
bool epoll_is_ours(void);

#endif
