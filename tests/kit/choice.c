/* The kit: sets of some of several things, against all masks. */
#include "rules/kit/choice.h"

#include <criterion/criterion.h>
#include <string.h>

enum { THINGS = 12, SETS = 1 << THINGS };

/* All masks of this many of THINGS things, ascending. */
static size_t all_masks(int count, uint32_t out[SETS])
{
    size_t found = 0;

    for (uint32_t mask = 0; mask < SETS; mask++)
        if (__builtin_popcount(mask) == count)
            out[found++] = mask;
    return found;
}

Test(choice, every_set_is_listed_in_ascending_order)
{
    static uint32_t masks[SETS], listed[SETS];

    for (int count = 0; count <= THINGS + 1; count++) {
        const size_t sets = all_masks(count, masks);

        cr_assert_eq(choice_sets(THINGS, count), sets, "%d", count);
        cr_assert_eq(choice_list(SETS - 1, count, listed, SETS), sets);
        cr_assert_eq(memcmp(listed, masks, sets * sizeof *masks), 0);
    }
}

Test(choice, a_set_has_an_index)
{
    static uint32_t masks[SETS];

    for (int count = 0; count <= THINGS; count++) {
        const size_t sets = all_masks(count, masks);

        for (size_t i = 0; i < sets; i++)
            cr_assert_eq(choice_at(count, (uint32_t)i), masks[i]);
        for (size_t i = 1; i < sets; i++)
            cr_assert_eq(choice_next(masks[i - 1]), masks[i]);
    }
}

Test(choice, a_list_ends_with_its_room)
{
    uint32_t listed[4] = {7, 7, 7, 7};

    cr_expect_eq(choice_list(0x1f, 2, listed, 3), 3);
    cr_expect_eq(listed[0], 3);
    cr_expect_eq(listed[2], 6);
    cr_expect_eq(listed[3], 7);
}

Test(choice, of_things_that_are_some_bits_of_a_mask)
{
    const uint32_t wanted[] = {0x0012, 0x0082, 0x0090, 0x8002, 0x8010, 0x8080};
    uint32_t listed[8];

    cr_expect_eq(choice_list(0x8092, 2, listed, 8), 6);
    cr_expect_eq(memcmp(listed, wanted, sizeof wanted), 0);
}

Test(choice, there_may_be_32_things)
{
    const uint32_t last = choice_at(16, choice_sets(32, 16) - 1);
    uint32_t listed[33];

    cr_expect_eq(choice_sets(32, 16), 601080390);
    cr_expect_eq(last, 0xffff0000);
    cr_expect_eq(choice_next(last), 0);
    cr_expect_eq(choice_next(0), 0);
    cr_expect_eq(choice_next(0x40000000), 0x80000000);
    cr_expect_eq(choice_next(0x80000000), 0);
    cr_expect_eq(choice_list(UINT32_MAX, 1, listed, 33), 32);
    cr_expect_eq(listed[31], 0x80000000);
    cr_expect_eq(choice_list(UINT32_MAX, 32, listed, 33), 1);
    cr_expect_eq(listed[0], UINT32_MAX);
    cr_expect_eq(choice_list(7, 0, listed, 33), 1);
    cr_expect_eq(listed[0], 0);
}
