/* The state of a match of Underwater Cities: plain bytes, no pointers.
 * Derived facts are not stored: supplies of domes and tunnels follow from the
 * boards, the era from the round, and cards out of the game are those that are
 * nowhere. */
#ifndef UNDERWATER_CITIES_STATE_H
#define UNDERWATER_CITIES_STATE_H

#include "rules/game.h"
#include "rules/kit/card_set.h"
#include "rules/kit/leavers.h"
#include "rules/kit/secret_stream.h"
#include "rules/underwater_cities/content/cards.h"
#include "rules/underwater_cities/content/limits.h"

#include <assert.h>
#include <string.h>

/* What belongs to one seat. */
struct seat {
    struct card_set hand;
    uint64_t building[3];   /* farms, plants, laboratories: site masks */
    uint64_t upgraded;      /* upgraded buildings */
    uint32_t used;          /* claims[i] is an action card that was used, or
                               a once-per-turn permanent used this turn */
    uint32_t open_specials; /* bit n: special 181 + n in hand is public
                               (ruling 73) */
    uint32_t set_aside;     /* simultaneous discards: ranks in the hand */
    uint32_t asked;         /* production: claims[i] has an open choice */
    int16_t stock[RESOURCES];
    int16_t points;
    uint16_t city;      /* city sites with a city of either kind */
    uint16_t symbiotic; /* those with a symbiotic one */
    uint16_t tunnel;    /* tunnel sites built */
    uint16_t tunnel_upgraded;
    uint16_t gained_tiles; /* bit n: blue tile n + 1 beside the board */
    uint8_t claims[UWC_CLAIMS_MAX]; /* cards in play, in the order claimed */
    uint8_t answer[UWC_CLAIMS_MAX]; /* production: 0 declined, n option n */
    uint8_t claim_count;
    uint8_t specials_paid;      /* that count for brown tile 1 */
    uint8_t board;              /* 0-7: boards 1-8 */
    uint8_t brown;              /* tile 1-5 at the upper left */
    uint8_t blue[2];            /* tiles 1-11: upper right, lower left */
    uint8_t space;              /* Federation: 1-4, UWC_BELOW_TRACK */
    uint8_t produced_biomatter; /* in the Production under way */
    uint8_t left;         /* 0 active, else 1 + how many had left before */
    uint8_t is_choosing;  /* has simultaneous choices to make */
    uint8_t always_tiles; /* own tiles on the always-available slot */
    uint8_t contracts;    /* bit n: contract n + 1 was claimed */
    uint8_t
        swapped; /* PHASE_TILES: chose to lay blue[0] at the lower left
                    and blue[1] at the upper right; laid when all have chosen */
    uint8_t pad[5];
};

/* The source of an effect list. */
enum source_kind {
    FRAME_SLOT,     /* id: slot */
    FRAME_INSTANT,  /* id: card */
    FRAME_ACTION,   /* id: card */
    FRAME_ONCE,     /* id: card */
    FRAME_TRIGGER,  /* id: card */
    FRAME_LAST_USE, /* id: action card discarded for a new one: its use is
                       offered once (rulings 19, 66) */
    FRAME_UPGRADE,  /* id: structure just built, to be upgraded for 1
                       science (ruling 3) */
    FRAME_SPECIALS, /* choosing one of state.reveal */
    FRAME_TILES,    /* choosing one of state.reveal */
    FRAME_CONTRACT, /* id: contract, whose reward it is */
};

/* The action of the slot chosen for this turn.  FRAME_MUST follows from rulings
 * 36 and 3, and in the states of a search also from 41.  `gave` of a slot's
 * root frame has the resources that this use gave, as bits (ruling 47). */
enum { FRAME_TURN_SLOT = FRAME_OWN };

enum phase {
    PHASE_TURN,
    PHASE_FIRST_HANDS, /* all seats discard three of six */
    PHASE_PRODUCTION,  /* all seats answer their production choices */
    PHASE_ERA_HANDS,   /* all seats discard down to their limit */
    PHASE_OVER,
    PHASE_TILES, /* before the first hands: all seats lay their blue tiles
                    (option blue_metropolis_placement: chosen) */
};

enum step {
    STEP_DISCARD, /* surplus of the hand */
    STEP_PLACE,   /* slot and card */
    STEP_RESOLVE, /* slot and card are resolved, until `end` */
};

