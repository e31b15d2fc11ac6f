/* Matches without a clock whose players do not come back: who counts as absent,
 * from when, and what the others can do. */
#include "depth.h"
#include "play_cases.h"
#include "play_clocks.h"

#include "play/accounts/vacation.h"
#include "rules/game.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { DAY = 86400, ABSENT_S = 14 * DAY };

static const struct timed_game pair = {.game = "template", .seats = 2};

/* Seat `seat` alone is to act, and has been for this many seconds. */
static bool wait_for(struct timed_table *table, const struct timed_game *game,
                     int seat, int64_t seconds)
{
    if (!timed_open(table, game))
        return false;
    timed_until(table, seat, true);
    timed_pass(table, seconds);
    return true;
}

Test(absences, the_one_who_stays_ends_a_match_of_every_game, .init = deep_only)
{
    for (const struct game *const *game = games; *game; game++)
        for (int seats = 2; seats <= (*game)->max_seats; seats++) {
            static struct timed_table table;
            const struct timed_game played = {.game = (*game)->id,
                                              .seats = seats};
            struct match match;

            if (!wait_for(&table, &played, 1, ABSENT_S - 1))
                return;
            cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_TIME_NOT_UP);
            timed_pass(&table, 1);
            cr_assert_eq(timed_claim(&table, 0, 1).err, PLAY_OK, "%s, %d",
                         (*game)->id, seats);
            match = timed_match(&table);
            if (seats == 2) {
                cr_expect_eq(match.status, MATCH_FINISHED);
                cr_expect_eq(match.result.reason, MATCH_TIMED_OUT);
                cr_expect_eq(match.result.rank[0], 1);
                cr_expect_eq(match.result.rank[1], 2);
            } else {
                cr_expect_eq(match.status, MATCH_RUNNING);
                cr_expect_eq(match.to_act & 2, 0);
            }
            timed_verify(&table);
            timed_close(&table);
        }
}

CASES_THAT_OPEN(absences);

CASE(all_who_are_absent_leave_together)
{
    static struct timed_table table;
    const struct timed_game three = {.game = "template", .seats = 3};
    struct match match;

    if (!timed_open(&table, &three))
        return;
    cr_assert_eq(timed_match(&table).to_act, 7, "all choose at once");
    cr_assert_eq(timed_choose(&table, 0).err, PLAY_OK);
    timed_pass(&table, ABSENT_S);
    cr_assert_eq(timed_claim(&table, 0, 2).err, PLAY_OK);
    match = timed_match(&table);
    cr_expect_eq(match.status, MATCH_FINISHED);
    cr_expect_eq(match.result.rank[0], 1);
    timed_verify(&table);
    timed_close(&table);
}

CASE(who_is_to_act_as_well_decides_first)
{
    static struct timed_table table;

    if (!timed_open(&table, &pair))
        return;
    timed_pass(&table, 10 * ABSENT_S / 4);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_OWN_DECISION);
    cr_expect_eq(timed_claim(&table, 1, 0).err, PLAY_OWN_DECISION);
    cr_assert_eq(timed_choose(&table, 0).err, PLAY_OK);
    cr_expect_eq(timed_claim(&table, 1, 0).err, PLAY_TIME_NOT_UP);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_TIME_NOT_UP,
                 "they wait for seat 1 from now on");
    timed_pass(&table, ABSENT_S);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_OK);
    timed_close(&table);
}

CASE(a_decision_in_time_counts)
{
    static struct timed_table table;

    if (!wait_for(&table, &pair, 1, 2 * ABSENT_S))
        return;
    cr_assert_eq(timed_choose(&table, 1).err, PLAY_OK);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_TIME_NOT_UP);
    cr_expect_eq(timed_match(&table).status, MATCH_RUNNING);
    timed_close(&table);
}

Test(absences, are_the_same_at_another_node_and_after_a_restart,
     .init = deep_only)
{
    static struct timed_table table;
    struct match here, there;

    if (!wait_for(&table, &pair, 1, DAY))
        return;
    here = timed_match(&table);
    table.play = world_add_node(&table.world, NULL);
    there = timed_match(&table);
    cr_expect_eq(timed_left(&table, 1), ABSENT_S - DAY);
    cr_expect_eq(timed_left(&table, 0), INT64_MIN);
    cr_expect_eq(
        memcmp(here.deadline_us, there.deadline_us, sizeof here.deadline_us),
        0);
    timed_pass(&table, ABSENT_S);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_OK);
    timed_close(&table);
}

