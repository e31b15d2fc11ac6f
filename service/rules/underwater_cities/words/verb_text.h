/* The texts of verbs (effect_text.c): each function writes the members that the
 * text is made from and returns the key of its template (phrases.def).  count
 * is how many times the effect follows itself; of a GAIN, how many GAINs follow
 * each other. */
#ifndef UNDERWATER_CITIES_VERB_TEXT_H
#define UNDERWATER_CITIES_VERB_TEXT_H

#include "rules/underwater_cities/content/effects.h"

struct sink;

/* Those of effects.def that say OWN. */
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    const char *text_##name(struct sink *sink, const struct effect *e,         \
                            int count);
#include "rules/underwater_cities/content/effects.def"
#undef VERB

/* The member "times": what can be done more than once. */
void sink_times(struct sink *sink, int count);

/* The member "gains": these GAINs, as numbers by resource. */
void sink_gains(struct sink *sink, const struct effect *e, int count);

/* The members "every" and "count": for every 2 connected farms. */
void sink_every(struct sink *sink, const struct effect *e);

#endif
