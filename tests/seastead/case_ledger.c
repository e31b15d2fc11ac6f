/* Check that the .case files are complete: every verb of the notation, every
 * specialist, decree and effect of a location has a case. */
#include "rules/seastead/engine/moves.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>

static char text[1 << 17];

/* All lines of the cases, one after the other. */
static void read_cases(void)
{
    static const char folder[] = "tests/seastead/cases";
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

/* Whether some line begins with the words, after a seat or not. */
static bool has_line(const char *first, const char *rest)
{
    char plain[64], other[64];

    (void)snprintf(plain, sizeof plain, "\n%s %s", first, rest);
    (void)snprintf(other, sizeof other, "\n%s 1: %s", first, rest);
    return strstr(text, plain) || strstr(text, other);
}

Test(case_ledger, every_verb_is_played)
{
    read_cases();
    for (int v = 0; v < MOVE_VERBS; v++)
        cr_expect(has_line("play", move_kinds[v].word), "%s",
                  move_kinds[v].word);
}

Test(case_ledger, every_specialist_is_used)
{
    char words[40];

    read_cases();
    for (int n = 1; n <= SPECIALISTS; n++) {
        const bool is_help = specialists[n].ability == ABILITY_PRICE;

        (void)snprintf(words, sizeof words, "%s %s", is_help ? "with" : "use",
                       specialists[n].word);
        cr_expect(is_help ? strstr(text, words) != NULL
                          : has_line("play", words),
                  "%s", words);
    }
}

Test(case_ledger, every_decree_and_effect_has_a_case)
{
    char words[40];

    read_cases();
    for (int n = 1; n <= DECREES; n++) {
        (void)snprintf(words, sizeof words, "%d: ", n);
        cr_expect(has_line("case", words), "decree %d", n);
    }
    for (int n = 1; n <= EFFECTS; n++) {
        (void)snprintf(words, sizeof words, "L%d%s", n, n == 17 ? "," : ":");
        cr_expect(has_line("case", words), "effect %d", n);
    }
}
