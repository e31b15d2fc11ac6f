/* The moves of Seastead: their kinds, and how one is packed into bits. */
#ifndef SEASTEAD_MOVES_H
#define SEASTEAD_MOVES_H

#include "rules/seastead/engine/state.h"

enum verb {
#define MOVE(NAME, word, a, b, c) MOVE_##NAME,
#include "rules/seastead/engine/moves.def"
#undef MOVE
    MOVE_VERBS
};

/* How a field of a move is written, and which values it takes. */
enum move_field {
    FIELD_NONE,
    FIELD_PIECE,      /* port; enum piece */
    FIELD_LOCATION,   /* 1a to 4f: flotilla and spot; 0 to 23 */
    FIELD_HELP,       /* with quartermaster; 0 is left out */
    FIELD_HALF,       /* 1, 2; 0 and 1 */
    FIELD_AMOUNTS,    /* 2 kelp 1 fish; both fields, four bits each, kelp
                         highest */
    FIELD_COUNT,      /* 1 to 24 */
    FIELD_RESOURCE,   /* kelp */
    FIELD_DOCK,       /* 1 to 12 */
    FIELD_SPECIALIST, /* founder; 1 to 16 */
    FIELD_DECREE,     /* 1 to 16 */
    FIELD_FLOTILLA,   /* 1 to 4; 0 to 3 */
    FIELD_LOCK,       /* lock 1; 0 to 3 */
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

/* A move of TAKE or KEEP, and its amount of a resource. */
static inline struct move move_amounts(enum verb verb, const int *amount)
{
    return (struct move){(uint32_t)verb << 24 | (uint32_t)amount[0] << 12 |
                         (uint32_t)amount[1] << 8 | (uint32_t)amount[2] << 4 |
                         (uint32_t)amount[3]};
}

static inline int move_amount(struct move m, int resource)
{
    return (int)(m.bits >> (4 * (RESOURCES - 1 - resource)) & 15);
}

/* Whether the verb exists, each field has a value of its kind, and all other
 * bits are 0. */
bool move_is_well_formed(struct move move);

#endif
