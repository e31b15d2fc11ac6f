/* The words of Underwater Cities' decisions: notation, fields and sentences of
 * a move, what a seat is asked, and why a move is refused.
 *
 * All of these have the signatures of struct game and keep its promises.  The
 * notation is the one in the comments of moves.h.  It depends on the move
 * alone, never on the state: a line of a record reads the same everywhere. */
#ifndef UNDERWATER_CITIES_NOTATION_H
#define UNDERWATER_CITIES_NOTATION_H

#include "rules/game.h"
#include "rules/underwater_cities/engine/moves.h"

/* Move to notation.  A move whose bits no notation gives (fields out of range,
 * or set though its verb does not use them) is written as "?" and the bits in
 * hex, which parse refuses. */
size_t uwc_format(const void *state, int seat, struct move move, char *out);

/* Notation to move.  Strict: one spelling for each move, so that
 * format(parse(text)) == text and parse(format(move)) == move. */
enum rules_err uwc_parse(const void *state, int seat, const char *text,
                         struct move *out);

/* "parts": {verb, and the fields the verb has}; "text": one sentence. */
void uwc_describe(const void *state, int seat, struct move move,
                  struct sink *sink);

/* "kind": first-hand, discard, place, start, card, effect, special, tile, end,
 * production or era-hand; "text": a sentence.  Others than the seat (and the
 * omniscient viewer) see no more of it than the public state gives. */
void uwc_prompt(const void *state, int seat, int viewer, struct sink *sink);

/* rule: a word of refusals.def; reason: the rule and what is missing. */
void uwc_explain(const void *state, int seat, struct move move,
                 struct refusal *refusal);

/* Whether a move's bits are those of some notation. */
bool move_is_canonical(struct move move);

/* Whether moves of this verb may name a part of an effect list. */
bool verb_names_part(enum verb verb);

/* The pieces of notation that documents use too: "place"; "red3"; "5a".
 * Return the length, like snprintf. */
const char *verb_word(enum verb verb);
size_t slot_write(int slot, char *out, size_t cap);
size_t building_site_write(int site, char *out, size_t cap);
/* "5a", "tunnel 7". */
size_t structure_write(int structure, char *out, size_t cap);
/* What uwc_format does; out holds RULES_NOTATION_MAX bytes. */
size_t move_write(struct move move, char *out);

#endif
