/* The moves of Underwater Cities: their kinds, and how one is packed into bits.
 */
#ifndef UNDERWATER_CITIES_MOVES_H
#define UNDERWATER_CITIES_MOVES_H

#include "rules/game.h"
#include "rules/underwater_cities/content/limits.h"

/* The kinds of move.  In notation slots are "green1" to "yellow5" and "always";
 * city sites 1-9 row by row from the upper left; building sites "5a" to "5d"
 * and "5x" (expansion site of city site 5); tunnel sites 1-16 as boards.h
 * numbers them.
 *
 * The parts of an effect list are numbered from 0 (sure gains are not counted);
 * identical open parts are offered once, under the lowest number. */
enum verb {
#define MOVE(NAME, word, a, b, x, part, sentence) MOVE_##NAME,
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
    MOVE_VERBS
};

/* What a field of a move holds. */
enum move_field {
#define FIELD_NUMBER(NAME, member, least, most) FIELD_##NAME,
#define FIELD_TEXT(NAME, name)                  FIELD_##NAME,
#include "rules/underwater_cities/engine/move_fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER
};

/* Each row of moves.def is complete and fits the fields of a move. */
#define MOVE(NAME, word, a, b, x, part, sentence)                              \
    _Static_assert(sizeof(word) > 1, "a verb has a word: " #NAME);             \
    _Static_assert(FIELD_##a != FIELD_PLACE || FIELD_##b == FIELD_NONE,        \
                   "a place takes a and b: " #NAME);                           \
    _Static_assert(FIELD_##b != FIELD_PLACE && FIELD_##b != FIELD_CARDS,       \
                   "these are fields of a: " #NAME);                           \
    _Static_assert(FIELD_##x == FIELD_NONE || FIELD_##x == FIELD_CLONE ||      \
                       FIELD_##x == FIELD_PAYMENT,                             \
                   "x has no room for others: " #NAME);                        \
    _Static_assert((FIELD_##a == FIELD_CARDS) ==                               \
                       (MOVE_##NAME == MOVE_DISCARD),                          \
                   "ranks have no room for a verb: " #NAME);                   \
    _Static_assert((part) == 0 || (part) == 1, "a part or none: " #NAME);
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE

_Static_assert(MOVE_VERBS <= 1 << 5, "a verb has five bits of a move");

/* A discard has bit 31, and a bit for each rank of a card in the hand (how many
 * of the hand have lower numbers).  Any other move has a verb in 5 bits, then a
 * part in 4, a in 8, b in 8 and x in 6.  MOVE_DISCARD in that form names with a
 * a card that the hand does not have; it is never legal. */
enum {
    MOVE_X_BITS = 6,
    MOVE_B_SHIFT = MOVE_X_BITS,
    MOVE_A_SHIFT = MOVE_B_SHIFT + 8,
    MOVE_PART_SHIFT = MOVE_A_SHIFT + 8,
    MOVE_VERB_SHIFT = MOVE_PART_SHIFT + 4,
};

#define MOVE_RANKS (UINT32_C(1) << 31)

_Static_assert(MOVE_VERB_SHIFT + 5 == 31, "bit 31 is that of a discard");
_Static_assert(UWC_HAND_MAX <= 31,
               "each card of a hand has a bit of a discard");

static inline struct move move_make(enum verb verb, int part, int a, int b,
                                    int x)
{
    return (struct move){(uint32_t)verb << MOVE_VERB_SHIFT |
                         (uint32_t)part << MOVE_PART_SHIFT |
                         (uint32_t)a << MOVE_A_SHIFT |
                         (uint32_t)b << MOVE_B_SHIFT | (uint32_t)x};
}

static inline struct move move_discard(uint32_t ranks)
{
    return (struct move){MOVE_RANKS | ranks};
}

static inline enum verb move_verb(struct move m)
{
    return m.bits & MOVE_RANKS ? MOVE_DISCARD
                               : (enum verb)(m.bits >> MOVE_VERB_SHIFT);
}

/* The ranks that a discard names; 0 of other moves. */
static inline uint32_t move_ranks(struct move m)
{
    return m.bits & MOVE_RANKS ? m.bits & ~MOVE_RANKS : 0;
}

/* The fields of a move that does not name ranks. */
static inline int move_part(struct move m)
{
    return (int)(m.bits >> MOVE_PART_SHIFT & 15);
}

static inline int move_a(struct move m)
{
    return (int)(m.bits >> MOVE_A_SHIFT & 255);
}

static inline int move_b(struct move m)
{
    return (int)(m.bits >> MOVE_B_SHIFT & 255);
}

static inline int move_x(struct move m)
{
    return (int)(m.bits & ((1u << MOVE_X_BITS) - 1));
}

/* A payment: how many kelp and how many steelplast biomatter replaces (ruling
 * 53), at most 7 each. */
static inline int payment_make(int kelp, int steelplast)
{
    return kelp << 3 | steelplast;
}

static inline int payment_kelp(int payment)
{
    return payment >> 3;
}

static inline int payment_steelplast(int payment)
{
    return payment & 7;
}

#endif
