/* The kit: seats that left, and ranks. */
#include "rules/kit/leavers.h"

#include <criterion/criterion.h>
#include <string.h>

static struct leavers leavers_of(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    return (struct leavers){{a, b, c, d}};
}

/* The ranks of four seats with these totals, as digits. */
static int ranks_of(struct leavers leavers, const int totals[4],
                    int (*tie_break)(const void *state, int a, int b),
                    const void *state)
{
    struct scores scores = {.seats = 4};
    int ranks = 0;

    for (int seat = 0; seat < 4; seat++)
        scores.total[seat] = (int16_t)totals[seat];
    leavers_rank(&leavers, &scores, tie_break, state);
    for (int seat = 0; seat < 4; seat++)
        ranks = 10 * ranks + scores.rank[seat];
    return ranks;
}

/* The state is a number for each seat: more is better. */
static int by_number(const void *state, int a, int b)
{
    const int *numbers = state;

    return numbers[a] - numbers[b];
}

Test(leavers, are_counted_in_the_order_in_which_they_left)
{
    struct leavers leavers = leavers_of(0, 0, 0, 0);

    cr_expect_eq(leavers_count(&leavers), 0);
    cr_expect_eq(leavers_seats(&leavers), 0);
    leavers_add(&leavers, 2, false);
    leavers_add(&leavers, 0, false);

    cr_expect_eq(leavers_count(&leavers), 2);
    cr_expect_eq(leavers_seats(&leavers), 1 << 2 | 1 << 0);
    cr_expect_eq(leavers.place[2], 1);
    cr_expect_eq(leavers.place[0], 2);
    cr_expect(leavers_are_in_order(&leavers));
}

Test(leavers, that_left_together_share_their_place)
{
    struct leavers leavers = leavers_of(0, 0, 0, 0);

    leavers_add(&leavers, 1, true);
    cr_expect_eq(leavers.place[1], 1, "nobody left before");
    leavers_add(&leavers, 3, true);
    leavers_add(&leavers, 0, false);

    cr_expect_eq(leavers.place[3], 1);
    cr_expect_eq(leavers.place[0], 3);
    cr_expect(leavers_are_in_order(&leavers));
}

Test(leavers, end_a_match_when_one_seat_stays)
{
    const struct leavers two = leavers_of(1, 0, 1, 0);

    cr_expect(leavers_ended(&two, 3));
    cr_expect_not(leavers_ended(&two, 4));
    cr_expect_not(leavers_ended(&two, 2));
}

Test(leavers, with_a_place_that_nobody_can_have_are_not_in_order)
{
    const struct leavers in_order[] = {
        {{0, 0, 0, 0}}, {{1, 0, 0, 0}}, {{2, 0, 1, 0}}, {{4, 3, 2, 1}},
        {{1, 1, 0, 0}}, {{1, 3, 1, 0}}, {{2, 1, 2, 4}}, {{1, 1, 1, 1}}};
    const struct leavers not_in_order[] = {{{2, 0, 0, 0}}, {{1, 1, 2, 0}},
                                           {{1, 0, 3, 0}}, {{2, 1, 2, 1}},
                                           {{5, 0, 0, 0}}, {{1, 33, 0, 0}}};

    for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++)
        cr_expect(leavers_are_in_order(&in_order[i]), "%zu", i);
    for (size_t i = 0; i < sizeof not_in_order / sizeof *not_in_order; i++)
        cr_expect_not(leavers_are_in_order(&not_in_order[i]), "%zu", i);
}

Test(leavers, seats_that_stayed_are_ranked_by_points)
{
    const int totals[4] = {10, 40, 20, 30};

    cr_expect_eq(ranks_of(leavers_of(0, 0, 0, 0), totals, NULL, NULL), 4132);
}

Test(leavers, rank_behind_all_that_stayed_and_behind_those_that_left_later)
{
    const int totals[4] = {90, 10, 80, 20};

    cr_expect_eq(ranks_of(leavers_of(1, 0, 2, 0), totals, NULL, NULL), 4231);
    cr_expect_eq(ranks_of(leavers_of(2, 3, 1, 0), totals, NULL, NULL), 3241);
    cr_expect_eq(ranks_of(leavers_of(4, 3, 2, 1), totals, NULL, NULL), 1234);
}

Test(leavers, that_left_together_share_their_rank_whatever_their_points)
{
    const int totals[4] = {90, 10, 80, 20};

    cr_expect_eq(ranks_of(leavers_of(1, 1, 0, 0), totals, NULL, NULL), 3312);
    cr_expect_eq(ranks_of(leavers_of(1, 2, 2, 0), totals, NULL, NULL), 4221);
    cr_expect_eq(ranks_of(leavers_of(1, 1, 1, 1), totals, NULL, NULL), 1111);
}

Test(leavers, seats_with_equal_points_share_a_rank_without_a_tie_break)
{
    const int totals[4] = {30, 50, 30, 30};

    cr_expect_eq(ranks_of(leavers_of(0, 0, 0, 0), totals, NULL, NULL), 2122);
}

Test(leavers, a_tie_break_decides_between_equal_points_alone)
{
    const int totals[4] = {30, 50, 30, 30};
    const int numbers[4] = {7, 1, 9, 7};

    cr_expect_eq(ranks_of(leavers_of(0, 0, 0, 0), totals, by_number, numbers),
                 3123, "equal numbers share a rank");
    cr_expect_eq(ranks_of(leavers_of(0, 0, 1, 0), totals, by_number, numbers),
                 2142, "it is not asked about seats that left");
}
