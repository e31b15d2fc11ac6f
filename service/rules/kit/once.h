/* Work that is done once in a process, by the first thread that needs it.
 *
 * The rules have no locks: a thread that comes while another one works repeats
 * a look at the flag until that is done, so the work must take less than a
 * millisecond. */
#ifndef RULES_KIT_ONCE_H
#define RULES_KIT_ONCE_H

#include <stdatomic.h>
#include <stdbool.h>

struct once {
    atomic_bool is_begun, is_done;
};

/* Whether the caller is to do the work, and to end with once_end.  False: it is
 * done, and the caller sees all that it wrote. */
static inline bool once_begin(struct once *once)
{
    if (atomic_load_explicit(&once->is_done, memory_order_acquire))
        return false;
    if (!atomic_exchange(&once->is_begun, true))
        return true;
    while (!atomic_load_explicit(&once->is_done, memory_order_acquire))
        ;
    return false;
}

static inline void once_end(struct once *once)
{
    atomic_store_explicit(&once->is_done, true, memory_order_release);
}

#endif
