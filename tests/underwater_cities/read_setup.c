/* Positions from documents: options, and what belongs to them. */
#include "positions.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>

/* A state with this number of seats, all to place their blue tiles. */
static struct uwc_state laying(int seats)
{
    struct settings settings = position_settings(seats);

    settings.values[UWC_BLUE_PLACEMENT] = 1;
    return position_of(&settings, 6, 0);
}

/* Alone, some rounds on: neutral tiles, the fourth too. */
static struct uwc_state with_fourth(void)
{
    struct settings settings = position_settings(1);

    for (unsigned seed = 0; seed < 50; seed++) {
        struct uwc_state s = position_of(&settings, seed, 60);

        if (s.phase == PHASE_TURN && s.round > 1 && s.fourth != UWC_NO_SLOT &&
            s.step == STEP_PLACE)
            return s;
    }
    cr_assert(false, "no match has a fourth tile");
    return laying(1);
}

Test(read, gives_back_what_was_laid_while_others_choose)
{
    struct uwc_state s = laying(3);
    struct move moves[2];

    position_expect_back(&s);
    cr_assert_eq(uwc_moves(&s, 1, moves, 2), 2);
    for (int i = 0; i < 2; i++) {
        struct uwc_state after = s;

        uwc_apply(&after, 1, moves[i]);
        position_expect_back(&after);
        uwc_leave(&after, 0, false);
        position_expect_back(&after);
        uwc_leave(&after, 2, false); /* one stays: the match is over */
        cr_expect_eq(after.phase, PHASE_OVER);
        position_expect_back(&after);
    }
}

Test(read, gives_claimed_contracts_back)
{
    struct uwc_state s = position_contracts();

    position_expect_back(&s);
    position_play(&s, 0, "claim 5");
    cr_assert_gt(s.depth, 0);
    position_expect_back(&s);
    position_play(&s, 0, "pass");
    position_expect_back(&s);
}

Test(read, refuses_options_that_do_not_go_together)
{
    struct settings settings = position_settings(1);
    struct uwc_state s = position_of(&settings, 1, 10);

    cr_expect_eq(position_read_with(&s, "options.contracts", "true"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "options.boards", "\"basic\""),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "options.solo_start", "5"),
                 RULES_BAD_POSITION);
    s = position_plain();
    cr_expect_eq(position_read_with(&s, "options.solo_start", "2"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "options.contracts", "true"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "slots.0.neutral", "true"),
                 RULES_BAD_POSITION);
}

Test(read, refuses_contracts_and_basic_boards_for_one_seat)
{
    struct settings settings = position_settings(1);
    struct uwc_state s = position_of(&settings, 1, 10), other = s;

    cr_assert_eq(uwc_check(&s), RULES_OK);
    other.contracts = 1;
    other.contract[0] = 1;
    other.contract[1] = 2;
    other.contract[2] = 3;
    cr_expect_eq(uwc_check(&other), RULES_BAD_POSITION);
    other = s;
    other.advanced = 0;
    other.seat[0].board = 0;
    cr_expect_eq(uwc_check(&other), RULES_BAD_POSITION);
}

Test(read, refuses_a_contract_with_two_owners)
{
    struct uwc_state s = position_contracts();

    position_play(&s, 0, "claim 5");
    cr_assert_eq(uwc_check(&s), RULES_OK);
    s.seat[1].contracts = s.seat[0].contracts;
    cr_expect_eq(uwc_check(&s), RULES_BAD_POSITION);
    s.seat[1].contracts = 0;
    s.contract[2] = 5; /* claimed, and still laid out */
    cr_expect_eq(uwc_check(&s), RULES_BAD_POSITION);
}

Test(read, refuses_contracts_that_could_not_lie_so)
{
    struct uwc_state s = position_contracts();

    cr_expect_eq(position_read_with(&s, "contracts.0.contract", "4"),
                 RULES_BAD_POSITION, "the same one twice");
    cr_expect_eq(position_read_with(&s, "contracts.0.contract", "6"),
                 RULES_BAD_POSITION, "not in ascending order");
    cr_expect_eq(position_read_with(&s, "contracts.0.contract", "9"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "contracts.0.claimed_by", "2"),
                 RULES_BAD_POSITION, "no such seat");
    cr_expect_eq(position_read_with(&s, "options.contracts", "false"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "contracts.0.contract", "3"), RULES_OK);
    cr_expect_eq(position_read_with(&s, "contracts.0.claimed_by", "1"),
                 RULES_OK);
}

Test(read, refuses_a_reward_of_a_contract_that_was_not_claimed)
{
    struct uwc_state s = position_contracts();

    position_play(&s, 0, "claim 5");
    cr_expect_eq(position_read_with(&s, "contracts.2.claimed_by", "null"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.id", "0"),
                 RULES_BAD_POSITION);
}

Test(read, refuses_neutral_tiles_that_lie_elsewhere)
{
    struct uwc_state s = with_fourth();
    struct uwc_state other = s;

    position_expect_back(&s);
    cr_expect_eq(position_read_with(&s, "solo.fourth_tile", "null"),
                 RULES_BAD_POSITION, "the slot has a tile");
    cr_expect_eq(position_read_with(&s, "solo.fourth_tile", "\"always\""),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "options.solo_start",
                                    s.solo_start == 1 ? "2" : "1"),
                 RULES_BAD_POSITION);
    other.slots[s.fourth] = 0;
    cr_expect_eq(uwc_check(&other), RULES_BAD_POSITION);
    other.fourth = UWC_NO_SLOT;
    cr_expect_eq(uwc_check(&other), RULES_OK);
    other.slots[s.fourth] = UWC_NEUTRAL | 1;
    other.fourth = s.fourth;
    cr_expect_eq(uwc_check(&other), RULES_BAD_POSITION, "two on one slot");
}

Test(read, refuses_a_fourth_tile_in_the_first_round)
{
    struct settings settings = position_settings(1);
    struct uwc_state s = position_of(&settings, 1, 3);

    cr_assert_eq(s.round, 1);
    s.fourth = 2; /* green3: the slot has none of the three */
    s.slots[2] = UWC_NEUTRAL;
    cr_expect_eq(uwc_check(&s), RULES_BAD_POSITION);
}

Test(read, refuses_cards_that_were_dealt_before_the_tiles_lie)
{
    struct uwc_state s = laying(2), later = position_plain(), dealt = s;

    cr_expect_eq(position_read_with(&later, "phase", "\"metropolises\""),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "phase", "\"turn\""),
                 RULES_BAD_POSITION);
    set_add(&dealt.seat[0].hand, 7);
    cr_expect_eq(uwc_check(&dealt), RULES_BAD_POSITION);
    dealt = s;
    dealt.seat[0].claims[dealt.seat[0].claim_count++] = 1;
    cr_expect_eq(uwc_check(&dealt), RULES_BAD_POSITION);
    dealt = s;
    dealt.round = 2;
    cr_expect_eq(uwc_check(&dealt), RULES_BAD_POSITION);
}

Test(read, refuses_tiles_laid_by_a_seat_that_still_chooses)
{
    struct uwc_state s = laying(2), other;

    cr_expect_eq(position_read_with(&s, "hidden.choices.0.swapped", "true"),
                 RULES_BAD_POSITION);
    cr_expect_eq(
        position_read_with(&s, "seats.0.board.tiles_to_lay.0.tile", "null"),
        RULES_BAD_POSITION);
    other = position_plain();
    cr_expect_eq(position_read_with(&other, "hidden.choices.0.swapped", "true"),
                 RULES_BAD_POSITION);
}
