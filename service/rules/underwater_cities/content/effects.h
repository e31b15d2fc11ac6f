/* The language in which cards, slots, tiles and contracts say what they do.
 * An effect list is a flat array of small instructions ended by END.  Block
 * verbs hold the length of their nested list, which the macros below compute.
 * Lists are constants; the progress in one is a frame of the state (state.h).
 */
#ifndef UNDERWATER_CITIES_EFFECTS_H
#define UNDERWATER_CITIES_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

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
#define COUNTABLE(NAME, word, singular, plural) COUNT_##NAME,
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

enum op {
#define VERB(NAME, word, traits) OP_##NAME,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
    OPS
};

_Static_assert(OPS <= 32, "sets of verbs are masks of 32 bits");
_Static_assert(SLOT_KINDS <= 32, "sets of slot kinds are masks of 32 bits");

enum trait { BLOCK = 1, SURE = 2, PART = 4, PASSIVE = 8 };

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

/* One instruction; what each field means depends on the verb. */
struct effect {
    uint8_t op;   /* enum op */
    uint8_t what; /* resource, pieces, countable, reach */
    uint8_t n;    /* how many, or at least how many */
    uint8_t per;  /* the divisor of a count; or the second resource */
    uint8_t cap;  /* maximum number of times, 0: no limit; or a flag */
    uint8_t len;  /* effects inside a block */
    uint16_t price;
};

_Static_assert(sizeof(struct effect) == 8, "an effect is eight bytes");

/* The lists.  EFFECTS(...) is a file-scope constant ended by END. */
#define EFFECTS_LEN(...)                                                       \
    (uint8_t)(sizeof((const struct effect[]){__VA_ARGS__}) /                   \
              sizeof(struct effect))
#define EFFECTS(...) ((const struct effect[]){__VA_ARGS__, {.op = OP_END}})
#define BLOCK_OF(verb, field_what, field_n, field_per, field_cap, cost, ...)   \
    {.op = verb,                                                               \
     .what = field_what,                                                       \
     .n = field_n,                                                             \
     .per = field_per,                                                         \
     .cap = field_cap,                                                         \
     .len = EFFECTS_LEN(__VA_ARGS__),                                          \
     .price = cost},                                                           \
        __VA_ARGS__

/* Sure gains: resources, points, cards of the current era's deck. */
#define GAIN(resource, count)                                                  \
    {                                                                          \
        .op = OP_GAIN, .what = resource, .n = count                            \
    }
/* Federation steps; may be stopped early, stay together (ruling 38). */
#define ADVANCE(count)                                                         \
    {                                                                          \
        .op = OP_ADVANCE, .n = count                                           \
    }

/* Build one of these pieces: at usual cost, at a specified cost, free, or on
 * an expansion site only (cap = 1; ruling 56). */
#define BUILD(pieces)                                                          \
    {                                                                          \
        .op = OP_BUILD, .what = pieces                                         \
    }
#define BUILD_FOR(pieces, cost)                                                \
    {                                                                          \
        .op = OP_BUILD, .what = pieces, .price = cost                          \
    }
#define BUILD_FREE(pieces) BUILD_FOR(pieces, PRICE_FREE)
#define SURVEY(pieces)                                                         \
    {                                                                          \
        .op = OP_BUILD, .what = pieces, .cap = 1                               \
    }
#define SURVEY_FOR(pieces, cost)                                               \
    {                                                                          \
        .op = OP_BUILD, .what = pieces, .cap = 1, .price = cost                \
    }
/* Build one and upgrade it for 1 science: both or neither (ruling 3). */
#define BUILD_UPGRADED(pieces)                                                 \
    {                                                                          \
        .op = OP_BUILD_UPGRADED, .what = pieces                                \
    }

/* Upgrade one of these structures: for 1 science, for a price, or for 1 credit
 * or 1 science as the player likes (cap = 1). */
#define UPGRADE(pieces)                                                        \
    {                                                                          \
        .op = OP_UPGRADE, .what = pieces                                       \
    }
#define UPGRADE_FOR(pieces, cost)                                              \
    {                                                                          \
        .op = OP_UPGRADE, .what = pieces, .price = cost                        \
    }
#define UPGRADE_FREE(pieces) UPGRADE_FOR(pieces, PRICE_FREE)
#define UPGRADE_EITHER(pieces)                                                 \
    {                                                                          \
        .op = OP_UPGRADE, .what = pieces, .cap = 1                             \
    }

