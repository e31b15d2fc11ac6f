/* The rules text of a card, a slot or a tile, made from its effects. */
#ifndef UNDERWATER_CITIES_CARD_TEXT_H
#define UNDERWATER_CITIES_CARD_TEXT_H

#include "rules/underwater_cities/content/effects.h"

#include <stddef.h>

/* Write a card's rules text, generated from its effects: one or more whole
 * sentences.  Returns its length; the text is cut at cap and always ends with
 * a NUL. */
size_t card_text(int card, char *out, size_t cap);

/* The same for any list of effects: how a slot, tile or option reads. */
size_t effects_text(const struct effect *list, const struct effect *end,
                    char *out, size_t cap);

#endif
