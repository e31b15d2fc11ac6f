/* A sink that puts the names of cards beside their numbers, for people, and may
 * leave out what no player sees. */
#ifndef CLI_NAMED_CARDS_H
#define CLI_NAMED_CARDS_H

#include "rules/game.h"
#include "rules/sink.h"

#include <stdbool.h>

enum { NAMED_CARDS_MAX = 256, NAMED_CARDS_LENGTH = 48, NAMED_CARDS_DEPTH = 32 };

/* The names of a game's cards, by number; "": no card has the number, or the
 * cards have no names. */
struct card_names {
    char name[NAMED_CARDS_MAX][NAMED_CARDS_LENGTH];
};

/* Read the names from the components of a game: elements of "cards" with a
 * number "card" and a "name". */
void card_names_read(struct card_names *names, const struct game *game);

struct named_cards {
    struct sink sink;
    struct sink *to;                 /* borrowed */
    const struct card_names *names;  /* borrowed */
    bool shows_hidden;               /* else the member "hidden" is left out */
    int depth, skipped;              /* open containers; those of "hidden" */
    bool is_list[NAMED_CARDS_DEPTH]; /* whether it is an array of cards */
    int64_t card; /* member "card" that waits for a member "name"; 0: none */
};

void named_cards_init(struct named_cards *cards, struct sink *to,
                      const struct card_names *names, bool shows_hidden);

#endif
