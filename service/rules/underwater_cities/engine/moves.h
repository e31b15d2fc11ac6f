/* The moves of Underwater Cities: how one decision is packed, and its words. */
#ifndef UNDERWATER_CITIES_MOVES_H
#define UNDERWATER_CITIES_MOVES_H

/* What a player can decide.  The comment gives the notation.  Slots are
 * "green1" to "yellow5" and "always"; city sites 1-9 row by row from the upper
 * left; building sites "5a" to "5d" and "5x" (expansion site of city site 5);
 * tunnel sites 1-16 as board.h numbers them.
 *
 * Where a part of an effect list is meant, its number among the list's parts
 * (sure gains left out) follows as " part N" when N is not 0; identical open
 * parts are offered once, by the lowest. */
enum verb {
    MOVE_PLACE,    /* place SLOT [CARD] [clone]: a slot, b card, x clone */
    MOVE_SLOT,     /* slot: begin the slot's action before the card */
    MOVE_CARD,     /* card [drop CARD]: resolve or claim the played card, and
                      pay for a special; a: action card dropped for it */
    MOVE_BUILD,    /* build PIECE SITE [biomatter [N kelp] [N steelplast]]:
                      a site (city site, building site 0-44, tunnel site),
                      b piece, x payment */
    MOVE_UPGRADE,  /* upgrade SITE|tunnel SITE [paying credit|science]:
                      a structure, b 1 + resource when there is a choice */
    MOVE_CONVERT,  /* convert SITE */
    MOVE_ADVANCE,  /* advance N */
    MOVE_USE,      /* use CARD: an action card (the Assistant: "assistant") */
    MOVE_READY,    /* ready CARD */
    MOVE_PERFORM,  /* perform SLOT */
    MOVE_SPECIAL,  /* special CARD (of the display) | special top */
    MOVE_THREE,    /* special three */
    MOVE_TURN_UP,  /* turn-up: reveal the next special first (ruling 21) */
    MOVE_TILES,    /* tiles: draw two metropolis tiles */
    MOVE_KEEP,     /* keep CARD | keep TILE: of what was revealed */
    MOVE_TRIAL,    /* trial SITE|tunnel SITE */
    MOVE_PICK,     /* pick RESOURCE RESOURCE ..: a mask of resources */
    MOVE_EXCHANGE, /* exchange RESOURCE: a the resource given */
    MOVE_DO,       /* do: a pay, if or each part begins */
    MOVE_CHOOSE,   /* choose N: option N from 1 */
    MOVE_ONCE,     /* invoke CARD: a permanent usable once per turn */
    MOVE_DISCARD,  /* discard CARD */
    MOVE_ANSWER,   /* answer CARD N: production card, 0 declines */
    MOVE_PASS,     /* pass: leave out what is open of this effect */
    MOVE_END,      /* end: the turn */
    MOVE_CLAIM,    /* claim N: contract N from 1 (rulings 20, 82) */
    MOVE_ARRANGE,  /* arrange TILE TILE: blue tiles at the upper right, a, and
                      at the lower left, b */
    MOVE_VERBS
};

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
