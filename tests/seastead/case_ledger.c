/* Check that the .case files are complete: every ruling, every verb of the
 * notation, every specialist, decree, effect of a location and reason to refuse
 * a move has a case. */
#include "rules/seastead/engine/moves.h"

#include <criterion/criterion.h>
#include <ctype.h>
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

/* ---- rulings ---- */

/* Rulings that no case can tell, and where they are. */
static const struct {
    const char *ruling, *why;
} elsewhere[] = {
    {"BS36", "what is open and what is hidden: promises_views.c, forged views"},
    {"BS40", "ties: score.c of these tests"},
    {"BS41", "set A: setup.c of these tests"},
    {"BS42", "mixed sides: setup.c of these tests"},
    {"BT7", "what a tile says: texts.c of these tests"},
    {"BSS1", "no first card has a wild half: lint.c of these tests"},
    {"BSS2", "special halves are on Depth cards: lint.c of these tests"},
};

static bool is_elsewhere(const char *ruling)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (!strcmp(elsewhere[i].ruling, ruling))
            return true;
    return false;
}

/* Whether the word is at the beginning or the end of one, not within. */
static bool is_whole(const char *at, size_t length)
{
    return !isalnum((unsigned char)at[-1]) &&
           !isalnum((unsigned char)at[length]);
}

/* Whether a comment or the name of a case names the ruling. */
static bool is_named(const char *ruling)
{
    const size_t length = strlen(ruling);

    for (const char *at = strstr(text, ruling); at;
         at = strstr(at + 1, ruling)) {
        const char *line = at;

        while (line > text && line[-1] != '\n')
            line--;
        if ((*line == '#' || !strncmp(line, "case ", 5)) && at > line &&
            is_whole(at, length))
            return true;
    }
    return false;
}

Test(case_ledger, every_ruling_has_a_case)
{
    static const struct {
        const char *letters;
        int count;
    } lists[] = {{"S", 23}, {"SS", 8}, {"BS", 42}, {"BSS", 15}, {"BT", 7}};

    read_cases();
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int n = 1; n <= lists[i].count; n++) {
            char ruling[16];

            (void)snprintf(ruling, sizeof ruling, "%s%d", lists[i].letters, n);
            cr_expect_neq(is_named(ruling), is_elsewhere(ruling), "%s", ruling);
        }
}

/* ---- refusals ---- */

static bool is_refused(const char *word)
{
    char end[32];

    (void)snprintf(end, sizeof end, " %s\n", word);
    for (const char *at = strstr(text, "\nrefuse "); at;
         at = strstr(at + 1, "\nrefuse ")) {
        const size_t length = strcspn(at + 1, "\n") + 1;

        if (!strncmp(at + 1 + length - strlen(end), end, strlen(end)))
            return true;
    }
    return false;
}

Test(case_ledger, every_reason_to_refuse_has_a_case)
{
    static const char *const words[] = {
#define REFUSAL(NAME, word) word,
#include "rules/seastead/engine/refusals.def"
#undef REFUSAL
    };

    read_cases();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect(is_refused(words[i]), "%s", words[i]);
}
