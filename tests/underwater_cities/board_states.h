/* Networks set up by hand, and a slow and simple account of them: what the
 * tests of boards, production and scoring stand on.
 *
 * Cities and tunnels go by the numbers printed in board.h, from 1; `place` is
 * 0-3 for an ordinary building site and UWC_EXPANSION. */
#ifndef BOARD_STATES_H
#define BOARD_STATES_H

#include "rules/random.h"
#include "rules/underwater_cities/engine/state.h"

/* A match of `seats` seats on board `number` (1-8), nothing built but the
 * starting cities, nothing in stock, no claims. */
struct uwc_state board_state(int number, int seats);

/* The seat that most tests look at. */
struct seat *first_seat(struct uwc_state *s);

void on_city(struct seat *seat, int city);
void on_symbiotic(struct seat *seat, int city);
void on_building(struct seat *seat, enum piece piece, int city, int place);
void on_upgraded(struct seat *seat, enum piece piece, int city, int place);
/* The tunnel between two cities, or from one to METROPOLIS_SITE. */
enum { METROPOLIS_SITE = 10 };
void on_tunnel(struct seat *seat, int a, int b);
void on_upgraded_tunnel(struct seat *seat, int a, int b);
void on_claim(struct seat *seat, int card);

/* The number of the tunnel site between two cities, or from one to its
 * metropolis. */
int tunnel_between(int a, int b);

/* Sites as sets: the city sites numbered, ended by 0. */
unsigned city_set(const int *cities);
#define CITY_SET(...) city_set((const int[]){__VA_ARGS__, 0})

/* A card whose list of production is just this; fails the test if the deck has
 * none. */
int card_producing(const struct effect *list);

/* The slow account: everything asked of one site at a time. */
bool slow_tunnel_joins(int tunnel, int a, int b); /* city sites from 0 */
bool slow_touches(int tunnel, int city);
bool slow_reached(const struct seat *seat, int city);
bool slow_connected(const struct seat *seat, int city);
bool slow_city_legal(const struct seat *seat, int city);
bool slow_building_legal(const struct seat *seat, int site, bool expansion);
bool slow_tunnel_legal(const struct seat *seat, int tunnel);
bool slow_productive(const struct seat *seat, int tunnel);
bool slow_metropolis(const struct seat *seat, unsigned metropolis);
/* The building on a site: FARM, PLANT, LABORATORY or 0. */
enum piece slow_building(const struct seat *seat, int site);
int slow_count(const struct uwc_state *s, int seat, enum countable what);

/* Build something legal at random, upgrade or convert; often nothing when
 * nothing can be done. */
void grow(struct seat *seat, struct random *random);

#endif