CASE(of_bots_and_of_matches_that_are_over_do_not_exist)
{
    static struct timed_table table;
    static const char *const bot[] = {"me", "bot:random"};
    struct play_config config;
    struct match match;

    if (!timed_open(&table, &pair))
        return;
    world_config(&table.world, &config);
    config.bots_play = false;
    table.play = world_add_node(&table.world, &config);
    match = world_match(table.play, &table.players[0], "template", bot, 2);
    for (int seat = 0; seat < 2; seat++)
        cr_expect_eq(match.deadline_us[seat] != 0, seat == 0);
    cr_assert_eq(timed_choose(&table, 0).err, PLAY_OK);
    timed_pass(&table, ABSENT_S);
    cr_assert_eq(timed_claim(&table, 0, 1).err, PLAY_OK);
    match = timed_match(&table);
    for (int seat = 0; seat < 2; seat++)
        cr_expect_eq(match.deadline_us[seat], 0);
    timed_close(&table);
}

CASE(an_operator_can_rule_them_out)
{
    static struct timed_table table;
    struct play_config config;

    if (!wait_for(&table, &pair, 1, 4 * ABSENT_S))
        return;
    world_config(&table.world, &config);
    config.claim_days = 0;
    table.play = world_add_node(&table.world, &config);
    cr_expect_eq(timed_left(&table, 1), INT64_MIN);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_TIME_NOT_UP);
    timed_close(&table);
}

CASE(do_not_shorten_the_time_of_a_clock)
{
    static struct timed_table table;
    const struct timed_game monthly = {
        .game = "template", .seats = 2, .clock = {.turn_seconds = 30 * DAY}};

    if (!wait_for(&table, &monthly, 1, 20 * DAY))
        return;
    cr_expect_eq(timed_left(&table, 1), 10 * DAY);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_TIME_NOT_UP);
    timed_close(&table);
}

/* ---- vacations ---- */

struct trip {
    _Atomic bool is_done;
    enum play_err err;
};

static void note_trip(void *ctx, enum play_err err,
                      const struct vacations *vacations)
{
    struct trip *trip = ctx;

    (void)vacations;
    trip->err = err;
    atomic_store(&trip->is_done, true);
}

static void travel(struct timed_table *table, int seat, unsigned days)
{
    struct trip trip = {.is_done = false};

    vacation_begin(table->play, &table->players[seat], days, note_trip, &trip);
    for (int i = 0; i < 60000 && !atomic_load(&trip.is_done); i++)
        world_sleep_ms(1);
    cr_assert(atomic_load(&trip.is_done));
    cr_assert_eq(trip.err, PLAY_OK);
}

CASE(nobody_on_vacation_is_absent)
{
    static struct timed_table table;

    if (!wait_for(&table, &pair, 1, 10 * DAY))
        return;
    travel(&table, 1, 20);
    cr_expect_eq(timed_left(&table, 1), 20 * DAY + ABSENT_S);
    timed_pass(&table, 20 * DAY);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_TIME_NOT_UP);
    timed_pass(&table, ABSENT_S);
    cr_expect_eq(timed_claim(&table, 0, 1).err, PLAY_OK);
    timed_verify(&table);
    timed_close(&table);
}

CASE(a_vacation_adds_an_event_only_where_others_play)
{
    static struct timed_table table;
    static const char *const alone[] = {"me", "bot:random"};
    struct match match;

    if (!timed_open(&table, &pair))
        return;
    match = world_match(table.play, &table.players[0], "template", alone, 2);
    travel(&table, 0, 3);
    cr_expect_eq(world_number(&table.world,
                              "SELECT count(*) FROM events WHERE kind = 11"),
                 1, "only where others play");
    memcpy(table.id, match.id, sizeof table.id);
    cr_expect_eq(timed_match(&table).away_until_us[0], 0);
    timed_close(&table);
}
