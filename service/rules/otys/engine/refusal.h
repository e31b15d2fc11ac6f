/* Why a move is refused. */
#ifndef OTYS_REFUSAL_H
#define OTYS_REFUSAL_H

enum refusal_reason {
    REFUSED_OK,
#define REFUSAL(NAME, word) REFUSED_##NAME,
#include "rules/otys/engine/refusals.def"
#undef REFUSAL
    REFUSAL_REASONS
};

#endif
