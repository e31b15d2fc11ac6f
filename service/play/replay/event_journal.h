/* The journal of an event: what it did to the state, step by step. */
#ifndef PLAY_EVENT_JOURNAL_H
#define PLAY_EVENT_JOURNAL_H

#include "rules/journal.h"
#include "rules/replay.h"

struct match_event;

/* The undo window before an undo: the moves that could be taken back, and the
 * state in which the window begins.  All NULL for other events. */
struct undo_moves {
    const void *base;
    const struct entry *moves; /* trusted; tag is the seq of the event */
    size_t count;
};

/* Write what the event did between these states.  The journal stays empty for
 * events that do not change the state, before the start, and when a state or
 * the moves of an undo are not known. */
void event_journal(const struct game *game, const struct match_event *event,
                   const void *before, const void *after,
                   const struct undo_moves *undo, struct journal *out);

/* Write what a move that leads from one state to the other does. */
void move_journal(const struct game *game, const void *before, int seat,
                  struct move move, const void *after, struct journal *out);

#endif
