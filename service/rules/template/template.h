/* The template: the smallest game that uses the whole interface.  Copy this
 * folder to add a game.  The game is hidden: it is not offered to players.
 *
 * The rules.  Cards 1 to 24; each seat is dealt a hand, the rest is the deck.
 * Each round all seats choose a card at the same time, hidden from the
 * others.  When all have chosen, the cards are turned up, and the highest wins
 * (or the lowest, by option).  The winner does one of the things that its card
 * allows: take the number of the round's lowest card as points, or draw a card
 * from the deck, or, with a card from 13 on, trade: discard two cards, draw
 * one, and take the points, in any order.  A trade can be begun only if all of
 * it can be done.  When the deck is empty, the discards are shuffled.  The
 * match ends when a seat has no card left; each card in hand is then a point.
 * A seat that leaves ranks behind all that stay and behind those that leave
 * later.
 *
 * state.h      the state, moves, steps and refusals
 * table.c      cards and points that change places
 * effects.c    what the cards do: effects, and those in progress
 * rules.c      the course of a match: what is decided and what follows
 * moves.c      which moves are legal
 * words.c      moves, prompts and refusals in words
 * view.c       what can be seen, and other worlds that look the same
 * read.c       the way back from a view
 * cards.c      the cards as data, and as items whose balance can be judged
 * steps.c      the steps of the journal, in words
 * game.c       scores, options, and the table that holds all of it
 *
 * Each file uses only those above it. */
#ifndef TEMPLATE_TEMPLATE_H
#define TEMPLATE_TEMPLATE_H

#include "rules/journal.h"
#include "rules/kit/phrases.h"
#include "rules/tally.h"
#include "rules/template/state.h"

/* table.c.  A step names the card to the seats of seen_by only. */
void template_note(const struct template_state *s, enum template_step type,
                   int seat, int card, int n, seat_set seen_by);
struct pile template_deck(struct template_state *s);
bool template_can_draw(const struct template_state *s);
void template_draw(struct template_state *s, int seat);
void template_discard(struct template_state *s, int seat, uint32_t cards);
void template_add_points(struct template_state *s, int seat, int points);

/* effects.c.  The winner's card begins its effect on an empty stack, which is
 * empty again when all of it is done.  template_perform performs a part, or
 * returns the reason and does not change *s. */
const struct effect *template_effects(int card);
void template_begin_effect(struct template_state *s);
/* The part that moves of a verb perform now, or NULL. */
const struct effect *template_part(const struct template_state *s,
                                   uint32_t verb);
enum template_why template_perform(struct template_state *s, int seat,
                                   struct move move);
/* Close a part of the trade in progress: when a position is read. */
void template_close_part(struct template_state *s, const struct effect *part);

/* rules.c.  template_decide carries out a move, or returns the reason and does
 * not change *s. */
enum rules_err template_start(void *state, const struct settings *settings,
                              const uint8_t secret[RULES_SECRET_SIZE]);
void template_settings(const void *state, struct settings *out);
unsigned template_irreversible(const void *before, const void *after);
seat_set template_to_act(const void *state);
enum template_why template_decide(struct template_state *s, int seat,
                                  struct move move);
void template_play(void *state, int seat, struct move move);
bool template_pass_forced(void *state);
uint8_t template_settle(void *state);
void template_leave(void *state, int seat, bool together);
seat_set template_left(const void *state);

/* moves.c.  template_try also refuses a move after which the trade could not be
 * completed. */
bool template_can_complete(const struct template_state *s, int seat);
enum template_why template_try(struct template_state *s, int seat,
                               struct move move);
size_t template_moves(const void *state, int seat, struct move *out,
                      size_t cap);
bool template_choice(const void *state, int seat, struct choice *out);
enum rules_err template_apply(void *state, int seat, struct move move);

/* words.c */
extern const struct phrases template_texts;
extern const char *const template_verb_words[TEMPLATE_VERBS];
size_t template_format(const void *state, int seat, struct move move,
                       char *out);
enum rules_err template_parse(const void *state, int seat, const char *text,
                              struct move *out);
void template_describe(const void *state, int seat, struct move move,
                       struct sink *sink);
void template_prompt(const void *state, int seat, int viewer,
                     struct sink *sink);
void template_explain(const void *state, int seat, struct move move,
                      struct sink *sink);
void template_phrases(struct sink *sink);

/* view.c */
extern const char *const template_phase_names[TEMPLATE_PHASES];
bool template_is_open(const void *state, int seat, struct move move);
void template_view(const void *state, int viewer, struct sink *sink);
void template_resample(void *state, int viewer, struct random *random);

/* read.c */
enum rules_err template_read(void *state, const struct source *source,
                             struct position_fault *fault);
enum rules_err template_determinize(void *state, const struct source *view,
                                    int viewer, struct random *random);

/* cards.c */
extern const struct item_group template_items[];
void template_components(struct sink *sink);
bool template_played(const void *state, int seat, struct move move,
                     char out[RULES_CARD_SIZE]);
void template_tally(const void *state, const struct journal *journal,
                    struct tally *tally);

/* steps.c */
void template_write_step(const struct journal *journal, size_t index,
                         bool knows, struct sink *sink);

/* game.c */
extern const struct game template_game;

#endif
