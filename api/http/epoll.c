/* The epoll_wait that the HTTP library calls. */
#include "api/http/epoll.h"

#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/epoll.h>

static atomic_bool is_called;

/* `used`: nothing in the program itself refers to it.  The parameters have the
 * names of sys/epoll.h. */
__attribute__((used, visibility("default"))) int
epoll_wait(int __epfd, struct epoll_event *__events, int __maxevents,
           int __timeout)
{
    if (!atomic_load_explicit(&is_called, memory_order_relaxed))
        atomic_store(&is_called, true);
    return epoll_pwait(__epfd, __events,
                       __maxevents > 1 ? __maxevents - 1 : __maxevents,
                       __timeout, NULL);
}

bool epoll_is_ours(void)
{
    enum { STEP_MS = 1 };

    for (int ms = 0; ms < EPOLL_CHECK_MS && !atomic_load(&is_called);
         ms += STEP_MS)
        poll(NULL, 0, STEP_MS);
    return atomic_load(&is_called);
}
