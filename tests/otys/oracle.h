/* A second account of the column of divers, the keys with the hacker's track,
 * and the store, made from the rules alone and in the plainest way: what the
 * engine does is compared with it.
 *
 * It reads documents only: the components for values and prices, the prompt
 * for the diver whose effect is used, and of the view, besides these three
 * parts, what the other parts decide (credits, batteries, resources, which
 * divers are upgraded).  It does not read the three parts: it has them from the
 * begin of a match and the moves since then.
 *
 *   oracle_table.c   reading and comparing the parts
 *   oracle_rules.c   what a move does to them
 *   oracle_moves.c   which moves concern them
 *   oracle_tests.c   the comparison */
#ifndef TESTS_OTYS_ORACLE_H
#define TESTS_OTYS_ORACLE_H

#include "rules/game.h"
#include "rules_document.h"

enum {
    ORACLE_DIVERS = 8,
    ORACLE_SURFACED = 3, /* slots above level 1 */
    ORACLE_KEYS = 6,     /* 1 to 5 and X */
    ORACLE_COLOURS = 4,
    ORACLE_ROWS = 3,
    ORACLE_WORDS = 6 /* of a move */
};

/* Where an own key is. */
enum oracle_place { ON_BOARD, IN_USE, ON_TRACK };

struct oracle_player {
    char column[ORACLE_DIVERS][20]; /* from above */
    enum oracle_place key[ORACLE_KEYS];
    int neutral_on_board, neutral_on_track;
    int mechanic, hacker; /* improvements */
    bool left;
};

/* The three parts, and what the turn remembers of them. */
struct oracle_table {
    int seats, first, turn, round;
    struct oracle_player player[RULES_SEATS_MAX];
    int supply; /* of neutral keys */
    bool store[ORACLE_COLOURS][ORACLE_ROWS];
    int level;       /* of the key in use; 0: none is chosen */
    char key[20];    /* in use */
    bool is_cleared; /* the key was put on the track */
    bool stays;      /* oxygen was used */
    bool is_risen;   /* the activated diver has resurfaced */
    bool copied[RULES_SEATS_MAX];
};

/* The documents of a state. */
struct oracle_scene {
    const struct node *components, *view, *prompt;
    int seat; /* to act; -1: none */
};

/* A move as words. */
struct oracle_move {
    char word[ORACLE_WORDS][24];
    int count;
};

/* ---- the table ---- */

void oracle_read(struct oracle_table *table, const struct node *view);

/* The table is what the view shows; else a failed assertion with the note. */
void oracle_expect(const struct oracle_table *table, const struct node *view,
                   const char *note);

/* The set-up follows rules 2.4. */
void oracle_expect_setup(const struct node *view);

const char *oracle_colour(int colour);
const char *oracle_key_word(int key);

/* The index of a word, which must be one of them. */
int oracle_colour_of(const char *word);
int oracle_key_of(const char *word);

/* The diver of a player on a level. */
const char *oracle_diver_at(const struct oracle_table *table, int seat,
                            int level);

/* ---- the rules ---- */

/* What the move does to the parts at once, or before anything else. */
void oracle_play(struct oracle_table *table, const struct oracle_scene *before,
                 const struct oracle_move *move);

/* The rest until the scene after the move: the clean-up and the
 * next turn. */
void oracle_follow(struct oracle_table *table, const struct oracle_scene *after,
                   const char *note);

/* A seat leaves: its neutral keys return to the supply (D5). */
void oracle_leave(struct oracle_table *table, int seat,
                  const struct oracle_scene *after);

/* Credits and points that a sale or purchase changes, by the rules.  False if
 * the move is neither. */
bool oracle_trade(const struct oracle_table *table,
                  const struct oracle_scene *before,
                  const struct oracle_move *move, int *credits, int *points);

/* ---- moves ---- */

enum { ORACLE_MOVES = 64 };

struct oracle_list {
    char text[ORACLE_MOVES][RULES_NOTATION_MAX];
    size_t count;
};

/* Which moves with this verb the rules allow in a scene.  False if the rules
 * of the three parts do not decide it there. */
bool oracle_moves(const struct oracle_table *table,
                  const struct oracle_scene *scene, const char *verb,
                  struct oracle_list *out);

#endif
