/* Clocks with a bank, vacations, and when somebody must look: the rule alone,
 * in seconds. */
#include "play/match/clock.h"

#include <criterion/criterion.h>

enum { BANK = 300, INCREMENT = 10 };
static const int64_t second_us = 1000000;

/* Three persons with a bank each, and a bot on seat 3. */
static struct match banks(void)
{
    struct match match = {.status = MATCH_RUNNING,
                          .settings = {.seats = 4},
                          .seats = {{.kind = SEAT_HUMAN},
                                    {.kind = SEAT_HUMAN},
                                    {.kind = SEAT_HUMAN},
                                    {.kind = SEAT_BOT}},
                          .clock = {.bank_seconds = BANK,
                                    .increment_seconds = INCREMENT,
                                    .policy = CLOCK_AUTOMATIC}};

    for (int seat = 0; seat < 4; seat++)
        match.bank_us[seat] = BANK * second_us;
    return match;
}

static struct match days(int count)
{
    struct match match = banks();

    match.clock = (struct match_clock){
        .turn_seconds = (uint32_t)count * MATCH_DAY_SECONDS,
        .policy = CLOCK_AUTOMATIC,
    };
    for (int seat = 0; seat < 4; seat++)
        match.bank_us[seat] = 0;
    return match;
}

/* The match after an event of a seat. */
static struct match follow(const struct match *before, enum event_kind kind,
                           int seat, seat_set to_act, unsigned seal,
                           int64_t now_s)
{
    const struct match_event event = {.kind = kind, .seat = seat};
    struct match after = *before;

    after.to_act = to_act;
    if (kind == EVENT_MOVE)
        after.decided |= (seat_set)(1U << seat);
    clock_follow(before, &after, &event, seal, now_s * second_us);
    return after;
}

static int64_t deadline_s(const struct match *match, int seat)
{
    return match_deadline(match, seat) / second_us;
}

static int64_t bank_s(const struct match *match, int seat)
{
    return match->bank_us[seat] / second_us;
}

/* ---- banks ---- */

Test(banks, run_for_every_seat_that_owes_a_decision)
{
    const struct match open = banks();
    const struct match begun = follow(&open, EVENT_START, -1, 3 | 8, 0, 1000);
    const struct match now = follow(&begun, EVENT_MOVE, 0, 2 | 8, 0, 1040);

    cr_expect_eq(deadline_s(&begun, 0), 1300);
    cr_expect_eq(deadline_s(&begun, 1), 1300);
    cr_expect_eq(deadline_s(&begun, 2), 0);
    cr_expect_eq(deadline_s(&begun, 3), 0, "a bot of the service has no clock");
    cr_expect_eq(bank_s(&now, 0), 260);
    cr_expect_eq(deadline_s(&now, 0), 0);
    cr_expect_eq(deadline_s(&now, 1), 1300, "the other's runs on");
    cr_expect_eq(bank_s(&now, 1), 300);
}

Test(banks, gain_with_each_turn_except_the_first)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);

    cr_expect_eq(deadline_s(&now, 0), 1300, "the first turn gains nothing");
    now = follow(&now, EVENT_MOVE, 0, 2, IRREVERSIBLE_FINAL, 1100);
    cr_expect_eq(bank_s(&now, 0), 200);
    cr_expect_eq(deadline_s(&now, 1), 1400, "nor does this seat's first");
    now = follow(&now, EVENT_MOVE, 1, 1, IRREVERSIBLE_FINAL, 1150);
    cr_expect_eq(bank_s(&now, 0), 210);
    cr_expect_eq(deadline_s(&now, 0), 1360);
    cr_expect_eq(bank_s(&now, 1), 250);
}

Test(banks, gain_when_the_same_seat_has_two_turns_in_a_row)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);

    now = follow(&now, EVENT_MOVE, 0, 1, 0, 1010);
    cr_expect_eq(deadline_s(&now, 0), 1300, "the turn goes on");
    now = follow(&now, EVENT_MOVE, 0, 1, IRREVERSIBLE_REVEAL, 1020);
    cr_expect_eq(deadline_s(&now, 0), 1300, "what came to light ends no turn");
    now = follow(&now, EVENT_MOVE, 0, 1, IRREVERSIBLE_FINAL, 1030);
    cr_expect_eq(bank_s(&now, 0), 280);
    cr_expect_eq(deadline_s(&now, 0), 1310);
}

Test(banks, are_unchanged_by_an_undo)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 3, 0, 1000);

    for (int64_t s = 1010; s < 1060; s += 10) {
        now = follow(&now, EVENT_MOVE, 0, 2, 0, s);
        now = follow(&now, EVENT_UNDO, 0, 3, 0, s + 5);
    }
    /* Ten seconds before the first choice, five before each of the others. */
    cr_expect_eq(deadline_s(&now, 0), 1055 + 270);
    now = follow(&now, EVENT_MOVE, 0, 2, 0, 1060);
    cr_expect_eq(bank_s(&now, 0), 265);
    cr_expect_eq(deadline_s(&now, 1), 1300, "nor is it the other's matter");
}

Test(banks, an_undo_within_a_turn_does_not_return_the_time_it_took)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);

    now = follow(&now, EVENT_MOVE, 0, 1, 0, 1100);
    now = follow(&now, EVENT_UNDO, 0, 1, 0, 1200);
    cr_expect_eq(deadline_s(&now, 0), 1300);
}

