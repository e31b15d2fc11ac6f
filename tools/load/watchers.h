/* Clients that follow matches by streams of events, in a process of their own.
 * They measure how long an event takes from its time in the log to them. */
#ifndef LOAD_WATCHERS_H
#define LOAD_WATCHERS_H

#include <stddef.h>
#include <sys/types.h>

struct match;

struct watchers {
    pid_t process;
    int stop; /* closed: they report, and end */
};

/* Open this many streams, spread over the matches, each from an address of its
 * own, as limits count by address.  Returns when each has its first bytes. */
void watchers_begin(struct watchers *watchers, const char *address,
                    const struct match *const *matches, size_t match_count,
                    size_t count);

/* Let them print "events=N", "event_p50_us=N" and "event_p99_us=N", and wait
 * for their end. */
void watchers_end(struct watchers *watchers);

#endif
