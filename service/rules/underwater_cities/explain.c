/* Why a move is refused. */
#include "decide.h"
#include "notation.h"

#include <stdio.h>

static const char *const words[WHYS] = {
    [WHY_OK] = "legal",
#define WHY(NAME, word) [WHY_##NAME] = word,
#include "why.def"
#undef WHY
};

void uwc_explain(const void *state, int seat, struct move move,
                 struct refusal *refusal)
{
    struct uwc_state copy = *(const struct uwc_state *)state;
    enum why why = uwc_try(&copy, seat, move);

    *refusal = (struct refusal){{0}, {0}};
    snprintf(refusal->rule, sizeof refusal->rule, "%s", words[why]);
    snprintf(refusal->reason, sizeof refusal->reason, "%s", words[why]);
}
