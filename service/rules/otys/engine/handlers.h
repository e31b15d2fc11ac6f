/* What carries out moves and frames.
 *
 * A handler checks a move of the seat that is to act and carries it out.  It
 * changes nothing before all its checks, and nothing at all if it returns a
 * reason or is only to check (`dry`): what is legal and what is done are one
 * code path.  The caller has checked the move's fields, and that its verb
 * belongs to the decision that is open.
 *
 * A runner carries out a frame that needs no decision; the frame was taken off
 * the stack. */
#ifndef OTYS_HANDLERS_H
#define OTYS_HANDLERS_H

#include "rules/otys/engine/moves.h"
#include "rules/otys/engine/refusal.h"
#include "rules/otys/engine/stack.h"

enum { CANDIDATES_MAX = RULES_MOVES_MAX };

typedef enum refusal_reason handler(struct state *s, int seat, struct move m,
                                    bool dry);
typedef void runner(struct state *s, const struct frame *f);

/* goods.c */
handler do_gain;
runner run_gain; /* the points come by themselves */

/* turn.c */
handler do_key, do_propel, do_oxygen;
runner run_activate, run_return, run_resurface, run_rise, run_end;

/* The turn is over: the next one begins, or the match is over. */
void turn_end(struct state *s);

/* sponsors.c */
handler do_sponsor, do_upgrade, do_swap;

/* Whether the sponsor of the key's level has an effect with this verb. */
bool sponsor_does(const struct state *s, enum op op);

/* Whether it upgrades this diver. */
bool sponsor_upgrades(const struct state *s, enum which which);

/* Use up the sponsor of the key's level. */
void sponsor_use(struct state *s, int seat);

/* divers.c */
handler do_take, do_bonus, do_recall, do_improve;

/* The top frame, DIVER or PART, is performed once: it is counted down or taken
 * off.  Returns it as it was. */
struct frame diver_begin(struct state *s);

/* What the diver that a frame, DIVER or PART, refers to does. */
const struct effect *diver_effects(const struct state *s,
                                   const struct frame *f);

/* What an effect costs at this price, which may be negative: the own diver's
 * nothing if sponsor 1 is used. */
int diver_cost(const struct state *s, const struct frame *f, int price);

/* trade.c */
handler do_sell, do_buy;

/* What a sale by the diver of the top frame brings, in credits or points, or
 * what a purchase costs. */
int trade_price(const struct state *s, struct move m);

/* spy.c */
handler do_draw, do_keep;

/* A seat draws up to four contracts, of which it will keep one. */
void spy_draw(struct state *s, int seat);

/* What the effect of the Spy of the top frame costs. */
int spy_cost(struct state *s);

/* Pay for the diver of an owner on the level, and begin its effect. */
void spy_copy(struct state *s, int seat, int owner);

/* The seats whose divers a seat may copy. */
seat_set spy_neighbours(const struct state *s, int seat);

/* tokens.c */
handler do_token, do_explore;
runner run_place, run_replace;

/* Fill a place of the colony board from the bag. */
void tokens_refill(struct state *s, int place);

/* contracts.c */
handler do_complete;

/* Whether contracts can be completed at the decision that is open (BO19). */
bool contracts_are_open(const struct state *s);

/* Whether a decision is open for the sake of contracts alone.  This depends on
 * nothing that is hidden: a hand that may have a contract to complete is
 * enough. */
bool contracts_ask(const struct state *s);

/* The amounts with which a pattern can be completed on a level, ascending.
 * Returns how many; of a list 1 with the amount 0. */
enum { AMOUNTS_MAX = 24 };
size_t contract_amounts(const struct seat *me, int contract, int level,
                        uint8_t out[AMOUNTS_MAX]);

/* Fill the empty places of public contracts. */
void contracts_refill(struct state *s);

/* candidates.c: the candidates of the decision that is open, ascending; and
 * without contracts and declining. */
size_t list_candidates(const struct state *s, struct move *out);
size_t list_options(const struct state *s, struct move *out);

/* decide.c: whether the decision that is open is to be made: there may be more
 * to choose from than declining. */
bool has_option(struct state *s);

/* The same without contracts: whether the decision has an option of its own. */
bool has_own_option(struct state *s);

#endif
