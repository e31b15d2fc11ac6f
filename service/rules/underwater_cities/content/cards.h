/* The content: what is printed on the cards, slots, tiles, contracts and boards
 * of Underwater Cities, as constant data.
 *
 * Open this header for what a card is, effects.h for the language of effects,
 * and cards_era1.c for examples.  A card is one row of a table.  Its text is
 * made from its effects, so the two cannot disagree.
 *
 *   effects      the effect language: its verbs and how to write a list
 *   cards deck   cards by number, and the tables that hold them
 *   slots        the action slots of the main board
 *   tiles        the metropolis tiles
 *   contracts    the government contracts
 *   boards       the player boards
 *   vocabulary   the words of resources, pieces and other things
 *   limits       sizes and numberings
 *
 * The content includes no other room: a state of a match is unknown here. */
#ifndef UNDERWATER_CITIES_CARDS_H
#define UNDERWATER_CITIES_CARDS_H

#include "rules/underwater_cities/content/effects.h"

#include <stddef.h>

/* Numbers as printed: era cards 1-180, specials 181-205. */
enum {
    CARD_NONE = 0,
    ERA1_FIRST = 1,
    ERA2_FIRST = 67,
    ERA3_FIRST = 124,
    SPECIAL3_FIRST = 181, /* ten three-credit specials */
    SPECIAL_FIRST = 191,  /* fifteen one- and two-credit specials */
    CARD_LAST = 205,
    ASSISTANT = 206,  /* the Personal Assistant: no number printed */
    CARD_COUNT = 207, /* rows of cards[], row 0 empty */
};

enum colour { COLOURLESS, GREEN, RED, YELLOW };

enum card_type {
    TYPE_NONE,
    INSTANT,     /* .instant, once, then gone */
    PERMANENT,   /* .when, .standing and .once */
    ACTION,      /* .action */
    PRODUCTION,  /* .produce */
    END_SCORING, /* .final */
};

enum origin {
    OURS,     /* made up for this deck */
    RULEBOOK, /* shown or named with its effect in the rule books */
};

/* A permanent's reaction.  param: a space, pieces, a slot kind or a resource,
 * as events.def says. */
struct trigger {
    uint8_t event; /* enum event */
    uint8_t param;
    const struct effect *effects;
};

#define WHEN(event_name, event_param, ...)                                     \
    {                                                                          \
        .event = EVENT_##event_name, .param = event_param,                     \
        .effects = EFFECTS(__VA_ARGS__)                                        \
    }

struct card {
    const char *name;
    uint8_t colour;  /* enum colour */
    uint8_t type;    /* enum card_type */
    uint8_t era;     /* 1-3; 0 for specials and the Assistant */
    uint8_t credits; /* price of a special: 1-3; 0 otherwise */
    uint8_t origin;  /* enum origin */
    const struct effect *instant;
    const struct effect *action;
    const struct effect *once; /* a permanent usable once per turn */
    struct trigger when;
    const struct effect *standing; /* HAND_LIMIT and DISCOUNT only */
    const struct effect *produce;
    const struct effect *final;
};

/* Row n is card n. */
extern const struct card *const cards[CARD_COUNT];

static inline bool card_is_special(int card)
{
    return card >= SPECIAL3_FIRST && card <= CARD_LAST;
}

#endif
