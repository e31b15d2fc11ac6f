/* What a seat is asked to decide. */
#ifndef UNDERWATER_CITIES_PROMPT_H
#define UNDERWATER_CITIES_PROMPT_H

#include "rules/underwater_cities/words/phrase.h"

/* What a seat that is to act is asked, in English.  With `sees` false only what
 * the public may know (prompt.c). */
void prompt_text(const struct uwc_state *s, int seat, bool sees,
                 struct phrase *p);

#endif
