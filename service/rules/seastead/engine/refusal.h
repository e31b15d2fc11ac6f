/* Why a move is refused. */
#ifndef SEASTEAD_REFUSAL_H
#define SEASTEAD_REFUSAL_H

enum refusal_reason {
    REFUSED_OK,
#define REFUSAL(NAME, word) REFUSED_##NAME,
#include "rules/seastead/engine/refusals.def"
#undef REFUSAL
    REFUSAL_REASONS
};

#endif
