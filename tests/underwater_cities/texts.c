/* The templates of texts: ascending, the same in each language, and right where
 * they repeat what the content says. */
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/words/notation.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const struct phrase_template *at(enum language language, size_t i)
{
    return &uwc_texts.templates[language][i];
}

static const char *text_of(enum language language, const char *key)
{
    for (size_t i = 0; i < uwc_texts.count; i++)
        if (strcmp(at(language, i)->key, key) == 0)
            return at(language, i)->text;
    return "";
}

Test(texts, templates_ascend_by_key_and_are_the_same_in_each_language)
{
    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++)
        for (size_t i = 0; i < uwc_texts.count; i++) {
            cr_expect_str_eq(at(l, i)->key, at(LANGUAGE_EN, i)->key);
            if (i > 0)
                cr_expect_lt(strcmp(at(l, i - 1)->key, at(l, i)->key), 0, "%s",
                             at(l, i)->key);
        }
}

Test(texts, each_kind_of_move_has_a_template)
{
    for (int verb = 0; verb < MOVE_VERBS; verb++) {
        char key[64];

        snprintf(key, sizeof key, "move.%s", verb_shapes[verb].word);
        for (char *c = key; *c; c++)
            *c = *c == ' ' ? '-' : *c;
        cr_expect(*text_of(LANGUAGE_EN, key), "%s", key);
    }
}

/* Those that say OWN name their templates themselves. */
Test(texts, each_plain_verb_has_a_template)
{
#define TEXT_PLAIN     true
#define TEXT_OWN(name) false
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    cr_expect(!(TEXT_##says) || *text_of(LANGUAGE_EN, "effect." word), word);
#include "rules/underwater_cities/content/effects.def"
#undef VERB
}

/* The names in braces, in any order: each language says the same. */
static unsigned names_in(const char *text)
{
    unsigned sum = 0;

    while ((text = strchr(text, '{'))) {
        unsigned hash = 5381;

        for (text++; *text && !strchr(":?}", *text); text++)
            hash = hash * 33 + (unsigned char)*text;
        sum += hash;
    }
    return sum;
}

Test(texts, each_language_says_the_same)
{
    for (size_t i = 0; i < uwc_texts.count; i++)
        cr_expect_eq(names_in(at(LANGUAGE_DE, i)->text),
                     names_in(at(LANGUAGE_EN, i)->text), "%s",
                     at(LANGUAGE_EN, i)->key);
}

Test(texts, a_tunnel_site_names_the_sites_of_its_ends)
{
    static const char *const from[] = {"city site ", "Stadtplatz "};

    for (int i = 0; i < UWC_TUNNEL_SITES; i++)
        for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++) {
            const int a = 1 + tunnel_ends[i][0], b = 1 + tunnel_ends[i][1];
            char key[16], ends[64];

            snprintf(key, sizeof key, "tunnel.%d", 1 + i);
            if (b <= UWC_CITY_SITES)
                snprintf(ends, sizeof ends,
                         l == LANGUAGE_DE ? "Stadtplätzen %d und %d)"
                                          : "city sites %d and %d)",
                         a, b);
            else
                snprintf(ends, sizeof ends, "%s%d ", from[l], a);
            cr_expect_not_null(strstr(text_of(l, key), ends), "%s: %s", key,
                               text_of(l, key));
        }
}
