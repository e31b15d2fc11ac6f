/* The state of a match of Otys: plain bytes, no pointers.
 *
 * Derived facts are not stored: own keys that were used (those neither on the
 * board nor in use), contracts that were completed, the supply of neutral keys,
 * and that the end was noted (18 points).
 *
 * While a turn is played, what remains of it is on a stack of frames; the top
 * is next.  With an empty stack the seat of the turn chooses a key. */
#ifndef OTYS_STATE_H
#define OTYS_STATE_H

#include "rules/game.h"
#include "rules/kit/leavers.h"
#include "rules/kit/pile.h"
#include "rules/otys/content/content.h"

#include <string.h>

enum {
    SEATS = RULES_SEATS_MAX,
    PUBLIC_CONTRACTS = 3,
    DISPLAY = LEVELS * TOKENS_EACH,
    FRAMES_MAX = 12,
    END_POINTS = 18,
    ROUNDS_MAX = 60,     /* the match ends after this round at the latest */
    LAST_ROUND_TOLD = 2, /* rounds before it, prompts show it */
    GOODS_MAX =
        5000, /* credits, batteries, points: more than any match gives */
};

/* The indexes of the options in settings.values. */
enum option_index {
    OPTION_PROPELLER,
    OPTION_CONTRACT_LEVEL,
    OPTION_TOKEN_LEVEL,
    OPTION_SIDES,
    OPTION_SPY
};

enum propeller { TO_KEY_LEVEL, FROM_KEY_LEVEL };
enum level_rule { ANY_LEVEL, KEY_LEVEL };
enum sponsor_sides { SIDES_RANDOM, SIDES_BASIC, SIDES_ADVANCED };

enum phase { PHASE_PLAY, PHASE_OVER };

/* Keys 1 to 5 have their numbers. */
enum key { NO_KEY, KEY_X = 6, KEY_NEUTRAL };
enum { OWN_KEYS = 6, ALL_KEYS = (1 << OWN_KEYS) - 1 };

/* Where points come from. */
enum source_of_points {
    POINTS_CONTRACTS,
    POINTS_BONUSES,
    POINTS_TOKENS,
    POINTS_SPONSORS,
    POINTS_STORE,
    POINT_SOURCES
};

enum frame_kind {
#define FRAME(NAME, word, is_decision, n, a, b, c) FRAME_##NAME,
#include "rules/otys/engine/frames.def"
#undef FRAME
    FRAMES
};

struct frame {
    uint8_t kind; /* enum frame_kind */
    uint8_t seat;
    uint8_t n, a, b, c; /* frames.def */
};

struct seat {
    uint32_t hand; /* bit n: contract n + 1 */
    uint16_t credits, batteries;
    uint16_t points[POINT_SOURCES];
    uint8_t column[SLOTS]; /* divers; slots 0 to 2 are above the surface */
    uint8_t cubes[LEVELS][COLOURS];
    uint8_t reward[LEVELS]; /* token, or 0 */
    uint8_t upgraded;       /* bit n: diver n */
    uint8_t keys;           /* on the board; bit n: key n + 1 */
    uint8_t neutral;        /* keys beside the board */
    uint8_t used_neutral;   /* on the track of the hacker */
    uint8_t improved[TECHNICIANS];
    uint8_t pad[3];
};

struct state {
    struct secret_stream chance; /* of the bag when it is filled again */
    struct card_set discards;    /* tokens */
    /* options */
    uint8_t seats;
    uint8_t propeller;      /* enum propeller */
    uint8_t contract_level; /* enum level_rule */
    uint8_t token_level;    /* enum level_rule */
    uint8_t sides;          /* enum sponsor_sides */
    uint8_t spy_variant;
    /* progress */
    uint8_t phase; /* enum phase */
    uint8_t first; /* the start player */
    uint8_t turn;  /* whose turn it is */
    uint8_t round; /* from 1 */
    /* the turn */
    uint8_t key;       /* in use; enum key */
    uint8_t level;     /* from 0: of the key in use */
    uint8_t is_free;   /* the own diver's effect costs no credits */
    uint8_t is_double; /* the activated diver has two effects */
    uint8_t stays;     /* oxygen was used */
    uint8_t copied;    /* set of seats whose diver of the level was copied */
    uint8_t depth;     /* frames on the stack */
    /* the colony board */
    uint8_t sponsor[LEVELS];  /* 1 to 5, from the first level down */
    uint8_t advanced;         /* bit n: sponsor n + 1 shows that side */
    uint8_t store[COLOURS];   /* bit n: row n, from the top, has a resource */
    uint8_t display[DISPLAY]; /* tokens, two of each level */
    uint8_t open[PUBLIC_CONTRACTS]; /* contracts; 0: none left */
    uint8_t drawn[DRAWN_CONTRACTS]; /* contracts of which one is kept */
    /* piles: the top is the last one */
    uint8_t deck_count, bag_count;
    uint8_t deck[CONTRACTS];
    uint8_t bag[TOKENS];
    struct frame stack[FRAMES_MAX];
    struct leavers leavers;
    /* Contracts, which alone were asked about, were declined, and nothing has
     * changed since then: they alone are not asked about again. */
    uint8_t declined;
    uint8_t pad[5];
    struct seat seat[SEATS];
};

