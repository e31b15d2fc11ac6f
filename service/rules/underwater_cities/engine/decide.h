/* Decisions: what may be decided now, and what a decision does.
 *
 * One code path: uwc_try carries a move out on a copy or refuses it with the
 * reason; the list of legal moves is every candidate that uwc_try accepts. */
#ifndef UNDERWATER_CITIES_DECIDE_H
#define UNDERWATER_CITIES_DECIDE_H

#include "rules/underwater_cities/engine/moves.h"

/* Why a move is refused.
 * WHY(NAME, word): the word is `rule` of a refusal. */
enum refusal_reason {
    REFUSED_OK,
#define REFUSAL(NAME, word) REFUSED_##NAME,
#include "rules/underwater_cities/words/refusals.def"
#undef REFUSAL
    WHYS
};

/* Places of the match options in game->options and settings.values. */
enum uwc_option {
    UWC_DRAWS,
    UWC_BOARDS,
    UWC_USE_CONTRACTS,
    UWC_BLUE_PLACEMENT,
    UWC_SOLO_START,
    UWC_OPTIONS
};

const char *uwc_refuses(const struct settings *settings, size_t *option);
void uwc_settings(const void *state, struct settings *out);
enum rules_err uwc_start(void *state, const struct settings *settings,
                         const uint8_t secret[RULES_SECRET_SIZE]);
seat_set uwc_to_act(const void *state);
size_t uwc_moves(const void *state, int seat, struct move *out, size_t cap);
unsigned uwc_effort(const void *state);
enum rules_err uwc_apply(void *state, int seat, struct move move);
void uwc_play(void *state, int seat, struct move move);
bool uwc_pass_forced(void *state);
uint8_t uwc_settle(void *state);
void uwc_leave(void *state, int seat);

/* struct game's seals (rulings 21, 22, 89): cards drawn, piles shuffled,
 * specials or tiles turned up, the end of a turn, the last of several seats
 * that chose at once. */
unsigned uwc_irreversible(const void *before, const void *after);

/* struct game's is_open: simultaneous choices and what is kept of specials
 * drawn face down (rulings 23, 73) stay the chooser's own. */
bool uwc_is_open(const void *state, int seat, struct move move, int viewer);

/* Carry the move out on *s: REFUSED_OK, or the reason and *s is spoilt.  All of
 * ruling 2 is in it: a move after which the turn cannot be completed is
 * refused with REFUSED_DEAD_END. */
enum refusal_reason uwc_try(struct uwc_state *s, int seat, struct move move);

/* The same, and how many steps it took (steps.h). */
enum refusal_reason uwc_try_counted(struct uwc_state *s, int seat,
                                    struct move move, uint32_t *steps);
size_t uwc_moves_counted(const void *state, int seat, struct move *out,
                         size_t cap, uint32_t *steps);

/* The list a frame works on: the result points at its first effect, pc already
 * counted in. */
const struct effect *uwc_frame_list(const struct uwc_state *s,
                                    const struct frame *frame);

/* The parts of a list are numbered from 0, sure gains left out.  The number of
 * the part at `part`, which may be the list's end. */
int uwc_part_number(const struct effect *list, const struct effect *part);

/* The open part of the top frame that a move names by this number, or NULL;
 * identical open parts go by the number of the first.  There is a frame. */
const struct effect *uwc_part(const struct uwc_state *s, int part);

/* How many more cards the seat holds than it may at its turn's or an era's
 * start (rulings 18, 76), simultaneous discards already made taken off. */
int uwc_surplus(const struct uwc_state *s, int seat);

#endif
