/* The words of Underwater Cities: notation of moves, sentences about moves and
 * steps, prompts, and reasons for refusals.
 *
 * This header is the way in; its functions have the signatures of struct game
 * and keep its promises.  Open notation.c for how a move is written,
 * rules/kit/phrases.h for how sentences are put together, and card_text.h
 * and content_texts.h for the texts of cards, slots, tiles and contracts.
 *
 *   notation parse choice          moves as text, and back
 *   describe prompt steps          members of a match, and their phrases
 *   amounts causes                 members that several of them have
 *   texts                          the templates of these sentences
 *   explain explain_cost           refusals
 *   text verb_text effect_text card_text contract_text
 *                                  rules texts made from effect lists
 *   document                       the tokens of views
 *
 * Words see content and engine; they know nothing of views. */
#ifndef UNDERWATER_CITIES_WORDS_H
#define UNDERWATER_CITIES_WORDS_H

#include "rules/game.h"

/* Move to notation.  A move whose bits no notation gives (fields out of range,
 * or set though its verb does not use them) is written as "?" and the bits in
 * hex, which parse refuses. */
size_t uwc_format(const void *state, int seat, struct move move, char *out);

/* Notation to move.  Strict: one spelling for each move, so that
 * format(parse(text)) == text and parse(format(move)) == move; except that the
 * cards of a discard may be in any order, and that "part N" may be left out. */
enum rules_err uwc_parse(const void *state, int seat, const char *text,
                         struct move *out);

/* A discard, with the numbers and names of the cards. */
bool uwc_choice(const void *state, int seat, struct choice *out);

/* "parts": {verb, the fields the verb has, what the sentence says, "pays" and
 * "gives" (amounts.h)}; "phrase" and "text": one sentence. */
void uwc_describe(const void *state, int seat, struct move move,
                  struct sink *sink);

/* "kind": first-hand, discard, place, start, card, effect, special, tile, end,
 * production, era-hand or tiles; what the sentence says; "phrase" and "text": a
 * sentence.  Others than the seat (and the omniscient viewer) see no more of it
 * than the public state gives. */
void uwc_prompt(const void *state, int seat, int viewer, struct sink *sink);

/* "rule": a word of refusals.def; the fields of the move, and what else the
 * sentence says; "phrase" and "text": the rule and what is missing. */
void uwc_explain(const void *state, int seat, struct move move,
                 struct sink *sink);

/* A step of a journal, with its secrets if the reader `knows` them. */
void uwc_step(const struct journal *journal, size_t index, bool knows,
              struct sink *sink);

/* The templates of the texts of moves, prompts and steps, and the titles of
 * cards and contracts. */
void uwc_phrases(struct sink *sink);

#endif
