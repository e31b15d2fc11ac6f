/* The job that makes seats leave when their time is up. */
#ifndef PLAY_TIMEOUTS_H
#define PLAY_TIMEOUTS_H

#include <stdint.h>

struct play;

void timeouts_run(struct play *play);

#endif
