/* Runs the .case files: rules as short stories.  The language is described in
 * case_language.md. */
#include "case_story.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

int story_location(const struct story *t, const char *word)
{
    if (strlen(word) < 2 || word[0] < '1' || word[0] > '4' || word[1] < 'a' ||
        word[1] > 'f')
        story_fail(t, "'%s' is not a location", word);
    return (word[0] - '1') * SPOTS + word[1] - 'a';
}

int story_word(const struct story *t, const char *word,
               const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return i;
    story_fail(t, "'%s' is none of the words", word);
}

int story_specialist(const struct story *t, const char *word)
{
    const size_t length = strcspn(word, "*");

    for (int n = 1; n <= SPECIALISTS; n++)
        if (strlen(specialists[n].word) == length &&
            !strncmp(specialists[n].word, word, length))
            return n;
    story_fail(t, "'%s' is not a specialist", word);
}

static const struct story_language language = {
    .game = "seastead",
    .folder = "tests/seastead/cases",
    .given = case_given,
    .value = case_value,
    .then = case_then,
};

enum { FILES_MAX = 64 };

ParameterizedTestParameters(cases, the_cases_of_a_file_hold)
{
    static struct story_file files[FILES_MAX];

    return cr_make_param_array(struct story_file, files,
                               story_find(&language, files, FILES_MAX));
}

ParameterizedTest(struct story_file *file, cases, the_cases_of_a_file_hold)
{
    story_run(&language, file);
}
