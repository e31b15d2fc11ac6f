/* The notation of moves: words and numbers, separated by single spaces.
 *
 * A word has letters in lower case, digits, '+' and '-'; a number has digits
 * and no leading zero.  So a list of words and numbers is written in one way,
 * and reading refuses any other. */
#ifndef RULES_KIT_NOTATION_H
#define RULES_KIT_NOTATION_H

#include "rules/game.h"

/* ---- writing ---- */

/* A notation being written into RULES_NOTATION_MAX bytes.  It ends with a NUL
 * at any time; what does not fit is cut. */
struct notation {
    char *out;
    size_t length;
};

void notation_begin(struct notation *notation, char out[RULES_NOTATION_MAX]);
void notation_word(struct notation *notation, const char *word);
void notation_number(struct notation *notation, int number);

/* Write a move that has no notation: "?" and its bits in hex, which is never
 * read.  Returns the length. */
size_t notation_of_bits(struct move move, char out[RULES_NOTATION_MAX]);

/* ---- reading ---- */

/* The rest of a text that is being read, word by word.  A function that
 * returns false has taken nothing. */
struct words {
    const char *at; /* the next word; the end of the text */
};

/* false: the text cannot be a notation. */
bool words_begin(struct words *words, const char *text);

/* Whether all words were taken. */
bool words_are_over(const struct words *words);

/* The next word, which is not ended by a NUL.  Returns its length, 0 at the
 * end. */
size_t words_next(const struct words *words, const char **word);
void words_skip(struct words *words);

/* Take this word, or these words, separated by spaces. */
bool words_take(struct words *words, const char *expected);

/* Take one of several words.  Returns its index, or -1. */
int words_take_one(struct words *words, const char *const *list, int count);

/* Take a number from `least` to `most`; least is 0 or more. */
bool words_take_number(struct words *words, int least, int most, int *out);

#endif
