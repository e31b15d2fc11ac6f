/* The rules texts of cards and lists of effects, made in a language.
 *
 * Each function returns the length of the text, which is cut at cap and always
 * ends with a NUL, unless cap is 0. */
#ifndef UNDERWATER_CITIES_CARD_TEXT_H
#define UNDERWATER_CITIES_CARD_TEXT_H

#include "rules/underwater_cities/content/effects.h"
#include "rules/underwater_cities/words/text.h"

/* A card: one or more whole sentences. */
size_t card_text(int card, enum language language, char *out, size_t cap);

/* Any list of effects: how an option reads. */
size_t effects_text(const struct effect *list, const struct effect *end,
                    enum language language, char *out, size_t cap);

/* The member "effects": what a list does, as a clause without a period: "gain 1
 * kelp; advance 1 step on the Federation track". */
void sink_effects(struct sink *sink, const struct effect *list);

/* A member with such a text, without the last period. */
void sink_effects_text(struct sink *sink, const char *key,
                       const struct effect *list, const struct effect *end);

/* Append each effect of a list in a sentence of its own. */
void effects_sentences(struct text *t, const struct effect *list,
                       const struct effect *end);

#endif
