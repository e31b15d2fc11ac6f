/* What carries out moves and frames.
 *
 * A handler checks a move of the seat that is to act and carries it out.  It
 * changes nothing before all its checks, and nothing at all if it returns a
 * reason or is only to check (`dry`): what is legal and what is done are one
 * code path.  The caller has checked the move's fields, and that its verb
 * belongs to the decision that is open.
 *
 * A runner carries out a frame that needs no decision; the frame was taken off
 * the stack.  A lister writes the candidates of a decision, ascending, which
 * are then tried: at most CANDIDATES_MAX. */
#ifndef SEASTEAD_HANDLERS_H
#define SEASTEAD_HANDLERS_H

#include "rules/seastead/engine/moves.h"
#include "rules/seastead/engine/refusal.h"
#include "rules/seastead/engine/stack.h"

enum { CANDIDATES_MAX = RULES_MOVES_MAX };

/* turn.c */
enum refusal_reason do_dive(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_build(struct state *s, int seat, struct move m,
                             bool dry);
enum refusal_reason do_face(struct state *s, int seat, struct move m, bool dry);
void run_give(struct state *s, const struct frame *f);
void run_after_dive(struct state *s, const struct frame *f);
void run_building_effect(struct state *s, const struct frame *f);
void run_limit(struct state *s, const struct frame *f);

/* The action is done: the next turn begins, or the match is over. */
void turn_end(struct state *s);

/* amounts.c */
enum refusal_reason do_take(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_keep(struct state *s, int seat, struct move m, bool dry);

/* effects.c */
enum refusal_reason do_clean(struct state *s, int seat, struct move m,
                             bool dry);
enum refusal_reason do_pay(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_gather(struct state *s, int seat, struct move m,
                              bool dry);
enum refusal_reason do_enact(struct state *s, int seat, struct move m,
                             bool dry);
enum refusal_reason do_retire(struct state *s, int seat, struct move m,
                              bool dry);
void run_location_effect(struct state *s, const struct frame *f);

/* Push the choice of a location to copy; those in `visited` are out. */
void push_copy(struct state *s, int seat, uint32_t visited);

/* Push what the parts of an effect give.  The frame is that of the location
 * (a; b: it is copied), or the reaction of a specialist. */
void effects_run(struct state *s, const struct frame *f,
                 const struct effect parts[EFFECT_PARTS]);

/* Give a seat what a half of the face-up dive card shows, and push the choices
 * that it leaves. */
void effects_give_half(struct state *s, int seat, int half);

/* ships.c */
enum refusal_reason do_ship(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_sail(struct state *s, int seat, struct move m, bool dry);
void run_ship_here(struct state *s, const struct frame *f);

/* A seat has built at a location: a ship that is there now has consequences
 * when the build is over. */
void ships_push_here(struct state *s, int seat, int location);

/* The ship of the top frame finds no free location: it goes to the box, for a
 * cleanup token (S6). */
void ships_box(struct state *s);

/* If a ship is at a location, its owner must move it. */
void ships_displace(struct state *s, int location);

/* displays.c */
enum refusal_reason do_dock(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_hire(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_box(struct state *s, int seat, struct move m, bool dry);
void run_refill(struct state *s, const struct frame *f);

/* Turn a specialist of a seat up or down. */
void specialist_flip(struct state *s, int seat, int n, bool up);

/* bonuses.c */
enum refusal_reason do_collect(struct state *s, int seat, struct move m,
                               bool dry);
enum refusal_reason do_ready(struct state *s, int seat, struct move m,
                             bool dry);
enum refusal_reason do_swap(struct state *s, int seat, struct move m, bool dry);
void run_row(struct state *s, const struct frame *f);
void run_column(struct state *s, const struct frame *f);
bool bonuses_are_due(const struct state *s, int seat);

/* The cleanup tokens of the row bonus for ports, for a tile of whose resource
 * the seat has that many. */
int bonus_tokens(int resources);

/* abilities.c */
enum refusal_reason do_move(struct state *s, int seat, struct move m, bool dry);
enum refusal_reason do_exchange(struct state *s, int seat, struct move m,
                                bool dry);

/* solo.c */
enum refusal_reason do_token(struct state *s, int seat, struct move m,
                             bool dry);
enum refusal_reason do_raise(struct state *s, int seat, struct move m,
                             bool dry);

/* The Boss gets the resources of a half; at the start on price tags. */
void solo_push_tokens(struct state *s, int half, bool is_start);

/* Whether the match of one seat ends with this turn. */
bool solo_is_over(const struct state *s);

/* candidates.c: the candidates of the decision that is open. */
size_t list_candidates(const struct state *s, struct move *out);

#endif
