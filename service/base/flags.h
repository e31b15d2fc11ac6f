/* Flags of a command line: read by getopt_long, and printed by --help. */
#ifndef BASE_FLAGS_H
#define BASE_FLAGS_H

#include <stdio.h>

enum { FLAGS_MAX = 96 };

/* A flag: --name VALUE or --name=VALUE; --name alone when value is NULL. */
struct flag {
    const char *name;     /* NULL ends the table */
    const char *value;    /* what --help calls its value: "N" */
    const char *about;    /* for --help */
    const char *fallback; /* the value when it is not given; may be NULL */
};

/* What flags_next returns other than the row of a flag. */
enum {
    FLAGS_END = -1,     /* everything was read */
    FLAGS_HELP = -2,    /* --help */
    FLAGS_REFUSED = -3, /* flags->why says what is wrong */
};

/* A command line that is being read.  Only one can be: getopt_long stores its
 * position in global variables. */
struct flags {
    int argc;
    char **argv;
    const char *command; /* "fathom play", for messages */
    const char *wants;   /* "GAME": the argument that is required, or "" */
    const struct flag *table;
    const char *value;   /* of the flag that was found; NULL: it has none */
    const char *word;    /* the argument that is not a flag; NULL: not yet */
    const char *refused; /* with FLAGS_REFUSED: the argument, or NULL */
    char why[256];       /* what is wrong with it; refers to --help */
};

/* Start to read argv, whose first element is the command itself.  The table has
 * at most FLAGS_MAX rows; --help belongs to every command and has none.
 * Everything is borrowed. */
void flags_begin(struct flags *flags, const char *command, const char *wants,
                 const struct flag *table, int argc, char **argv);

/* Return the row of the next flag, in the order given, or FLAGS_END, FLAGS_HELP
 * or FLAGS_REFUSED.  As usual with getopt_long, a name may be abbreviated if
 * that is unambiguous, and what follows "--" is not a flag. */
int flags_next(struct flags *flags);

/* Print an entry of --help, in lines of at most 79 characters: its name on the
 * left ("" for a paragraph), and from this column on its meaning, and its
 * default in brackets (NULL: none). */
void flags_help_entry(FILE *to, int column, const char *left, const char *about,
                      const char *fallback);

/* Print the flags of a table. */
void flags_help(FILE *to, int column, const struct flag *table);

#endif
