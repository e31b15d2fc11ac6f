/* A second account of networks, Production and scoring, made from the rules
 * alone and in the plainest way: what the engine says is compared with it.
 *
 * It shares with the engine the state, the data of the boards and the lists of
 * the cards; how tunnels lie, what things make and what tiles give is written
 * here again. */
#ifndef ORACLE_H
#define ORACLE_H

#include "rules/random.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/production.h"

/* Corners outside the grid, where metropolises lie. */
enum { CORNER_BROWN = 9, CORNER_RIGHT, CORNER_LEFT, CORNERS };

enum { ORACLE_PLACES = UWC_SITES_PER_CITY };

/* A seat's board, one thing at a time. */
struct oracle {
    const struct board *board;
    bool city[UWC_CITY_SITES];
    bool symbiotic[UWC_CITY_SITES];
    bool tunnel[UWC_TUNNEL_SITES];
    bool tunnel_upgraded[UWC_TUNNEL_SITES];
    int building[UWC_CITY_SITES][ORACLE_PLACES]; /* FARM ... or 0 */
    bool upgraded[UWC_CITY_SITES][ORACLE_PLACES];
    bool reached[UWC_CITY_SITES]; /* by tunnels from the start */
};

void oracle_of(const struct seat *seat, struct oracle *o);

/* The two places that a tunnel joins: city sites or corners. */
int oracle_end(int tunnel, int which);

bool oracle_connected(const struct oracle *o, int city);
bool oracle_next_to_city(const struct oracle *o, int tunnel);
bool oracle_metropolis(const struct oracle *o, int corner);

/* May one build there?  place: 0-3 or UWC_EXPANSION. */
bool oracle_city_legal(const struct oracle *o, int city);
bool oracle_building_legal(const struct oracle *o, int city, int place);
bool oracle_tunnel_legal(const struct oracle *o, int tunnel);

/* Connected buildings of some kind (0: any), and those upgraded. */
int oracle_buildings(const struct oracle *o, int kind, bool upgraded);

/* Connected metropolises, tiles beside the board included. */
int oracle_metropolises(const struct seat *seat);

int oracle_count(const struct uwc_state *s, int seat, enum countable what);

/* What the next Production gives by itself, and what feeding leaves. */
void oracle_produce(const struct uwc_state *s, int seat, struct produced *out);
void oracle_feed(struct seat *seat);

/* Final scoring, part by part. */
int oracle_brown(const struct uwc_state *s, int seat);
int oracle_counting_cards(const struct uwc_state *s, int seat);
int oracle_cities(const struct seat *seat);

/* All that trades can come to: the best sum, and whether cards and resources
 * can share it in a given way. */
struct oracle_trades {
    int best;
    bool share[512]; /* share[n]: n points of the best come from cards */
};
void oracle_trade(const struct seat *seat, struct oracle_trades *out);

/* The contracts' criteria, computed from the board. */
bool oracle_contract_met(const struct uwc_state *s, int seat, int contract);

/* Playing alone: where the fourth neutral tile comes to lie for a round when
 * this card is turned up. */
int oracle_fourth(int start, int round, int card);

/* Build something, upgrade or convert at random, as the rules allow. */
void oracle_grow(struct seat *seat, struct random *random);

/* Give random stocks, points, tiles and cards in play. */
void oracle_furnish(struct seat *seat, struct random *random);

/* Claim up to three cards that ask something in Production; the same one may
 * come twice, as if the deck had two. */
void oracle_claim_swaps(struct seat *seat, struct random *random);

/* Compare everything about a seat, or the whole result.  NULL when engine and
 * oracle agree, else what differs; lasts until the next call. */
const char *oracle_seat_differs(const struct uwc_state *s, int seat);
const char *oracle_result_differs(const struct uwc_state *s);

/* The same for contracts: whether a seat meets the criteria, and what may be
 * claimed in a position that was played. */
const char *oracle_contracts_differ(const struct uwc_state *s, int seat);
const char *oracle_claims_differ(const struct uwc_state *s);

/* The same for how a match ends: by rank, or won or lost. */
const char *oracle_outcome_differs(const struct uwc_state *s);

/* Playing alone: the neutral tiles of a round, the fourth on a slot or -1. */
const char *oracle_tiles_differ(const struct uwc_state *s, int round,
                                int fourth);

/* End the round of this state, after which Production comes, with answers at
 * random; stocks, points and every question compared on the way. */
const char *oracle_round_differs(const struct uwc_state *begin,
                                 struct random *random);

#endif
