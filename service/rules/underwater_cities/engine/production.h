/* Production and feeding (rules pp. 15-16; rulings 16, 24, 60-62, 78, 79). */
#ifndef UNDERWATER_CITIES_PRODUCTION_H
#define UNDERWATER_CITIES_PRODUCTION_H

#include "rules/underwater_cities/engine/state.h"

/* What a Production gives, before feeding. */
struct produced {
    int16_t stock[RESOURCES];
    int16_t points;
    int16_t cards;
};

/* Everything automatic that the seat's next Production gives: network, pair
 * bonuses, metropolises, production cards without a choice. */
void production_of(const struct uwc_state *s, int seat, struct produced *out);

/* Claims whose SWAP still can be answered, as bits over seat->claims, given
 * the answers to those before: limited by connected buildings of the kind and
 * by produced biomatter (rulings 78, 79). */
uint32_t production_choices(const struct uwc_state *s, int seat);

/* Add what Production gives automatically, to produced_biomatter too. */
void production_gain(struct uwc_state *s, int seat);

/* Carry out the seat's answers (seat->answer). */
void production_answer(struct uwc_state *s, int seat);

/* How many cities of the seat eat. */
int feeding_need(const struct seat *seat);

/* Feed: kelp, then biomatter, then 3 points a city, never below 0 points. */
void production_feed(struct uwc_state *s, int seat);

/* The card whose production choice the seat must make next, or CARD_NONE. */
int production_asked(const struct seat *seat);

#endif
