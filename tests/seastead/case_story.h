/* The stories of Seastead: what its .case files can arrange (case_given.c) and
 * look at (case_then.c).  The language is described in case_language.md; the
 * rest of it is in tests/support/rules_story.h. */
#ifndef TESTS_SEASTEAD_CASE_STORY_H
#define TESTS_SEASTEAD_CASE_STORY_H

#include "rules/seastead/engine/state.h"
#include "rules_story.h"

/* The state of a story. */
static inline struct state *story_now(struct story *t)
{
    return (struct state *)(void *)&t->now;
}

static inline const struct state *story_sees(const struct story *t)
{
    return (const struct state *)(const void *)&t->now;
}

/* A word as a number from 0; no such thing fails the case. */
int story_location(const struct story *t, const char *word);
int story_word(const struct story *t, const char *word,
               const char *const *words, int count);
int story_specialist(const struct story *t, const char *word); /* from 1 */

/* `given ...` and `then ...`, split into words. */
void case_given(struct story *t);
bool case_value(const struct story *t, const void *state, int seat,
                const char *what, int *out);
bool case_then(const struct story *t, const char *what);

#endif
