/* epoll_wait as the HTTP library may call it. */
#include "api/epoll.h"

#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/epoll.h>

static atomic_bool is_called;

/* `used`: nothing in the program itself refers to it. */
__attribute__((used, visibility("default"))) int
epoll_wait(int epoll, struct epoll_event *events, int most, int timeout_ms)
{
    if (!atomic_load_explicit(&is_called, memory_order_relaxed))
        atomic_store(&is_called, true);
    return epoll_pwait(epoll, events, most > 1 ? most - 1 : most, timeout_ms,
                       NULL);
}

bool epoll_is_ours(void)
{
    enum { STEP_MS = 1 };

    for (int ms = 0; ms < EPOLL_CHECK_MS && !atomic_load(&is_called);
         ms += STEP_MS)
        poll(NULL, 0, STEP_MS);
    return atomic_load(&is_called);
}
