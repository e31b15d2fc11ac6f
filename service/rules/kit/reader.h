/* Reading a document strictly: each member of its kind and in its range, no
 * unknown members, and the place and reason of the first fault.
 *
 * A reader continues after a fault with zeros, so that reading needs no check
 * after each member; `bad` is checked at the end.  Functions ending in _at read
 * a value; the others a member of an object.  Those ending in _or have a value
 * for a member that the document leaves out. */
#ifndef RULES_KIT_READER_H
#define RULES_KIT_READER_H

#include "rules/game.h"
#include "rules/sink.h"

struct reader {
    const struct source *source;
    struct position_fault *fault; /* of the first fault; NULL: not needed */
    /* The document is a view that a program wrote, perhaps a newer one: nothing
     * may be left out, and unknown members are ignored. */
    bool is_view;
    bool bad;
};

/* Note a fault of a node, or of a member that an object has or lacks: one
 * sentence for people. */
void reader_refuse(struct reader *r, source_node node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void reader_refuse_member(struct reader *r, source_node object, const char *key,
                          const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Refuse what is not an object or has a member of another name.  The names are
 * those of all members: facts, and what only explains them and is not read. */
void reader_know(struct reader *r, source_node object,
                 const char *const *names);
#define READER_KNOW(r, object, ...)                                            \
    reader_know(r, object, (const char *const[]){__VA_ARGS__, NULL})

/* A required member, and one that may be left out: SOURCE_NONE. */
source_node reader_member(struct reader *r, source_node object,
                          const char *key);
source_node reader_find(struct reader *r, source_node object, const char *key);

/* The length of an array, at most max; 0 of SOURCE_NONE. */
size_t reader_length(struct reader *r, source_node array, size_t max);
source_node reader_element(struct reader *r, source_node array, size_t i);

int64_t reader_number_at(struct reader *r, source_node node, int64_t min,
                         int64_t max);
int64_t reader_number(struct reader *r, source_node object, const char *key,
                      int64_t min, int64_t max);
int64_t reader_number_or(struct reader *r, source_node object, const char *key,
                         int64_t min, int64_t max, int64_t otherwise);

/* A number from 1, or null for 0. */
int reader_maybe_at(struct reader *r, source_node node, int max);
int reader_maybe_or(struct reader *r, source_node object, const char *key,
                    int max, int otherwise);

bool reader_truth(struct reader *r, source_node object, const char *key);
bool reader_truth_or(struct reader *r, source_node object, const char *key,
                     bool otherwise);

/* A text that must be one of some words: its index. */
int reader_word_at(struct reader *r, source_node node, const char *const *words,
                   size_t count);
int reader_word(struct reader *r, source_node object, const char *key,
                const char *const *words, size_t count);
#define READER_WORD(r, object, key, words)                                     \
    reader_word(r, object, key, words, sizeof(words) / sizeof *(words))
int reader_word_or(struct reader *r, source_node object, const char *key,
                   const char *const *words, size_t count, int otherwise);
#define READER_WORD_OR(r, object, key, words, otherwise)                       \
    reader_word_or(r, object, key, words, sizeof(words) / sizeof *(words),     \
                   otherwise)

/* An array of at most cap small numbers; returns how many there are. */
uint8_t reader_bytes(struct reader *r, source_node array, uint8_t *out,
                     size_t cap, int64_t min, int64_t max);

/* A secret in hexadecimal digits, lower case. */
void reader_secret_at(struct reader *r, source_node node,
                      uint8_t out[RULES_SECRET_SIZE]);

#endif
