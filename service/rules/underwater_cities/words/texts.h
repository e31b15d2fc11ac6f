/* The templates of the texts of moves, prompts and steps. */
#ifndef UNDERWATER_CITIES_TEXTS_H
#define UNDERWATER_CITIES_TEXTS_H

#include "rules/kit/phrases.h"

/* phrases.def and its translations, and as titles those of the cards, title.N,
 * and of the contracts, contract-title.N. */
extern const struct phrases uwc_texts;

#endif
