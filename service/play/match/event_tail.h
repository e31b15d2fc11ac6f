/* The latest events of matches that clients follow, with the states before and
 * after each, so that a long poll or stream gets the next event without the
 * database and without a replay.
 *
 * A tail begins at the seq that its first follower has seen.  Each commit of
 * this node adds to it; events of other nodes are read and applied when a
 * client reads.  Where there is no tail, the match is replayed. */
#ifndef PLAY_EVENT_TAIL_H
#define PLAY_EVENT_TAIL_H

#include "play/match/event.h"
#include "play/play.h"
#include "play/replay/event_journal.h"
#include "rules/game.h"

struct event_tails;
struct play;
struct store_match;
struct store_update;

enum { EVENT_TAIL_MAX = 8 }; /* events of one match, a power of 2 */

/* New: release with event_tails_free.  Keeps at most bytes_max bytes: when they
 * are used up, the matches that were followed least recently keep their last
 * event alone, and then none. */
struct event_tails *event_tails_new(size_t bytes_max);
void event_tails_free(struct event_tails *event_tails);

/* A copy of a tail. */
struct event_tail_steps {
    size_t first; /* of the events that were asked for; those before it are
                     there if an undo among these may concern them */
    size_t count;
    struct match_event events[EVENT_TAIL_MAX];
    /* events[i] led from states[i] to states[i + 1] */
    _Alignas(16) uint8_t states[EVENT_TAIL_MAX + 1][RULES_STATE_MAX];
};

/* Call all of these under the lock of the cached match. */

/* A client follows the match, which is at this row: begin its tail there, or
 * bring it up to date. */
void event_tail_follow(struct play *play, const struct store_match *row);

/* Add the committed update that led to this row.  true: the match has a tail,
 * which ends with this update now. */
bool event_tail_move_on(struct event_tails *event_tails,
                        const struct store_match *after,
                        const struct store_update *update);

/* Does the match have a tail that will get its next event? */
bool event_tail_reaches(struct event_tails *event_tails,
                        const struct play_id *match, uint32_t seq);

/* Copy the events with seq in (after, end].  false: the tail lacks some. */
bool event_tail_copy(struct event_tails *event_tails,
                     const struct play_id *match, uint32_t after, uint32_t end,
                     struct event_tail_steps *out);

/* The moves that the event i of the copy, an undo, can take back, as
 * event_journal needs them; all NULL if the copy does not have them.  `moves`
 * holds EVENT_TAIL_MAX entries, and is borrowed. */
struct undo_moves event_tail_undo(const struct game *game,
                                  const struct event_tail_steps *steps,
                                  size_t i, struct entry *moves);

#endif
