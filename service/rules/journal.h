/* The journal: what a decision did, step by step, in the order in which the
 * engine did it.
 *
 * Nothing of it is stored.  A reader of events plays the move again on a copy
 * of the state before it and passes a journal to game_play_recorded; the game
 * writes each step with `step` of struct game, as the viewer may see it. */
#ifndef RULES_JOURNAL_H
#define RULES_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JOURNAL_STEPS_MAX = 512,
    JOURNAL_ITEMS_MAX = 2048,
    JOURNAL_PUBLIC = 255, /* journal_step.seen_by: everybody */
    JOURNAL_ALL = UINT16_MAX,
};

/* Where a thing comes from or goes to.  The kinds are the game's; 0 means
 * none. */
struct journal_place {
    uint8_t kind;
    uint8_t seat;
    int16_t id;
};

/* What caused a step: a card, a slot, the bonus of a site ...  The kinds are
 * the game's; 0 means the decision itself. */
struct journal_cause {
    uint8_t kind;
    int16_t id;
};

struct journal_step {
    uint8_t type;    /* the game's */
    int8_t seat;     /* whose step it is; -1: nobody's */
    uint8_t seen_by; /* JOURNAL_PUBLIC, or the seats that may know `what` */
    bool is_undone;  /* the step was taken back; from and to are exchanged */
    struct journal_cause because;
    struct journal_place from, to;
    int16_t what;   /* a resource, a card, a piece, as the type says */
    int16_t n;      /* how many, or another detail */
    uint16_t list;  /* more details, hidden as `what` is: journal.item[list] */
    uint8_t length; /* of that list */
};

struct journal {
    uint8_t seats;
    bool is_full; /* a step was dropped */
    /* The seat that decided could know the first steps beforehand, up to this
     * number; JOURNAL_ALL: every one. */
    uint16_t known;
    bool hides_points; /* it could not know the points afterwards */
    uint16_t count;
    uint16_t items;
    struct journal_step step[JOURNAL_STEPS_MAX];
    uint8_t item[JOURNAL_ITEMS_MAX]; /* the lists of the steps */
};

/* Begin an empty journal of a match with this many seats. */
void journal_begin(struct journal *journal, int seats);

/* Append a step with a list of details, which may be empty.  A full journal
 * drops it. */
void journal_add(struct journal *journal, struct journal_step step,
                 const uint8_t *list, size_t length);

/* The steps that follow reveal something that was hidden from the seat that
 * decided, or depend on it. */
void journal_hide_rest(struct journal *journal);

/* Drop the steps from this number on. */
void journal_cut(struct journal *journal, uint16_t count);

/* Append the steps of another journal in reverse order, as taken back. */
void journal_add_undone(struct journal *journal, const struct journal *undone);

/* Whether a viewer may know what the step is about. */
bool journal_viewer_knows(const struct journal_step *step, int viewer);

#endif
