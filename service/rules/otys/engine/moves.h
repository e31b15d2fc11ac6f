/* The moves of Otys: their kinds, and how one is packed into bits. */
#ifndef OTYS_MOVES_H
#define OTYS_MOVES_H

#include "rules/otys/engine/state.h"

enum verb {
#define MOVE(NAME, word, a, b, c) MOVE_##NAME,
#include "rules/otys/engine/moves.def"
#undef MOVE
    MOVE_VERBS
};

/* How a field of a move is written, and which values it takes. */
enum move_field {
    FIELD_NONE,
    FIELD_KEY,        /* 1 to 5, x, neutral; enum key */
    FIELD_KEY_LEVEL,  /* 1 to 5, of an X; 0 for a numbered key: left out */
    FIELD_OWN_KEY,    /* 1 to 5, x; enum key */
    FIELD_DIVER,      /* trader; enum diver */
    FIELD_TOKEN,      /* 1 to 32 */
    FIELD_COLOUR,     /* metal; enum colour */
    FIELD_LEVEL,      /* 1 to 5 */
    FIELD_PAYMENT,    /* credits, points; 0 and 1 */
    FIELD_ROW,        /* 1 to 3 */
    FIELD_TECHNICIAN, /* hacker; enum technician */
    FIELD_SEAT,       /* 0 to 3 */
    FIELD_CONTRACT,   /* 1 to 32 */
    FIELD_AMOUNTS,    /* 2 metal 1 fuel, of a pattern; two bits each; 0 for a
                         list: left out */
};

struct move_kind {
    const char *word;
    uint8_t field[3]; /* enum move_field */
};

extern const struct move_kind move_kinds[MOVE_VERBS];

static inline struct move move_make(enum verb verb, int a, int b, int c)
{
    return (struct move){(uint32_t)verb << 24 | (uint32_t)a << 16 |
                         (uint32_t)b << 8 | (uint32_t)c};
}

static inline uint32_t move_verb(struct move m)
{
    return m.bits >> 24;
}

static inline int move_a(struct move m)
{
    return (int)(m.bits >> 16 & 255);
}

static inline int move_b(struct move m)
{
    return (int)(m.bits >> 8 & 255);
}

static inline int move_c(struct move m)
{
    return (int)(m.bits & 255);
}

/* The amount of a colour in a field of FIELD_AMOUNTS. */
static inline int amount_of(int amounts, int colour)
{
    return amounts >> (2 * colour) & 3;
}

/* Whether the verb exists, each field has a value of its kind, and all other
 * bits are 0. */
bool move_is_well_formed(struct move move);

#endif