/* The progress of the turn's slot and of its card. */
enum progress {
    NOTHING_THERE, /* no card, or it did not match */
    WAITING,
    RUNNING,
    FINISHED,
};

struct uwc_state {
    /* options and set-up */
    uint8_t seats;
    uint8_t deferred;  /* draws come at the end of the turn (ruling 21) */
    uint8_t advanced;  /* boards 5-8 */
    uint8_t contracts; /* option: three are laid out */
    /* progress of the match */
    uint8_t phase; /* enum phase */
    uint8_t round; /* 1-10 */
    uint8_t turn;  /* 0 to 3 * seats - 1 within the round */
    uint8_t left_count;
    uint8_t order[RULES_SEATS_MAX]; /* play order of the round */
    uint8_t track[RULES_SEATS_MAX]; /* Federation, farthest ahead first */
    /* the current turn */
    uint8_t step;            /* enum step */
    uint8_t slot;            /* chosen, or UWC_NO_SLOT */
    uint8_t card;            /* played, or CARD_NONE */
    uint8_t slot_progress;   /* enum progress */
    uint8_t card_progress;   /* enum progress */
    uint8_t part_done;       /* at least one part of the slot (ruling 2) */
    uint8_t tunnels_built;   /* this turn */
    uint8_t draws;           /* cards to draw at the end of the turn */
    uint8_t top_hidden;      /* the top special is not turned up yet */
    uint8_t claim_after_use; /* action card to be claimed after a last use */
    uint8_t last_discard;    /* the highest card discarded at its start */
    uint8_t cloned;          /* the cloning tile was used this round */
    uint8_t depth;           /* frames on the stack */
    uint8_t reveal[3];       /* special cards or tiles to choose from, 0 none */
    /* piles */
    uint8_t deck_count, special_count, tile_count;
    uint8_t deck[66];     /* current era; the top is the last one */
    uint8_t specials[16]; /* one- and two-credit; the top is the last one,
                             face up unless top_hidden */
    uint8_t display[6];   /* three-credit specials face up, 0 taken */
    uint8_t tiles[UWC_BLUE_TILES]; /* undealt blue tiles; top is the last */
    uint8_t chosen_tiles; /* option: seats lay their blue tiles themselves */
    uint8_t contract[UWC_CONTRACTS_OPEN]; /* drawn, ascending; 0 claimed */
    /* solo play (ruling 29) */
    uint8_t solo_start; /* option: 1 to 4; 0 with more seats */
    uint8_t stepped;    /* made a step on the Federation track this round */
    uint8_t fourth;     /* slot of the fourth neutral tile, or UWC_NO_SLOT */
    uint8_t exhaustive; /* 0; tests set it, and the engine tries everything
                           instead of predicting */
    uint8_t pad[2];
    uint8_t slots[UWC_SLOTS]; /* the tiles on it: seat bits, UWC_NEUTRAL */
    struct card_set discards;
    struct frame stack[UWC_FRAMES_MAX];
    /* of the current call (steps.h), 0 between calls */
    uint32_t steps, steps_limit;
    struct secret_stream chance;
    struct seat seat[RULES_SEATS_MAX];
};

_Static_assert(sizeof(struct uwc_state) <= RULES_STATE_MAX, "a state is small");
_Static_assert(UWC_FRAMES_MAX * sizeof(struct frame) % 8 == 0, "alignment");

/* An amount after a gain or loss, from 0 to its bound. */
static inline int16_t amount_sum(int amount, int more, int most)
{
    const int sum = amount + more;

    return (int16_t)(sum < 0 ? 0 : sum > most ? most : sum);
}

static inline int uwc_era(const struct uwc_state *s)
{
    return s->round <= 4 ? 1 : s->round <= 7 ? 2 : 3;
}

/* The seat whose turn it is.  Only in PHASE_TURN. */
static inline int uwc_active(const struct uwc_state *s)
{
    assert(s->seats > 0);
    return s->order[s->turn % s->seats];
}

static inline struct leavers uwc_leavers(const struct uwc_state *s)
{
    struct leavers leavers = {{0}};

    for (int seat = 0; seat < s->seats; seat++)
        leavers.place[seat] = s->seat[seat].left;
    return leavers;
}

/* Symbiotic domes of the whole game. */
static inline int uwc_symbiotic_domes(const struct uwc_state *s)
{
    static const uint8_t domes[RULES_SEATS_MAX + 1] = {0, 255, 7, 10, 13};

    return domes[s->seats];
}

#endif