_Static_assert(sizeof(struct seat) == 60, "no padding of its own");
_Static_assert(sizeof(struct state) == 504, "no padding of its own");

/* ---- what follows from it ---- */

static inline struct pile pile_deck(struct state *s)
{
    return (struct pile){s->deck, &s->deck_count};
}

static inline struct pile pile_bag(struct state *s)
{
    return (struct pile){s->bag, &s->bag_count};
}

static inline int points_of(const struct seat *me)
{
    return me->points[POINTS_CONTRACTS] + me->points[POINTS_BONUSES] +
           me->points[POINTS_TOKENS] + me->points[POINTS_SPONSORS] +
           me->points[POINTS_STORE];
}

/* Whether a seat has noted the end: the match is over after this round. */
static inline bool is_end_noted(const struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (points_of(&s->seat[seat]) >= END_POINTS)
            return true;
    return false;
}

/* The round after which the match is over, as soon as it is known or near; 0:
 * it is neither. */
static inline int last_round(const struct state *s)
{
    if (is_end_noted(s))
        return s->round;
    return s->round >= ROUNDS_MAX - LAST_ROUND_TOLD ? ROUNDS_MAX : 0;
}

/* Whether a turn is being played, in which a level has the key. */
static inline bool has_level(const struct state *s)
{
    return s->depth && s->stack[0].kind == FRAME_END;
}

static inline int cubes_on(const struct seat *me, int level)
{
    const uint8_t *cubes = me->cubes[level];

    return cubes[METAL] + cubes[PLANT] + cubes[FUEL] + cubes[TECH];
}

static inline bool has_space(const struct seat *me, int level)
{
    return cubes_on(me, level) < level_spaces[level];
}

static inline bool is_upgraded(const struct seat *me, int diver)
{
    return me->upgraded >> diver & 1;
}

static inline bool has_hand(const struct seat *me, int contract)
{
    return me->hand >> (contract - 1) & 1;
}

static inline bool is_playing(const struct state *s, int seat)
{
    return seat < s->seats && !s->leavers.place[seat];
}

/* The slot of the key in use, and the diver that is there. */
static inline int key_slot(const struct state *s)
{
    return SURFACE + s->level;
}

static inline int key_diver(const struct state *s)
{
    return s->seat[s->turn].column[key_slot(s)];
}

static inline bool is_advanced(const struct state *s, int sponsor)
{
    return s->advanced >> (sponsor - 1) & 1;
}

/* Own keys on the track of the hacker, as a set; bit n: key n + 1. */
static inline unsigned used_keys(const struct state *s, int seat)
{
    unsigned used = ALL_KEYS & ~(unsigned)s->seat[seat].keys;

    if (seat == s->turn && s->key >= 1 && s->key <= KEY_X)
        used &= ~(1u << (s->key - 1));
    return used;
}

/* How many keys are on the track. */
static inline int track_length(const struct state *s, int seat)
{
    return __builtin_popcount(used_keys(s, seat)) + s->seat[seat].used_neutral;
}

static inline int hacker_value(const struct seat *me)
{
    return hacker_values[me->improved[HACKER]];
}

static inline int neutral_supply(const struct state *s)
{
    int supply = NEUTRAL_KEYS - (s->key == KEY_NEUTRAL);

    for (int seat = 0; seat < s->seats; seat++)
        supply -= s->seat[seat].neutral + s->seat[seat].used_neutral;
    return supply;
}

/* The diver that the top frame, DIVER or PART, refers to shows its upgraded
 * side. */
static inline bool frame_is_upgraded(const struct state *s,
                                     const struct frame *f)
{
    return is_upgraded(&s->seat[f->b ? f->b - 1 : f->seat], f->a);
}

#endif
