/* The views: a state as a JSON document, the way back, and other states that
 * look the same to a viewer.
 *
 * This header is the way in; its functions have the signatures of struct game
 * and keep its promises.  Open view.c for what a document holds.
 *
 *   view view_*           writing a view; view_parts.h has the parts
 *   components            everything in the box as data
 *   items                 what of it is counted to judge the balance
 *   read read_* fill      reading a position; reader.h has the parts
 *   check check_*         whether a position is one the engine can work on
 *   resample determinize  dealing at random what a viewer cannot know
 *
 * Views see content, engine and words. */
#ifndef UNDERWATER_CITIES_VIEW_H
#define UNDERWATER_CITIES_VIEW_H

#include "rules/game.h"
#include "rules/tally.h"
#include "rules/underwater_cities/engine/state.h"

/* Everything the viewer may know (rulings 23, 73).  The omniscient view has
 * one member more, "hidden": the rest of the state; read() needs it. */
void uwc_view(const void *state, int viewer, struct sink *sink);

/* A state from a position.  Reads the facts, never what is derived from them
 * (texts, scores, supplies), fills in what is left out and follows from the
 * rest, and accepts only positions that all code can work on: each card in one
 * place, counts within capacities, frames inside their lists. */
enum rules_err uwc_read(void *state, const struct source *source,
                        struct position_fault *fault);

/* A state with this view for the viewer; the rest is dealt at random. */
enum rules_err uwc_determinize(void *state, const struct source *view,
                               int viewer, struct random *random);

/* RULES_BAD_POSITION unless the state keeps every invariant that the other
 * code relies on. */
enum rules_err uwc_check(const struct uwc_state *s);

/* The same; for a bad position *fault has the place, in the steps of
 * kit/fault.h, and the reason. */
enum rules_err uwc_check_why(const struct uwc_state *s,
                             struct position_fault *fault);

/* Another world with the same view for the viewer. */
void uwc_resample(void *state, int viewer, struct random *random);

/* Every card, slot, tile and board as data with texts and origin. */
void uwc_components(struct sink *sink);

/* The items whose balance can be judged, and which of them a match used. */
extern const struct item_group uwc_items[];
void uwc_tally(const void *state, const struct journal *journal,
               struct tally *tally);

#endif
