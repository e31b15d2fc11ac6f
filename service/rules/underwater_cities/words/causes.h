/* Places and causes as members of documents. */
#ifndef UNDERWATER_CITIES_CAUSES_H
#define UNDERWATER_CITIES_CAUSES_H

#include "rules/underwater_cities/engine/journal.h"

struct sink;

/* What each type of step and kind of place is called in documents. */
extern const char *const journal_words[JOURNAL_TYPES];
extern const char *const place_words[PLACES];

/* The site of a place: "9b", "4", "15", "upper-left". */
void place_site_write(const struct journal_place *place, char *out, size_t cap);

/* A place: its kind, and its number within the kind.  Nothing for no place. */
void sink_place(struct sink *sink, const char *key,
                const struct journal_place *place);

/* What caused something: a kind, and its card, slot or other number.  Nothing
 * if it is the decision itself. */
void sink_cause(struct sink *sink, const char *key, struct journal_cause cause);

/* The same for an effect in progress. */
void sink_source(struct sink *sink, const char *key, const struct frame *frame);

#endif
