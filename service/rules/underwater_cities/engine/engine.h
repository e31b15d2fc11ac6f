/* What the files of the engine share.  From outside the way in is decide.h;
 * the files that put moves and refusals into words (describe.c, prompt.c,
 * explain.c), view.c, check_setup.c and production.c ask it questions too, and
 * nobody else does.
 *
 *   setup.c       setting a match up
 *   solo.c        playing alone: the neutral tiles
 *   piles.c       decks, discards, special cards, tiles
 *   gain.c        gains, the Federation track, triggers
 *   build.c       building, upgrading, converting: sites, costs, payment
 *   frames.c      effects under way: the stack of frames
 *   parts.c       what each part of an effect does when it is chosen
 *   candidates.c  which moves are worth trying now
 *   turn.c        a turn: discard, place, slot and card, end
 *   rounds.c      rounds, eras, Production, the end
 *   apply.c       carrying a decision out
 *   missing.h       what can be performed at once: an answer without trying
 *   turn_gains.h      what may come during a turn, at most
 *   verdict.h     which moves are legal: an answer without trying
 *   similar_moves.h       which candidates need to be tried but once
 *   search.c      ruling 2: whether the turn can still be completed
 *   leave.c       a seat leaves the match
 *   steps.h       the bound on the work of one call
 *   legal_moves.c        the list of legal moves
 *   decide.c      moves from outside: judged, played, settled
 *
 * Everything here acts on a state in place; what returns an enum refusal_reason
 * may leave it spoilt when it refuses, so callers work on a copy. */
#ifndef UNDERWATER_CITIES_ENGINE_H
#define UNDERWATER_CITIES_ENGINE_H

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/decide.h"
#include "rules/underwater_cities/engine/steps.h"

extern const struct game underwater_cities;

/* setup.c */

/* Deal the first hands, and let all choose what to keep of them. */
void start_hands(struct uwc_state *s);

/* solo.c */

/* The three neutral tiles, where they lie in a round (1-10). */
void solo_lay_tiles(struct uwc_state *s, int round);
/* The neutral tiles for the next round; nothing with more seats than one. */
void solo_round_end(struct uwc_state *s);

/* piles.c */

/* Shuffle with the next stream of the match's secret. */
void pile_shuffle(struct uwc_state *s, uint8_t *items, size_t count);
/* Make the deck of the current era anew; the old one and its pile are gone. */
void pile_new_era(struct uwc_state *s);
/* Draw a card from the era deck into a hand, reshuffling the discards when it
 * is empty (rulings 25, 77); no card when nothing is left. */
void pile_draw(struct uwc_state *s, int seat);
/* Turn up the top card of the era deck and discard it; CARD_NONE when nothing
 * is left. */
int pile_turn_up(struct uwc_state *s);
/* Cards that can still be drawn, those promised this turn taken off. */
int pile_drawable(const struct uwc_state *s);
/* Where a card goes that leaves a hand, or play, unused (26, 67, 70). */
void pile_discard(struct uwc_state *s, int card);
/* Put a one- or two-credit special under its deck. */
void pile_special_under(struct uwc_state *s, int card);
/* Take the top special off the deck. */
uint8_t pile_special_top(struct uwc_state *s);
/* Take the top undealt blue tile; 0 when there is none. */
uint8_t pile_tile_top(struct uwc_state *s);
/* Put back what was revealed to choose from, by ascending number (71, 64). */
void pile_return_reveal(struct uwc_state *s, enum source_kind source);
/* A card leaves a hand. */
void hand_remove(struct uwc_state *s, int seat, int card);

/* gain.c */

/* One moment at which permanents may react: event and its param. */
struct moment {
    uint8_t event, param;
};

void gain_one(struct uwc_state *s, int seat, enum resource what, int n);
/* The Federation track, step by step, each with its bonus and triggers. */
void gain_steps(struct uwc_state *s, int seat, int steps);
/* Carry out a list that only gives (rulings 37-39). */
void gain_list(struct uwc_state *s, int seat, const struct effect *list,
               int len);
/* Times that an EACH pays for this seat. */
int gain_times(const struct uwc_state *s, int seat, const struct effect *e);
bool gain_condition(const struct uwc_state *s, int seat,
                    const struct effect *e);
/* Let the permanents react to what happens at one moment, in the order
 * claimed (39); those that ask become frames. */
void gain_trigger(struct uwc_state *s, int seat, const struct moment *moments,
                  int count);

/* build.c */

/* What building a piece on a site costs this seat now (ruling 9), before the
 * choice of payment. */
void build_cost(const struct uwc_state *s, int seat, const struct effect *e,
                enum piece piece, int site, int cost[RESOURCES]);
/* The same on a site without surcharge; and what a surcharge adds. */
void build_base_cost(const struct seat *seat, const struct effect *e,
                     enum piece piece, int cost[RESOURCES]);
void build_add_surcharge(int cost[RESOURCES], uint16_t surcharge);
/* The empty legal sites of an OP_BUILD or OP_BUILD_UPGRADED. */
uint64_t build_sites(const struct seat *seat, const struct effect *e,
                     enum piece piece);
bool cost_payable(const struct seat *seat, const int cost[RESOURCES],
                  int payment);
enum refusal_reason build_piece(struct uwc_state *s, int seat,
                                const struct effect *e, enum piece piece,
                                int site, int payment);
/* The structure's number for upgrades. */
int build_structure(enum piece piece, int site);
/* The piece that stands at a structure's number; 0 when none does. */
enum piece structure_piece(const struct seat *seat, int structure);
bool structure_upgraded(const struct seat *seat, int structure);
enum refusal_reason build_upgrade(struct uwc_state *s, int seat,
                                  const struct effect *e, int structure,
                                  int resource);
