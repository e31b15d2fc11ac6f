/* The words of Underwater Cities' things: one token each, as notation and JSON
 * use them, and how a text names them. */
#ifndef UNDERWATER_CITIES_VOCABULARY_H
#define UNDERWATER_CITIES_VOCABULARY_H

#include "rules/underwater_cities/content/cards.h"

/* Tokens, indexed by the enum: "kelp", "green", "end-scoring", "farms",
 * "reach-space", "available". */
extern const char *const resource_words[GAINS];
extern const char *const colour_words[YELLOW + 1];
extern const char *const card_type_words[END_SCORING + 1];
extern const char *const origin_words[RULEBOOK + 1];
extern const char *const reach_words[REACH_ANY_COLOURED + 1];
extern const char *const countable_words[COUNTABLES];
extern const char *const event_words[EVENTS];

/* How many kinds of piece enum piece has: its bits 0 to PIECE_KINDS - 1. */
enum { PIECE_KINDS = 6 };

/* The token of a single piece (one bit of enum piece): "plant", "symbiotic". */
extern const char *const piece_words[PIECE_KINDS];

/* The same by bit; "" unless exactly one bit of enum piece is set. */
const char *piece_word(unsigned piece);

/* The word of a set of pieces that effects and events name, "farm-or-plant",
 * "structure"; "" if it has none. */
const char *pieces_word(unsigned pieces);

/* No text of a card, slot, tile or contract is longer, its NUL included. */
enum { CARD_TEXT_MAX = 512 };

#endif
