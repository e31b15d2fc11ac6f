/* Why the engine refuses a move. */
#ifndef UNDERWATER_CITIES_REFUSAL_H
#define UNDERWATER_CITIES_REFUSAL_H

/* A row each in refusals.def, whose word is `rule` of a refusal. */
enum refusal_reason {
    REFUSED_OK,
#define REFUSAL(NAME, word, sentence) REFUSED_##NAME,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
    REFUSAL_REASONS
};

#endif
