/* Reading documents strictly.  Only files that read views include this header.
 */
#ifndef UNDERWATER_CITIES_READER_H
#define UNDERWATER_CITIES_READER_H

#include "rules/sink.h"
#include "rules/underwater_cities/engine/state.h"

/* A document being read.  The first member that is missing or out of range sets
 * `bad`, which stays set; reading continues with zeros. */
struct reader {
    const struct source *source;
    bool bad;
};

source_node reader_member(struct reader *r, source_node object,
                          const char *key);
source_node reader_element(struct reader *r, source_node array, size_t i);
/* The length of an array, refused beyond max. */
size_t reader_length(struct reader *r, source_node array, size_t max);
int64_t reader_number_at(struct reader *r, source_node node, int64_t min,
                         int64_t max);
int64_t reader_number(struct reader *r, source_node object, const char *key,
                      int64_t min, int64_t max);
/* A number from 1, or null for 0. */
int reader_maybe(struct reader *r, source_node node, int max);
bool reader_truth(struct reader *r, source_node object, const char *key);
/* A text that must be one of some words: its index. */
int reader_word_at(struct reader *r, source_node node, const char *const *words,
                   size_t count);
/* An array of small numbers into cap bytes; returns how many there are. */
uint8_t reader_bytes(struct reader *r, source_node array, uint8_t *out,
                     size_t cap, int64_t min, int64_t max);
/* An array of card numbers, each once. */
void reader_cards(struct reader *r, source_node array, struct card_set *set);
/* A slot by its word; UWC_NO_SLOT for null. */
uint8_t reader_slot(struct reader *r, source_node node);

#define READER_WORD(r, object, key, words)                                     \
    (uint8_t) reader_word_at(r, reader_member(r, object, key), words,          \
                             sizeof(words) / sizeof *(words))

/* Everything of a view that its viewer sees, with the hands of the seats that
 * it shows (read.c).  What it hides stays 0. */
void read_open(struct reader *r, struct uwc_state *s, int viewer);

#endif
