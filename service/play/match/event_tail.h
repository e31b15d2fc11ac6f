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
struct event_tails;

enum { TRAIL_STEPS = 8 }; /* that are kept of one match */

/* New: release with event_tails_free.  Keeps at most bytes_max bytes; evicts
 * the match that was followed least recently. */
struct event_tails *event_tails_new(size_t bytes_max);
void event_tails_free(struct event_tails *event_tails);

/* Steps of a match, copied. */
struct event_tail_steps {
    size_t count;
    struct match_event events[TRAIL_STEPS];
    /* events[i] led from states[i] to states[i + 1] */
    _Alignas(16) uint8_t states[TRAIL_STEPS + 1][RULES_STATE_MAX];
};

/* All of these are called under the lock of the match's entry. */

/* Somebody follows the match, which is at this row: begin its trail or move it
 * on to there. */
void event_tail_follow(struct play *play, const struct store_match *row);

/* The effect that led to this row is committed. */
void event_tail_move_on(struct event_tails *event_tails,
                        const struct store_match *after,
                        const struct store_update *update);

/* The steps with seq in (after, end]; false: they are not all there. */
bool event_tail_copy(struct event_tails *event_tails,
                     const struct play_id *match, uint32_t after, uint32_t end,
                     struct event_tail_steps *out);

#endif
