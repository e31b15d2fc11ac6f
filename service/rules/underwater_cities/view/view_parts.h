/* The parts of a view.  For the files of the view only. */
#ifndef UNDERWATER_CITIES_VIEW_PARTS_H
#define UNDERWATER_CITIES_VIEW_PARTS_H

#include "rules/game.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/state.h"

/* Whether the viewer may see what only this seat knows. */
bool view_sees(int viewer, int seat);

/* Whether the top of the special deck lies face up now. */
bool view_top_known(const struct uwc_state *s);

/* FRAME_SPECIALS or FRAME_TILES while something is revealed to choose from,
 * else FRAME_SLOT. */
enum source_kind view_reveals(const struct uwc_state *s);

/* What a slot is, as members of an open object: word, colour, kind, text. */
void view_slot(struct sink *sink, int number, const struct slot *slot);

/* The member "effects" (view_effects.c). */
void view_effects(const struct uwc_state *s, struct sink *sink);

/* One element of "seats" (view_seat.c). */
void view_seat(const struct uwc_state *s, int seat, int viewer,
               const struct scores *scores, struct sink *sink);

/* How many cards the seat may keep at its turn's or an era's start. */
int view_hand_limit(const struct seat *seat);

/* The card of a rank in the hand, from 0; CARD_NONE beyond it. */
int view_hand_card(const struct seat *seat, int rank);

/* The member "contracts": those drawn for the match, with who claimed them and
 * who could; and what one asks, as "criteria" (view_contracts.c). */
void view_contracts(const struct uwc_state *s, struct sink *sink);
void view_criteria(int contract, struct sink *sink);

/* The member "board" of a seat, and what a site has of its own
 * (view_board.c).  While the blue tiles are still to be laid (PHASE_TILES)
 * they lie beside their corners. */
void view_board(const struct seat *me, bool is_laying, struct sink *sink);
void view_site(struct sink *sink, int bonus, int special);

/* The member "production" of a seat; amounts as members of an open object
 * (view_production.c). */
void view_production(const struct uwc_state *s, int seat, struct sink *sink);
void view_resources(struct sink *sink, const int16_t stock[RESOURCES]);

/* The member "hidden" (view_hidden.c). */
void view_hidden(const struct uwc_state *s, struct sink *sink);

#endif
