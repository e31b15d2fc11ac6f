/* Texts from templates: "Seat {seat} builds {piece:a-piece} at {to:place}."
 *
 * A text is made from nothing but its template and the members of the object
 * that it belongs to (members.h), so that a client can make it, too, in any
 * language.  A template is found by its key; the key of a text's own template
 * is the object's member "phrase".  In a template,
 *
 *   {name}         is the member's value; the elements of an array are joined.
 *   {name:family}  is another template, which the value chooses:
 *       a text v       family.v
 *       a number n     family, or else family.n; there, {n} is the number
 *       a missing one  family.none
 *       an array       as each element says, joined
 *       an object      whose first member is a text v: family.v, and its names
 *                      are looked up in the object first
 *                      of numbers n by name k: family.k for each, joined
 *     Of family, and of the key of a text or name, the one with ".one" comes
 *     first if {n} is 1.
 *     Without a template, a text stands for itself.
 *   {name?key}     is the template key, or key.none if the member is missing,
 *                  false or empty.
 *
 * The family "player" is for the number of a seat: it becomes the name of its
 * player, if the sink has the names.
 *
 * A value without a template is left out.  Elements are joined by ", " and the
 * last by the template "and".  The first letter of the whole text is a capital,
 * unless a name begins there. */
#ifndef RULES_PHRASES_H
#define RULES_PHRASES_H

#include "rules/kit/members.h"

struct phrase_template {
    const char *key, *text;
};

struct templates;

/* The templates of a game, ascending by key, and the same keys in each
 * language; at most TEMPLATES_MAX.  A key KEY.one needs a key KEY. */
struct phrases {
    const struct phrase_template *templates[LANGUAGES];
    size_t count;
    struct templates *read; /* room for what is read of them (templates.h) */
    /* Further templates family.n, the same in each language: titles.  NULL for
     * those that there are not.  The function may be NULL. */
    const char *(*title)(const char *family, int64_t n);
};

/* No text is longer, its NUL included. */
enum { PHRASE_TEXT_MAX = 1024 };

/* Fill in the template of a key from the members.  Text that does not fit is
 * cut. */
void phrases_fill(const struct phrases *phrases, const struct members *members,
                  const char *key, enum language language,
                  char out[PHRASE_TEXT_MAX]);

/* The same for a part of a text, which begins as the template does. */
void phrases_fill_part(const struct phrases *phrases,
                       const struct members *members, const char *key,
                       enum language language, char out[PHRASE_TEXT_MAX]);

/* Write to the members' sink the member "phrase", a key, and "text", its
 * template filled in, in the sink's language. */
void phrases_write(const struct phrases *phrases, const struct members *members,
                   const char *key);

/* Write all templates but the titles, each as a member. */
void phrases_list(const struct phrases *phrases, struct sink *sink);

#endif
