/* Programs whose system clock is wrong: what is started between skew_enter and
 * skew_leave sees a wall clock that a test sets, and goes on seeing it. */
#ifndef TESTS_SKEW_H
#define TESTS_SKEW_H

#include <stdint.h>

struct skew {
    char home[64]; /* of the clock and of what is preloaded */
    volatile int64_t *ahead_s;
};

/* A clock that is right. */
void skew_begin(struct skew *skew);
/* From now on it is so many seconds ahead; negative: behind. */
void skew_set(struct skew *skew, int64_t ahead_s);
/* Nothing may run by it any more. */
void skew_end(struct skew *skew);

/* What this process starts from now on has this clock, or the right one. */
void skew_enter(const struct skew *skew);
void skew_leave(void);

#endif
