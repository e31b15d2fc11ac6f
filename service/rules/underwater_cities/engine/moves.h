/* The moves of Underwater Cities: their kinds, and how one is packed into bits.
 */
#ifndef UNDERWATER_CITIES_MOVES_H
#define UNDERWATER_CITIES_MOVES_H

#include "rules/game.h"

/* The kinds of move.  In notation slots are "green1" to "yellow5" and "always";
 * city sites 1-9 row by row from the upper left; building sites "5a" to "5d"
 * and "5x" (expansion site of city site 5); tunnel sites 1-16 as boards.h
 * numbers them.
 *
 * The parts of an effect list are numbered from 0 (sure gains are not counted);
 * identical open parts are offered once, under the lowest number. */
enum verb {
#define MOVE(NAME, word, a, b, x, part) MOVE_##NAME,
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
    MOVE_VERBS
};

/* How a field of a move is written, and which values it takes. */
enum move_field {
    FIELD_NONE,
    FIELD_SLOT,      /* red3, always */
    FIELD_HAND_CARD, /* 28; 0 is left out */
    FIELD_CARD,      /* 28, assistant */
    FIELD_DROP,      /* drop 28; 0 is left out */
    FIELD_PLACE,     /* piece and site: farm 5a, tunnel 7, city 5 */
    FIELD_STRUCTURE, /* 5a, tunnel 7 */
    FIELD_PAYING,    /* paying credit; 0 is left out */
    FIELD_CITY,      /* 5 */
    FIELD_COUNT,     /* 1-15 */
    FIELD_ANSWER,    /* 0-15 */
    FIELD_CONTRACT,  /* 1-8 */
    FIELD_TILE,      /* 1-11 */
    FIELD_SPECIAL,   /* 183, top */
    FIELD_REVEALED,  /* 195, tile 3 */
    FIELD_RESOURCES, /* kelp science */
    FIELD_RESOURCE,  /* kelp */
    FIELD_CLONE,     /* clone; 0 is left out */
    FIELD_PAYMENT,   /* biomatter 1 kelp 2 steelplast; 0 is left out */
};

_Static_assert(MOVE_VERBS <= 1 << 5, "a verb has five bits of a move");

/* verb 5 bits, part 4, a 8, b 8, x 7. */
static inline struct move move_make(enum verb verb, int part, int a, int b,
                                    int x)
{
    return (struct move){(uint32_t)verb << 27 | (uint32_t)part << 23 |
                         (uint32_t)a << 15 | (uint32_t)b << 7 | (uint32_t)x};
}

static inline enum verb move_verb(struct move m)
{
    return (enum verb)(m.bits >> 27);
}

static inline int move_part(struct move m)
{
    return (int)(m.bits >> 23 & 15);
}

static inline int move_a(struct move m)
{
    return (int)(m.bits >> 15 & 255);
}

static inline int move_b(struct move m)
{
    return (int)(m.bits >> 7 & 255);
}

static inline int move_x(struct move m)
{
    return (int)(m.bits & 127);
}

/* A payment: how many kelp and how many steelplast biomatter replaces
 * (ruling 53). */
static inline int payment_make(int kelp, int steelplast)
{
    return kelp << 4 | steelplast;
}

static inline int payment_kelp(int payment)
{
    return payment >> 4;
}

static inline int payment_steelplast(int payment)
{
    return payment & 15;
}

#endif
