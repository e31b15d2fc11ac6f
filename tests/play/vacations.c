/* Vacations of accounts: which days there are, and what becomes of deadlines.
 */
#include "play/accounts/vacation.h"

#include "play_cases.h"
#include "play_clocks.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <string.h>

enum { DAY = MATCH_DAY_SECONDS };
static const int64_t day_us = DAY * INT64_C(1000000);

static const struct timed_game daily = {
    .game = "template",
    .seats = 2,
    .clock = {.turn_seconds = DAY, .policy = CLOCK_AUTOMATIC},
};

/* ---- how many days there are ---- */

static struct vacation days_from(int64_t day, int64_t days)
{
    return (struct vacation){(1000 + day) * day_us,
                             (1000 + day + days) * day_us};
}

Test(vacation_days, are_thirty_of_any_year)
{
    const struct vacation taken[] = {days_from(100, 5), days_from(0, 20)};

    cr_expect_eq(vacation_days(NULL, 0, 1000 * day_us), 30);
    cr_expect_eq(vacation_days(taken, 2, 1200 * day_us), 5);
    cr_expect_eq(vacation_days(taken, 2, 1350 * day_us), 5);
    /* From day 365 on each day forgets one of the first twenty. */
    cr_expect_eq(vacation_days(taken, 2, 1360 * day_us), 25);
    cr_expect_eq(vacation_days(taken, 2, 1480 * day_us), 30);
}

Test(vacation_days, count_as_at_least_one)
{
    struct vacation taken[30];

    for (int i = 0; i < 30; i++) {
        taken[i] = days_from(2 * i, 0);
        taken[i].until_us++;
    }
    cr_expect_eq(vacation_days(taken, 29, 1100 * day_us), 1);
    cr_expect_eq(vacation_days(taken, 30, 1100 * day_us), 0);
}

/* ---- going and coming back ---- */

struct trip {
    enum play_err err;
    struct vacations out;
    _Atomic bool is_done;
};

static void trip_done(void *ctx, enum play_err err, const struct vacations *out)
{
    struct trip *trip = ctx;

    trip->err = err;
    trip->out = *out;
    atomic_store(&trip->is_done, true);
}

/* 0 days: come back. */
static struct trip travel(struct timed_table *table, int who, unsigned days)
{
    struct trip trip = {.is_done = false};
    const struct player *player = &table->players[who];

    if (days > 0)
        vacation_begin(table->play, player, days, trip_done, &trip);
    else
        vacation_end(table->play, player, trip_done, &trip);
    for (int i = 0; i < 60000 && !atomic_load(&trip.is_done); i++)
        world_sleep_ms(1);
    cr_assert(atomic_load(&trip.is_done));
    return trip;
}

CASES_THAT_OPEN(vacations);

CASE(nobody_on_vacation_runs_out_of_days)
{
    static struct timed_table table;
    struct match match;
    struct trip trip;

    if (!timed_open(&table, &daily))
        return;
    world_add_node(&table.world, NULL);
    timed_choose(&table, 1);
    trip = travel(&table, 0, 3);
    cr_assert_eq(trip.err, PLAY_OK);
    cr_expect_eq(trip.out.days_left, 27);
    cr_expect_eq(trip.out.now.until_us - trip.out.now.began_us, 3 * day_us);
    cr_expect_eq(timed_left(&table, 0), 4 * DAY);
    match = timed_match(&table);
    cr_expect_eq(match.away_until_us[0], trip.out.now.until_us);
    cr_expect_eq(match.away_until_us[1], 0);
    timed_pass(&table, 2 * DAY);
    cr_expect_eq(timed_claim(&table, 1, 0).err, PLAY_TIME_NOT_UP);
    cr_expect_eq(timed_match(&table).status, MATCH_RUNNING);
    /* The other node has it as well. */
    table.play = table.world.node[1];
    cr_expect_eq(timed_left(&table, 0), 2 * DAY);
    timed_pass(&table, 2 * DAY + 1);
    match = timed_match_at(&table, 6);
    cr_expect_eq(match.status, MATCH_FINISHED, "now the day is over");
    timed_verify(&table);
    timed_close(&table);
}

