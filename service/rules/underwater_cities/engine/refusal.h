/* Why the engine refuses a move. */
#ifndef UNDERWATER_CITIES_REFUSAL_H
#define UNDERWATER_CITIES_REFUSAL_H

/* REFUSAL(NAME, word): the word is `rule` of a refusal. */
enum refusal_reason {
    REFUSED_OK,
#define REFUSAL(NAME, word) REFUSED_##NAME,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
    REFUSAL_REASONS
};

#endif