Test(banks, a_late_decision_counts_and_leaves_nothing_but_the_increment)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);

    now = follow(&now, EVENT_MOVE, 0, 2, IRREVERSIBLE_FINAL, 1400);
    cr_expect_eq(bank_s(&now, 0), 0);
    now = follow(&now, EVENT_MOVE, 1, 1, IRREVERSIBLE_FINAL, 1410);
    cr_expect_eq(deadline_s(&now, 0), 1410 + INCREMENT);
    now = follow(&now, EVENT_MOVE, 0, 1, IRREVERSIBLE_FINAL, 1500);
    cr_expect_eq(deadline_s(&now, 0), 1500 + INCREMENT);
}

Test(banks, stop_when_the_match_is_over)
{
    const struct match open = banks();
    const struct match begun = follow(&open, EVENT_START, -1, 3, 0, 1000);
    const struct match_event resign = {.kind = EVENT_RESIGN, .seat = 0};
    struct match over = begun;

    over.status = MATCH_FINISHED;
    over.to_act = 0;
    clock_follow(&begun, &over, &resign, 0, 1100 * second_us);
    cr_expect_eq(bank_s(&over, 0), 200);
    cr_expect_eq(over.deadline_us[1], 0);
    cr_expect_eq(clock_next(&over), 0);
    cr_expect_eq(clock_look(&over, 1100 * second_us), 0);
}

/* ---- whose time is up ---- */

Test(looks, find_every_seat_when_its_time_is_up)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 7, 0, 1000);

    now = follow(&now, EVENT_MOVE, 2, 3, 0, 1290);
    cr_expect_eq(clock_due(&now, 1300 * second_us - 1), 0);
    cr_expect_eq(clock_due(&now, 1300 * second_us), 3);
    cr_expect_eq(clock_next(&now), 1300 * second_us);
    now.deadline_us[1] += second_us;
    cr_expect_eq(clock_next(&now), 1300 * second_us, "the first of them");
    cr_expect_eq(clock_due(&now, 1300 * second_us), 1);
    now.deadline_us[1] -= second_us;
    now.clock.policy = CLOCK_CLAIM;
    cr_expect_eq(clock_due(&now, 1300 * second_us), 3);
    cr_expect_eq(clock_next(&now), 0, "an opponent says so");
    cr_expect_eq(clock_look(&now, 1200 * second_us), 0);
}

Test(looks, happen_before_any_seat_can_run_out_of_time)
{
    const struct match open = banks();
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);

    cr_expect_eq(clock_look(&now, 1000 * second_us), 1300 * second_us);
    now = follow(&now, EVENT_MOVE, 0, 2, IRREVERSIBLE_FINAL, 1200);
    /* Seat 0 could run at once and has 100 seconds; seat 1 has 300. */
    cr_expect_eq(clock_look(&now, 1210 * second_us), 1310 * second_us);
    now.bank_us[0] = 0;
    cr_expect_eq(clock_look(&now, 1210 * second_us),
                 (1210 + CLOCK_LEAST_SECONDS) * second_us,
                 "an empty bank that does not run is not looked at all the "
                 "time");
}

/* ---- vacations ---- */

enum { DAY = MATCH_DAY_SECONDS };

Test(vacation, moves_current_and_later_deadlines)
{
    const struct match open = days(2);
    struct match now = follow(&open, EVENT_START, -1, 3, 0, 1000);

    clock_away(&now, 0, (1000 + 5 * DAY) * second_us, 1000 * second_us);
    cr_expect_eq(deadline_s(&now, 0), 1000 + 7 * DAY);
    cr_expect_eq(deadline_s(&now, 1), 1000 + 2 * DAY, "the other is here");
    /* A seat that plays while away has full time from its return on. */
    now = follow(&now, EVENT_MOVE, 0, 2, IRREVERSIBLE_FINAL, 1000 + DAY);
    now = follow(&now, EVENT_MOVE, 1, 1, IRREVERSIBLE_FINAL, 1000 + DAY);
    cr_expect_eq(deadline_s(&now, 0), 1000 + 7 * DAY);
    now = follow(&now, EVENT_MOVE, 0, 1, IRREVERSIBLE_FINAL, 1000 + 6 * DAY);
    cr_expect_eq(deadline_s(&now, 0), 1000 + 8 * DAY, "it is over by then");
}

Test(vacation, that_ends_early_or_grows_moves_the_deadline_with_it)
{
    const struct match open = days(2);
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);
    const int64_t away_us = 1000 * second_us + 500000;

    clock_away(&now, 0, away_us + 3 * DAY * second_us, away_us);
    clock_away(&now, 0, away_us + 4 * DAY * second_us,
               away_us + DAY * second_us);
    cr_expect_eq(deadline_s(&now, 0), 1000 + 6 * DAY);
    clock_away(&now, 0, away_us + 2 * DAY * second_us,
               away_us + 2 * DAY * second_us);
    cr_expect_eq(deadline_s(&now, 0), 1000 + 4 * DAY,
                 "two days away: two days later than without");
}

Test(vacation, does_not_help_a_seat_whose_time_is_up)
{
    const struct match open = days(1);
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 1000);

    clock_away(&now, 0, (1000 + 9 * DAY) * second_us, (1000 + DAY) * second_us);
    cr_expect_eq(deadline_s(&now, 0), 1000 + DAY);
}

Test(vacation, a_decision_taken_back_on_it_has_a_moved_deadline)
{
    const struct match open = days(1);
    struct match now = follow(&open, EVENT_START, -1, 3, 0, 1000);

    now = follow(&now, EVENT_MOVE, 0, 2, 0, 1100);
    clock_away(&now, 0, (1200 + DAY) * second_us, 1200 * second_us);
    now = follow(&now, EVENT_UNDO, 0, 3, 0, 1300);
    cr_expect_eq(deadline_s(&now, 0), 1000 + 2 * DAY);
}
