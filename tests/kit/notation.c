/* The kit: notations of moves, written and read. */
#include "rules/kit/notation.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>

Test(notation, words_and_numbers_are_separated_by_spaces)
{
    char out[RULES_NOTATION_MAX];
    struct notation n;

    notation_begin(&n, out);
    cr_expect_str_eq(out, "");
    notation_word(&n, "build");
    notation_word(&n, "9a");
    notation_number(&n, 0);
    notation_number(&n, 120);
    cr_expect_str_eq(out, "build 9a 0 120");
    cr_expect_eq(n.length, strlen(out));
}

Test(notation, what_does_not_fit_is_cut)
{
    char out[RULES_NOTATION_MAX + 1];
    struct notation n;

    out[RULES_NOTATION_MAX] = 'X';
    notation_begin(&n, out);
    for (int i = 0; i < 30; i++)
        notation_number(&n, INT_MIN);
    cr_expect_eq(n.length, RULES_NOTATION_MAX - 1);
    cr_expect_eq(strlen(out), RULES_NOTATION_MAX - 1);
    cr_expect_eq(out[RULES_NOTATION_MAX], 'X');
}

Test(notation, bits_are_never_read)
{
    char out[RULES_NOTATION_MAX];
    struct words words;

    cr_expect_eq(notation_of_bits((struct move){0xab}, out), 9);
    cr_expect_str_eq(out, "?000000ab");
    cr_expect_not(words_begin(&words, out));
}

Test(notation, a_text_that_is_not_words_is_refused)
{
    static const char *const wrong[] = {
        "", " ", "a ", " a", "a  b", "A", "a,b", "a\n", "a\tb", "\xc3\xa4",
    };
    char longest[RULES_NOTATION_MAX + 1];
    struct words words = {NULL};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect_not(words_begin(&words, wrong[i]), "'%s'", wrong[i]);
    memset(longest, 'a', RULES_NOTATION_MAX);
    longest[RULES_NOTATION_MAX] = '\0';
    cr_expect_not(words_begin(&words, longest));
    cr_expect_eq(words.at, NULL);
    longest[RULES_NOTATION_MAX - 1] = '\0';
    cr_expect(words_begin(&words, longest));
}

Test(notation, words_are_taken_whole)
{
    struct words words;
    const char *word;

    cr_assert(words_begin(&words, "special three x2 part"));
    cr_expect_not(words_take(&words, "spec"));
    cr_expect_not(words_take(&words, "special thr"));
    cr_expect(words_take(&words, "special three"));
    cr_expect_eq(words_next(&words, &word), 2);
    cr_expect_eq(strncmp(word, "x2", 2), 0);
    words_skip(&words);
    cr_expect_not(words_are_over(&words));
    cr_expect_not(words_take(&words, "part 1"));
    cr_expect(words_take(&words, "part"));
    cr_expect(words_are_over(&words));
    cr_expect_eq(words_next(&words, &word), 0);
    cr_expect_not(words_take(&words, "part"));
    words_skip(&words);
    cr_expect(words_are_over(&words));
}

Test(notation, one_of_several_words_is_taken)
{
    static const char *const list[] = {"kelp", "kelp-farm", "science"};
    struct words words;

    cr_assert(words_begin(&words, "kelp-farm science tunnel"));
    cr_expect_eq(words_take_one(&words, list, 3), 1);
    cr_expect_eq(words_take_one(&words, list, 2), -1);
    cr_expect_eq(words_take_one(&words, list, 3), 2);
    cr_expect_eq(words_take_one(&words, list, 3), -1);
}

Test(notation, a_number_has_its_range_and_one_spelling)
{
    static const char *const wrong[] = {
        "07", "-1", "+7", "7a", "a7", "4", "16", "99999999999999999999"};
    struct words words;
    int n = 77;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cr_assert(words_begin(&words, wrong[i]));
        cr_expect_not(words_take_number(&words, 5, 15, &n), "%s", wrong[i]);
        cr_expect_eq(n, 77);
        cr_expect_not(words_are_over(&words));
    }
    cr_assert(words_begin(&words, "5 15 0"));
    cr_expect(words_take_number(&words, 5, 15, &n) && n == 5);
    cr_expect(words_take_number(&words, 5, 15, &n) && n == 15);
    cr_expect(words_take_number(&words, 0, 0, &n) && n == 0);
    cr_expect_not(words_take_number(&words, 0, 9, &n));
    cr_assert(words_begin(&words, "2147483647"));
    cr_expect(words_take_number(&words, 0, INT_MAX, &n) && n == INT_MAX);
    cr_assert(words_begin(&words, "2147483648"));
    cr_expect_not(words_take_number(&words, 0, INT_MAX, &n));
}
