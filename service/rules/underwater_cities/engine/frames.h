/* The stack of effects under way: pushing, popping, and running them until a
 * player must decide. */
#ifndef UNDERWATER_CITIES_FRAMES_H
#define UNDERWATER_CITIES_FRAMES_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

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

/* Pop the top frame, with whatever its end causes. */
void frame_pop(struct uwc_state *s);

/* Run effects until a player must decide. */
void frame_settle(struct uwc_state *s);

/* Begin the frame just pushed; whether something in it can be performed (ruling
 * 41). */
bool frame_performable(struct uwc_state *s);

/* Close an open part.  Of identical parts the last is closed, so that the
 * number of those still open does not change. */
void frame_close_part(struct uwc_state *s, const struct effect *part);

#endif
