/* Flags of a command line: read by getopt_long, and printed by --help. */
#include "base/flags.h"

#include <assert.h>
#include <getopt.h>
#include <stdbool.h>
#include <string.h>

/* What getopt_long returns for row 0: above every character. */
enum { FIRST = 256, HELP = FIRST + FLAGS_MAX, WIDTH = 80 };

void flags_begin(struct flags *flags, const char *command, const char *wants,
                 const struct flag *table, int argc, char **argv)
{
    *flags = (struct flags){.argc = argc,
                            .argv = argv,
                            .command = command,
                            .wants = wants,
                            .table = table};
    optind = 0; /* glibc: forget the line that was read before */
    opterr = 0; /* messages are ours */
}

static int refuse(struct flags *flags, const char *what, const char *text,
                  const char *more)
{
    snprintf(flags->why, sizeof flags->why, "%s%s%s; see %s --help", what, text,
             more, flags->command);
    return FLAGS_REFUSED;
}

/* getopt_long returned '?' or ':'. */
static int refuse_flag(struct flags *flags, int result)
{
    /* A cluster such as -xy is one argument, and optind may still be at it. */
    const char short_flag[] = {'-', (char)optopt, '\0'};
    const bool is_short = optopt > 0 && optopt < FIRST;

    flags->refused = is_short ? NULL : flags->argv[optind - 1];
    if (result == ':')
        return refuse(flags, "", flags->refused, " needs a value");
    if (optopt >= FIRST)
        return refuse(flags, "", flags->refused, ": the flag takes no value");
    snprintf(flags->why, sizeof flags->why,
             "%s is not a flag of %s; see %s "
             "--help",
             is_short ? short_flag : flags->refused, flags->command,
             flags->command);
    return FLAGS_REFUSED;
}

static int take_word(struct flags *flags, const char *word)
{
    if (flags->word || !*flags->wants)
        return refuse(flags, "unexpected argument: ", word, "");
    flags->word = word;
    return FLAGS_END;
}

/* Everything was read, except for what follows "--". */
static int finish(struct flags *flags)
{
    while (optind < flags->argc)
        if (take_word(flags, flags->argv[optind++]) == FLAGS_REFUSED)
            return FLAGS_REFUSED;
    if (*flags->wants && !flags->word)
        return refuse(flags, "missing argument: ", flags->wants, "");
    return FLAGS_END;
}

/* The table as getopt_long takes it. */
static void list_options(const struct flag *table,
                         struct option options[FLAGS_MAX + 2])
{
    int count = 0;

    for (; table[count].name; count++) {
        assert(count < FLAGS_MAX);
        options[count] = (struct option){table[count].name,
                                         table[count].value ? required_argument
                                                            : no_argument,
                                         NULL, FIRST + count};
    }
    options[count] = (struct option){"help", no_argument, NULL, HELP};
    options[count + 1] = (struct option){NULL, 0, NULL, 0};
}

int flags_next(struct flags *flags)
{
    /* "-" returns other arguments in order, as 1; ":" distinguishes a missing
     * value from an unknown flag. */
    static const char in_order[] = "-:";
    struct option options[FLAGS_MAX + 2];

    list_options(flags->table, options);
    for (;;) {
        const int result =
            getopt_long(flags->argc, flags->argv, in_order, options, NULL);

        flags->value = optarg;
        switch (result) {
        case -1: return finish(flags);
        case HELP: return FLAGS_HELP;
        case '?':
        case ':': return refuse_flag(flags, result);
        case 1:
            if (take_word(flags, optarg) == FLAGS_REFUSED)
                return FLAGS_REFUSED;
            break;
        default: return result - FIRST;
        }
    }
}

/* ---- help ---- */

/* Print a text word by word, from this column on; returns the column where it
 * ends. */
static int wrap(FILE *to, int indent, int at, const char *text)
{
    while (*text) {
        const int length = (int)strcspn(text, " ");

        if (at + 1 + length >= WIDTH && at > indent)
            at = fprintf(to, "\n%*s", indent, "") - 1;
        else if (at > indent)
            at += fprintf(to, " ");
        at += fprintf(to, "%.*s", length, text);
        text += length;
        text += strspn(text, " ");
    }
    return at;
}

void flags_help_entry(FILE *to, int column, const char *left, const char *about,
                      const char *fallback)
{
    int at = *left ? fprintf(to, "  %s", left) : 0;
    char in_brackets[96];

    if (*left && at + 2 > column)
        at = fprintf(to, "\n") - 1;
    fprintf(to, "%*s", column - at, "");
    at = wrap(to, column, column, about);
    if (fallback) {
        snprintf(in_brackets, sizeof in_brackets, "[%s]", fallback);
        wrap(to, column, at, in_brackets);
    }
    fprintf(to, "\n");
}

void flags_help(FILE *to, int column, const struct flag *table)
{
    for (const struct flag *flag = table; flag->name; flag++) {
        char left[64];

        snprintf(left, sizeof left, "--%s%s%s", flag->name,
                 flag->value ? " " : "", flag->value ? flag->value : "");
        flags_help_entry(to, column, left, flag->about, flag->fallback);
    }
}
