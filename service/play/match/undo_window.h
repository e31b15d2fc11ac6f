/* The undo window of a match: the moves that can still be taken back. */
#ifndef PLAY_UNDO_WINDOW_H
#define PLAY_UNDO_WINDOW_H

#include "play/error.h"
#include "rules/game.h"

struct cached_match;
struct entry;
struct log_point;
struct match_event;
struct match_undo;
struct play;
struct store_match;
struct store_update;

/* The moves of a match that can still be taken back: those since the last
 * irreversible one, as in struct replay.  It is valid for the match at `seq`;
 * undo_window_ready brings it up to date.  It holds a copy of the state only
 * while a move can be taken back. */
struct undo_window {
    uint32_t seq;  /* 0: of no match yet */
    uint32_t from; /* the event at which the window begins: an irreversible one,
                      or the start */
    uint8_t seal;  /* why that event is irreversible: bits of enum irreversible;
                      0: it is the start */
    bool has_base; /* base is the state at `from` */
    uint16_t count, cap;
    struct entry *moves; /* trusted; tag is the seq of the event */
    uint8_t *base;
};

/* Under entry->lock: bring the window up to date with the row.  Reads the
 * events since its seq, or all events. */
enum play_err undo_window_ready(struct play *play, struct cached_match *entry);
/* Set the window of a row whose only event is its start; no other is changed.
 */
void undo_window_begin(struct undo_window *undo_window,
                       const struct store_match *row);
/* Under entry->lock: compute the state of a row that is to be installed and has
 * none, by a replay from the window if that is not far behind, or else from the
 * newest snapshot.  The window is then that of the row. */
enum play_err undo_window_replay(struct play *play, struct cached_match *entry,
                                 struct store_match *row);
/* Update the window for an update of the row `before`.  A move costs one
 * game->irreversible, and playing it once more if it can be taken back.  A
 * window that is not that of `before` does not change, unless the update has an
 * irreversible move: then a new window begins. */
void undo_window_follow(struct undo_window *undo_window,
                        const struct store_match *before,
                        const struct store_match *after,
                        const struct store_update *update);
/* Prepare for replacing the row by a newer one: keep what is needed to catch up
 * with it. */
void undo_window_keep(struct undo_window *undo_window,
                      const struct store_match *row);
void undo_window_clear(struct undo_window *undo_window);
/* Compute how far the seat can undo. */
void undo_window_limits(const struct play *play,
                        const struct undo_window *undo_window, int seat,
                        struct match_undo *out);
/* The same for a match after an event of its log. */
void undo_limits_at(const struct play *play, const struct log_point *point,
                    int seat, struct match_undo *out);
/* The same for a match after this update of the row `before`.  false: the
 * window does not say it. */
bool undo_limits_after(const struct play *play,
                       const struct undo_window *undo_window,
                       const struct store_match *before,
                       const struct store_match *after,
                       const struct store_update *update, int seat,
                       struct match_undo *out);
/* Return the seat of this set that decided last, or -1. */
int undo_window_last_of(const struct undo_window *undo_window, seat_set seats);
/* Apply an EVENT_UNDO that would follow the row: out becomes the state without
 * the moves.  Sets event->to_seq to the highest seq with the same effect, and
 * event->bits to the number of moves.  false: not allowed. */
bool undo_window_undo(const struct play *play,
                      const struct undo_window *undo_window,
                      const struct store_match *row, struct match_event *event,
                      void *out);

#endif
