/* The network on a seat's player board: where the seat may build, what is
 * connected, and how much there is of what.  Sites are numbered as in
 * content/boards.h. */
#ifndef UNDERWATER_CITIES_BOARD_H
#define UNDERWATER_CITIES_BOARD_H

#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/state.h"

/* Where the seat may build now (rulings 10, 11, 12, 55, 56): empty legal sites,
 * regardless of supply and cost. */
uint16_t board_city_sites(const struct seat *seat);
uint64_t board_building_sites(const struct seat *seat, bool expansion);
uint16_t board_tunnel_sites(const struct seat *seat);

/* City sites with a city that is connected to the starting city. */
uint16_t board_connected(const struct seat *seat);

/* Building sites at those. */
uint64_t board_connected_sites(const struct seat *seat);

/* Built tunnels next to a city. */
uint16_t board_productive_tunnels(const struct seat *seat);

/* Connected metropolises of the board: METROPOLIS_ bits. */
unsigned board_metropolises(const struct seat *seat);

/* The metropolises that this built tunnel touches, as METROPOLIS_ bits. */
unsigned tunnel_metropolis(int tunnel);

/* What building this piece on this site gives, and what it costs besides the
 * usual price: a surcharge as PRICE(...), 0 for none. */
enum bonus board_bonus(const struct seat *seat, enum piece piece, int site);
uint16_t board_surcharge(const struct seat *seat, enum piece piece, int site);

/* The usual price of a piece (rules p. 10, 11). */
uint16_t piece_price(enum piece piece);

/* Which of seat->building[] a building is: 0-2. */
static inline int building_index(enum piece building)
{
    return building == FARM ? 0 : building == PLANT ? 1 : 2;
}

/* How many of a countable the seat has (rulings 14, 81). */
int board_count(const struct uwc_state *s, int seat, enum countable what);

/* Pieces left in the supply. */
int supply_left(const struct uwc_state *s, enum piece piece);

#endif
