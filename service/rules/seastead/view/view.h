/* What a viewer sees of a match of Seastead, and the way back.
 *
 * All is open but the order of the piles and, while a player chooses one, the
 * decrees that were drawn. */
#ifndef SEASTEAD_VIEW_H
#define SEASTEAD_VIEW_H

#include "rules/seastead/engine/state.h"
#include "rules/tally.h"

struct sink;
struct source;
struct random;

extern const char *const side_words[3];
extern const char *const set_words[2];
extern const char *const discount_words[2];
extern const char *const phase_words[2];
extern const char *const action_words[3];

/* Whether the viewer sees the decrees that the seat of the turn has drawn. */
bool view_sees_drawn(const struct state *s, int viewer);

void state_view(const void *state, int viewer, struct sink *sink);

/* The member "site": the location that is built on, from 1; 0: null. */
void view_site(struct sink *sink, int site);

/* A frame as an element of "pending". */
void view_frame(struct sink *sink, const struct frame *f);

/* Everybody sees every decision. */
bool state_is_open(const void *state, int seat, struct move move);

void state_resample(void *state, int viewer, struct random *random);

enum rules_err state_read(void *state, const struct source *source,
                          struct position_fault *fault);
enum rules_err state_determinize(void *state, const struct source *view,
                                 int viewer, struct random *random);

/* tables.c */
void state_tables(const void *state, int viewer, struct sink *sink);

/* items.c */
extern const struct item_group seastead_items[];
void seastead_tally(const void *state, const struct journal *journal,
                    struct tally *tally);

#endif
