/* Runs the .case files: rules as short stories.  The language is described in
 * case_language.md. */
#include "case_story.h"
#include "rules/otys/view/view.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

int story_word(const struct story *t, const char *word,
               const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return i;
    story_fail(t, "'%s' is none of the words", word);
}

int story_level(const struct story *t, const char *word)
{
    const int level = story_number(t, word);

    if (level < 1 || level > LEVELS)
        story_fail(t, "'%s' is not a level", word);
    return level - 1;
}

unsigned story_key(const struct story *t, const char *word)
{
    return 1u << story_word(t, word, key_words, OWN_KEYS);
}

static const struct story_language language = {
    .game = "otys",
    .folder = "tests/otys/cases",
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
