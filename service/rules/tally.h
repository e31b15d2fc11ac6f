/* Items, and the tally of a match: which items the seats had and used.
 *
 * A game lists the items whose balance can be judged, in groups: its cards,
 * boards, contracts.  While a match is played, the game tallies them from its
 * states and journals; a report adds up the tallies of many matches and
 * compares how the seats fared. */
#ifndef RULES_TALLY_H
#define RULES_TALLY_H

#include "rules/game.h"

enum { TALLY_GROUPS_MAX = 8, TALLY_ITEMS_MAX = 256 };

struct item {
    char word[24]; /* unique in its group: "17", "red3" */
    char name[96]; /* for people; may be "" */
    char kind[24]; /* compared are items of one kind: "era 1"; may be "" */
};

/* The items of one sort.  There are four ways to have and use them:
 *
 *   had   used   is_shared
 *   yes   no     no          a seat has them, by chance or choice: a board
 *   no    yes    no          every seat may use them at any time: a slot
 *   yes   yes    no          some seats have them and may use them: a card
 *   yes   yes    yes         all seats have them together: a contract */
struct item_group {
    const char *word;    /* a stable word for one item: "card"; NULL ends a
                            table */
    const char *title;   /* of all: "Cards" */
    const char *had;     /* what happened to a seat that had one: "drawn"; or
                            NULL */
    const char *used;    /* to one that used it: "played"; or NULL */
    const char *meaning; /* when an item counts as had and as used: sentences */
    bool is_shared;
    uint8_t limit; /* how far an item may be off in a balanced game; 0: not
                      judged.  Of items that are had only: their mean points,
                      in per cent; of others: the effect of using them, in
                      points of win rate */
    uint16_t count;
    /* Write the item with this index, from 0, to *out, which is empty.  Called
     * by tally_item. */
    void (*item)(int index, struct item *out);
};

/* By group and item, as in the table of the game. */
struct tally {
    uint8_t seats;
    uint8_t round; /* under way, from 1; the game sets it, if it has rounds */
    uint8_t had[TALLY_GROUPS_MAX][RULES_SEATS_MAX][TALLY_ITEMS_MAX]; /* 1 */
    uint8_t used[TALLY_GROUPS_MAX][RULES_SEATS_MAX]
                [TALLY_ITEMS_MAX]; /* times, at most 255 */
    uint8_t when[TALLY_GROUPS_MAX][RULES_SEATS_MAX]
                [TALLY_ITEMS_MAX]; /* the round of the first use */
};

/* The item with this index. */
struct item tally_item(const struct item_group *group, int index);

/* Begin an empty tally of a match with this many seats. */
void tally_begin(struct tally *tally, int seats);

/* Tally a move of a seat that led from one state to the other.  False if it
 * does not lead there, or if the journal is too small for it. */
bool tally_move(struct tally *tally, const struct game *game,
                const void *before, int seat, struct move move,
                const void *after);

/* Tally the last state of a match. */
void tally_end(struct tally *tally, const struct game *game, const void *state);

#endif
