/* The parts of uwc_check(), one file each.  Only files of this room include
 * it.
 *
 * Each returns whether its part of the state fits; if not, *fault has the
 * place, in the steps of kit/fault.h, and the rule. */
#ifndef UNDERWATER_CITIES_CHECK_H
#define UNDERWATER_CITIES_CHECK_H

#include "rules/kit/fault.h"
#include "rules/underwater_cities/engine/state.h"

/* The options go together; contracts and neutral tiles fit them
 * (check_setup.c).  Each relies on the ones before. */
bool check_options(const struct uwc_state *s, struct position_fault *fault);
bool check_contracts(const struct uwc_state *s, struct position_fault *fault);
bool check_neutral_tiles(const struct uwc_state *s,
                         struct position_fault *fault);

/* Each card and each tile is in one place (check_cards.c).  Both rely on
 * check_specials, check_frames and check_seats. */
bool check_specials(const struct uwc_state *s, struct position_fault *fault);
bool check_cards(const struct uwc_state *s, struct position_fault *fault);
bool check_tiles(const struct uwc_state *s, struct position_fault *fault);

/* Hands, cards in play and boards are what they can be (check_seats.c). */
bool check_seats(const struct uwc_state *s, struct position_fault *fault);

/* Effects under way lie inside their lists, and what they come from is there
 * (check_frames.c). */
bool check_frames(const struct uwc_state *s, struct position_fault *fault);

/* The turn under way fits its frames, slot and card (check_turn.c). */
bool check_turn(const struct uwc_state *s, struct position_fault *fault);

/* Simultaneous choices could have been made like this (check_choices.c). */
bool check_choices(const struct uwc_state *s, struct position_fault *fault);

/* No era card was dealt yet: the blue tiles come first (PHASE_TILES, or the
 * match ended then). */
bool check_undealt(const struct uwc_state *s);

/* Turns of this round in which a seat has placed its tile; 0 between rounds
 * (check_turn.c). */
int turns_taken(const struct uwc_state *s, int seat);

/* How many options a production card gives to choose from; and the claims that
 * a seat is still asked about once it has answered for claim i, as bits. */
int production_options(int card);
uint32_t production_next(const struct uwc_state *s, int seat, int i);

#endif
