/* Stories over HTTP: what clients of the service do, and what responses they
 * must get, in the language of stories/language.md.
 *
 * A file of stories is read as lines; a line belongs to the nearest line above
 * that is indented less.  story_steps.c runs requests and blocks, story_given.c
 * arranges and plays, story_check.c compares responses. */
#ifndef TESTS_STORY_H
#define TESTS_STORY_H

#include "match_fixture.h"
#include "service.h"

#include <setjmp.h>

enum {
    STORY_LINES = 2000,   /* of a file */
    STORY_PEOPLE = 12,    /* in a story */
    STORY_VARIABLES = 64, /* in a story */
    STORY_WATCHED = 12,   /* resources that refusals must not change */
};

struct story_line {
    int number; /* in the file; from 1 */
    int indent; /* spaces before the text */
    char *text; /* without them */
};

struct story_person {
    char name[24]; /* as the story writes it: "ada" */
    struct client client;
};

struct story_variable {
    char name[32];
    char *text; /* owned */
};

struct story_watched {
    struct story_person *who;
    char path[256];
    char *body; /* when it was last read; owned */
};

/* A file, and the story of it that is being run. */
struct story {
    const char *file; /* "undo.story" */
    struct story_line *lines;
    int line_count;
    const char *name; /* of the story */
    const struct story_line *line;
    struct service *service;     /* the shared node, or &own */
    struct service own, another; /* pid 0: not begun */
    struct story_person people[STORY_PEOPLE];
    int people_count;
    struct story_variable variables[STORY_VARIABLES];
    int variable_count;
    struct story_watched watched[STORY_WATCHED];
    int watched_count;
    bool is_watch_old;      /* something may have changed since it was read */
    struct fixture fixture; /* the match; clients are borrowed from people */
    jmp_buf *end;           /* of the story, after a failure that ends it */
    bool is_quiet;          /* failures are counted, not reported */
    int failures;
};

/* Report a failure of the current line; the story continues. */
void story_fault(struct story *story, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, but the story ends. */
_Noreturn void story_stop(struct story *story, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- story.c: files, people and variables ---- */

/* Run all stories of tests/api/stories/NAME.story, or those whose name has the
 * words of FATHOM_STORY; each failing line fails the test. */
void story_run_file(const char *name);

/* The end of the lines that belong to this one: an index. */
int story_children_end(const struct story *story, int line);

struct story_person *story_find_person(struct story *story, const char *name);
/* The same; the story ends when there is no such person. */
struct story_person *story_person(struct story *story, const char *name);
/* A new person; the client is taken over. */
struct story_person *story_add_person(struct story *story, const char *name,
                                      struct client client);

void story_set(struct story *story, const char *name, const char *text);
void story_set_number(struct story *story, const char *name, long value);
/* "" if it does not exist. */
const char *story_get(const struct story *story, const char *name);
/* New text: {name} and {name+1} are replaced by variables, @ada by names. */
char *story_fill(struct story *story, const char *text);

/* If text begins with this, what follows and true. */
bool story_begins(const char *text, const char *with, const char **rest);

/* ---- story_given.c ---- */

/* "given ..."; the rest of the line, filled in. */
void story_given(struct story *story, const char *what);
/* "play ..."; the rest of the line. */
void story_play(struct story *story, const char *what);
/* A person plays a legal move: the first one, or the first whose text or
 * notation has these words. */
void story_choose(struct story *story, struct story_person *who,
                  const char *words);
/* The seat of a person in the match. */
int story_seat(struct story *story, const struct story_person *who);

/* ---- story_steps.c ---- */

/* Run the steps from one line to before another. */
void story_steps(struct story *story, int from, int to);
/* Drop what was watched. */
void story_unwatch(struct story *story);

/* ---- story_check.c ---- */

/* The body without the newline at its end; the caller frees it. */
char *story_body(const struct answer *answer);

/* Compare a response with a line below its request, or store a part of it in a
 * variable.  Returns whether the line says what the status must be. */
bool story_check(struct story *story, const struct answer *answer,
                 const char *text);

#endif
