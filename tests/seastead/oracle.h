/* A second account of final scoring and of where ships may be put, made from
 * the rules alone and in the plainest way: what the engine does is compared
 * with it.
 *
 * It reads documents only: the components for costs, points and areas, and
 * the omniscient view for everything else.
 *
 *   oracle_document.c   the documents that are read
 *   oracle_score.c      rules 1.6 and 1.8
 *   oracle_ships.c      rules 1.5.2, 1.5.3
 *   oracle_positions.c  positions of every kind
 *   oracle_tests.c      the comparison */
#ifndef TESTS_SEASTEAD_ORACLE_H
#define TESTS_SEASTEAD_ORACLE_H

#include "rules/game.h"
#include "rules/random.h"
#include "rules_document.h"

extern const struct game seastead_game;

/* ---- documents ---- */

/* Write the omniscient view of a state, or the components. */
const struct node *oracle_view(struct document *document, const void *state);
const struct node *oracle_components(struct document *document);

/* ---- the table ---- */

/* The location of a flotilla, any number of places clockwise from a spot: what
 * is on it, and what is printed there. */
const struct node *oracle_location(const struct node *view, int flotilla,
                                   int spot);
const struct node *oracle_printed(const struct node *components,
                                  const struct node *view, int flotilla,
                                  int spot);

/* ---- the rules ---- */

/* The result by the rules. */
void oracle_score(const struct node *components, const struct node *view,
                  struct scores *out);

/* A set of locations by notation: "3f" is [2][5]. */
struct places {
    bool at[4][6];
};

/* Where a ship may be placed now. */
struct places oracle_ship_places(const struct node *components,
                                 const struct node *view);

/* The ships of a seat that may sail now, and where they may go. */
struct places oracle_sailing(const struct node *view, int seat, int moved);
struct places oracle_free(const struct node *view);

/* ---- positions ---- */

struct state;

/* A table with buildings, tiles, ships and belongings at random, in which
 * nothing is under way. */
void oracle_scatter(struct state *s, struct random *random);

#endif
