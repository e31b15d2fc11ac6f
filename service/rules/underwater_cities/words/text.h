/* How texts of the content are put together: a bounded writer, and templates
 * that are filled in from members written for them alone. */
#ifndef UNDERWATER_CITIES_TEXT_H
#define UNDERWATER_CITIES_TEXT_H

#include "rules/kit/phrases.h"

#include <stddef.h>

/* A writer into the caller's buffer; what does not fit is cut. */
struct text {
    char *out;
    size_t cap;
    size_t length; /* without the NUL; always < cap */
    enum language language;
};

/* Begin a text in out; cap may be 0, then nothing is ever written. */
void text_begin(struct text *t, enum language language, char *out, size_t cap);

void text_put(struct text *t, const char *words);

/* A space, unless the text is empty, and a sentence: a template of uwc_texts
 * filled in. */
void text_sentence(struct text *t, const char *key,
                   const struct members *members);

/* A template of uwc_texts without names in it. */
void text_plain(struct text *t, const char *key);

/* Begin members for a template in this language. */
void text_members(struct members *members, enum language language);

#endif
