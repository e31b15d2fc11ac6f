/* The scoring example of the rule book, category by category (rules 1.7), laid
 * out on our flotillas: they have the same points, and six of our dock tiles
 * the areas that the example shows. */
#include "rules/seastead/engine/score.h"

#include <criterion/criterion.h>

enum { BLUE, ORANGE };

struct placed {
    uint8_t location, owner, piece, dock;
};

/* Locations 0 to 5 are the flotilla at the top left, then top right, bottom
 * left, bottom right. */
static const struct placed example[] = {
    {0, ORANGE, PORT, 7},      {1, ORANGE, SHIPYARD, 0},
    {2, ORANGE, ACADEMY, 0},   {3, ORANGE, SHIPYARD, 0},
    {4, ORANGE, ACADEMY, 0},   {5, BLUE, PORT, 10},
    {7, ORANGE, SHIPYARD, 0},  {10, BLUE, ACADEMY, 0},
    {11, BLUE, PORT, 9},       {12, BLUE, SHIPYARD, 0},
    {14, ORANGE, ACADEMY, 0},  {15, BLUE, ACADEMY, 0},
    {16, BLUE, ACADEMY, 0},    {17, BLUE, PORT, 4},
    {18, BLUE, SHIPYARD, 0},   {19, BLUE, PORT, 8},
    {20, ORANGE, SHIPYARD, 0}, {21, ORANGE, ACADEMY, 0},
    {22, BLUE, ACADEMY, 0},    {23, ORANGE, PORT, 1},
};

static void place(struct state *s, const struct placed *p)
{
    s->building[p->location] = (uint8_t)(1 + p->owner * PIECES + p->piece);
    s->dock[p->location] = p->dock;
    s->seat[p->owner].built[p->piece]++;
}

static struct state arrange(void)
{
    struct state s = {.seats = 2};

    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        place(&s, &example[i]);
    s.seat[BLUE].stock[FISH] = 4;
    s.seat[BLUE].stock[ARTIFACT] = 5;
    s.seat[BLUE].stock[METAL] = 1;
    s.seat[ORANGE].stock[FISH] = 3;
    s.seat[ORANGE].stock[KELP] = 4;
    s.seat[ORANGE].stock[METAL] = 1;
    s.seat[ORANGE].stock[ARTIFACT] = 1;
    s.seat[BLUE].specialists = 7;
    s.seat[BLUE].face_up = 3;
    s.seat[ORANGE].specialists = s.seat[ORANGE].face_up = 8;
    s.seat[BLUE].cleanup = 3;
    s.seat[ORANGE].cleanup = 1;
    return s;
}

Test(score, the_example_of_the_rule_book_gives_its_points)
{
    static const int expected[SCORE_CATEGORIES][2] = {
        [SCORE_DOCK_RESOURCES] = {8, 6}, [SCORE_DOCK_BUILDINGS] = {5, 16},
        [SCORE_LOCATIONS] = {19, 14},    [SCORE_SPECIALISTS] = {2, 1},
        [SCORE_CLEANUP] = {3, 1},
    };
    const struct state s = arrange();
    struct scores scores;

    state_score(&s, &scores);

    for (int i = 0; i < SCORE_CATEGORIES; i++)
        for (int seat = 0; seat < 2; seat++)
            cr_expect_eq(scores.item[i].points[seat], expected[i][seat],
                         "%s of seat %d: %d", score_words[i], seat,
                         scores.item[i].points[seat]);
    cr_expect_eq(scores.total[BLUE], 37);
    cr_expect_eq(scores.total[ORANGE], 38);
    cr_expect_eq(scores.rank[ORANGE], 1);
    cr_expect_eq(scores.rank[BLUE], 2);
}

/* BS40. */
Test(score, ties_go_to_more_buildings_left_then_to_more_cleanup)
{
    struct state s = {.seats = 2};
    struct scores scores;

    state_score(&s, &scores);
    cr_expect(scores.rank[0] == 1 && scores.rank[1] == 1, "shared");

    place(&s, &(struct placed){1, BLUE, PORT, 0}); /* 0 points */
    state_score(&s, &scores);
    cr_expect(scores.rank[0] == 2 && scores.rank[1] == 1, "more left");

    place(&s, &(struct placed){0, ORANGE, PORT, 0}); /* 1 point */
    s.seat[BLUE].cleanup = 1;
    state_score(&s, &scores);
    cr_expect_eq(scores.total[0], scores.total[1]);
    cr_expect(scores.rank[0] == 1 && scores.rank[1] == 2, "more cleanup");
}

/* Rules 1.8, BSS14. */
Test(score, the_boss_is_beaten_by_more_points_only)
{
    struct state s = {.seats = 1};
    struct scores scores;

    s.seat[0].cleanup = 23;
    place(&s, &(struct placed){0, ORANGE, PORT, 0});
    state_score(&s, &scores);
    cr_expect_eq(scores.outcome, OUTCOME_LOST);
    cr_expect_eq(scores.goal[0].needed, 24);

    s.seat[0].cleanup = 24;
    state_score(&s, &scores);
    cr_expect_eq(scores.outcome, OUTCOME_WON);
}
