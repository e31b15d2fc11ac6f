/* What a seat is asked to decide. */
#ifndef UNDERWATER_CITIES_PROMPT_H
#define UNDERWATER_CITIES_PROMPT_H

#include "rules/underwater_cities/words/phrase.h"

/* What the seat, which is to act, is asked: the kind, and the text in *p.  Less
 * to one who does not see what the seat sees (prompt.c). */
const char *prompt_text(const struct uwc_state *s, int seat, bool sees,
                        struct phrase *p);

#endif
