/* What a seat is asked to decide. */
#ifndef UNDERWATER_CITIES_PROMPT_H
#define UNDERWATER_CITIES_PROMPT_H

#include "rules/kit/phrases.h"
#include "rules/underwater_cities/engine/state.h"

/* What a seat that is to act is asked, with all that this seat may see, worded
 * as texts that are written to the sink. */
void prompt_text(const struct uwc_state *s, int seat, const struct sink *sink,
                 char out[PHRASE_TEXT_MAX]);

#endif
