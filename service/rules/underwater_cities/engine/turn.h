/* The turn of one seat (ruling 32). */
#ifndef UNDERWATER_CITIES_TURN_H
#define UNDERWATER_CITIES_TURN_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

/* Discard surplus cards, named by their ranks in the hand, at the start of the
 * turn. */
enum refusal_reason turn_discard(struct uwc_state *s, int seat, uint32_t ranks);

/* Place an action tile on a slot with a card. */
enum refusal_reason turn_place(struct uwc_state *s, int seat, int slot,
                               int card, bool clone);

/* Begin the action of the slot placed on. */
enum refusal_reason turn_begin_slot(struct uwc_state *s);

/* Resolve or claim the card played; `dropped` is an action card discarded to
 * make room, or CARD_NONE. */
enum refusal_reason turn_card(struct uwc_state *s, int seat, int dropped);

enum refusal_reason turn_end(struct uwc_state *s);

/* The instant played is resolved; an action card that waited for a last use is
 * claimed. */
void turn_card_finished(struct uwc_state *s);

#endif
