/* Texts from templates: "Seat {seat} pays {amount}."
 *
 * A name in braces is replaced by what the game writes for it.  A game keeps
 * its templates in a table by key, one text for each language, so that clients
 * can show and translate what happened from data. */
#ifndef RULES_TEMPLATE_TEXT_H
#define RULES_TEMPLATE_TEXT_H

#include <stddef.h>

enum language { LANGUAGE_EN, LANGUAGE_DE, LANGUAGES };

/* A text of bounded length.  What does not fit is cut; it always ends with a
 * NUL. */
struct template_text {
    char text[512];
    size_t length;
};

void template_add(struct template_text *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Append the template, with each {name} replaced by what put appends for it. */
void template_expand(struct template_text *out, const char *template,
                     void (*put)(struct template_text *out, const char *name,
                                 const void *context),
                     const void *context);

#endif
