/* The government contracts (rules p. 17; rulings 20, 82): this
 * deck has eight, of which three are laid out if the option is on. */
#ifndef UNDERWATER_CITIES_CONTRACTS_H
#define UNDERWATER_CITIES_CONTRACTS_H

#include "rules/underwater_cities/content/effects.h"
#include "rules/underwater_cities/content/limits.h"

enum { CONTRACT_CRITERIA_MAX = 3 };

/* At least `count` of a countable. */
struct criterion {
    uint8_t what;  /* enum countable */
    uint8_t count; /* 0: no criterion */
};

struct contract {
    const char *title;
    struct criterion criteria[CONTRACT_CRITERIA_MAX];
    const struct effect *reward;
};

/* By number, from 1. */
extern const struct contract contracts[UWC_CONTRACTS + 1];

#endif
