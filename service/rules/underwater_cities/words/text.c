/* A bounded writer, and templates filled in. */
#include "rules/underwater_cities/words/text.h"

#include "rules/underwater_cities/words/texts.h"

#include <string.h>

void text_begin(struct text *t, enum language language, char *out, size_t cap)
{
    *t = (struct text){.out = out, .cap = cap, .language = language};
    if (cap > 0)
        out[0] = '\0';
}

void text_put(struct text *t, const char *words)
{
    const size_t length = strlen(words), room = t->cap - t->length;

    if (t->cap == 0)
        return;
    memcpy(t->out + t->length, words, length < room ? length : room - 1);
    t->length += length < room ? length : room - 1;
    t->out[t->length] = '\0';
}

void text_members(struct members *members, enum language language)
{
    members_begin(members, NULL);
    members->sink.language = language;
}

void text_sentence(struct text *t, const char *key,
                   const struct members *members)
{
    char words[PHRASE_TEXT_MAX];

    phrases_fill(&uwc_texts, members, key, t->language, words);
    text_put(t, t->length ? " " : "");
    text_put(t, words);
}

void text_plain(struct text *t, const char *key)
{
    const struct members none = {.count = 0};
    char words[PHRASE_TEXT_MAX];

    phrases_fill_part(&uwc_texts, &none, key, t->language, words);
    text_put(t, words);
}
