/* Applying the events of a match to its state.
 *
 * event_apply is the only function that does this: commits of this node use it
 * to keep the undo window (undo_window.h), events of other nodes go through it
 * to the tails (event_tail.h), and so does a replay of the log
 * (match_replay.h).  What an event does to the state and to the moves that can
 * be taken back is struct replay of the rules.  The log adds the numbers of
 * events, which undo refers to.  Callers differ only in what they know about
 * the state after the event. */
#ifndef PLAY_EVENT_APPLY_H
#define PLAY_EVENT_APPLY_H

#include "rules/replay.h"

struct match_event;

/* A match after one event of its log. */
struct log_point {
    uint32_t seq;  /* of the event; 0: before the first one */
    uint32_t from; /* the event at which the undo window begins */
    bool has_state;
    struct replay replay; /* a move's tag is the seq of its event */
};

enum apply_mode {
    APPLY_HASH,  /* the state must have event->state_hash.  Nothing is judged or
                    searched, because moves were judged when they were played */
    APPLY_JUDGE, /* moves are judged; the hash is not compared */
    APPLY_STATE, /* the event was just committed and led to `after`: as with
                    APPLY_HASH, but a move is not played again if it ends the
                    undo window.  Its bits are known */
};

/* Begin before the first event. */
void log_point_init(struct log_point *point, const struct game *game);

/* Apply the next event.  Sets event->bits, which is not stored.  `after` is the
 * state after the event: required for EVENT_START and with APPLY_STATE, else
 * NULL.  false, and nothing changes: it is not the next event, cannot be
 * applied here, or leads to another state. */
bool event_apply(struct log_point *point, struct match_event *event,
                 enum apply_mode mode, const void *after);

#endif
