/* What the verbs of the effect language do: the functions of each, named as
 * effects.def says.  The files of this folder hold them, by family:
 *
 *   building   build, build-upgraded, convert
 *   upgrading  upgrade, trial-run
 *   cards      use-action, ready
 *   drawing    take-special, take-tile
 *   slots      perform
 *   resources  gain, advance, pick, exchange
 *   blocks     pay, if, each, choose */
#ifndef UNDERWATER_CITIES_VERBS_H
#define UNDERWATER_CITIES_VERBS_H

#include "rules/underwater_cities/engine/candidates.h"
#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/verdict.h"

/* The functions of one verb; those that its kind does not have are NULL. */
struct effect_verb {
    /* Perform a part of the top frame, which was closed already.  The move is
     * one of `moves`, its fields are not checked.  A verb that OPENS has pushed
     * the list that it opens.  If it is refused, *s is undefined. */
    enum refusal_reason (*perform)(struct uwc_state *s, int seat,
                                   const struct effect *e, struct move m);
    /* Add the moves worth trying: all that are legal, and few others. */
    void (*candidates)(const struct uwc_state *s, int seat,
                       const struct effect *e, int part, struct candidates *c);
    /* What the effect lacks (missing.h). */
    unsigned (*missing)(struct means *means, const struct effect *e);
    /* What it may give (turn_gains.h), inner lists not counted. */
    unsigned (*gains)(const struct seat *seat, const struct effect *e);
    /* Whether a candidate is legal. */
    enum verdict (*verdict)(struct verdict_context *context,
                            const struct effect *e, struct move m);
    uint32_t moves; /* bit n: enum verb n performs it */
};

extern const struct effect_verb effect_verbs[OPS];

/* The moves that perform a part, and those of them that open a list, as
 * bits. */
extern const uint32_t effect_part_moves;
extern const uint32_t effect_opening_moves;

#define VERB(NAME, name, word, kind, form, by, judged, worth, says, operands)  \
    enum refusal_reason effect_##name##_perform(                               \
        struct uwc_state *s, int seat, const struct effect *e, struct move m); \
    void effect_##name##_candidates(const struct uwc_state *s, int seat,       \
                                    const struct effect *e, int part,          \
                                    struct candidates *c);                     \
    unsigned effect_##name##_missing(struct means *means,                      \
                                     const struct effect *e);                  \
    unsigned effect_##name##_gains(const struct seat *seat,                    \
                                   const struct effect *e);                    \
    enum verdict effect_##name##_verdict(struct verdict_context *context,      \
                                         const struct effect *e,               \
                                         struct move m);
#include "rules/underwater_cities/content/effects.def"
#undef VERB

/* Keep one of what TAKE_SPECIAL or TAKE_TILE has drawn: the top frame is the
 * choice. */
enum refusal_reason effect_keep(struct uwc_state *s, int seat, int pick);

#endif
