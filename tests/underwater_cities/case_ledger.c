/* Check that the .case files are complete: every ruling and every verb of the
 * notation has a case.  The missing ones are printed. */
#include "rules/underwater_cities/words/notation.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULINGS = 90 };

/* What the cases name. */
struct ledger {
    bool ruling[RULINGS + 1];
    bool verb[MOVE_VERBS];
};

/* Rulings that no case can tell, and where they are. */
static const struct {
    int ruling;
    const char *why;
} elsewhere[] = {
    {17, "also: exactness against brute force in score.c of these tests"},
    {87, "set-up: setup.c of these tests"},
};

/* "# Rulings 15, 16 and 24: ..." */
static void note_rulings(struct ledger *l, const char *line)
{
    const char *at = strstr(line, "uling");

    while (at && *at && *at != ':' && *at != '.') {
        char *end;
        long n;

        if (!isdigit((unsigned char)*at)) {
            at++;
            continue;
        }
        n = strtol(at, &end, 10);
        if (n >= 1 && n <= RULINGS)
            l->ruling[n] = true;
        at = end;
    }
}

/* "play [S:] VERB ..." */
static void note_verb(struct ledger *l, const char *line)
{
    char word[32];

    line += strlen("play ");
    if (isdigit((unsigned char)*line))
        line += strcspn(line, " ") + 1;
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \n"), line);
    for (int v = 0; v < MOVE_VERBS; v++)
        if (!strcmp(verb_shapes[v].word, word))
            l->verb[v] = true;
    if (!strncmp(line, "special three", 13))
        l->verb[MOVE_THREE] = true;
}

static void read_cases(struct ledger *l)
{
    static const char folder[] = "tests/underwater_cities/cases";
    DIR *dir = opendir(folder);

    cr_assert_not_null(dir);
    for (struct dirent *d = readdir(dir); d; d = readdir(dir)) {
        char path[300], line[400];
        FILE *file;

        if (!strstr(d->d_name, ".case"))
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        file = fopen(path, "r");
        while (file && fgets(line, sizeof line, file)) {
            if (*line == '#')
                note_rulings(l, line);
            if (!strncmp(line, "play ", 5))
                note_verb(l, line);
        }
        if (file)
            (void)fclose(file);
    }
    (void)closedir(dir);
}

Test(case_ledger, every_ruling_has_a_case)
{
    struct ledger l = {0};
    int missing = 0;

    read_cases(&l);
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        l.ruling[elsewhere[i].ruling] = true;
    for (int n = 1; n <= RULINGS; n++)
        if (!l.ruling[n])
            missing += printf("no case covers ruling %d\n", n) > 0;
    cr_assert_eq(missing, 0);
}

Test(case_ledger, every_verb_is_played_in_a_case)
{
    struct ledger l = {0};
    int missing = 0;

    read_cases(&l);
    for (int v = 0; v < MOVE_VERBS; v++)
        if (!l.verb[v])
            missing += printf("no case plays %s\n", verb_shapes[v].word) > 0;
    cr_assert_eq(missing, 0);
}
