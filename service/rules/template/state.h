/* The state of a match of the template, its moves, the steps of its journal and
 * the reasons for refusing a move. */
#ifndef TEMPLATE_STATE_H
#define TEMPLATE_STATE_H

#include "rules/game.h"
#include "rules/kit/effects.h"
#include "rules/kit/leavers.h"
#include "rules/kit/pile.h"

#include <stdbool.h>

enum {
    TEMPLATE_CARDS = 24,
    TEMPLATE_SUDDEN_POINTS = 20, /* option "sudden": these end the match */
    TEMPLATE_POINTS_MAX = 1000,  /* more than any match can give */
    TEMPLATE_FRAMES = 2,         /* effects in each other, at most */
};

enum template_phase {
    TEMPLATE_CHOOSING, /* all active seats choose a card at once */
    TEMPLATE_TAKING,   /* the winner of the round does what its card allows */
    TEMPLATE_OVER,
    TEMPLATE_PHASES
};

/* Hands and discards are sets: bit n is card n.  The cards of the round lie in
 * chosen[]; while seats still choose, they are in the hands as well. */
struct template_state {
    uint32_t hand[RULES_SEATS_MAX];
    uint32_t discards;
    uint8_t chosen[RULES_SEATS_MAX]; /* card, or 0 */
    struct secret_stream chance;     /* of the shuffles */
    uint16_t points[RULES_SEATS_MAX];
    uint8_t deck[TEMPLATE_CARDS];
    struct frame stack[TEMPLATE_FRAMES]; /* effects in progress */
    uint8_t deck_count;
    uint8_t depth; /* of the stack; 0 unless the winner takes */
    uint8_t seats;
    uint8_t low_wins; /* option "winner" */
    uint8_t sudden;   /* option "sudden" */
    uint8_t phase;    /* enum template_phase */
    uint8_t winner;   /* while it takes; otherwise 0 */
    uint8_t dealt;    /* option "hand" */
    struct leavers leavers;
    uint8_t pad[4]; /* every byte of a state is defined */
};

_Static_assert(sizeof(struct template_state) == 128, "no padding of its own");

/* The indexes of the options in settings.values. */
enum { TEMPLATE_HAND, TEMPLATE_WINNER, TEMPLATE_SUDDEN };

/* The verbs of moves.  Those after the first are also the effects of cards:
 * such a move performs a part of the effect in progress. */
enum template_verb {
    TEMPLATE_CHOOSE,
    TEMPLATE_TAKE, /* points */
    TEMPLATE_DRAW,
    TEMPLATE_TRADE,
    TEMPLATE_DISCARD,
    TEMPLATE_VERBS
};

/* A move's bits: its verb, and the set of its cards. */
enum { TEMPLATE_VERB_SHIFT = TEMPLATE_CARDS + 1 };

static inline struct move template_move(enum template_verb verb, uint32_t cards)
{
    return (struct move){(uint32_t)verb << TEMPLATE_VERB_SHIFT | cards};
}

static inline uint32_t template_verb_of(struct move move)
{
    return move.bits >> TEMPLATE_VERB_SHIFT;
}

static inline uint32_t template_cards_of(struct move move)
{
    return move.bits & ((UINT32_C(1) << TEMPLATE_VERB_SHIFT) - 1);
}

/* The first card of a set after this one, or 0. */
static inline int template_next(uint32_t set, int after)
{
    return set_next(&(struct card_set){{set}}, after);
}

/* The steps of a journal. */
enum template_step {
    TEMPLATE_STEP_CHOOSE,    /* seat chooses a card, hidden from the others */
    TEMPLATE_STEP_REVEAL,    /* the card that seat chose is turned up */
    TEMPLATE_STEP_WIN,       /* seat wins the round */
    TEMPLATE_STEP_POINTS,    /* seat gains n points */
    TEMPLATE_STEP_TRADE,     /* seat begins a trade */
    TEMPLATE_STEP_SHUFFLE,   /* the discards become the deck */
    TEMPLATE_STEP_DRAW,      /* seat draws a card, hidden from the others */
    TEMPLATE_STEP_DISCARD,   /* a card of seat goes to the discards */
    TEMPLATE_STEP_TAKE_BACK, /* seat takes back the card that it chose */
    TEMPLATE_STEP_ROUND_END, /* all seats choose again */
    TEMPLATE_STEP_LEAVE,     /* seat leaves the match, as the n-th */
    TEMPLATE_STEP_END,       /* the match is over */
    TEMPLATE_STEPS
};

/* Why a move is refused. */
enum template_why {
    TEMPLATE_FINE,
    TEMPLATE_NOT_NOW,
    TEMPLATE_NOT_IN_HAND,
    TEMPLATE_DECK_EMPTY,
    TEMPLATE_COUNT,    /* not as many cards as are due */
    TEMPLATE_DEAD_END, /* what it begins cannot be completed */
};

static inline bool template_is_active(const struct template_state *s, int seat)
{
    return seat >= 0 && seat < s->seats && !s->leavers.place[seat];
}

static inline int template_active_count(const struct template_state *s)
{
    return s->seats - leavers_count(&s->leavers);
}

#endif
