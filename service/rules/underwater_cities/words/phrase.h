/* English sentences about a match, put together piece by piece: the reasons of
 * refusals, the texts of effects. */
#ifndef UNDERWATER_CITIES_PHRASE_H
#define UNDERWATER_CITIES_PHRASE_H

#include "rules/kit/phrases.h"
#include "rules/underwater_cities/engine/state.h"

/* What does not fit is cut; the text always ends with a NUL. */
struct phrase {
    char text[PHRASE_TEXT_MAX];
    size_t length;
};

void phrase_add(struct phrase *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "1 steelplast, 1 kelp and 2 credits"; "nothing" if all are 0.  Those of the
 * first kinds of enum resource. */
void phrase_amounts(struct phrase *p, const int *amounts, int kinds);

/* "2 connected farms". */
void phrase_count(struct phrase *p, enum countable countable, int n);

/* "desalination plant"; "structure" if it is not a single piece. */
void phrase_piece(struct phrase *p, unsigned piece);

/* "Seafood Collection (28)", "the Personal Assistant". */
void phrase_card(struct phrase *p, int card);

/* "the contract Capital Link (6)". */
void phrase_contract(struct phrase *p, int contract);

/* "the slot for 2 tunnels (yellow3)". */
void phrase_slot(struct phrase *p, int seats, int slot);

/* "the farm at city 5, site b"; "the structure ..." for an empty site. */
void phrase_structure(struct phrase *p, const struct seat *seat, int structure);

/* The open part of the top frame that a move of this seat names, or NULL. */
const struct effect *named_part(const struct uwc_state *s, int seat, int part);

/* Option n (from 1) of a CHOOSE or SWAP, or NULL. */
const struct effect *named_option(const struct effect *block, int n);

#endif
