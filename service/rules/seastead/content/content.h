/* The content of Seastead: flotillas, dive cards, specialists, decrees and dock
 * tiles, as tables.
 *
 * The printed content is not public.  What the rule book shows or names is
 * marked ORIGIN_RULEBOOK, everything else is our own (ORIGIN_OURS), within the
 * constraints of the rules: six locations on a side with ascending building
 * costs from 2 to 6 and the victory points 0, 1, 1, 2, 2, 3; a price tag on
 * each side A; decrees only on sides B; three dock tiles for each resource.
 * What effects, cards and tiles say is in words/phrases.def. */
#ifndef SEASTEAD_CONTENT_H
#define SEASTEAD_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

enum resource { KELP, METAL, FISH, ARTIFACT, RESOURCES };
enum piece { PORT, ACADEMY, SHIPYARD, PIECES };

enum {
    FLOTILLAS = 4,
    SPOTS = 6, /* locations of a flotilla, in a ring, clockwise from above */
    LOCATIONS = FLOTILLAS * SPOTS,
    SHALLOW_CARDS = 4,
    SHELF_CARDS = 12,
    DEPTH_CARDS = 4,
    DIVE_CARDS = SHALLOW_CARDS + SHELF_CARDS + DEPTH_CARDS,
    SPECIALISTS = 16,
    DECREES = 16,
    DOCKS = 12,
    EFFECTS = 22,
    ALL_RESOURCES = (1 << RESOURCES) - 1,
};

enum origin { ORIGIN_RULEBOOK, ORIGIN_OURS };

extern const char *const origin_words[2];
extern const char *const resource_words[RESOURCES];
extern const char *const piece_words[PIECES];

/* ---- effects ---- */

enum op {
    OP_NONE, /* ends a list */
#define OP(NAME, word, first, second) OP_##NAME,
#include "rules/seastead/content/effects.def"
#undef OP
    OPS
};

enum operand {
    OPERAND_NONE,
    OPERAND_N,
    OPERAND_TIMES,
    OPERAND_TYPES,
    OPERAND_PIECE,
    OPERAND_SOME_PIECE,
};

enum { EFFECT_PARTS = 2, ANY_PIECE = PIECES };

/* Something that a location, a specialist or a decree does, with the operands
 * of its verb (effects.def). */
struct effect {
    uint8_t op; /* enum op */
    uint8_t n, times, types, piece;
};

extern const char *const op_words[OPS];
extern const uint8_t op_operands[OPS][2]; /* enum operand */

/* By number from 1; in the order in which their parts come. */
extern const struct effect location_effects[EFFECTS + 1][EFFECT_PARTS];

/* ---- flotillas ---- */

enum { NO_TAG = PIECES };

struct location {
    uint8_t cost, points;
    uint8_t effect; /* 1 to EFFECTS */
    uint8_t tag;    /* enum piece with a discount of 1, or NO_TAG */
};

/* [flotilla][side: 0 is A, 1 is B][spot] */
extern const struct location locations[FLOTILLAS][2][SPOTS];

/* ---- dive cards ---- */

enum half_kind {
    HALF_FIXED,
    HALF_PAIR,  /* two different types; the other half gets two of the rest */
    HALF_SAME,  /* two of one type */
    HALF_THREE, /* three different types */
};

struct half {
    uint8_t kind;              /* enum half_kind */
    uint8_t amount[RESOURCES]; /* HALF_FIXED */
    uint8_t wild;              /* resources of any type; HALF_FIXED */
};

/* Cards 1 to 4 are Shallow, 5 to 16 Shelf, 17 to 20 Depth.  On a Shallow card
 * the arrow points at half 0. */
struct dive_card {
    struct half half[2];
    uint8_t arrow;  /* Shallow: the seat that gets half 0 and starts */
    uint8_t locked; /* Shallow: the resource whose demand token is locked */
};

extern const struct dive_card dive_cards[DIVE_CARDS + 1];
extern const char *const half_words[4]; /* by enum half_kind */

/* ---- specialists ---- */

enum ability {
    ABILITY_FOUNDER,
    ABILITY_FISHER,
    ABILITY_INVESTOR,
    ABILITY_AGENT,
    ABILITY_SALVAGER,
    ABILITY_ARCHITECT,
    ABILITY_CLEAN,
    ABILITY_RECYCLE,
    ABILITY_SAIL,
    ABILITY_TRADE,
    ABILITY_PRICE,
    ABILITY_HALF_AGAIN,
    ABILITY_EXTRA_TURN,
    ABILITY_SWAP,
    ABILITY_HIRE,
    ABILITY_FLEET,
};

/* When a specialist can be used, as bits: its icon and its text. */
enum window {
    WINDOW_START = 1,        /* before the action of the turn */
    WINDOW_DIVE = 2,         /* from turning over the dive card on */
    WINDOW_BUILD = 4,        /* from paying on, before the ships */
    WINDOW_PRICE = 8,        /* with the build itself */
    WINDOW_AFTER_DIVE = 16,  /* reaction to an opponent's dive */
    WINDOW_AFTER_PRICE = 32, /* reaction to an opponent's build */
    WINDOW_BOTH = WINDOW_START | WINDOW_DIVE | WINDOW_BUILD,
};

struct specialist {
    const char *word; /* in notation */
    const char *title;
    uint8_t ability; /* enum ability */
    uint8_t windows; /* enum window */
    struct effect does[EFFECT_PARTS];
    uint8_t points;
    bool is_b;            /* of set B */
    bool is_not_for_solo; /* it needs an opponent */
    uint8_t origin;       /* of the name */
};

extern const struct specialist specialists[SPECIALISTS + 1];

/* ---- decrees ---- */

enum decree {
    DECREE_NONE,
    DECREE_TOWING,       /* ships discount 2 */
    DECREE_FREE_HARBOUR, /* ships discount nothing */
    DECREE_SALE,         /* price tags discount 2 */
    DECREE_FIXED_PRICES, /* price tags discount nothing */
    DECREE_PORTS,        /* ports cost 1 less */
    DECREE_ACADEMIES,
    DECREE_SHIPYARDS,
    DECREE_EMBARGO,   /* the flotilla of the locked token costs 1 more */
    DECREE_SUBSIDY,   /* it costs 1 less */
    DECREE_TOLL,      /* the owner of a ship takes two resources */
    DECREE_DREDGING,  /* the owner of a ship takes a cleanup token instead */
    DECREE_BONUS,     /* who dives takes one more resource */
    DECREE_SHARING,   /* after a dive both players take one resource */
    DECREE_WAREHOUSE, /* at most eight resources at the end of the own turn */
    DECREE_OPEN_SEA,  /* ships are placed on any free location */
    DECREE_JUBILEE,   /* a column is worth two cleanup tokens, too */
};

struct decree_card {
    const char *title;
    struct effect does;
    uint8_t origin;
};

/* By enum decree. */
extern const struct decree_card decrees[DECREES + 1];

/* ---- dock tiles ---- */

/* The areas of a tile refer to the locations next to its own: front left is one
 * place back in the ring, front right one ahead, the others two. */
enum area { FRONT_LEFT, FRONT_RIGHT, BACK_LEFT, BACK_RIGHT, AREAS };

extern const int8_t area_offset[AREAS];
extern const char *const area_words[AREAS];

struct dock {
    uint8_t resource;
    struct {
        uint8_t piece;  /* enum piece */
        uint8_t points; /* 0: the area is empty */
    } area[AREAS];
    uint8_t origin; /* ORIGIN_RULEBOOK: its areas are those of the example */
};

extern const struct dock docks[DOCKS + 1];

#endif
