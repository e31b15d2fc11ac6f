/* Seastead in words: moves, decisions, refusals, steps and the content. */
#ifndef SEASTEAD_WORDS_H
#define SEASTEAD_WORDS_H

#include "rules/seastead/engine/moves.h"

struct journal;
struct phrases;
struct sink;

/* notation.c: a verb, then its fields: "build port 2c with quartermaster". */
size_t words_format(const void *state, int seat, struct move move, char *out);
enum rules_err words_parse(const void *state, int seat, const char *text,
                           struct move *out);

/* A location as in notation: "2c". */
struct location_word {
    char text[4];
};
struct location_word location_word(int location);

/* describe.c */
void words_describe(const void *state, int seat, struct move move,
                    struct sink *sink);
bool words_played(const void *state, int seat, struct move move,
                  char out[RULES_CARD_SIZE]);
/* What a half of a dive card gives: "kind" and "gives". */
void words_half(struct sink *sink, const struct half *h);
/* Where the areas of a tile at a location point: "areas". */
void words_areas_at(struct sink *sink, const struct dock *d, int location);

/* prompt.c */
void words_prompt(const void *state, int seat, int viewer, struct sink *sink);
void words_explain(const void *state, int seat, struct move move,
                   struct sink *sink);

/* steps.c */
void words_step(const struct journal *journal, size_t index, bool knows,
                struct sink *sink);
void words_phrases(struct sink *sink);
extern const struct phrases words_texts;

/* components.c */
void words_components(struct sink *sink);
/* The areas of a tile, a member for each. */
void words_areas(struct sink *sink, const struct dock *d);

#endif
