/* Positions for tests of what is seen, said and read: reached by random play
 * from a seed, or set up by hand; and documents as text. */
#ifndef TESTS_UNDERWATER_CITIES_POSITIONS_H
#define TESTS_UNDERWATER_CITIES_POSITIONS_H

#include "rules/journal.h"
#include "rules/random.h"
#include "rules/sink.h"
#include "rules/underwater_cities/engine/state.h"

enum { DOCUMENT_MAX = 1 << 17, NODES_MAX = 1 << 14 };

/* The default settings for this number of seats, which the caller may
 * change. */
struct settings position_settings(int seats);

/* Settings by number: every combination that this many seats may play has
 * one of the first sixteen. */
struct settings position_variant(int seats, unsigned number);

/* The state after this number of random decisions (fewer when the match
 * ends). */
struct uwc_state position_of(const struct settings *settings, unsigned seed,
                             int decisions);
struct uwc_state position_after(int seats, bool deferred, unsigned seed,
                                int decisions);

/* One random decision; false when the match is over. */
bool position_step(struct uwc_state *s, struct random *random);

/* Seat 0's turn in a match of two, to place; with some stock and a network of
 * the start alone. */
struct uwc_state position_plain(void);

/* The same with contracts 2, 4 and 5 laid out; seat 0 meets 5 and no other. */
struct uwc_state position_contracts(void);

/* Put a card into a hand, and what was there in its place. */
void position_give(struct uwc_state *s, int seat, int card);

/* Put a card of the deck or a hand into play. */
void position_claim(struct uwc_state *s, int seat, int card);

/* A view as text, in a buffer of its own for each of two calls in turn. */
const char *position_view(const struct uwc_state *s, int viewer);

/* The steps of a journal as the viewer may see them, also when they are taken
 * back; buffers as above. */
const char *position_journal(const struct journal *journal, int viewer);
const char *position_undone(const struct journal *journal, int viewer);

/* The steps of a legal move, by its notation. */
const char *position_steps(const struct uwc_state *before, int seat,
                           const char *notation, int viewer);

/* What prompt() writes; buffers as above. */
const char *position_prompt(const struct uwc_state *s, int seat, int viewer);

/* "text" of a move, by its notation. */
const char *position_says(const struct uwc_state *s, int seat,
                          const char *notation);

/* Whether a document has this line, or a line that begins so. */
bool position_has(const char *text, const char *line);
bool position_has_member(const char *text, const char *path);

/* The document with the line of a path replaced; NULL takes it out. */
const char *position_document_with(const char *text, const char *path,
                                   const char *value);

/* Read the state's omniscient view with one line replaced. */
enum rules_err position_read_with(const struct uwc_state *s, const char *path,
                                  const char *value);

/* The omniscient view gives the state back, byte for byte. */
void position_expect_back(const struct uwc_state *s);

/* Read a document's text. */
enum rules_err position_read(struct uwc_state *s, const char *text);

/* Why a document is refused; an empty reason if it is not. */
struct position_fault position_fault_of(const char *text);

/* The move of a notation; the test fails if it is not legal. */
struct move position_move(const struct uwc_state *s, int seat,
                          const char *notation);

/* Begin a journal with a legal move. */
void position_record(const struct uwc_state *before, int seat, struct move move,
                     struct journal *journal);

/* Play a notation; the test fails when it is refused. */
void position_play(struct uwc_state *s, int seat, const char *notation);

#endif
