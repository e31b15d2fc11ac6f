/* What is lacking before a list of effects can be performed: an answer without
 * trying, wherever there is one.
 *
 * Ruling 2 asks again and again whether something can be performed.  Most
 * answers follow from stock, sites and cards in play alone.  The engine looks
 * here first and tries on a copy only where LACKS_TRIAL is the answer. */
#ifndef UNDERWATER_CITIES_MISSING_H
#define UNDERWATER_CITIES_MISSING_H

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/state.h"

/* Kinds of things that may be lacking, as bits.  0: something of the list can
 * be performed at once.  Otherwise nothing can be before a thing of one of
 * these kinds comes; with LACKS_TRIAL that is not sure. */
enum lack {
    LACKS_STOCK = (1 << RESOURCES) - 1, /* bit r is resource r */
    LACKS_NETWORK = 1 << 5,             /* something built, a city converted */
    LACKS_UPGRADES = 1 << 6,            /* something upgraded */
    LACKS_IN_PLAY = 1 << 7,   /* a card claimed, a step on the track */
    LACKS_ACTIONS = 1 << 8,   /* an action card that is not used yet */
    LACKS_CARDS = 1 << 9,     /* a card that can be drawn */
    LACKS_SPECIALS = 1 << 10, /* a special on its deck */
    LACKS_ANYTHING = (1 << 11) - 1,
    LACKS_TRIAL = 1 << 11, /* only trying tells */
    LACKS = 1 << 12,       /* set in every answer but 0 */
};

/* What a seat can perform with: looked up once and asked often. */
struct means {
    const struct uwc_state *s; /* borrowed */
    int seat;
    int slot;      /* placed on, though s does not show it; or UWC_NO_SLOT */
    int nested;    /* lists opened on top of the frames of s */
    uint32_t used; /* action cards, as in struct seat */
    int16_t stock[RESOURCES];
    bool has_costs;
    uint8_t cost[PIECE_KINDS][RESOURCES]; /* usual costs less discounts */
    unsigned known; /* pieces of which is known what building them lacks, */
    unsigned lacks[PIECE_KINDS]; /* on ordinary sites at usual cost */
};

struct means means_of(const struct uwc_state *s, int seat);
/* Look up the costs, too: worth it where many lists are asked about. */
void means_find_costs(struct means *means);

/* Of the open parts of a frame, by its place on the stack, as if it were the
 * top one. */
unsigned missing_frame(const struct uwc_state *s, int place);

/* Of a whole list opened on top of all frames.  It ends before `end`, or at its
 * OP_END. */
unsigned missing_list(struct means *means, const struct effect *list,
                      const struct effect *end);

/* Of one part of the top frame, open or not. */
unsigned missing_part(struct means *means, const struct effect *part);

/* Of an action card when the seat uses it: one in play, or the one that the top
 * frame is the last use of. */
unsigned missing_use(struct means *means, int card);

/* Of the action of a slot on which the seat places, or has placed, when this
 * price has been paid, nothing else was done, and as much came as one could
 * wish of what `brought` says. */
unsigned missing_slot(struct means *means, int slot, uint16_t price,
                      unsigned brought);

#endif