/* What an upgrade costs: 1 science, or as the effect says; where the player
 * may choose credit or science, `resource` is 1 + the one paid. */
enum refusal_reason build_upgrade_price(const struct effect *e, int resource,
                                        uint16_t *price);
enum refusal_reason build_convert(struct uwc_state *s, int seat, int site);
/* Gained tile: its instant effect, without connecting anything (64). */
void build_gain_tile(struct uwc_state *s, int seat, int tile);
/* Pay a price from stock. */
bool price_payable(const struct seat *seat, uint16_t price);
enum refusal_reason pay_price(struct seat *seat, uint16_t price);

/* frames.c */

enum refusal_reason frame_push(struct uwc_state *s, enum source_kind source,
                               int id, int pc, int len, unsigned flags);
/* The whole list of a source as a new frame. */
enum refusal_reason frame_push_root(struct uwc_state *s,
                                    enum source_kind source, int id,
                                    unsigned flags);
struct frame *frame_top(struct uwc_state *s);
/* A part was performed in the top frame: mark it and those it is part of. */
void frame_mark_done(struct uwc_state *s);
/* The use of a slot that the top frame belongs to, or NULL. */
struct frame *frame_slot_use(struct uwc_state *s);
/* Take the top frame off, with what its end brings about. */
void frame_pop(struct uwc_state *s);
/* Go on until a player must decide. */
void frame_settle(struct uwc_state *s);
/* Whether something can be performed in the frame just pushed (ruling 41);
 * begins it. */
bool frame_performable(struct uwc_state *s);
/* Close an open part; of identical ones the last, so that the name of what
 * stays open does not change. */
void frame_close_part(struct uwc_state *s, const struct effect *part);
/* The parts that the top frame offers, one after the other: those that are open
 * and no earlier one is just like.  `number` is that of the part returned last;
 * NULL: there are no more. */
struct parts {
    const struct frame *frame;
    const struct effect *list, *next;
    int number;
};
struct parts frame_parts(const struct uwc_state *s);
const struct effect *frame_next_part(struct parts *parts);

/* parts.c */

/* Carry out a move that performs a part of the top frame. */
enum refusal_reason part_perform(struct uwc_state *s, int seat,
                                 struct move move);
/* What may be done at any point of the own turn: begin a once-per-turn
 * permanent (ruling 42), claim a contract (82). */
enum refusal_reason part_anytime(struct uwc_state *s, int seat,
                                 struct move move);

/* candidates.c */

struct candidates {
    size_t count;
    struct move move[RULES_MOVES_MAX];
};
/* Everything worth trying for this seat now: a superset of the legal moves. */
void candidates_all(const struct uwc_state *s, int seat, struct candidates *c);
/* Only what performs this part of the top frame. */
void candidates_part(const struct uwc_state *s, int seat,
                     const struct effect *e, int part, struct candidates *c);
/* What part_anytime does. */
void candidates_anytime(const struct uwc_state *s, int seat,
                        struct candidates *c);

/* turn.c */

void turn_begin(struct uwc_state *s);
enum refusal_reason turn_discard(struct uwc_state *s, int seat, int card);
enum refusal_reason turn_discard_why(const struct uwc_state *s, int seat,
                                     int card);
enum refusal_reason turn_place(struct uwc_state *s, int seat, int slot,
                               int card, bool clone);
enum refusal_reason turn_begin_slot(struct uwc_state *s);
enum refusal_reason turn_card(struct uwc_state *s, int seat, int dropped);
enum refusal_reason turn_end(struct uwc_state *s);
/* The played instant is resolved; an action card waiting for a last use is
 * claimed. */
void turn_card_finished(struct uwc_state *s);
/* Go on to the next seat that has not left. */
void turn_next(struct uwc_state *s);
int turn_action_cards(const struct seat *seat);

/* apply.c */

/* Carry a move out, up to the point where effects go on by themselves. */
enum refusal_reason apply_move(struct uwc_state *s, int seat, struct move move);
/* Leave the top list.  A refusal changes nothing. */
enum refusal_reason apply_pass(struct uwc_state *s);

/* search.c */

/* Carry a move out on *s and refuse it, too, when the turn cannot be completed
 * after it: then *s is spoilt.  Counts s->steps on. */
enum refusal_reason search_try(struct uwc_state *s, int seat, struct move move);
/* Leave the lists of which nothing may be performed without making the turn
 * incomplete, until the seat has something to decide.  Where the step budget
 * does not suffice to find out, the seat is asked.  Returns how many lists. */
uint8_t search_settle(struct uwc_state *s);

/* rounds.c */

void round_end(struct uwc_state *s);
/* Lay the blue tiles as their seats have chosen. */
void tiles_lay(struct uwc_state *s);
enum refusal_reason tiles_arrange(struct uwc_state *s, int seat, int right,
                                  int left);
enum refusal_reason hands_discard(struct uwc_state *s, int seat, int card);
enum refusal_reason hands_discard_why(const struct uwc_state *s, int seat,
                                      int card);
/* Discard an open hand's highest numbers (ruling 90). */
void hands_close(struct uwc_state *s, int seat);
enum refusal_reason production_decide(struct uwc_state *s, int seat, int card,
                                      int option);
/* All seats concerned have chosen: go on. */
void choices_settle(struct uwc_state *s);
/* The card whose production choice a seat owes first, or CARD_NONE. */
int production_asked(const struct seat *seat);

#endif
