/* The texts of verbs: a function for each row of effects.def with a text of its
 * OWN.  Those of blocks and gains are in effect_text.c, the others in
 * verb_text.c. */
#ifndef UNDERWATER_CITIES_VERB_TEXT_H
#define UNDERWATER_CITIES_VERB_TEXT_H

#include "rules/underwater_cities/words/text.h"

/* Write an effect as a clause.  `count` is how often it follows itself in the
 * list, itself included; for gains, how many gains follow each other. */
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    void text_##name(struct text *t, const struct effect *e, int count);
#include "rules/underwater_cities/content/effects.def"
#undef VERB

#endif
