/* The content of Otys: levels, store, tracks, divers, sponsors, contracts and
 * reward tokens, as tables.
 *
 * What divers and sponsors do, the fronts and backs of reward tokens and the
 * numbers of pieces are those of the rule book (ORIGIN_RULEBOOK).  The spaces
 * of the levels, the prices of the store, the tracks, the contracts and the mix
 * of the reward tokens are not public: they are our own (ORIGIN_OURS), within
 * the constraints of docs/otys.md. */
#ifndef OTYS_CONTENT_H
#define OTYS_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

enum colour { METAL, PLANT, FUEL, TECH, COLOURS };

/* The experts have the numbers of their colours. */
enum diver { EXPLORER = COLOURS, TRADER, ENGINEER, SPY, DIVERS };

enum technician { MECHANIC, HACKER, TECHNICIANS };

enum {
    LEVELS = 5,
    SURFACE = 3, /* slots of the column above the first level */
    SLOTS = SURFACE + LEVELS,
    CONTRACTS = 32,
    TOKENS = 32,
    TOKENS_EACH = 2, /* on each level of the colony board */
    SPONSORS = 5,
    STORE_ROWS = 3,
    IMPROVEMENTS = 3, /* of a technician, at most */
    NEUTRAL_KEYS = 12,
    GROUPS = 3, /* of a pattern, at most */
    DRAWN_CONTRACTS = 4,
    RESOURCES_MIN = 2, /* of a contract */
};

enum origin { ORIGIN_RULEBOOK, ORIGIN_OURS };

extern const char *const origin_words[2];
extern const char *const colour_words[COLOURS];
extern const char *const diver_words[DIVERS];
extern const char *const technician_words[TECHNICIANS];

/* Spaces for resources on each level of a player board. */
extern const uint8_t level_spaces[LEVELS];

/* What a row of the store pays and costs, from the top down. */
struct store_row {
    uint8_t credits, points;
};
extern const struct store_row store_rows[STORE_ROWS];

/* By the number of improvements: how far a propeller moves a diver, and how
 * many used keys return. */
extern const uint8_t mechanic_values[IMPROVEMENTS + 1];
extern const uint8_t hacker_values[IMPROVEMENTS + 1];

/* A contract has a list of resources or a pattern: the sizes of groups of
 * different colours, the greatest first. */
struct contract {
    uint8_t need[COLOURS];
    uint8_t group[GROUPS]; /* 0: no further group; all 0: a list */
    uint8_t size;          /* the number of resources */
    uint8_t points, credits, batteries;
};

/* By number from 1; all are our own. */
extern const struct contract contracts[CONTRACTS + 1];

static inline bool contract_is_pattern(int contract)
{
    return contracts[contract].group[0] != 0;
}

/* ---- effects ---- */

enum op {
    OP_NONE, /* ends a list */
#define OP(NAME, word, first, second, third) OP_##NAME,
#include "rules/otys/content/effects.def"
#undef OP
    OPS
};

enum operand {
    OPERAND_NONE,
    OPERAND_N,
    OPERAND_MORE,
    OPERAND_COLOURS,
    OPERAND_CREDITS,
    OPERAND_BATTERIES,
    OPERAND_POINTS,
    OPERAND_WHICH,
};

enum which { WHICH_ANY, WHICH_ACTIVATED, WHICH_SURFACED, WHICHES };

enum { OPERANDS_MAX = 3, EFFECTS_MAX = 2 /* of a side */ };

/* Something that a side of a diver, sponsor or token does, with the operands of
 * its verb (effects.def). */
struct effect {
    uint8_t op; /* enum op */
    uint8_t n, colours, credits, batteries, points, which;
};

struct side {
    bool is_choice; /* only one of the effects is used */
    struct effect effect[EFFECTS_MAX];
};

extern const char *const op_words[OPS];
extern const uint8_t op_operands[OPS][OPERANDS_MAX]; /* enum operand */
extern const char *const which_words[WHICHES];

extern const struct side diver_sides[DIVERS][2]; /* [diver][upgraded] */
extern const struct side sponsor_sides[SPONSORS + 1]
                                      [2]; /* [from 1][advanced] */

/* ---- reward tokens ---- */

enum front {
    FRONT_CUBE,
    FRONT_BATTERY,
    FRONT_DRAW,
    FRONT_UPGRADE,
    FRONT_POINT
};
enum back { BACK_CREDITS, BACK_POINT };
enum { FRONTS = FRONT_POINT + 1, BACKS = BACK_POINT + 1 };

extern const char *const front_words[FRONTS];
extern const char *const back_words[BACKS];
extern const struct effect front_effects[FRONTS];
extern const struct effect back_effects[BACKS]; /* for each contract */

struct token {
    uint8_t front, back;
    uint8_t colours; /* FRONT_CUBE: set of two */
};

/* By number from 1; the mix is our own. */
extern const struct token tokens[TOKENS + 1];

#endif
