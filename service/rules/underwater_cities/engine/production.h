/* Production and feeding (rules pp. 15-16; rulings 16, 24, 60-62, 78, 79). */
#ifndef UNDERWATER_CITIES_PRODUCTION_H
#define UNDERWATER_CITIES_PRODUCTION_H

#include "rules/underwater_cities/engine/state.h"

/* The result of a Production, before feeding. */
struct produced {
    int16_t stock[RESOURCES];
    int16_t points;
    int16_t cards;
};

/* What the seat's next Production gives without a choice: network, pair
 * bonuses, metropolises, production cards that offer no choice. */
void production_of(const struct uwc_state *s, int seat, struct produced *out);

/* The claims whose SWAP can still be chosen, as bits over seat->claims, after
 * the choices made for earlier ones.  Limited by the connected buildings of the
 * kind and by produced biomatter (rulings 78, 79). */
uint32_t production_choices(const struct uwc_state *s, int seat);

/* Add what Production gives without a choice, also to produced_biomatter. */
void production_gain(struct uwc_state *s, int seat);

/* Apply the seat's production choices (seat->answer). */
void production_answer(struct uwc_state *s, int seat);

/* How many cities the seat must feed. */
int feeding_need(const struct seat *seat);

/* Feed the cities: with kelp, then biomatter, then 3 points each, but never
 * below 0 points. */
void production_feed(struct uwc_state *s, int seat);

/* The card whose production choice the seat must make next, or CARD_NONE. */
int production_asked(const struct seat *seat);

#endif
