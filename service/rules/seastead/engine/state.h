/* The state of a match of Seastead: plain bytes, no pointers.
 *
 * Derived facts are not stored: the supplies of resources and
 * cleanup tokens, what was removed to the box, the owner of a dock tile (that
 * of the port at its location; ports never move).
 *
 * While an action is carried out, its remaining effects are on a stack of
 * frames; the top is next.  A decision can so belong to the opponent.  With an
 * empty stack the seat of the turn chooses its action.
 *
 * In solo play seat 0 plays blue; seat[1] then holds the buildings of the
 * Boss. */
#ifndef SEASTEAD_STATE_H
#define SEASTEAD_STATE_H

#include "rules/game.h"
#include "rules/seastead/content/content.h"

#include <string.h>

enum {
    OWNERS = 2,      /* blue and orange */
    PIECES_EACH = 4, /* of a type, for each owner */
    SHIPS_EACH = 4,
    RESOURCES_EACH = 10,
    CLEANUP_TOKENS = 20,
    CLEANUP_MAX = 120, /* more than any match gives */
    DISPLAY = 3,
    FRAMES_MAX = 18,
    RULES_VERSION = 3,
};

/* The indexes of the options in settings.values. */
enum option_index { OPTION_SIDES, OPTION_SET, OPTION_DECREE, OPTION_DISCOUNTS };

enum sides { SIDES_A, SIDES_B, SIDES_MIXED };

enum phase { PHASE_PLAY, PHASE_OVER };

enum action { ACTION_NONE, ACTION_DIVE, ACTION_BUILD };

enum frame_kind {
#define FRAME(NAME, word, is_decision, n, a, b, c) FRAME_##NAME,
#include "rules/seastead/engine/frames.def"
#undef FRAME
    FRAMES
};

enum take_flag {
    TAKE_MUST = 1,     /* all that the supply has, up to n */
    TAKE_SAME = 2,     /* of one type */
    TAKE_DISTINCT = 4, /* of different types */
};

struct frame {
    uint8_t kind; /* enum frame_kind */
    uint8_t seat;
    uint8_t n, a, b, c; /* frames.def */
};

/* What belongs to one owner. */
struct seat {
    uint8_t stock[RESOURCES];
    uint8_t built[PIECES]; /* buildings on the flotillas */
    uint8_t ships;         /* beside the board */
    uint8_t cleanup;       /* tokens, those credited included */
    uint8_t left;
    uint16_t specialists; /* bit n: specialist n + 1 */
    uint16_t face_up;     /* of these */
};

struct state {
    /* options */
    uint8_t seats;
    uint8_t sides;        /* enum sides */
    uint8_t set_a;        /* only the specialists of set A */
    uint8_t first_decree; /* 0: drawn */
    uint8_t discounts;    /* solo: price tags count unless the Boss's token is
                             there */
    /* progress */
    uint8_t phase;  /* enum phase */
    uint8_t first;  /* the start player */
    uint8_t turn;   /* whose turn it is */
    uint8_t turns;  /* how many have ended */
    uint8_t ending; /* rounds to play: 2 this and one more, 1 this; 0: no end */
    /* the turn */
    uint8_t action; /* enum action */
    uint8_t extra;  /* another turn follows */
    uint8_t site;   /* 1 + where the building of this turn is */
    uint8_t piece;  /* its type */
    uint8_t depth;  /* frames on the stack */
    /* the flotillas */
    uint8_t b_sides; /* bit n: flotilla n shows side B */
    uint8_t locked;  /* flotilla whose demand token is locked */
    uint8_t demand[FLOTILLAS];
    uint8_t building[LOCATIONS]; /* 0, or 1 + owner * PIECES + piece */
    uint8_t ship[LOCATIONS];     /* 0, or 1 + owner */
    uint8_t dock[LOCATIONS];     /* tile, or 0 */
    uint8_t token[LOCATIONS];    /* solo: 1 + the Boss's resource */
    /* the dive cards from first to last; those drawn are the discards */
    uint8_t dive[DIVE_CARDS];
    uint8_t dive_count, drawn;
    uint8_t facing; /* the half of the last one that faces seat 0 */
    /* piles: the top is the last one */
    uint8_t specialist_count, dock_count, decree_count;
    uint8_t specialist_pile[SPECIALISTS];
    uint8_t dock_pile[DOCKS];
    uint8_t decree_pile[DECREES];
    uint8_t specialist_display[DISPLAY]; /* 0: empty */
    uint8_t dock_display[DISPLAY];
    uint8_t decree;          /* in force, or 0 */
    uint8_t drawn_decree[2]; /* to choose from, ascending */
    uint16_t covered;        /* bit n: decree n + 1 was in force */
    struct frame stack[FRAMES_MAX];
    struct seat seat[OWNERS];
    uint16_t version; /* of the rules by which the match is played: those of the
                         program that began it */
};

