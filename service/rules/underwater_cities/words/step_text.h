/* The text of a step of the journal, in a language. */
#ifndef UNDERWATER_CITIES_STEP_TEXT_H
#define UNDERWATER_CITIES_STEP_TEXT_H

#include "rules/kit/template_text.h"
#include "rules/underwater_cities/engine/journal.h"

/* What each step type, cause and place kind is called in documents. */
extern const char *const journal_words[JOURNAL_TYPES];
extern const char *const cause_words[CAUSES];
extern const char *const place_words[PLACES];

/* Append the sentence of a step.  `knows`: whether the reader may know its
 * `what` and its list. */
void step_text(struct template_text *out, const struct journal *journal,
               size_t index, bool knows, enum language language);

/* The site of a place: "9b", "4", "15", "upper-left". */
void place_site_write(const struct journal_place *place, char *out, size_t cap);

#endif
