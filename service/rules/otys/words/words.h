/* Otys in words: moves, decisions, refusals, steps and the content. */
#ifndef OTYS_WORDS_H
#define OTYS_WORDS_H

#include "rules/otys/engine/moves.h"

struct journal;
struct phrases;
struct sink;

/* notation.c: a verb, then its fields: "complete 20 3 2 metal 1 fuel". */
size_t words_format(const void *state, int seat, struct move move, char *out);
enum rules_err words_parse(const void *state, int seat, const char *text,
                           struct move *out);

/* describe.c */
void words_describe(const void *state, int seat, struct move move,
                    struct sink *sink);
bool words_played(const void *state, int seat, struct move move,
                  char out[RULES_CARD_SIZE]);

/* prompt.c */
void words_prompt(const void *state, int seat, int viewer, struct sink *sink);
const char *words_prompt_kind(const struct state *s);
void words_explain(const void *state, int seat, struct move move,
                   struct sink *sink);

/* steps.c */
void words_step(const struct journal *journal, size_t index, bool knows,
                struct sink *sink);
void words_phrases(struct sink *sink);
extern const struct phrases words_texts;

/* components.c */
void words_components(struct sink *sink);

#endif
