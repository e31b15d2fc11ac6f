/* The job that applies finished matches to ratings and statistics. */
#ifndef PLAY_SETTLER_H
#define PLAY_SETTLER_H

#include <stddef.h>

struct ladder_match;
struct play;

/* The job: settle matches that have ended. */
void settler_run(struct play *play);
/* Clear each match, then free the array. */
void ladder_list_free(struct ladder_match *matches, size_t count);

#endif
