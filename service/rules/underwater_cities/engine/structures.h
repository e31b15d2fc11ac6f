/* Where a piece may be built, and structures by their numbers (state.h). */
#ifndef UNDERWATER_CITIES_STRUCTURES_H
#define UNDERWATER_CITIES_STRUCTURES_H

#include "rules/underwater_cities/engine/state.h"

/* The empty legal sites of an OP_BUILD or OP_BUILD_UPGRADED for a piece. */
uint64_t build_sites(const struct seat *seat, const struct effect *e,
                     enum piece piece);

/* The number of the structure that a piece on a site is. */
int build_structure(enum piece piece, int site);

/* The piece at a structure's number; 0 if nothing is built there. */
enum piece structure_piece(const struct seat *seat, int structure);

bool structure_upgraded(const struct seat *seat, int structure);

#endif
