/* What a viewer sees of a match of Otys, and the way back.
 *
 * Hidden are the order of the deck and the bag, contracts in the hands of
 * others, and those that another seat has drawn. */
#ifndef OTYS_VIEW_H
#define OTYS_VIEW_H

#include "rules/otys/engine/state.h"
#include "rules/tally.h"

struct sink;
struct source;
struct random;

extern const char *const propeller_words[2];
extern const char *const level_words[2];
extern const char *const sides_words[3];
extern const char *const side_words[2];
extern const char *const phase_words[2];
extern const char *const key_words[KEY_NEUTRAL]; /* by enum key, less 1 */

/* Whether a viewer sees the contracts in the hand of a seat, and those that it
 * has drawn. */
static inline bool view_sees(int viewer, int seat)
{
    return viewer == RULES_OMNISCIENT || viewer == seat;
}

void state_view(const void *state, int viewer, struct sink *sink);

/* The members of a turn: those of STEP_PROGRESS, too. */
void view_turn(const struct state *s, struct sink *sink);

/* Contracts that were completed, as a set; bit n: contract n + 1. */
uint32_t view_completed(const struct state *s);

bool state_is_open(const void *state, int seat, struct move move);

void state_resample(void *state, int viewer, struct random *random);

enum rules_err state_read(void *state, const struct source *source,
                          struct position_fault *fault);
enum rules_err state_determinize(void *state, const struct source *view,
                                 int viewer, struct random *random);

/* items.c */
extern const struct item_group otys_items[];
void otys_tally(const void *state, const struct journal *journal,
                struct tally *tally);

#endif
