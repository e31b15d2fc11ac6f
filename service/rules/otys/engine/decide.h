/* Deciding: the functions of struct game that list and carry out moves. */
#ifndef OTYS_DECIDE_H
#define OTYS_DECIDE_H

#include "rules/otys/engine/handlers.h"

seat_set state_to_act(const void *state);
size_t state_moves(const void *state, int seat, struct move *out, size_t cap);
enum rules_err state_apply(void *state, int seat, struct move move);
void state_play(void *state, int seat, struct move move);
bool state_pass_forced(void *state);
uint8_t state_settle(void *state);
bool state_once_allowed(const void *state, int seat, struct move move,
                        uint16_t version);
bool state_once_passed(const void *state, uint16_t version);
void state_leave(void *state, int seat, bool together);
seat_set state_left(const void *state);
unsigned state_irreversible(const void *before, const void *after);

/* Go on until a decision is open or the match is over. */
void advance(struct state *s);

/* Why a move would be refused; REFUSED_OK if it is legal. */
enum refusal_reason state_judge(const struct state *s, int seat,
                                struct move move);

#endif
