/* The stack of effects in progress.  settle.h runs them. */
#ifndef UNDERWATER_CITIES_FRAMES_H
#define UNDERWATER_CITIES_FRAMES_H

#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/refusal.h"

enum refusal_reason frame_push(struct uwc_state *s, enum source_kind source,
                               int id, int pc, int len, unsigned flags);

/* Push the whole list of a source as a new frame. */
enum refusal_reason frame_push_root(struct uwc_state *s,
                                    enum source_kind source, int id,
                                    unsigned flags);

/* The top frame; there must be one. */
struct frame *frame_top(struct uwc_state *s);

/* Mark the top frame, and those that it is part of, as performed. */
void frame_mark_done(struct uwc_state *s);

/* The use of a slot that the top frame belongs to, or NULL. */
struct frame *frame_slot_use(struct uwc_state *s);

/* Take the top frame off, without anything that its end causes. */
void frame_drop(struct uwc_state *s);

/* Close an open part of the top frame. */
void frame_close_part(struct uwc_state *s, const struct effect *part);

/* Write that the effect of a frame begins or ends; only if *s is recorded. */
void frame_journal(const struct uwc_state *s, enum journal_type type,
                   const struct frame *f) __attribute__((cold));

#endif
