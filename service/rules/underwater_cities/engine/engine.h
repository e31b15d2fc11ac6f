/* The engine: the rules of Underwater Cities as functions on a state.
 *
 * This header is the way in.  Open moves.h for what a player can decide,
 * state.h for what a state holds, and then apply.c, which every move passes
 * through.  The engine sees the content (cards, slots, tiles, boards) and
 * nothing above it: no words, no views.
 *
 *   setting up   options setup solo
 *   the state    state board structures conditions seat_cards discards
 *                visibility
 *   effects      frame_lists frames effects/ perform settle gain build cost
 *   moves        apply turn rounds production
 *   legality     legal_moves decide search verdict means missing turn_gains
 *                similar_moves alike candidates steps
 *   the rest     leave irreversible score piles
 *
 * The files form layers.  effects/ has what each verb of the effect language
 * does, one function for each purpose; effects/verbs.c is the table of them.
 * They change the stack of frames, and never call what uses the table:
 * perform.c performs what they have opened, settle.c runs what remains.
 *
 * Legality and effect are one code path: uwc_try() applies a move to a copy or
 * refuses it with a reason, and the legal moves are the candidates that
 * uwc_try() accepts.  verdict.c only predicts its result.
 *
 * The functions with `void *state` have the signatures of struct game. */
#ifndef UNDERWATER_CITIES_ENGINE_H
#define UNDERWATER_CITIES_ENGINE_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

enum rules_err uwc_start(void *state, const struct settings *settings,
                         const uint8_t secret[RULES_SECRET_SIZE]);
seat_set uwc_to_act(const void *state);
size_t uwc_moves(const void *state, int seat, struct move *out, size_t cap);
struct move uwc_alike(const void *state, int seat, struct move move);
unsigned uwc_budget_used(const void *state);
bool uwc_once_allowed(const void *state, int seat, struct move move,
                      uint16_t version);
enum rules_err uwc_apply(void *state, int seat, struct move move);
void uwc_play(void *state, int seat, struct move move);
bool uwc_pass_forced(void *state);
uint8_t uwc_settle(void *state);

/* What uwc_play does, without the steps that only show what is in progress
 * after a move; the caller keeps the state before it.  false: the move is
 * refused, and *s is undefined. */
bool uwc_carry_out(struct uwc_state *s, int seat, struct move move);
void uwc_leave(void *state, int seat, bool together);
seat_set uwc_left(const void *state);

/* Irreversible are (rulings 21, 22, 89): drawing cards, shuffling a pile,
 * turning up specials or tiles, ending a turn, and the last of several
 * simultaneous choices. */
unsigned uwc_irreversible(const void *before, const void *after);

/* Simultaneous choices, and what a seat keeps of specials drawn face down, are
 * open to the chooser only (rulings 23, 73). */
bool uwc_is_open(const void *state, int seat, struct move move);

/* Apply the move to *s: REFUSED_OK, or the reason, and *s is then undefined.
 * This includes ruling 2: a move after which the turn cannot be completed is
 * refused with REFUSED_DEAD_END. */
enum refusal_reason uwc_try(struct uwc_state *s, int seat, struct move move);

/* The same, with the number of steps used (steps.h). */
enum refusal_reason uwc_try_counted(struct uwc_state *s, int seat,
                                    struct move move, uint32_t *steps);
size_t uwc_moves_counted(const void *state, int seat, struct move *out,
                         size_t cap, uint32_t *steps);

#endif