/* Turn a nonsymbiotic city into a symbiotic one (rulings 27, 57). */
#define CONVERT_CITY()                                                         \
    {                                                                          \
        .op = OP_CONVERT                                                       \
    }
#define USE_ACTION()                                                           \
    {                                                                          \
        .op = OP_USE_ACTION                                                    \
    }
#define READY()                                                                \
    {                                                                          \
        .op = OP_READY                                                         \
    }
#define PERFORM(reach)                                                         \
    {                                                                          \
        .op = OP_PERFORM, .what = reach                                        \
    }
#define TAKE_SPECIAL()                                                         \
    {                                                                          \
        .op = OP_TAKE_SPECIAL                                                  \
    }
/* Draw two undealt blue metropolis tiles and gain one (ruling 64). */
#define TAKE_TILE()                                                            \
    {                                                                          \
        .op = OP_TAKE_TILE                                                     \
    }
/* The stand-alone production of one upgraded structure of the network, of
 * these pieces. */
#define TRIAL_RUN(pieces)                                                      \
    {                                                                          \
        .op = OP_TRIAL_RUN, .what = pieces                                     \
    }
/* One each of `count` different resources (ruling 43). */
#define PICK(count)                                                            \
    {                                                                          \
        .op = OP_PICK, .n = count                                              \
    }
/* count of one for count of the other, either way, once. */
#define EXCHANGE(one, other, count)                                            \
    {                                                                          \
        .op = OP_EXCHANGE, .what = one, .per = other, .n = count               \
    }

/* Pay once, then the list.  Put it in twice for "up to twice". */
#define PAY(cost, ...) BLOCK_OF(OP_PAY, 0, 0, 0, 0, cost, __VA_ARGS__)
/* With at least `count` of a countable: the list. */
#define IF(countable, count, ...)                                              \
    BLOCK_OF(OP_IF, countable, count, 0, 0, 0, __VA_ARGS__)
/* If the marker is on this Federation space (1-4): cap = 1. */
#define IF_ON_SPACE(space, ...) BLOCK_OF(OP_IF, 0, space, 0, 1, 0, __VA_ARGS__)
/* The gains once for every `every` of a countable, at most `most` times
 * (0: without limit).  Holds GAINs only. */
#define EACH(countable, every, most, ...)                                      \
    BLOCK_OF(OP_EACH, countable, 0, every, most, 0, __VA_ARGS__)
#define CHOOSE(...) BLOCK_OF(OP_CHOOSE, 0, 0, 0, 0, 0, __VA_ARGS__)
#define OPTION(...) BLOCK_OF(OP_OPTION, 0, 0, 0, 0, 0, __VA_ARGS__)

/* .standing */
#define HAND_LIMIT(more)                                                       \
    {                                                                          \
        .op = OP_HAND_LIMIT, .n = more                                         \
    }
#define DISCOUNT(pieces, resource, count)                                      \
    {                                                                          \
        .op = OP_DISCOUNT, .what = pieces, .per = resource, .n = count         \
    }

/* .produce: besides GAIN, IF and EACH.  One connected FARM, PLANT or
 * LABORATORY gives one of the options (GAINs only) instead of its 1 kelp,
 * credit or science; or one produced biomatter (SWAP_BIOMATTER) becomes it. */
enum { SWAP_BIOMATTER = 0 };
#define SWAP(source, ...) BLOCK_OF(OP_SWAP, source, 0, 0, 0, 0, __VA_ARGS__)

/* .final: points for every `every` of a countable, at most `most` points (0:
 * without limit); or points for a payment, at most `times` times. */
#define FINAL_EACH(countable, every, points, most)                             \
    {                                                                          \
        .op = OP_FINAL_EACH, .what = countable, .per = every, .n = points,     \
        .cap = most                                                            \
    }
#define FINAL_TRADE(cost, points, times)                                       \
    {                                                                          \
        .op = OP_FINAL_TRADE, .n = points, .cap = times, .price = cost         \
    }
/* A trade of one resource that costs more than a price can hold (15 credits).
 */
#define FINAL_SELL(resource, count, points, times)                             \
    {                                                                          \
        .op = OP_FINAL_TRADE, .what = resource, .per = count, .n = points,     \
        .cap = times                                                           \
    }

/* The word of a verb, and its traits. */
extern const char *const op_words[OPS];
extern const uint8_t op_traits[OPS];

/* The next effect of the same level: over a block and all it holds. */
static inline const struct effect *effect_next(const struct effect *e)
{
    return e + 1 + e->len;
}

/* How many effects stand in a list, blocks and all, without its END. */
uint8_t effect_list_length(const struct effect *list);

#endif
