/* The stories of Underwater Cities: what its .case files can arrange
 * (case_given.c) and look at (case_then.c).  The language is described in
 * case_language.md; the rest of it is in tests/support/rules_story.h. */
#ifndef TESTS_UNDERWATER_CITIES_CASE_STORY_H
#define TESTS_UNDERWATER_CITIES_CASE_STORY_H

#include "rules/underwater_cities/engine/state.h"
#include "rules_story.h"

/* The state of a story. */
static inline struct uwc_state *story_now(struct story *t)
{
    return (struct uwc_state *)(void *)&t->now;
}

static inline const struct uwc_state *story_sees(const struct story *t)
{
    return (const struct uwc_state *)(const void *)&t->now;
}

/* A word that names a resource or a slot; no such thing fails the case. */
int story_resource(const struct story *t, const char *word);
int story_slot(const struct story *t, const char *word);

/* `given ...` and `then ...`, split into words. */
void uwc_given(struct story *t);
bool uwc_value(const struct story *t, const void *state, int seat,
               const char *what, int *out);
bool uwc_then(const struct story *t, const char *what);

#endif
