/* The templates of the texts of moves, prompts and steps. */
#include "rules/underwater_cities/words/texts.h"

#include "rules/kit/templates.h"
#include "rules/underwater_cities/content/cards.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/words/words.h"

#include <stdio.h>
#include <string.h>

#define PHRASE(key, text) {key, text},
static const struct phrase_template english[] = {
#include "rules/underwater_cities/words/phrases.def"
};
static const struct phrase_template german[] = {
#include "rules/underwater_cities/words/phrases_de.def"
};
#undef PHRASE
_Static_assert(sizeof english == sizeof german,
               "every phrase in every language");
static struct templates read_templates;

static const char *card_title(int64_t n)
{
    return n >= 1 && n <= ASSISTANT && cards[n] ? cards[n]->name : NULL;
}

static const char *contract_title(int64_t n)
{
    return n >= 1 && n <= UWC_CONTRACTS ? contracts[n].title : NULL;
}

static const char *title(const char *family, int64_t n)
{
    if (strcmp(family, "title") == 0)
        return card_title(n);
    return strcmp(family, "contract-title") == 0 ? contract_title(n) : NULL;
}

const struct phrases uwc_texts = {
    .templates = {[LANGUAGE_EN] = english, [LANGUAGE_DE] = german},
    .count = sizeof english / sizeof *english,
    .read = &read_templates,
    .title = title,
};

static void list_titles(const char *family, int count, struct sink *sink)
{
    for (int n = 1; n <= count; n++) {
        char key[32];

        snprintf(key, sizeof key, "%s.%d", family, n);
        if (title(family, n))
            sink_string(sink, key, title(family, n));
    }
}

void uwc_phrases(struct sink *sink)
{
    phrases_list(&uwc_texts, sink);
    list_titles("title", ASSISTANT, sink);
    list_titles("contract-title", UWC_CONTRACTS, sink);
}
