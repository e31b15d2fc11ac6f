/* The undo window of a match: the moves that can still be taken back. */
#ifndef PLAY_UNDO_WINDOW_H
#define PLAY_UNDO_WINDOW_H

#include "play/play.h"
#include "rules/game.h"

struct cached_match;
struct entry;
struct game;
struct match_event;
struct match_undo;
struct play;
struct store_match;
struct store_update;

/* What of a match may still be taken back: what was decided since the last
 * decision that is sealed, as struct replay has it.  It is about the match at
 * `seq`; about any other it knows nothing, and is made anew when it is needed
 * (undo_window_ready).  A copy of the state lies in it only while something may
 * be taken back. */
struct undo_window {
    uint32_t seq;  /* 0: nothing is known */
    uint32_t from; /* the event that closed the span before this one, or the
                      start */
    uint8_t seal;  /* bits of enum irreversible: why it did; 0: the start */
    bool has_base; /* base is the state in which the span begins */
    uint16_t count, cap;
    struct entry *moves; /* trusted; tag is the seq of the event */
    uint8_t *base;
};

/* Under entry->lock: make the span that of the row.  Reads the events that it
 * has not seen, all of them when it knows nothing. */
enum play_err undo_window_ready(struct play *play, struct cached_match *entry);
/* Follow an effect from the row it was judged on; costs one game->seals for a
 * move, and playing it once more if it can be taken back.  A span that is not
 * the one of `before` stays as it is, unless the effect closes it: then the
 * span after it is known again. */
void undo_window_follow(struct undo_window *undo_window,
                        const struct store_match *before,
                        const struct store_match *after,
                        const struct store_update *update);
/* The row is about to be replaced by one further on: keep what is needed to
 * catch up with it. */
void undo_window_keep(struct undo_window *undo_window,
                      const struct store_match *row);
void undo_window_clear(struct undo_window *undo_window);
/* How far may the seat go back? */
void undo_window_limits(const struct play *play,
                        const struct undo_window *undo_window, int seat,
                        struct match_undo *out);
/* The seat of this set that decided last, or -1. */
int undo_window_last_of(const struct undo_window *undo_window, seat_set seats);
/* Take back the moves of event->seat above event->to_seq: the state without
 * them into out.  event->to_seq becomes the highest that means the same, and
 * event->bits how many moves it were.  false: not allowed. */
bool undo_window_undo(const struct play *play,
                      const struct undo_window *undo_window,
                      const struct game *game, struct match_event *event,
                      void *out);

#endif
