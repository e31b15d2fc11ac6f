/* The kit: tallies of what a match used. */
#include "rules/kit/tally.h"

#include <criterion/criterion.h>

enum { CARDS, CONTRACTS };

/* A tally of two seats. */
static struct tally *new_tally(void)
{
    static struct tally tally;

    tally_begin(&tally, 2);
    return &tally;
}

Test(tally, begins_empty_in_round_1)
{
    struct tally *tally = new_tally();

    tally_used(tally, CARDS, 1, 255);
    tally_begin(tally, 3);

    cr_expect_eq(tally->seats, 3);
    cr_expect_eq(tally->round, 1);
    cr_expect_eq(tally->had[CARDS][1][255], 0);
    cr_expect_eq(tally->used[CARDS][1][255], 0);
    cr_expect_eq(tally->when[CARDS][1][255], 0);
}

Test(tally, what_is_had_counts_once_and_is_not_used)
{
    struct tally *tally = new_tally();

    tally_had(tally, CARDS, 1, 7);
    tally_had(tally, CARDS, 1, 7);

    cr_expect_eq(tally->had[CARDS][1][7], 1);
    cr_expect_eq(tally->used[CARDS][1][7], 0);
    cr_expect_eq(tally->had[CARDS][0][7], 0, "another seat");
    cr_expect_eq(tally->had[CONTRACTS][1][7], 0, "another group");
}

Test(tally, what_is_used_is_had_and_keeps_the_round_of_its_first_use)
{
    struct tally *tally = new_tally();

    tally->round = 4;
    tally_used(tally, CARDS, 0, 3);
    tally->round = 6;
    tally_used(tally, CARDS, 0, 3);

    cr_expect_eq(tally->had[CARDS][0][3], 1);
    cr_expect_eq(tally->used[CARDS][0][3], 2);
    cr_expect_eq(tally->when[CARDS][0][3], 4);
}

Test(tally, the_number_of_uses_does_not_overflow)
{
    struct tally *tally = new_tally();

    for (int i = 0; i < 300; i++)
        tally_used(tally, CARDS, 0, 3);

    cr_expect_eq(tally->used[CARDS][0][3], 255);
}

Test(tally, a_hand_is_had_by_card_numbers)
{
    struct tally *tally = new_tally();
    const struct card_set hand = {{UINT64_C(1) << 1 | UINT64_C(1) << 24}};
    int count = 0;

    tally_had_set(tally, CARDS, 1, &hand);

    for (int i = 0; i < TALLY_ITEMS_MAX; i++)
        count += tally->had[CARDS][1][i];
    cr_expect_eq(count, 2);
    cr_expect(tally->had[CARDS][1][0] && tally->had[CARDS][1][23]);
}

Test(tally, what_is_laid_out_is_had_by_all_seats)
{
    struct tally *tally = new_tally();

    tally_had_by_all(tally, CONTRACTS, 5);

    cr_expect_eq(tally->had[CONTRACTS][0][5], 1);
    cr_expect_eq(tally->had[CONTRACTS][1][5], 1);
    cr_expect_eq(tally->had[CONTRACTS][2][5], 0, "a match of two seats");
}
