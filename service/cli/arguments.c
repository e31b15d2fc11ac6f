/* Command-line arguments, read by the tables of the commands. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void command_help(const struct command *command, FILE *to)
{
    fprintf(to, "usage: fathom %s%s%s%s\n\n%s\n", command->name,
            *command->words ? " " : "", command->words,
            command->flags->name ? " [flags]" : "", command->about);
    if (command->more)
        fprintf(to, "%s\n", command->more);
    if (command->flags->name)
        fprintf(to, "\n");
    for (const struct flag *flag = command->flags; flag->name; flag++) {
        char left[40];

        snprintf(left, sizeof left, "--%s%s%s", flag->name,
                 flag->value ? " " : "", flag->value ? flag->value : "");
        fprintf(to, "  %-18s %s", left, flag->about);
        if (flag->fallback)
            fprintf(to, " (%s)", flag->fallback);
        fprintf(to, "\n");
    }
}

static int complain(const struct command *command, const char *what,
                    const char *text)
{
    fprintf(stderr, "fathom %s: %s%s%s; see fathom %s --help\n", command->name,
            what, *text ? " " : "", text, command->name);
    return CLI_USAGE;
}

/* The row of a flag given as "--name" or "--name=value", or -1. */
static int flag_row(const struct command *command, const char *name,
                    size_t length)
{
    for (int i = 0; command->flags[i].name; i++)
        if (strlen(command->flags[i].name) == length &&
            !memcmp(command->flags[i].name, name, length))
            return i;
    return -1;
}

/* Whether every value of a flag counts, not just the last. */
static bool is_repeated(const char *name)
{
    return !strcmp(name, "option") || !strcmp(name, "move");
}

/* Take one flag.  Returns how many arguments it used, 0 after a complaint. */
static int take_flag(struct arguments *args, int argc, char **argv)
{
    const char *name = argv[0] + 2;
    const char *equals = strchr(name, '=');
    const int row = flag_row(args->command, name,
                             equals ? (size_t)(equals - name) : strlen(name));
    const char *value = equals ? equals + 1 : "yes";
    int used = 1;

    if (row < 0) {
        complain(args->command, "unknown flag:", argv[0]);
        return 0;
    }
    if (args->command->flags[row].value && !equals) {
        if (argc < 2) {
            complain(args->command, "missing value for", argv[0]);
            return 0;
        }
        value = argv[1];
        used = 2;
    }
    args->value[row] = value;
    if (is_repeated(args->command->flags[row].name)) {
        if (args->options == CLI_OPTIONS_MAX) {
            complain(args->command, "flag repeated too often:", argv[0]);
            return 0;
        }
        args->option[args->options++] = value;
    }
    return used;
}

int arguments_read(struct arguments *args, const struct command *command,
                   int argc, char **argv)
{
    const int words = *command->words ? 1 : 0;

    memset(args, 0, sizeof *args);
    args->command = command;
    for (int i = 0; i < argc;) {
        if (!strncmp(argv[i], "--", 2)) {
            const int used = take_flag(args, argc - i, argv + i);

            if (!used)
                return CLI_USAGE;
            i += used;
            continue;
        }
        if (args->words == words)
            return complain(command, "unexpected argument:", argv[i]);
        args->word[args->words++] = argv[i++];
    }
    if (args->words < words)
        return complain(command, "missing argument:", command->words);
    return CLI_OK;
}

const char *flag_text(const struct arguments *args, const char *name)
{
    const int row = flag_row(args->command, name, strlen(name));

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
