/* Programs with a wrong system clock: those started between skew_enter and
 * skew_leave see a wall clock that the test sets, also later. */
#ifndef TESTS_SKEW_H
#define TESTS_SKEW_H

#include <stdint.h>

struct skew {
    char home[64]; /* directory of the clock and of the preloaded library */
    volatile int64_t *ahead_s;
};

/* Make a clock that is right. */
void skew_begin(struct skew *skew);
/* From now on it is this many seconds ahead; negative: behind. */
void skew_set(struct skew *skew, int64_t ahead_s);
/* All programs with this clock must have ended. */
void skew_end(struct skew *skew);

/* Programs that this process starts from now on have this clock, or the right
 * one. */
void skew_enter(const struct skew *skew);
void skew_leave(void);

#endif
