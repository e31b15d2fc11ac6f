/* Replaying a record: its entries applied one by one, and what may still be
 * undone. */
#ifndef RULES_REPLAY_H
#define RULES_REPLAY_H

#include "rules/record.h"

#include <stdbool.h>

enum { REPLAY_SPAN_MAX = 128 };

/* A match under replay: its state, and what may still be taken back.
 *
 * The span is what was decided since the last decision that is sealed
 * (game->seals).  A seat that leaves while another has its turn closes no span;
 * otherwise leaving does, and so does a span that is full.  A seat
 * takes back its own last moves of the span: they are struck from it, and the
 * rest is played again from the span's beginning.  With one seat's turn under
 * way that is the way back step by step; where several seats choose at once,
 * nobody else's choice is touched. */
struct replay {
    const struct game *game;
    unsigned seal; /* bits of enum irreversible: what closed the span before
                      this one; 0 at the match's beginning */
    size_t count;  /* moves in the span */
    struct entry undo_window[REPLAY_SPAN_MAX];   /* all of them trusted */
    _Alignas(16) uint8_t base[RULES_STATE_MAX];  /* where the span begins */
    _Alignas(16) uint8_t state[RULES_STATE_MAX]; /* now */
};

/* Begin at a state; it is copied. */
void replay_begin(struct replay *replay, const struct game *game,
                  const void *state);

/* Apply the next entry.  RULES_OK for ENTRY_LEAVE and for moves that are
 * trusted always.  A seat that no game has: RULES_NOT_TO_ACT.  ENTRY_UNDO of no
 * move, or of more than replay_undoable says: RULES_ILLEGAL_MOVE.  On an error
 * nothing changes.  Only a move that is not trusted is judged, once: taking
 * back judges nothing. */
enum rules_err replay_step(struct replay *replay, const struct entry *entry);

/* Apply the next entry of a log of which it is known where each entry led:
 * `hash` is record_state_hash of the state after it.  Nothing is judged; how
 * many forced passes followed a move is found out by the hash.
 * RULES_ILLEGAL_MOVE, and nothing changes, when the entry does not lead to that
 * state: the log is damaged, or other rules wrote it. */
enum rules_err replay_step_known(struct replay *replay,
                                 const struct entry *entry, uint64_t hash);

/* The same for a single move: play it in the state, with the number of forced
 * passes that leads to the state with this hash; *passes is that number.
 * RULES_ILLEGAL_MOVE, and nothing changes, if there is none. */
enum rules_err record_play_known(const struct game *game, void *state, int seat,
                                 struct move move, uint64_t hash,
                                 uint8_t *passes);

/* How many of its last moves the seat may take back now. */
size_t replay_undoable(const struct replay *replay, int seat);

/* Begin the state and replay the first n entries.  *failed (may be NULL) is the
 * index of the entry that does not apply. */
enum rules_err record_replay(const struct record *record, size_t n, void *state,
                             size_t *failed);

#endif
