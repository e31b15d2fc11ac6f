/* The rules texts of slots, tiles and contracts.  Most views have some of them,
 * so all are made when the first one is needed, and live as long as the
 * process. */
#ifndef UNDERWATER_CITIES_CONTENT_TEXTS_H
#define UNDERWATER_CITIES_CONTENT_TEXTS_H

#include "rules/sink.h"

/* A slot of the side for this many seats, which has it: a whole sentence for
 * each effect. */
const char *slot_text(int seats, int slot, enum language language);

/* A metropolis tile, by its number. */
const char *blue_tile_text(int tile, enum language language);
const char *brown_tile_text(int tile, enum language language);

/* A contract, by its number: "With 2 connected farms you may claim: gain 1
 * kelp." */
const char *contract_text(int contract, enum language language);

#endif
