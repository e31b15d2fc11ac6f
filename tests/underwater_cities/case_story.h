/* One case being run, and what the files of the runner share: cases.c reads
 * the files and makes moves, case_given.c arranges, case_then.c looks.  The
 * language is described in case_language.md. */
#ifndef TESTS_CASE_STORY_H
#define TESTS_CASE_STORY_H

#include "rules/replay.h"
#include "rules/underwater_cities/engine/state.h"

enum { WORDS_MAX = 40, LINE_MAX_LENGTH = 400 };

struct story {
    const char *file, *name;
    int line;
    struct uwc_state now;
    struct uwc_state before; /* the last moves, for `then` */
    struct uwc_state marked; /* `mark` */
    bool moved;              /* since the last `then` */
    bool playing;            /* `replay` is under way */
    unsigned irreversible;   /* of the last move */
    struct replay replay;    /* what may be taken back */
    char words[WORDS_MAX][64];
    int count;
    char rest[LINE_MAX_LENGTH]; /* the line after its first word */
};

void story_fail(const struct story *t, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* What a word means; no such thing fails the case. */
int story_number(const struct story *t, const char *word);
int story_resource(const struct story *t, const char *word);
int story_slot(const struct story *t, const char *word);

/* `given ...` and `then ...`, split into words. */
void story_given(struct story *t);
void story_then(struct story *t);

#endif
