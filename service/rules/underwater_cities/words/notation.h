/* The words of Underwater Cities' decisions: notation, fields and sentences of
 * a move, what a seat is asked, and why a move is refused.
 *
 * All of these have the signatures of struct game and keep its promises.  The
 * notation is the one in the comments of moves.h.  It is written from the move
 * and, of a discard, the seat's hand: a line of a record reads the same
 * everywhere.  uwc_parse also reads moves that leave out "part N" (parse.c). */
#ifndef UNDERWATER_CITIES_NOTATION_H
#define UNDERWATER_CITIES_NOTATION_H

#include "rules/game.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/state.h"

/* Whether a move's bits are those of some notation. */
bool move_is_canonical(struct move move);

/* The fields of each verb (moves.def). */
struct verb_shape {
    const char *word;
    uint8_t a, b, x; /* enum move_field */
    bool names_part; /* may name a part of an effect list */
};

extern const struct verb_shape verb_shapes[MOVE_VERBS];

/* The value of field a: with FIELD_PLACE, the piece is in the bits above. */
static inline int move_value_a(struct move move)
{
    return verb_shapes[move_verb(move)].a == FIELD_PLACE
               ? move_b(move) << 8 | move_a(move)
               : move_a(move);
}

/* What uwc_format does; out holds RULES_NOTATION_MAX bytes.  hand is that of
 * the seat, for a discard. */
size_t move_write(struct move move, const struct card_set *hand, char *out);
/* Read what move_write writes; the cards of a discard in any order.  Of several
 * cards that are not all in the hand (NULL: none are) the move names the first
 * one that is not.  false: another text, and *out is unchanged. */
bool move_read(const char *text, const struct card_set *hand, struct move *out);

#endif
