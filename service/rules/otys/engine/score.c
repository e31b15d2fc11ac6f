/* The points of a match of Otys (rules 2.8). */
#include "rules/otys/engine/score.h"

const char *const score_words[POINT_SOURCES] = {
    [POINTS_CONTRACTS] = "contracts", [POINTS_BONUSES] = "bonuses",
    [POINTS_TOKENS] = "tokens",       [POINTS_SPONSORS] = "sponsors",
    [POINTS_STORE] = "store",
};

static int cubes_of(const struct seat *me)
{
    int cubes = 0;

    for (int level = 0; level < LEVELS; level++)
        cubes += cubes_on(me, level);
    return cubes;
}

/* More resources; then the victory is shared (BO34). */
static int tie_break(const void *state, int a, int b)
{
    const struct state *s = state;

    return cubes_of(&s->seat[a]) - cubes_of(&s->seat[b]);
}

void state_score(const void *state, struct scores *scores)
{
    const struct state *s = state;

    *scores = (struct scores){.seats = s->seats, .items = POINT_SOURCES};
    for (int i = 0; i < POINT_SOURCES; i++)
        scores->item[i].name = score_words[i];
    for (int seat = 0; seat < s->seats; seat++) {
        for (int i = 0; i < POINT_SOURCES; i++)
            scores->item[i].points[seat] = (int16_t)s->seat[seat].points[i];
        scores->total[seat] = (int16_t)points_of(&s->seat[seat]);
    }
    leavers_rank(&s->leavers, scores, tie_break, s);
}
