/* Lists of effects, and the frames in which they are performed. */
#include "rules/kit/effects.h"

#include <criterion/criterion.h>

/* A language of three verbs. */
enum { OP_GAIN = 1, OP_DIVE, OP_PAY };

static const uint8_t traits[] = {
    [OP_GAIN] = SURE, [OP_DIVE] = PART, [OP_PAY] = PART | BLOCK};

#define GAIN(count)                                                            \
    {                                                                          \
        .op = OP_GAIN, .n = count                                              \
    }
#define DIVE(level)                                                            \
    {                                                                          \
        .op = OP_DIVE, .what = level                                           \
    }
#define PAY(...) BLOCK_OF(OP_PAY, 0, 0, 0, 0, 1, __VA_ARGS__)

static const struct effect *const twice =
    EFFECTS(DIVE(1), GAIN(2), PAY(GAIN(1), DIVE(1)), DIVE(1), DIVE(2));

static const struct effect *const unlike =
    EFFECTS(PAY(DIVE(1)), PAY(DIVE(2)), PAY(DIVE(1), DIVE(1)));

static struct frame frame_of(const struct effect *list)
{
    struct frame f = {.len = effect_list_length(list)};

    frame_open_all(&f, list);
    return f;
}

/* The numbers of the parts that a frame offers, as digits. */
static int offered(const struct frame *f, const struct effect *list)
{
    struct open_parts parts = open_parts_of(traits, f, list);
    int digits = 0;

    while (open_parts_next(&parts))
        digits = 10 * digits + 1 + parts.number;
    return digits;
}

Test(effects, a_block_counts_with_all_that_it_holds)
{
    cr_expect_eq(effect_list_length(twice), 7);
    cr_expect_eq(effect_next(&twice[2]), &twice[5]);
}

Test(effects, sure_effects_have_no_number)
{
    cr_expect_eq(part_number(traits, twice, &twice[0]), 0);
    cr_expect_eq(part_number(traits, twice, &twice[2]), 1);
    cr_expect_eq(part_number(traits, twice, &twice[6]), 3);
}

Test(effects, identical_parts_are_offered_as_one)
{
    struct frame f = frame_of(twice);

    cr_expect_eq(offered(&f, twice), 124);
    cr_expect_eq(part_offered(traits, &f, twice, 0), &twice[0]);
    cr_expect_null(part_offered(traits, &f, twice, 2));
    cr_expect_null(part_offered(traits, &f, twice, 4));
}

Test(effects, a_part_that_stands_there_twice_is_performed_twice)
{
    struct frame f = frame_of(twice);

    frame_close(&f, twice, &twice[0]);
    cr_expect_eq(offered(&f, twice), 124, "the same number once more");
    frame_close(&f, twice, &twice[0]);
    cr_expect_eq(offered(&f, twice), 24);
    cr_expect_null(part_offered(traits, &f, twice, 0));
}

Test(effects, parts_with_other_fields_or_lists_are_others)
{
    struct frame f = frame_of(unlike);

    cr_expect_eq(offered(&f, unlike), 123);
}

Test(effects, what_is_performed_counts_for_the_frames_below)
{
    struct frame stack[] = {{.flags = FRAME_OWN},
                            {.flags = FRAME_APART},
                            {.flags = FRAME_MUST},
                            {.flags = FRAME_BEGUN}};

    cr_expect_eq(frames_mark_done(stack, 3),
                 FRAME_DONE | FRAME_MUST | FRAME_APART);
    cr_expect_eq(stack[0].flags, FRAME_OWN, "what is apart does not count");
    cr_expect_eq(stack[1].flags, FRAME_APART | FRAME_DONE);
    cr_expect_eq(stack[2].flags, FRAME_MUST | FRAME_DONE);
    cr_expect_eq(stack[3].flags, FRAME_BEGUN);
}
