/* The parts of reading a view, one file each.  Only files that read views
 * include this header. */
#ifndef UNDERWATER_CITIES_READER_H
#define UNDERWATER_CITIES_READER_H

#include "rules/kit/reader.h"
#include "rules/underwater_cities/engine/state.h"

/* An array of card numbers, each once (read_parts.c). */
void read_cards_at(struct reader *r, source_node array, struct card_set *set);

/* A slot by its word; UWC_NO_SLOT for null. */
uint8_t read_slot_at(struct reader *r, source_node node);

/* An element of "seats" (read_seat.c).  Of a seat that the viewer does not see,
 * the hand stays empty.  What a board lacks stays without a number: NO_BOARD,
 * and tiles 0; fill_boards gives them. */
enum { NO_BOARD = 255 };
void read_seat(struct reader *r, struct uwc_state *s, int seat, int viewer);

/* Everything of a view that its viewer sees, with the hands of the seats that
 * it shows (read.c).  What it hides stays 0. */
void read_open(struct reader *r, struct uwc_state *s, int viewer);

/* What a position leaves out, because it follows from the rest (fill.c).  Piles
 * are shuffled with the secret. */
void fill_boards(struct uwc_state *s);
void fill_slots(struct reader *r, struct uwc_state *s);
void fill_piles(struct reader *r, struct uwc_state *s);
void fill_turn(struct reader *r, struct uwc_state *s);

#endif
