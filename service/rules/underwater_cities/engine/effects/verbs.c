/* The table of the verbs of the effect language. */
#include "rules/underwater_cities/engine/effects/verbs.h"

#include "rules/underwater_cities/engine/moves.h"

/* Judged SURELY: every candidate can be performed. */
static enum verdict judge_surely(struct verdict_context *o,
                                 const struct effect *e, struct move m)
{
    (void)e, (void)m;
    return verdict_performs(o, true);
}

/* Judged AS_LISTED: as what the part lacks says. */
static enum verdict judge_as_listed(struct verdict_context *o,
                                    const struct effect *e, struct move m)
{
    (void)m;
    return verdict_opens(o, verdict_part_lacks(o, e));
}

static enum verdict judge_by_trial(struct verdict_context *o,
                                   const struct effect *e, struct move m)
{
    (void)o, (void)e, (void)m;
    return VERDICT_TRIAL;
}

#define BY(MOVE) (UINT32_C(1) << MOVE_##MOVE)
#define NO_MOVE  UINT32_C(0)

#define JUDGED_SURELY(name)    judge_surely
#define JUDGED_AS_LISTED(name) judge_as_listed
#define JUDGED_BY_TRIAL(name)  judge_by_trial
#define JUDGED_OWN(name)       effect_##name##_verdict
#define JUDGED_NEVER(name)     NULL

/* What a block may give follows in its list. */
#define GAINS_LEAF(name)  effect_##name##_gains
#define GAINS_BLOCK(name) NULL

/* The functions that each kind of verb has. */
#define FUNCTIONS_SURE(name, form)                                             \
    .missing = effect_##name##_missing, .gains = GAINS_##form(name)
#define FUNCTIONS_PART(name, form)                                             \
    FUNCTIONS_SURE(name, form), .perform = effect_##name##_perform,            \
                                .candidates = effect_##name##_candidates
#define FUNCTIONS_LATER(name, form)   FUNCTIONS_PART(name, form)
#define FUNCTIONS_OPENS(name, form)   FUNCTIONS_PART(name, form)
#define FUNCTIONS_INSIDE(name, form)  .perform = NULL
#define FUNCTIONS_PASSIVE(name, form) .perform = NULL

const struct effect_verb effect_verbs[OPS] = {
#define VERB(NAME, name, word, kind, form, by, judged, worth, says, operands)  \
    [OP_##NAME] = {FUNCTIONS_##kind(name, form),                               \
                   .verdict = JUDGED_##judged(name), .moves = by},
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

#define OPENING_SURE    0
#define OPENING_PART    0
#define OPENING_LATER   0
#define OPENING_OPENS   ~UINT32_C(0)
#define OPENING_INSIDE  0
#define OPENING_PASSIVE 0
const uint32_t effect_part_moves = 0
#define VERB(NAME, name, word, kind, form, by, judged, worth, says, operands)  \
    | (by)
#include "rules/underwater_cities/content/effects.def"
#undef VERB
    ;

const uint32_t effect_opening_moves = 0
#define VERB(NAME, name, word, kind, form, by, judged, worth, says, operands)  \
    | (OPENING_##kind & (by))
#include "rules/underwater_cities/content/effects.def"
#undef VERB
    ;

_Static_assert(MOVE_VERBS <= 32, "sets of moves are masks of 32 bits");

/* clang-format off */
_Static_assert((UINT32_C(0)
#define VERB(NAME, name, word, kind, form, by, judged, worth, says, operands) | (by)
#include "rules/underwater_cities/content/effects.def"
#undef VERB
    ) == (UINT32_C(0)
#define MOVE(NAME, word, a, b, x, part, sentence) | ((part) ? BY(NAME) : NO_MOVE)
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
    ), "a move that names a part performs a verb, and only such a move does");
/* clang-format on */
