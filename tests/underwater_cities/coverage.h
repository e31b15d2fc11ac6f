/* A tour of the game: matches played, led a little towards what has not been
 * seen yet, until every thing of the box was used and every rule applied, in
 * one variant of the options.
 *
 *   coverage_cards.c  whether a card in play has done something
 *   coverage_seen.c   what else there is to see, and what is missing
 *   coverage_play.c   the matches
 *   coverage.c    the tests */
#ifndef TESTS_UNDERWATER_CITIES_COVERAGE_H
#define TESTS_UNDERWATER_CITIES_COVERAGE_H

#include "rules/random.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

enum {
    COVERAGE_KEYS = 1 << 16, /* of what was decided once, see coverage_play.c */
    COVERAGE_POOL = 2048,    /* moves to try where they may not fit */
    COVERAGE_FRAMES = FRAME_CONTRACT + 1,
    COVERAGE_STRUCTURES = UWC_TUNNEL_BASE + UWC_TUNNEL_SITES,
};

struct coverage {
    struct settings settings;
    struct uwc_state now;
    struct random random;
    int match; /* its number, from 0 */
    /* what has been seen */
    bool card[CARD_COUNT];              /* had an effect */
    bool slot[UWC_SLOTS];               /* a part of its action was performed */
    bool verb[MOVE_VERBS];              /* was played */
    bool frame[COVERAGE_FRAMES];        /* asked for a decision */
    bool why[REFUSAL_REASONS];          /* refused a move */
    bool contract[UWC_CONTRACTS + 1];   /* was claimed */
    bool connected[UWC_BLUE_TILES + 1]; /* blue tile, at its corner */
    bool gained[UWC_BLUE_TILES + 1];    /* blue tile, beside the board */
    bool brown[UWC_BROWN_TILES + 1];    /* brought points at the end */
    bool city[BOARDS][UWC_CITY_SITES];  /* built there */
    bool structure[BOARDS][COVERAGE_STRUCTURES];
    /* called before every decision, if anything */
    void (*look)(struct coverage *t);
    /* what leads the players */
    bool key[COVERAGE_KEYS];
    struct move pool[COVERAGE_POOL];
    uint32_t pooled;
};

/* Note what a move did: the state before it, and t->now after it. */
void coverage_note_cards(struct coverage *t, const struct uwc_state *before,
                         int seat, struct move m);
void coverage_note_rest(struct coverage *t, const struct uwc_state *before,
                        int seat, struct move m);

/* Note what counts when a match is over. */
void coverage_note_scoring(struct coverage *t);
void coverage_note_result(struct coverage *t);

/* Note why a move is refused, and that the refusal is put into words. */
void coverage_note_refusal(struct coverage *t, int seat, struct move m);

/* How many things have not been seen; each is printed when aloud. */
int coverage_missing(const struct coverage *t, bool aloud);

/* Play the next match of the tour. */
void coverage_play_match(struct coverage *t);

#endif
