/* The parts of reading a state from a document. */
#ifndef OTYS_READ_H
#define OTYS_READ_H

#include "rules/kit/reader.h"
#include "rules/otys/engine/state.h"

/* read_players.c: the players.  `cards` and `all` are the contracts and tokens
 * that are still nowhere, as sets from number 1. */
void read_players(struct reader *r, struct state *s, uint64_t *cards,
                  uint64_t *all);

/* read_piles.c: the colony board and the piles.  Contracts and tokens that are
 * in no other place come last: they are the deck and the bag. */
void read_board(struct reader *r, struct state *s);
void read_contracts(struct reader *r, struct state *s, uint64_t *cards);
void read_tokens(struct reader *r, struct state *s, uint64_t *all);
void read_deck(struct reader *r, struct state *s, source_node hidden,
               uint64_t cards);
void read_bag(struct reader *r, struct state *s, source_node hidden,
              uint64_t all);

/* Take a number out of those that are nowhere; one that is somewhere is
 * refused. */
void read_occupy(struct reader *r, source_node node, uint64_t *left, int n);

/* The lowest of those that are nowhere; 0 if all are somewhere. */
int read_lowest(uint64_t *left);

/* A list of numbers from 1, each once and still nowhere, as a set. */
uint64_t read_set(struct reader *r, source_node list, int most, uint64_t *left);

#endif
