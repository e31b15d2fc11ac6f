/* The action slots of both sides of the main board (rules p. 20). */
#ifndef UNDERWATER_CITIES_SLOTS_H
#define UNDERWATER_CITIES_SLOTS_H

#include "rules/underwater_cities/content/cards.h"

struct slot {
    uint8_t kind; /* enum slot_kind */
    const struct effect *effects;
};

/* A slot of the side for this many seats; NULL where that side has none. */
const struct slot *slot_of(int seats, int slot);

static inline enum colour slot_colour(int slot)
{
    return slot < 5 ? GREEN : slot < 10 ? RED : slot < 15 ? YELLOW : COLOURLESS;
}

/* The word of a slot kind: "two-tunnels". */
extern const char *const slot_kind_words[SLOT_KINDS];

#endif
