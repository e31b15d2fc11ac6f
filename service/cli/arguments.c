/* Command-line arguments, read by the tables of the commands. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 21 };

void command_help(const struct command *command, FILE *to)
{
    fprintf(to, "usage: fathom %s%s%s%s\n\n%s\n", command->name,
            *command->wants ? " " : "", command->wants,
            command->flags->name ? " [flags]" : "", command->about);
    if (command->more)
        fprintf(to, "%s\n", command->more);
    if (command->flags->name)
        fprintf(to, "\n");
    flags_help(to, HELP_COLUMN, command->flags);
}

/* Whether every value of a flag counts, not just the last. */
static bool is_repeated(const char *name)
{
    return !strcmp(name, "option") || !strcmp(name, "move");
}

/* Take a flag; complains and returns false if there are too many. */
static bool take_flag(struct arguments *args, int row, const char *value)
{
    const struct flag *flag = &args->command->flags[row];

    args->value[row] = flag->value ? value : "yes";
    if (!is_repeated(flag->name))
        return true;
    if (args->options == CLI_OPTIONS_MAX) {
        fprintf(stderr, "fathom %s: --%s is allowed at most %d times\n",
                args->command->name, flag->name, CLI_OPTIONS_MAX);
        return false;
    }
    args->option[args->options++] = value;
    return true;
}

static int read_all(struct arguments *args, struct flags *flags)
{
    for (;;) {
        const int row = flags_next(flags);

        switch (row) {
        case FLAGS_END: args->word = flags->word; return CLI_OK;
        case FLAGS_HELP: args->wants_help = true; return CLI_OK;
        case FLAGS_REFUSED:
            fprintf(stderr, "%s: %s\n", flags->command, flags->why);
            return CLI_USAGE;
        default:
            if (!take_flag(args, row, flags->value))
                return CLI_USAGE;
        }
    }
}

int arguments_read(struct arguments *args, const struct command *command,
                   int argc, char **argv)
{
    char name[32];
    struct flags flags;

    memset(args, 0, sizeof *args);
    args->command = command;
    snprintf(name, sizeof name, "fathom%s%s", *command->name ? " " : "",
             command->name);
    flags_begin(&flags, name, command->wants, command->flags, argc, argv);
    return read_all(args, &flags);
}

/* The row of the flag with this name, or -1. */
static int flag_row(const struct command *command, const char *name)
{
    for (int i = 0; command->flags[i].name; i++)
        if (!strcmp(command->flags[i].name, name))
            return i;
    return -1;
}

const char *flag_text(const struct arguments *args, const char *name)
{
    const int row = flag_row(args->command, name);

    if (row < 0)
        return NULL;
    return args->value[row] ? args->value[row]
                            : args->command->flags[row].fallback;
}

bool flag_number(const struct arguments *args, const char *name, long min,
                 long max, long *out)
{
    const char *text = flag_text(args, name);
    char *end;

    if (!text)
        return true; /* keeps the caller's value */
    errno = 0;
    *out = strtol(text, &end, 10);
    if (!*text || *end || errno || *out < min || *out > max) {
        fprintf(stderr,
                "fathom %s: --%s must be a number from %ld to %ld, not "
                "\"%s\"\n",
                args->command->name, name, min, max, text);
        return false;
    }
    return true;
}
