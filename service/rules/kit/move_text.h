/* A move as "parts", "phrase" and "text": what `describe` of a game writes.
 *
 * "parts" begins with "verb", the word of the move's notation.  The text is the
 * template "move.VERB", with '-' for spaces, unless the game names another. */
#ifndef RULES_KIT_MOVE_TEXT_H
#define RULES_KIT_MOVE_TEXT_H

#include "rules/kit/phrases.h"

/* Begin the parts of a move; the game then writes the others to
 * members->sink. */
void move_text_begin(struct members *members, struct sink *to,
                     const char *verb);

/* End the parts and write the text.  key: of its template; NULL: "move.VERB".
 */
void move_text_end(struct members *members, const struct phrases *phrases,
                   const char *verb, const char *key);

#endif
