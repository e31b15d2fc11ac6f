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

/* Takes a journal of an event; it is borrowed for the call. */
typedef void event_journal_fn(void *context, const struct journal *journal);

/* Pass on what the event did between these states.  An undo may have more steps
 * than a journal holds, so there may be several journals: their steps, in
 * order, are those of the event.  Events that do not change the state, or whose
 * states or undone moves are not known, have none. */
void event_journals(const struct game *game, const struct match_event *event,
                    const void *before, const void *after,
                    const struct undo_moves *undo, event_journal_fn *take,
                    void *context);

#endif
