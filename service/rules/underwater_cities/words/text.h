/* How texts of cards are put together: a bounded writer, the words of amounts
 * and pieces (text.c), and clauses of effects (effect_text.c). */
#ifndef UNDERWATER_CITIES_TEXT_H
#define UNDERWATER_CITIES_TEXT_H

#include "rules/underwater_cities/content/effects.h"

#include <stddef.h>

/* A writer into the caller's buffer; what does not fit is cut. */
struct text {
    char *out;
    size_t cap;
    size_t length; /* without the NUL; always < cap */
};

/* Begin a text in out; cap may be 0, then nothing is ever written. */
void text_begin(struct text *t, char *out, size_t cap);

void text_put(struct text *t, const char *words);
void text_put_bytes(struct text *t, const char *bytes, size_t n);
void text_number(struct text *t, int n);

/* "2 credits". */
void text_amount(struct text *t, int n, enum resource resource);

/* "1 kelp and 2 credits". */
void text_price(struct text *t, uint16_t price);

/* The separator between item i and the one before it, of n items. */
const char *text_comma(int i, int n, const char *last);

/* The words after something that can be done several times: ", up to 2 times".
 */
void text_times(struct text *t, int count);

/* " for every 2 connected farms". */
void text_every(struct text *t, enum countable countable, int every);

/* Begin a sentence: the letter there becomes a capital. */
void text_capital(struct text *t, size_t at);

/* Pieces as a noun: "farm or laboratory", "structure", "cities".  Only sets
 * that have a name of their own, and single pieces, have a plural. */
void text_pieces(struct text *t, unsigned pieces, int count);

/* The same, with every piece named: "farm, desalination plant or laboratory".
 */
void text_each_piece(struct text *t, unsigned pieces);

/* "1 farm", or "up to 2 farms" where a part stands there twice. */
void text_number_of_pieces(struct text *t, unsigned pieces, int count);

/* The effects from `list` up to `end` as one clause without a period:
 * "gain 1 kelp; advance 1 step on the Federation track". */
void text_clause(struct text *t, const struct effect *list,
                 const struct effect *end);

#endif
