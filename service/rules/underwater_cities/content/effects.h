/* The language in which cards, slots, tiles and contracts say what they do: the
 * verbs of its lists of effects (rules/kit/effects.h), and what these name. */
#ifndef UNDERWATER_CITIES_EFFECTS_H
#define UNDERWATER_CITIES_EFFECTS_H

#include "rules/kit/effects.h"

/* The five resources of the texts (ruling 43), then what can only be gained. */
enum resource {
    CREDIT,
    KELP,
    STEELPLAST,
    SCIENCE,
    BIOMATTER,
    RESOURCES,
    POINT = RESOURCES,
    CARD,
    GAINS
};

/* The kinds of structure as bits, so that an effect can name several. */
enum piece {
    FARM = 1 << 0,
    PLANT = 1 << 1, /* desalination plant */
    LABORATORY = 1 << 2,
    TUNNEL = 1 << 3,
    CITY = 1 << 4,      /* nonsymbiotic */
    SYMBIOTIC = 1 << 5, /* symbiotic city */
    BUILDINGS = FARM | PLANT | LABORATORY,
    STRUCTURES = BUILDINGS | TUNNEL,
    CITIES = CITY | SYMBIOTIC, /* ruling 51 */
};

/* The kind of a slot's action on both sides of the board, for "whenever you use
 * the depicted slot".  A slot of only one side has its own kind, too. */
enum slot_kind {
    SLOT_PLANTS,
    SLOT_FEDERATION,
    SLOT_CITY,
    SLOT_CARDS,
    SLOT_TUNNEL_OR_TRACK,
    SLOT_ACTION_STEEL,
    SLOT_STEEL_KELP,
    SLOT_SPECIAL,
    SLOT_TUNNEL_ACTION,
    SLOT_FARMS_OR_LABORATORIES,
    SLOT_LABORATORIES,
    SLOT_TUNNEL_CITY,
    SLOT_FARMS,
    SLOT_ACTION_BUILD,
    SLOT_CITY_BUILDING,
    SLOT_SCIENCE,
    SLOT_TUNNELS,
    SLOT_ACTION_RESOURCES,
    SLOT_ACTION_SPECIAL,
    SLOT_RESOURCES,
    SLOT_ALWAYS,
    SLOT_KINDS
};

/* Which slots a PERFORM reaches (rulings 5, 6, 44). */
enum reach {
    REACH_AVAILABLE,          /* era cards: the always-available one too */
    REACH_AVAILABLE_COLOURED, /* special cards: coloured ones only */
    REACH_OCCUPIED,           /* occupied, and not by you */
    REACH_ANY_COLOURED,       /* available or occupied, not by you */
};

enum countable {
#define COUNTABLE(NAME, word) COUNT_##NAME,
#include "rules/underwater_cities/content/countables.def"
#undef COUNTABLE
    COUNTABLES
};

enum event {
    EVENT_NONE,
#define EVENT(NAME, word, operand) EVENT_##NAME,
#include "rules/underwater_cities/content/events.def"
#undef EVENT
    EVENTS
};

/* The verbs; OP_END ends a list. */
enum op {
    OP_END,
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    OP_##NAME,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
    OPS
};

_Static_assert(OPS <= 32, "sets of verbs are masks of 32 bits");
_Static_assert(SLOT_KINDS <= 32, "sets of slot kinds are masks of 32 bits");

_Static_assert((int)OP_END == (int)EFFECT_END, "OP_END ends a list");

/* A cost in one number, three bits a resource (0-7).  0 means "as usual". */
enum { PRICE_SPECIFIED = 1 << 15 };
#define PRICE(credit, kelp, steelplast, science, biomatter)                    \
    ((uint16_t)(PRICE_SPECIFIED | (credit) << 0 | (kelp) << 3 |                \
                (steelplast) << 6 | (science) << 9 | (biomatter) << 12))
#define PRICE_USUAL ((uint16_t)0)
#define PRICE_FREE  PRICE(0, 0, 0, 0, 0)

/* How many of a resource a price contains. */
static inline int price_of(uint16_t price, enum resource resource)
{
    return price >> (3 * (int)resource) & 7;
}

/* What the fields of an effect hold, in most verbs: `what` a resource, pieces,
 * a countable or a reach; `n` how many, or at least how many; `per` the divisor
 * of a count, or the second resource; `cap` the most times (0: no limit), or a
 * flag; `price` a cost.  effects.def says it for each verb. */

/* The macros that write each verb stand below its row in effects.def.  A SWAP
 * that takes biomatter names this instead of a piece. */
enum { SWAP_BIOMATTER = 0 };

/* The word of a verb, and its traits, as kind and form in effects.def say. */
extern const char *const op_words[OPS];
extern const uint8_t op_traits[OPS];

/* What a field of an effect holds. */
enum holds {
    HOLDS_NOTHING,   /* ends the operands of a verb */
    HOLDS_NUMBER,    /* from least to most */
    HOLDS_LIMIT,     /* a number; 0: no limit */
    HOLDS_RESOURCE,  /* enum resource, at most most */
    HOLDS_PIECES,    /* some of the bits of most */
    HOLDS_COUNTABLE, /* enum countable */
    HOLDS_REACH,     /* enum reach */
    HOLDS_FLAG,      /* 0 or 1 */
    HOLDS_EITHER,    /* 1: the player pays 1 credit or 1 science */
    HOLDS_PRICE,     /* a price; PRICE_USUAL is left out */
    HOLDS_COST,      /* a price that is not free */
    HOLDS_SWAPPED,   /* FARM, PLANT, LABORATORY or SWAP_BIOMATTER */
    HOLDS_CONDITION, /* cap: space n; else at least n of what */
    HOLDS_TRADE,     /* the price; without one per of the resource what */
};

/* An operand of a verb. */
struct operand {
    uint8_t holds; /* enum holds */
    uint8_t field; /* its offset in struct effect, if it is one byte */
    uint8_t least, most;
    const char *key; /* in documents, if its kind has no key of its own */
};

/* The operands of each verb, in the order of documents. */
extern const struct operand *const op_operands[OPS];

/* A field of one byte. */
static inline int effect_field(const struct effect *e,
                               const struct operand *operand)
{
    return ((const uint8_t *)e)[operand->field];
}

#endif
