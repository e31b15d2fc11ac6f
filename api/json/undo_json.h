/* JSON of what can be undone. */
#ifndef API_UNDO_JSON_H
#define API_UNDO_JSON_H

#include "play/match/match.h"
#include "rules/sink.h"

/* The reason why nothing further can be undone: a stable word, and a sentence
 * for people; NULL when undo is possible. */
const char *undo_reason(const struct match_undo *undo);
const char *undo_words(const struct match_undo *undo, enum language language);

/* The member "undo": how far the seat can undo, and why not further. */
void json_undo(struct sink *sink, const struct match_undo *undo);

#endif
