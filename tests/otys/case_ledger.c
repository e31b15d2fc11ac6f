/* Check that the .case files are complete: every decision of docs/otys.md,
 * every verb of the notation and every side of a sponsor has a case. */
#include "rules/otys/engine/moves.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

static char text[1 << 16];

/* All lines of the cases, one after the other. */
static void read_cases(void)
{
    static const char folder[] = "tests/otys/cases";
    DIR *dir = opendir(folder);
    size_t length = 0;

    cr_assert(dir);
    for (struct dirent *d = readdir(dir); d; d = readdir(dir)) {
        char path[300];
        FILE *file;

        if (!strstr(d->d_name, ".case"))
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        file = fopen(path, "r");
        cr_assert(file);
        length += fread(text + length, 1, sizeof text - 1 - length, file);
        (void)fclose(file);
    }
    text[length] = '\0';
    (void)closedir(dir);
}

static bool has_line(const char *first, const char *rest)
{
    char line[64];

    (void)snprintf(line, sizeof line, "\n%s %s", first, rest);
    return strstr(text, line);
}

Test(case_ledger, every_verb_is_played)
{
    read_cases();
    for (int v = 0; v < MOVE_VERBS; v++)
        cr_expect(has_line("play", move_kinds[v].word), "%s",
                  move_kinds[v].word);
}

Test(case_ledger, every_side_of_a_sponsor_has_a_case)
{
    char words[40];

    read_cases();
    for (int n = 1; n <= SPONSORS; n++) {
        (void)snprintf(words, sizeof words, "%d, basic:", n);
        cr_expect(has_line("case", words), "%s", words);
        (void)snprintf(words, sizeof words, "%d, advanced:", n);
        cr_expect(has_line("case", words), "%s", words);
    }
}

/* ---- decisions ---- */

/* Decisions that no case can tell, and where they are. */
static const char *const elsewhere[] = {
    "O26",  /* nothing to see */
    "O28",  /* invariants.c: before a turn every seat has a key */
    "AO6",  /* nothing to see */
    "AO10", /* lint.c, balance */
    "BO36", /* setup.c */
};

static bool is_elsewhere(const char *number)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (!strcmp(elsewhere[i], number))
            return true;
    return false;
}

/* Whether a comment line of the text names the decision. */
static bool is_named(const char *number)
{
    const size_t length = strlen(number);

    for (const char *at = strstr(text, number); at;
         at = strstr(at + 1, number)) {
        const char *line = at;

        while (line > text && line[-1] != '\n')
            line--;
        if (*line == '#' && !isalnum((unsigned char)at[-1]) &&
            !isdigit((unsigned char)at[length]))
            return true;
    }
    return false;
}

/* The numbers in the first column of a row "| O1, AO2 | ... |".  Returns how
 * many have no case. */
static int missing_in(char *row)
{
    char *end = strchr(row, '|');
    int missing = 0;

    if (!end)
        return 0;
    *end = '\0';
    for (char *word = strtok_r(row, " ,", &row); word;
         word = strtok_r(row, " ,", &row))
        if (!is_elsewhere(word) && !is_named(word))
            missing += printf("no case names %s\n", word) > 0;
    return missing;
}

Test(case_ledger, every_decision_has_a_case)
{
    FILE *file = fopen("docs/otys.md", "r");
    char line[1000];
    int missing = 0, rows = 0;

    cr_assert_not_null(file);
    read_cases();
    while (fgets(line, sizeof line, file)) {
        const size_t letters = strspn(line, "| ABOD");

        if (strncmp(line, "| ", 2) != 0 || letters < 3 ||
            !isdigit((unsigned char)line[letters]))
            continue;
        rows++;
        missing += missing_in(line + 2);
    }
    (void)fclose(file);
    cr_expect_gt(rows, 60);
    cr_expect_eq(missing, 0);
}
