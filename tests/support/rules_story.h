/* Rules as short stories: the part of the language of .case files that is the
 * same for every game.
 *
 * A file contains cases about one subject; each line is one statement.  A game
 * adds what it can arrange (`given`) and look at (`then`), and documents all of
 * it in its case_language.md. */
#ifndef TESTS_RULES_STORY_H
#define TESTS_RULES_STORY_H

#include "rules/replay.h"

#include <stdalign.h>

enum { WORDS_MAX = 40, LINE_MAX_LENGTH = 400 };

/* A state of any game. */
struct story_state {
    alignas(max_align_t) uint8_t bytes[RULES_STATE_MAX];
};

/* One case that is being run. */
struct story {
    const struct story_language *language;
    const struct game *game;
    const char *file;
    char name[160];
    int line;
    struct story_state now;
    struct story_state before; /* the last moves, for `then` */
    struct story_state marked; /* `mark` */
    bool moved;                /* since the last `then` */
    bool playing;              /* `replay` is under way */
    unsigned irreversible;     /* of the last move */
    struct replay replay;      /* what may be taken back */
    char words[WORDS_MAX][64];
    int count;
    char rest[LINE_MAX_LENGTH]; /* the line after its first word */
};

/* What a game adds.  The line is in t->words. */
struct story_language {
    const char *game;   /* id */
    const char *folder; /* of the .case files */
    void (*given)(struct story *t);
    /* The value of a thing of a seat in a state; false: no such thing. */
    bool (*value)(const struct story *t, const void *state, int seat,
                  const char *what, int *out);
    /* Look at a thing of the table; false: no such thing. */
    bool (*then)(const struct story *t, const char *what);
    /* The word of the reason for which a move is refused.  NULL: the rule of
     * explain. */
    const char *(*why)(const struct story *t, int seat, struct move move);
};

/* Fail the test and end the case. */
void story_fail(const struct story *t, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* The number that a word is. */
int story_number(const struct story *t, const char *word);

/* What t->words[2] is must be this number. */
void story_expect_number(const struct story *t, int value);

/* A file of cases: the parameter of a test. */
struct story_file {
    char name[120];
};

/* All files of a game; returns how many. */
size_t story_find(const struct story_language *language, struct story_file *out,
                  size_t cap);

/* Run all cases of a file.  Each is named on stderr, "[CASE] FILE:LINE: NAME",
 * when it begins.  One that fails fails the test, and the next is run. */
void story_run(const struct story_language *language,
               const struct story_file *file);

#endif
