/* The stories of Otys: what its .case files can arrange (case_given.c) and look
 * at (case_then.c).  The language is described in case_language.md; the rest of
 * it is in tests/support/rules_story.h. */
#ifndef TESTS_OTYS_CASE_STORY_H
#define TESTS_OTYS_CASE_STORY_H

#include "rules/otys/engine/state.h"
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
int story_word(const struct story *t, const char *word,
               const char *const *words, int count);
int story_level(const struct story *t, const char *word); /* of 1 to 5 */

/* A key as its bit in a set of own keys. */
unsigned story_key(const struct story *t, const char *word);

/* `given ...` and `then ...`, split into words. */
void case_given(struct story *t);
bool case_value(const struct story *t, const void *state, int seat,
                const char *what, int *out);
bool case_then(const struct story *t, const char *what);

#endif
