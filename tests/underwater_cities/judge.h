/* A judge of moves, independent of the search that it judges.
 *
 * It plays the raw engine (apply.c, frames.c with `exhaustive` set) and tries
 * every move that can be written.  It uses neither candidates nor predictions,
 * assumes nothing about equal moves, and skips only what it has visited. */
#ifndef UNDERWATER_CITIES_JUDGE_H
#define UNDERWATER_CITIES_JUDGE_H

#include "rules/underwater_cities/engine/state.h"

enum judgement {
    JUDGED_ILLEGAL,
    JUDGED_LEGAL,
    JUDGED_UNKNOWN, /* not within the budget */
};

struct move_list {
    size_t count;
    struct move move[RULES_MOVES_MAX];
};

/* Every move that the raw engine carries out for the seat, whether the turn can
 * be completed afterwards or not. */
void judge_list_raw(const struct uwc_state *s, int seat, struct move_list *out);

/* Whether a move is legal by rulings 2 and 41: the raw engine carries it out,
 * and some sequence of moves then ends the turn, in which a part of everything
 * that is opened is performed before it is left.  `budget` is the number of
 * states that it may visit. */
enum judgement judge_move(const struct uwc_state *s, int seat, struct move move,
                          int budget);

#endif