CASE(apply_only_to_clocks_with_days)
{
    static struct timed_table table;
    struct timed_game hours = daily, bank = daily;
    char of_days[PLAY_ID_SIZE], of_hours[PLAY_ID_SIZE];

    if (!timed_open(&table, &daily))
        return;
    memcpy(of_days, table.id, sizeof of_days);
    hours.clock.turn_seconds = DAY - 1;
    timed_begin(&table, &hours);
    memcpy(of_hours, table.id, sizeof of_hours);
    bank.clock = (struct match_clock){.bank_seconds = 10 * DAY};
    timed_begin(&table, &bank);
    cr_assert_eq(travel(&table, 0, 1).err, PLAY_OK);
    cr_expect_eq(timed_left(&table, 0), 10 * DAY);
    cr_expect_eq(timed_match(&table).seq, 2);
    memcpy(table.id, of_hours, sizeof of_hours);
    cr_expect_eq(timed_left(&table, 0), DAY - 1);
    memcpy(table.id, of_days, sizeof of_days);
    cr_expect_eq(timed_left(&table, 0), 2 * DAY);
    cr_expect_eq(timed_match(&table).seq, 3);
    timed_close(&table);
}

CASE(requested_twice_begin_once_and_can_be_extended)
{
    static struct timed_table table;
    struct trip trip;

    if (!timed_open(&table, &daily))
        return;
    cr_assert_eq(travel(&table, 0, 5).err, PLAY_OK);
    timed_pass(&table, 3600);
    trip = travel(&table, 0, 5);
    cr_expect_eq(trip.err, PLAY_OK);
    cr_expect_eq(trip.out.days_left, 25);
    cr_expect_eq(timed_match(&table).seq, 3, "nothing new");
    trip = travel(&table, 0, 4);
    cr_expect_eq(trip.err, PLAY_ON_VACATION);
    trip = travel(&table, 0, 30);
    cr_assert_eq(trip.err, PLAY_OK);
    cr_expect_eq(trip.out.days_left, 0);
    cr_expect_eq(timed_left(&table, 0), 31 * DAY - 3600);
    cr_expect_eq(timed_left(&table, 1), DAY - 3600);
    timed_verify(&table);
    timed_close(&table);
}

DEEP_CASE(of_two_requests_at_once_become_one)
{
    static struct timed_table table;
    struct trip trips[2] = {{.is_done = false}, {.is_done = false}};
    struct play *play;

    if (!timed_open(&table, &daily))
        return;
    play = world_add_node(&table.world, NULL);
    vacation_begin(table.play, &table.players[0], 5, trip_done, &trips[0]);
    vacation_begin(play, &table.players[0], 7, trip_done, &trips[1]);
    for (int i = 0; i < 2; i++)
        while (!atomic_load(&trips[i].is_done))
            world_sleep_ms(1);
    cr_expect(trips[0].err == PLAY_OK || trips[0].err == PLAY_ON_VACATION);
    cr_expect_eq(trips[1].err, PLAY_OK);
    cr_expect_eq(world_number(&table.world, "SELECT count(*) FROM vacations"),
                 1);
    /* The first node receives what the other one has written. */
    timed_match_at(&table, (uint32_t)world_number(
                               &table.world, "SELECT max(seq) FROM events"));
    cr_expect_eq(timed_left(&table, 0), 8 * DAY);
    timed_verify(&table);
    timed_close(&table);
}

CASE(that_end_early_give_days_and_time_back)
{
    static struct timed_table table;
    struct trip trip;

    if (!timed_open(&table, &daily))
        return;
    timed_choose(&table, 1);
    timed_pass(&table, DAY / 2);
    cr_assert_eq(travel(&table, 0, 10).err, PLAY_OK);
    timed_pass(&table, 2 * DAY + 1);
    trip = travel(&table, 0, 0);
    cr_assert_eq(trip.err, PLAY_OK);
    cr_expect_eq(trip.out.now.until_us, 0);
    cr_expect_eq(trip.out.days_left, 27, "two days and a moment");
    cr_expect_eq(timed_left(&table, 0), DAY / 2);
    trip = travel(&table, 0, 28);
    cr_expect_eq(trip.err, PLAY_NO_VACATION);
    cr_expect_eq(trip.out.days_left, 27);
    trip = travel(&table, 0, 0);
    cr_expect_eq(trip.err, PLAY_OK, "back is back");
    cr_expect_eq(timed_match(&table).seq, 5);
    timed_close(&table);
}

