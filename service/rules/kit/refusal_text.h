/* Why a move is refused as members and as a text: what `explain` of a game
 * writes.
 *
 * The text is the template "refusal.RULE", unless the game names another. */
#ifndef RULES_KIT_REFUSAL_TEXT_H
#define RULES_KIT_REFUSAL_TEXT_H

#include "rules/kit/phrases.h"

/* Begin with "rule"; the game then writes what else the text says to
 * members->sink. */
void refusal_text_begin(struct members *members, struct sink *to,
                        const char *rule);

/* Write the text.  key: of its template; NULL: "refusal.RULE". */
void refusal_text_end(struct members *members, const struct phrases *phrases,
                      const char *rule, const char *key);

/* A refusal whose text says nothing but the rule. */
void refusal_text(const struct phrases *phrases, const char *rule,
                  struct sink *sink);

#endif
