/* A client without rules: it keeps what a viewer sees up to date from the
 * steps of journals alone.
 *
 *   journal_fold.c        the steps
 *   journal_fold_cards.c  the cards and tiles among them
 *   journal.c             the tests */
#ifndef TESTS_JOURNAL_FOLD_H
#define TESTS_JOURNAL_FOLD_H

#include "rules/sink.h"
#include "rules/underwater_cities/engine/journal.h"

/* A step as its document says, and the state of the client.  Cards that the
 * viewer does not know are any cards that fit. */
struct fold {
    struct uwc_state s;
    int viewer;
    const struct source *in;
    char type[24];
    int seat; /* -1: nobody's */
    struct journal_place from, to;
    bool is_tile; /* a tile is moved, not a card */
};

/* Follow step i of a journal, as the viewer may see it. */
void fold_step(struct fold *f, const struct journal *journal, size_t i);

/* Steps "card" and "metropolis-tile": move one from a place to another. */
void fold_card(struct fold *f);
void fold_tile(struct fold *f);

/* Step "turn-up": this special is now the top one. */
void fold_turn_up(struct fold *f);

/* A member of the step: a number that must be there, a number or 0, a word of a
 * list, small numbers. */
int fold_number(const struct fold *f, const char *key);
int fold_maybe(const struct fold *f, const char *key);
int fold_word(const struct fold *f, source_node object, const char *key,
              const char *const *words, size_t count);
size_t fold_list(const struct fold *f, const char *key, uint8_t *out,
                 size_t cap);
bool fold_has(const struct fold *f, const char *key);

#endif
