/* Running a command as a user does, and looking at what comes out. */
#ifndef TESTS_BOTS_RUN_H
#define TESTS_BOTS_RUN_H

#include "cli/cli.h"

enum { RAN_OUT_MAX = 1 << 20, RAN_ERR_MAX = 1 << 13 };

/* What a command wrote, and what it returned. */
struct ran {
    char out[RAN_OUT_MAX];
    char err[RAN_ERR_MAX];
    int status;
};

/* Run "simulate GAME --flag value ..".  Words stand between blanks; one in
 * quotes, 'place red3 28', may hold some. */
void run(struct ran *ran, const char *line);

/* The same, with this on standard input. */
void run_with(struct ran *ran, const char *line, const char *input);

/* A new file with this content; the path (new) is for unlink and free. */
char *temporary(const char *content);

/* The content of a file (new). */
char *content_of(const char *path);

#endif
