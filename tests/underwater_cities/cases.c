/* Runs the .case files: rules as short stories.  The language is described in
 * case_language.md. */
#include "case_story.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/words/place_words.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

int story_resource(const struct story *t, const char *word)
{
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(resource_words[r], word))
            return r;
    story_fail(t, "'%s' is not a resource", word);
}

int story_slot(const struct story *t, const char *word)
{
    char name[24];

    for (int i = 0; i < UWC_SLOTS; i++) {
        (void)slot_write(i, name, sizeof name);
        if (!strcmp(name, word))
            return i;
    }
    story_fail(t, "'%s' is not a slot", word);
}

static const char *why_word(enum refusal_reason why)
{
    static const char *const words[REFUSAL_REASONS] = {
        [REFUSED_OK] = "ok",
#define REFUSAL(NAME, word, sentence) [REFUSED_##NAME] = word,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
    };

    return words[why];
}

/* The engine's own reason: explain can be more exact. */
static const char *why_refused(const struct story *t, int seat,
                               struct move move)
{
    struct uwc_state copy = *story_sees(t);

    return why_word(uwc_try(&copy, seat, move));
}

static const struct story_language language = {
    .game = "underwater-cities",
    .folder = "tests/underwater_cities/cases",
    .given = uwc_given,
    .value = uwc_value,
    .then = uwc_then,
    .why = why_refused,
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
