/* epoll_wait as the HTTP library may call it.
 *
 * libmicrohttpd (0.9.75 of Debian 12; 1.0.1 as well) asks epoll_wait for 128
 * events.  When it gets exactly 128 it calls again for more, with the same
 * timeout, before it serves those 128 connections.  All of these have sent a
 * request; when each of their clients waits for the reply, nothing more comes,
 * and the thread sleeps for up to 30 seconds, or for ever.
 *
 * So the program defines epoll_wait itself.  The dynamic linker binds the
 * library's calls to the definition in the program, and ours returns at most
 * one event less than there is room for: the library never sees a full array,
 * and serves what it has before it asks again.  No event is lost, the kernel
 * keeps what was not returned.  Everything else in the process gets the same
 * function, and does not notice. */
#ifndef API_EPOLL_H
#define API_EPOLL_H

#include <stdbool.h>

enum { EPOLL_CHECK_MS = 10000 };

/* Has any call come here?  Once the library's threads run, they have made one
 * within milliseconds; waits at most EPOLL_CHECK_MS for it.  False: the library
 * is bound to another epoll_wait, and the program must not serve. */
bool epoll_is_ours(void);

#endif
