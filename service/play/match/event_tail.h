/* The last steps of matches that somebody follows: their latest events with the
 * states around them, so that whoever waits for the next event is told of it
 * without the database and without a replay.
 *
 * A trail begins where the match was when its first follower had seen all, and
 * moves on with every commit of this node; events of other nodes are read and
 * applied when a follower comes.  Nobody depends on it: where there is no
 * trail, the match is replayed. */
#ifndef PLAY_TRAIL_H
#define PLAY_TRAIL_H

#include "play/store.h"

struct play;
struct trails;

enum { TRAIL_STEPS = 8 }; /* that are kept of one match */

/* New: release with trails_free.  Keeps at most so many bytes; the match that
 * was followed least lately goes first. */
struct trails *trails_new(size_t bytes_max);
void trails_free(struct trails *trails);

/* Steps of a match, copied. */
struct trail_steps {
    size_t count;
    struct match_event events[TRAIL_STEPS];
    /* events[i] led from states[i] to states[i + 1] */
    _Alignas(16) uint8_t states[TRAIL_STEPS + 1][RULES_STATE_MAX];
};

/* All of these are called under the lock of the match's entry. */

/* Somebody follows the match, which is at this row: begin its trail or move it
 * on to there. */
void trail_follow(struct play *play, const struct store_match *row);

/* The effect that led to this row is committed. */
void trail_move_on(struct trails *trails, const struct store_match *after,
                   const struct store_effect *effect);

/* The steps with seq in (after, end]; false: they are not all there. */
bool trail_copy(struct trails *trails, const struct play_id *match,
                uint32_t after, uint32_t end, struct trail_steps *out);

#endif
