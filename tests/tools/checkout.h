/* A directory in /tmp that looks like a checkout to the scripts in tools/. */
#ifndef TESTS_CHECKOUT_H
#define TESTS_CHECKOUT_H

#include <stddef.h>

enum { OUTPUT_MAX = 8192 };

struct checkout {
    char path[64];
    char output[OUTPUT_MAX]; /* stdout and stderr of the last command */
};

/* Create the directory with a copy of tools/. */
void checkout_begin(struct checkout *checkout);

/* Write a file below it, whose directory exists. */
void checkout_write(struct checkout *checkout, const char *name,
                    const char *text);

/* Run a command of the shell in it.  Returns the exit status, -1 for a signal.
 */
int checkout_run(struct checkout *checkout, const char *command);

/* Remove the directory. */
void checkout_end(struct checkout *checkout);

#endif
