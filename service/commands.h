/* The commands of fathomd. */
#ifndef SERVICE_COMMANDS_H
#define SERVICE_COMMANDS_H

#include "config.h"

#include "play/accounts/operator.h"

#include <signal.h>
#include <stdio.h>

/* Exit codes, besides EXIT_SUCCESS: the command failed; the command line or a
 * setting is invalid. */
enum { EXIT_FAILED = 1, EXIT_CONFIG = 2 };

struct command {
    const char *name;     /* NULL ends the table */
    const char *wants;    /* "NAME": the argument that is required, or "" */
    const char *meaning;  /* for --help */
    const char *settings; /* the names of its flags; NULL: all that have no
                             other command of their own */
    const char *former;   /* the flag that it was up to 0.3; NULL: none */

    /* Returns the exit code.  The signals that end the program are blocked. */
    int (*run)(const struct config *config, const sigset_t *ending);
    enum operator_what operation; /* for operate_command */
};

/* `serve` is the first, and the one without a name on the command line. */
extern const struct command fathomd_commands[];

/* Is this setting a flag of the command? */
bool command_takes(const struct command *command, const char *setting);

/* help.c: print what --help prints: all commands and the settings of `serve`,
 * or one command and its settings. */
void help_print(FILE *to);
void help_print_command(const struct command *command, FILE *to);

/* The commands. */
int serve_command(const struct config *config, const sigset_t *ending);
int migrate_command(const struct config *config, const sigset_t *ending);
int health_command(const struct config *config, const sigset_t *ending);
int ready_command(const struct config *config, const sigset_t *ending);
int archive_command(const struct config *config, const sigset_t *ending);
int unarchive_command(const struct config *config, const sigset_t *ending);
int check_ratings_command(const struct config *config, const sigset_t *ending);
int rebuild_ratings_command(const struct config *config,
                            const sigset_t *ending);
int pairs_command(const struct config *config, const sigset_t *ending);
int annul_command(const struct config *config, const sigset_t *ending);
int operate_command(const struct config *config, const sigset_t *ending);

#endif