/* ---- what follows from it ---- */

/* Versions 1 and 2, which a match that began with them keeps to its end:
 * rulings BT1 to BT6 are not theirs (older.c). */
static inline bool is_older(const struct state *s)
{
    return s->version < RULES_VERSION;
}

static inline bool is_solo(const struct state *s)
{
    return s->seats == 1;
}

static inline int flotilla_of(int location)
{
    return location / SPOTS;
}

/* Where an area (enum area) of a tile at a location points (AS9). */
static inline int area_location(int location, int area)
{
    return flotilla_of(location) * SPOTS +
           (location % SPOTS + area_offset[area] + SPOTS) % SPOTS;
}

static inline const struct location *location_at(const struct state *s,
                                                 int location)
{
    const int f = flotilla_of(location);

    return &locations[f][s->b_sides >> f & 1][location % SPOTS];
}

static inline int demand_at(const struct state *s, int location)
{
    return s->demand[flotilla_of(location)];
}

static inline int owner_at(const struct state *s, int location)
{
    return s->building[location] ? (s->building[location] - 1) / PIECES : -1;
}

static inline int piece_at(const struct state *s, int location)
{
    return (s->building[location] - 1) % PIECES;
}

static inline bool is_free(const struct state *s, int location)
{
    return !s->building[location] && !s->ship[location];
}

static inline bool has_decrees(const struct state *s)
{
    return s->sides != SIDES_A;
}

/* Whether the decree in force has this verb. */
static inline bool decreed(const struct state *s, enum op op)
{
    return decrees[s->decree].does.op == op;
}

/* The number of the decree in force if it has this verb, else the usual one. */
static inline int decreed_n(const struct state *s, enum op op, int usual)
{
    return decreed(s, op) ? decrees[s->decree].does.n : usual;
}

static inline int half_of(const struct state *s, int seat)
{
    return seat ? 1 - s->facing : s->facing;
}

/* The face-up dive card: there always is one. */
static inline const struct dive_card *dive_card(const struct state *s)
{
    return &dive_cards[s->dive[s->drawn - 1]];
}

/* Both halves give pairs: it does not matter which one faces whom. */
static inline bool dive_is_pair(const struct state *s)
{
    return dive_card(s)->half[0].kind == HALF_PAIR;
}

static inline bool has_specialist(const struct state *s, int seat, int n)
{
    return s->seat[seat].specialists >> (n - 1) & 1;
}

static inline bool is_face_up(const struct state *s, int seat, int n)
{
    return s->seat[seat].face_up >> (n - 1) & 1;
}

static inline int built_count(const struct seat *me)
{
    return me->built[PORT] + me->built[ACADEMY] + me->built[SHIPYARD];
}

static inline int stock_count(const struct seat *me)
{
    return me->stock[0] + me->stock[1] + me->stock[2] + me->stock[3];
}

/* Tokens of a resource in the supply. */
static inline int supply_of(const struct state *s, int resource)
{
    int supply = RESOURCES_EACH - s->seat[0].stock[resource] -
                 s->seat[1].stock[resource];

    for (int l = 0; is_solo(s) && l < LOCATIONS; l++)
        supply -= s->token[l] == resource + 1;
    return supply;
}

static inline int cleanup_supply(const struct state *s)
{
    const int taken = s->seat[0].cleanup + s->seat[1].cleanup;

    return taken < CLEANUP_TOKENS ? CLEANUP_TOKENS - taken : 0;
}

#endif
