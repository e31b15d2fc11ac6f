/* The final scoring (rules 1.6). */
#include "rules/seastead/engine/score.h"

enum { DOCK_RESOURCES_MAX = 3, BOSS_POINTS = 20, BOSS_BUILDING_POINTS = 3 };

const char *const score_words[SCORE_CATEGORIES] = {
    [SCORE_DOCK_RESOURCES] = "dock_resources",
    [SCORE_DOCK_BUILDINGS] = "dock_buildings",
    [SCORE_LOCATIONS] = "locations",
    [SCORE_SPECIALISTS] = "specialists",
    [SCORE_CLEANUP] = "cleanup",
};

/* Each token counts for one tile only. */
static int dock_resources(const struct state *s, int seat)
{
    int room[RESOURCES] = {0}, points = 0;

    for (int l = 0; l < LOCATIONS; l++)
        if (s->dock[l] && owner_at(s, l) == seat)
            room[docks[s->dock[l]].resource] += DOCK_RESOURCES_MAX;
    for (int r = 0; r < RESOURCES; r++)
        points +=
            s->seat[seat].stock[r] < room[r] ? s->seat[seat].stock[r] : room[r];
    return points;
}

/* The owner of the tile has no influence. */
static int dock_buildings(const struct state *s, int seat)
{
    int points = 0;

    for (int l = 0; l < LOCATIONS; l++)
        for (int a = 0; s->dock[l] && a < AREAS; a++) {
            const int there = area_location(l, a);

            if (owner_at(s, there) == seat &&
                piece_at(s, there) == docks[s->dock[l]].area[a].piece)
                points += docks[s->dock[l]].area[a].points;
        }
    return points;
}

static int location_points(const struct state *s, int seat)
{
    int points = 0;

    for (int l = 0; l < LOCATIONS; l++)
        if (owner_at(s, l) == seat)
            points += location_at(s, l)->points;
    return points;
}

static int specialist_points(const struct state *s, int seat)
{
    int points = 0;

    for (unsigned set = s->seat[seat].face_up; set; set &= set - 1)
        points += specialists[1 + __builtin_ctz(set)].points;
    return points;
}

void score_seat(const struct state *s, int seat, int out[SCORE_CATEGORIES])
{
    out[SCORE_DOCK_RESOURCES] = dock_resources(s, seat);
    out[SCORE_DOCK_BUILDINGS] = dock_buildings(s, seat);
    out[SCORE_LOCATIONS] = location_points(s, seat);
    out[SCORE_SPECIALISTS] = specialist_points(s, seat);
    out[SCORE_CLEANUP] = s->seat[seat].cleanup;
}

/* Ties: fewer buildings built, then more cleanup tokens (BS40). */
static bool is_ahead(const struct state *s, const struct scores *scores, int a,
                     int b)
{
    const struct seat *x = &s->seat[a], *y = &s->seat[b];

    if (x->left || y->left)
        return y->left && !x->left;
    if (scores->total[a] != scores->total[b])
        return scores->total[a] > scores->total[b];
    if (built_count(x) != built_count(y))
        return built_count(x) < built_count(y);
    return x->cleanup > y->cleanup;
}

/* Only with strictly more than the Boss (rules 1.8). */
static void score_solo(const struct state *s, struct scores *scores)
{
    const int boss =
        BOSS_POINTS + BOSS_BUILDING_POINTS * built_count(&s->seat[1]);
    const bool is_won = scores->total[0] > boss && !s->seat[0].left;

    scores->rank[0] = 1;
    scores->goals = 1;
    scores->goal[0] = (struct score_goal){.name = "points",
                                          .reached = scores->total[0],
                                          .needed = (int16_t)(boss + 1)};
    scores->outcome = is_won ? OUTCOME_WON : OUTCOME_LOST;
}

void state_score(const void *state, struct scores *scores)
{
    const struct state *s = state;

    *scores = (struct scores){.seats = s->seats, .items = SCORE_CATEGORIES};
    for (int i = 0; i < SCORE_CATEGORIES; i++)
        scores->item[i].name = score_words[i];
    for (int seat = 0; seat < s->seats; seat++) {
        int points[SCORE_CATEGORIES];

        score_seat(s, seat, points);
        for (int i = 0; i < SCORE_CATEGORIES; i++) {
            scores->item[i].points[seat] = (int16_t)points[i];
            scores->total[seat] = (int16_t)(scores->total[seat] + points[i]);
        }
    }
    if (is_solo(s))
        score_solo(s, scores);
    else
        for (int seat = 0; seat < s->seats; seat++)
            scores->rank[seat] =
                (uint8_t)(1 + is_ahead(s, scores, 1 - seat, seat));
}