CASE(apply_to_matches_that_begin_later)
{
    static struct timed_table table;
    struct timed_game what = daily;

    what.open = true;
    if (!timed_open(&table, &what))
        return;
    cr_assert_eq(travel(&table, 0, 2).err, PLAY_OK);
    cr_expect_eq(timed_match(&table).status, MATCH_OPEN);
    timed_pass(&table, DAY);
    timed_join(&table, 1);
    cr_expect_eq(timed_left(&table, 0), 2 * DAY);
    cr_expect_eq(timed_left(&table, 1), DAY);
    timed_verify(&table);
    timed_close(&table);
}

CASE(end_in_a_match_that_the_player_leaves)
{
    static struct timed_table table;
    struct timed_game what = daily;
    struct match_request leave = {
        .action = MATCH_LEAVE, .seat = 1, .expected_seq = MATCH_ANY_SEQ};

    what.seats = 3;
    what.open = true;
    if (!timed_open(&table, &what))
        return;
    timed_join(&table, 1);
    cr_assert_eq(travel(&table, 1, 2).err, PLAY_OK);
    leave.match = table.id;
    leave.player = &table.players[1];
    cr_assert_eq(world_act(table.play, &leave).err, PLAY_OK);
    cr_expect_eq(timed_match(&table).away_until_us[1], 0);
    cr_expect_eq(
        world_number(&table.world, "SELECT count(away_until[2]) FROM matches"),
        0);
    timed_close(&table);
}

CASE(make_no_expected_seq_stale_and_take_nothing_back)
{
    static struct timed_table table;
    static struct match_position position;
    char move[RULES_NOTATION_MAX];
    struct trip trip;

    if (!timed_open(&table, &daily))
        return;
    match_read(table.play, &table.players[0], table.id, MATCH_OWN_SEAT, 0,
               &position);
    cr_assert(world_legal(&position, 0, 0, move));
    trip = travel(&table, 0, 2);
    cr_assert_eq(trip.err, PLAY_OK);
    cr_assert_eq(travel(&table, 1, 1).err, PLAY_OK);
    cr_expect_eq(
        world_move(table.play, &table.players[0], table.id, move, 2).err,
        PLAY_OK);
    cr_expect_eq(
        world_undo(table.play, &table.players[0], table.id, 2, MATCH_ANY_SEQ)
            .err,
        PLAY_OK);
    cr_expect_eq(timed_left(&table, 0), 3 * DAY);
    timed_verify(&table);
    timed_close(&table);
}

CASE(that_were_interrupted_are_completed_by_repeating_the_request)
{
    static struct timed_table table;

    if (!timed_open(&table, &daily))
        return;
    cr_assert_eq(travel(&table, 0, 3).err, PLAY_OK);
    timed_begin(&table, &daily);
    cr_expect_eq(timed_left(&table, 0), DAY, "it joined meanwhile");
    cr_assert_eq(travel(&table, 0, 3).err, PLAY_OK);
    cr_expect_eq(timed_left(&table, 0), 4 * DAY);
    timed_close(&table);
}

CASE(of_deleted_accounts_are_deleted)
{
    static struct timed_table table;
    struct session session;

    if (!timed_open(&table, &daily))
        return;
    cr_assert_eq(travel(&table, 0, 3).err, PLAY_OK);
    session = world_session(table.play, "ada");
    cr_assert_eq(world_delete(table.play, &session.login, "a fine long phrase"),
                 PLAY_OK);
    cr_expect_eq(world_number(&table.world, "SELECT count(*) FROM vacations"),
                 0);
    cr_expect_eq(travel(&table, 0, 3).err, PLAY_BAD_TOKEN);
    timed_close(&table);
}
