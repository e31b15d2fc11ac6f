/* Check that the .case files are complete: every verb of the notation and every
 * side of a sponsor has a case. */
#include "rules/otys/engine/moves.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>

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
