/* The parts of uwc_check(), one file each.  Only files of this room include
 * it. */
#ifndef UNDERWATER_CITIES_CHECK_H
#define UNDERWATER_CITIES_CHECK_H

#include "rules/underwater_cities/engine/state.h"

/* The options go together; contracts and neutral tiles fit them
 * (check_setup.c).  Each relies on the ones before. */
bool check_options(const struct uwc_state *s);
bool check_contracts(const struct uwc_state *s);
bool check_neutral_tiles(const struct uwc_state *s);

/* No era card was dealt yet: the blue tiles come first (PHASE_TILES, or the
 * match ended then). */
bool check_undealt(const struct uwc_state *s);

/* Effects under way lie inside their lists, and what they come from is there
 * (check_frames.c). */
bool check_frames(const struct uwc_state *s);

/* The turn under way fits its frames, slot and card (check_frames.c). */
bool check_turn(const struct uwc_state *s);

/* Simultaneous choices could have been made like this (check_choices.c). */
bool check_choices(const struct uwc_state *s);

/* How many options a production card gives to choose from; and the claims that
 * a seat is still asked about once it has answered for claim i, as bits. */
int production_options(int card);
uint32_t production_next(const struct uwc_state *s, int seat, int i);

#endif
