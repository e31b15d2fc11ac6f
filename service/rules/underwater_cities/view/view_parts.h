/* The parts of a view, one file each.  Besides the files of this room only
 * words/steps.c includes it: a step writes what it changes as a view does. */
#ifndef UNDERWATER_CITIES_VIEW_PARTS_H
#define UNDERWATER_CITIES_VIEW_PARTS_H

#include "rules/game.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/state.h"

/* What a slot of the side for this many seats is, as members of an open object:
 * word, colour, kind, text. */
void view_slot(struct sink *sink, int seats, int number);

/* The member "effects" (view_effects.c). */
void view_effects(const struct uwc_state *s, struct sink *sink);

/* The members of one of its elements, all but the text.  Of the state only the
 * number of seats counts. */
void view_effect(const struct uwc_state *s, const struct frame *f,
                 struct sink *sink);

/* The member "current_turn" (view.c). */
void view_turn(const struct uwc_state *s, struct sink *sink);

/* One element of "seats" (view_seat.c). */
void view_seat(const struct uwc_state *s, int seat, int viewer,
               const struct scores *scores, struct sink *sink);

/* The member "contracts": the contracts drawn for the match, the seats that
 * claimed them, the seats that could, and what a contract requires, as
 * "criteria" (view_contracts.c). */
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
