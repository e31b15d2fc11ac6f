/* Replaying a record: its entries applied one by one, and what may still be
 * undone. */
#ifndef RULES_REPLAY_H
#define RULES_REPLAY_H

#include "rules/record.h"

#include <stdbool.h>

enum { REPLAY_SPAN_MAX = 128 };

/* A match being replayed: its state, and the decisions that can be undone.
 *
 * The undo window holds the moves since the last irreversible decision
 * (game->irreversible).  It is also closed when it is full and when a seat
 * leaves, unless that comes to the same as leaving before the window.  A seat
 * undoes its own last moves of the window: they are removed, and the others are
 * played again from the state in which the window begins.  So a turn is undone
 * step by step, and simultaneous choices of other seats are not touched. */
struct replay {
    const struct game *game;
    unsigned seal; /* bits of enum irreversible: what closed the window before
                      this one; 0 at the beginning of the match */
    size_t count;  /* moves in the window */
    struct entry undo_window[REPLAY_SPAN_MAX];   /* all of them trusted */
    _Alignas(16) uint8_t base[RULES_STATE_MAX];  /* where the window begins */
    _Alignas(16) uint8_t state[RULES_STATE_MAX]; /* now */
};

/* Begin at a state; it is copied. */
void replay_begin(struct replay *replay, const struct game *game,
                  const void *state);

/* Apply the next entry.  ENTRY_LEAVE and trusted moves always return RULES_OK.
 * RULES_NOT_TO_ACT: no game has this seat.  RULES_ILLEGAL_MOVE: also for
 * ENTRY_UNDO of no move, or of more than replay_undoable returns.  On an error
 * nothing changes.  Only moves that are not trusted are checked, and only once:
 * an undo checks nothing.  Passes of other entries than moves are made, too. */
enum rules_err replay_step(struct replay *replay, const struct entry *entry);

/* Apply the next entry of a log that holds the hash of each state: `hash` is
 * record_state_hash of the state after the entry.  Moves are not checked; the
 * number of forced passes after a move follows from the hash.
 * RULES_ILLEGAL_MOVE, and nothing changes, if the entry does not lead to that
 * state: the log is damaged, or was written by other rules. */
enum rules_err replay_step_known(struct replay *replay,
                                 const struct entry *entry, uint64_t hash);

/* Apply a move that is known to lead to this state.  If it ends the undo
 * window, it is not played at all.  RULES_ILLEGAL_MOVE, and nothing changes, if
 * it must be played and no number of forced passes leads there. */
enum rules_err replay_move_to(struct replay *replay, const struct entry *entry,
                              const void *after);

/* For a match of an older version of the rules: apply the next entry as
 * replay_step does, but allow a move also if that version or this one does, and
 * make no forced passes after it: replay_pass makes them. */
enum rules_err replay_step_older(struct replay *replay,
                                 const struct entry *entry, uint16_t version);

/* Whether that version passed the open decision by itself, and whether the
 * present one does. */
bool replay_passed_once(const struct replay *replay, uint16_t version);
bool replay_passes(const struct replay *replay);

/* Pass it; that belongs to the last entry.  false: it cannot be passed. */
bool replay_pass(struct replay *replay);

/* How many of its last moves the seat can undo now. */
size_t replay_undoable(const struct replay *replay, int seat);

/* Begin the state and replay the first n entries.  *failed (may be NULL) is the
 * index of the entry that does not apply. */
enum rules_err record_replay(const struct record *record, size_t n, void *state,
                             size_t *failed);

#endif
