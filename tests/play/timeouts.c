/* The service finds out whose time is up. */
#include "depth.h"
#include "play_cases.h"
#include "play_clocks.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const struct timed_game minutes = {
    .game = "template",
    .seats = 2,
    .clock = {.turn_seconds = 60, .policy = CLOCK_AUTOMATIC},
};
static const struct timed_game blitz = {
    .game = "template",
    .seats = 2,
    .clock = {.bank_seconds = 60, .policy = CLOCK_AUTOMATIC},
};

static int64_t events_of_kind(struct timed_table *table, enum event_kind kind)
{
    char sql[96];

    snprintf(sql, sizeof sql, "SELECT count(*) FROM events WHERE kind = %d",
             (int)kind);
    return world_number(&table->world, sql);
}

/* Seconds from now until somebody looks at the match. */
static int64_t seconds_to_look(struct timed_table *table)
{
    int64_t look_us = world_number(
        &table->world, "SELECT (extract(epoch FROM look_at) * 1000000)::bigint"
                       " FROM matches");

    return (look_us - play_now_us(table->play) + 500000) / 1000000;
}

/* Let somebody look now, and wait until it has been done. */
static void look_now(struct timed_table *table)
{
    cr_assert(
        world_sql(&table->world, "UPDATE matches SET look_at = '2000-01-01'"));
    for (int i = 0; i < 15000 && seconds_to_look(table) < -1000; i++)
        world_sleep_ms(2);
}

/* ---- every game, every number of seats ---- */

/* One seat, of those that owe a decision, lets its time pass. */
static void let_time_pass(const struct game *game, int seats)
{
    static struct timed_table table;
    const struct timed_game what = {
        .game = game->id,
        .seats = seats,
        .clock = {.turn_seconds = 60, .policy = CLOCK_AUTOMATIC},
    };
    struct match match;
    uint32_t seq;
    int idle;

    if (!timed_open(&table, &what))
        return;
    idle = seats - 1;
    timed_until(&table, idle, true);
    match = timed_match(&table);
    seq = match.seq;
    timed_pass(&table, 61);
    match = timed_match_at(&table, seq + (seats > 2 ? 1 : 2));
    cr_expect_eq(events_of_kind(&table, EVENT_TIMEOUT), 1);
    cr_expect(!(match.to_act >> idle & 1));
    if (seats > 2) {
        cr_expect_eq(match.status, MATCH_RUNNING);
    } else {
        cr_expect_eq(match.status, MATCH_FINISHED);
        cr_expect_eq(match.result.reason, MATCH_TIMED_OUT);
        cr_expect_eq(match.result.rank[idle], seats == 1 ? 1 : 2);
    }
    timed_verify(&table);
    timed_close(&table);
}

Test(timeouts, a_late_seat_leaves_in_every_game, .init = deep_only)
{
    for (size_t i = 0; games[i]; i++) {
        let_time_pass(games[i], games[i]->min_seats);
        let_time_pass(games[i], games[i]->max_seats);
    }
}

/* ---- ties ---- */

/* Play until several seats owe a decision at once, and return them; 0: they
 * never do, because this game has no simultaneous decisions. */
static seat_set until_several_owe(struct timed_table *table)
{
    for (int i = 0; i < 60; i++) {
        const seat_set to_act = timed_match(table).to_act;

        if (!to_act || __builtin_popcount(to_act) > 1)
            return to_act;
        timed_choose(table, __builtin_ctz(to_act));
    }
    return 0;
}

/* All who are late share their rank, behind the one who is not (`waits`; -1 if
 * all are late). */
static void check_shared(struct timed_table *table, const struct match *match,
                         int waits)
{
    const int seats = match->settings.seats;

    cr_assert_eq(match->status, MATCH_FINISHED);
    cr_expect_eq(match->result.reason, MATCH_TIMED_OUT);
    for (int seat = 0; seat < seats; seat++)
        cr_expect_eq(match->result.rank[seat],
                     waits < 0 || seat == waits ? 1 : 2,
                     "%s, %d seats, seat %d: rank %d", match->game->id, seats,
                     seat, match->result.rank[seat]);
    timed_verify(table);
    cr_expect_eq(
        world_number(&table->world, "SELECT count(*) FROM inconsistent_rows"),
        0);
}

/* Several seats are late at the same instant, the last of them or none being
 * in time. */
static void let_all_be_late(const struct timed_game *what, bool is_one_in_time)
{
    static struct timed_table table;
    struct match match;
    seat_set late;
    int waits = -1;

    if (!timed_open(&table, what))
        return;
    late = until_several_owe(&table);
    if (late == (1 << what->seats) - 1) {
        if (is_one_in_time) {
            waits = what->seats - 1;
            timed_choose(&table, waits);
        }
        match = timed_match(&table);
        timed_pass(&table, 61);
        if (what->clock.policy == CLOCK_CLAIM)
            cr_expect_eq(timed_claim(&table, what->seats - 1, 0).err, PLAY_OK);
        match = timed_match_at(&table,
                               match.seq + (unsigned)what->seats + (waits < 0));
        check_shared(&table, &match, waits);
    }
    timed_close(&table);
}

static void let_all_be_late_in_every_game(enum clock_policy policy)
{
    for (size_t i = 0; games[i]; i++)
        for (int seats = 2; seats <= games[i]->max_seats; seats++) {
            const struct timed_game what = {
                .game = games[i]->id,
                .seats = seats,
                .clock = {.turn_seconds = 60, .policy = policy},
            };

            let_all_be_late(&what, true);
            let_all_be_late(&what, false);
        }
}

Test(timeouts, seats_that_are_late_at_once_share_their_rank, .init = deep_only)
{
    let_all_be_late_in_every_game(CLOCK_AUTOMATIC);
}

Test(timeouts, a_claim_does_not_decide_who_of_two_late_seats_wins,
     .init = deep_only)
{
    let_all_be_late_in_every_game(CLOCK_CLAIM);
}

CASES_THAT_OPEN(timeouts);

CASE(with_claims_no_seat_leaves_by_itself)
{
    static struct timed_table table;
    struct timed_game what = minutes;

    what.clock.policy = CLOCK_CLAIM;
    if (!timed_open(&table, &what))
        return;
    cr_expect_eq(
        world_number(&table.world, "SELECT count(look_at) FROM matches"), 0,
        "nobody ever looks");
    timed_pass(&table, 61);
    cr_expect_eq(events_of_kind(&table, EVENT_TIMEOUT), 0);
    cr_expect_eq(timed_match(&table).status, MATCH_RUNNING);
    timed_close(&table);
}

/* ---- several at once ---- */

/* Every event is shown with the state that came after it. */
static void check_state(void *ctx, const struct match_position *position,
                        const struct match_visit *visited)
{
    const struct match_event *event = visited->event;
    unsigned *count = ctx;

    cr_expect_eq(event->state_hash,
                 record_state_hash(position->match.game, visited->after),
                 "event %u", event->seq);
    ++*count;
}

/* Those after a seq, which others may have followed. */
static unsigned check_states(struct timed_table *table, uint32_t after)
{
    unsigned count = 0;
    uint32_t last;

    cr_assert_eq(match_events(table->play, &table->players[0], table->id,
                              MATCH_OWN_SEAT, after, 100, check_state, &count,
                              &last),
                 PLAY_OK);
    return count;
}

CASE(all_who_are_due_leave_together_whose_time_was_up_first_or_not)
{
    static struct timed_table table;
    struct timed_game what = blitz;
    struct match match;

    what.seats = 3;
    if (!timed_open(&table, &what))
        return;
    timed_pass(&table, 1);
    timed_choose(&table, 0);
    timed_pass(&table, 2);
    timed_choose(&table, 2);
    timed_pass(&table, 27);
    timed_choose(&table, 1);
    for (int i = 0; i < 3 && timed_match(&table).to_act != 7; i++)
        for (int seat = 0; seat < 3; seat++)
            if (timed_match(&table).to_act == 1 << seat)
                timed_choose(&table, seat);
    match = timed_match(&table);
    cr_assert_eq(match.to_act, 7, "a round begins");
    check_states(&table, match.seq);
    timed_pass(&table, 61);
    match = timed_match_at(&table, match.seq + 4);
    cr_expect_eq(check_states(&table, match.seq - 4), 4);
    cr_expect_eq(match.status, MATCH_FINISHED);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(match.result.rank[seat], 1, "seat %d", seat);
    cr_expect_eq(events_of_kind(&table, EVENT_TIMEOUT), 3);
    timed_verify(&table);
    timed_close(&table);
}

CASE(nobody_wins_when_no_player_ever_moved)
{
    static struct timed_table table;
    struct timed_game what = minutes;
    struct match match;

    what.seats = 4;
    what.rated = true;
    if (!timed_open(&table, &what))
        return;
    timed_pass(&table, 61);
    match = timed_match_at(&table, 9);
    cr_expect_eq(match.status, MATCH_ABORTED);
    cr_expect_eq(match.forfeits, 15);
    cr_expect_eq(events_of_kind(&table, EVENT_TIMEOUT), 4);
    cr_expect_eq(events_of_kind(&table, EVENT_ABORT), 1);
    timed_verify(&table);
    timed_close(&table);
}

CASE(a_late_seat_that_claims_leaves_as_well)
{
    static struct timed_table table;
    struct timed_game what = minutes;
    struct play_config config;
    struct match match;

    what.seats = 3;
    if (!timed_open(&table, &what))
        return;
    /* A node that leaves time to claim. */
    world_remove_node(&table.world, 0);
    world_config(&table.world, &config);
    config.job_period_ms = 0;
    table.play = world_add_node(&table.world, &config);
    timed_choose(&table, 2);
    timed_pass(&table, 61);
    cr_assert_eq(timed_claim(&table, 1, 0).err, PLAY_OK);
    match = timed_match(&table);
    cr_expect_eq(match.status, MATCH_FINISHED);
    cr_expect_eq(match.result.rank[2], 1);
    cr_expect_eq(match.result.rank[1], 2);
    cr_expect_eq(match.result.rank[0], 2);
    timed_verify(&table);
    timed_close(&table);
}

/* ---- outages ---- */

CASE(after_an_outage_there_is_a_grace_period)
{
    static struct timed_table table;
    struct play_config config;
    struct reply claim;

    if (!timed_open(&table, &minutes))
        return;
    timed_choose(&table, 0);
    /* The only node stops, and starts again when the time of a seat is up. */
    world_remove_node(&table.world, 0);
    world_config(&table.world, &config);
    config.grace_ms = 3600 * 1000;
    table.play = world_add_node(&table.world, &config);
    timed_pass(&table, 61);
    world_sleep_ms(4 * config.job_period_ms);
    cr_expect_eq(timed_match(&table).status, MATCH_RUNNING);
    claim = timed_claim(&table, 0, 1);
    cr_expect_eq(claim.err, PLAY_IN_GRACE);
    timed_choose(&table, 1);
    cr_expect_eq(timed_match(&table).status, MATCH_RUNNING);
    timed_close(&table);
}

/* ---- nodes ---- */

Test(timeouts, two_nodes_apply_a_timeout_once, .init = deep_only)
{
    static struct timed_table table;
    struct match match;

    if (!timed_open(&table, &minutes))
        return;
    world_add_node(&table.world, NULL);
    world_add_node(&table.world, NULL);
    for (int i = 0; i < 8; i++) {
        timed_begin(&table, &minutes);
        timed_choose(&table, 1);
        timed_pass(&table, 61);
        match = timed_match_at(&table, 5);
        cr_expect_eq(match.status, MATCH_FINISHED);
        cr_expect_eq(match.result.rank[1], 1);
        timed_verify(&table);
    }
    timed_close(&table);
}

struct late_mover {
    struct timed_table *table;
    struct play *play;
    char move[RULES_NOTATION_MAX];
    pthread_barrier_t *start;
    struct reply reply;
};

static void *move_now(void *arg)
{
    struct late_mover *mover = arg;

    pthread_barrier_wait(mover->start);
    mover->reply = world_move(mover->play, &mover->table->players[0],
                              mover->table->id, mover->move, MATCH_ANY_SEQ);
    return NULL;
}

Test(timeouts, a_starting_node_applies_missed_timeouts, .init = deep_only)
{
    enum { MATCHES = 70 }; /* more than it checks at once */
    static struct timed_table table;

    if (!timed_open(&table, &minutes))
        return;
    for (int i = 1; i < MATCHES; i++)
        timed_begin(&table, &minutes);
    world_remove_node(&table.world, 0);
    timed_pass(&table, 61);
    table.play = world_add_node(&table.world, NULL);
    for (int i = 0; i < 15000 && events_of_kind(&table, EVENT_FINISH) < MATCHES;
         i++)
        world_sleep_ms(2);
    cr_expect_eq(events_of_kind(&table, EVENT_FINISH), MATCHES);
    cr_expect_eq(events_of_kind(&table, EVENT_TIMEOUT), 2 * MATCHES);
    timed_verify(&table);
    timed_close(&table);
}

/* The seat decides on one node while both find that its time is up. */
static bool decides_too_late(struct timed_table *table)
{
    static struct match_position position;
    struct late_mover mover = {.table = table, .play = table->world.node[1]};
    pthread_barrier_t start;
    pthread_t thread;
    struct match match;

    timed_begin(table, &minutes);
    timed_choose(table, 1);
    match_read(mover.play, &table->players[0], table->id, MATCH_OWN_SEAT, 3,
               &position);
    cr_assert(world_legal(&position, 0, 0, mover.move));
    pthread_barrier_init(&start, NULL, 2);
    mover.start = &start;
    cr_assert_eq(pthread_create(&thread, NULL, move_now, &mover), 0);
    timed_pass(table, 61);
    pthread_barrier_wait(&start);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&start);
    match = timed_match_at(table, 4);
    if (mover.reply.err) {
        cr_expect_eq(mover.reply.err, PLAY_FINISHED);
        cr_expect_eq(match.status, MATCH_FINISHED);
    }
    timed_verify(table);
    return mover.reply.err != PLAY_OK;
}

Test(timeouts,
     either_the_decision_or_the_timeout_is_first_and_the_log_has_no_gap,
     .init = deep_only)
{
    static struct timed_table table;
    int64_t late = 0;

    if (!timed_open(&table, &minutes))
        return;
    world_add_node(&table.world, NULL);
    for (int i = 0; i < 8; i++)
        late += decides_too_late(&table);
    cr_expect_geq(events_of_kind(&table, EVENT_TIMEOUT), late);
    cr_expect_eq(world_number(&table.world,
                              "SELECT count(*) FROM matches m WHERE seq <>"
                              " (SELECT count(*) FROM events e"
                              "  WHERE e.match_id = m.id)"),
                 0);
    timed_close(&table);
}

/* ---- when somebody looks ---- */

CASE(moves_do_not_change_the_time_of_the_next_check)
{
    static struct timed_table table;
    int64_t before, after;

    if (!timed_open(&table, &blitz))
        return;
    before = seconds_to_look(&table);
    for (int i = 0; i < 6; i++) {
        seat_set to_act = timed_match(&table).to_act;

        timed_pass(&table, 1);
        cr_assert_eq(timed_choose(&table, to_act & 1 ? 0 : 1).err, PLAY_OK);
    }
    after = seconds_to_look(&table);
    cr_expect_eq(before, 60);
    cr_expect_eq(after, 54, "looked at %d seconds too late", (int)after - 54);
    timed_close(&table);
}

CASE(a_nearly_empty_bank_runs_out_after_an_undo)
{
    static struct timed_table table;
    struct match match;

    if (!timed_open(&table, &blitz))
        return;
    timed_pass(&table, 1);
    timed_choose(&table, 1);
    timed_pass(&table, 54);
    timed_choose(&table, 0); /* five seconds are left to it */
    timed_until(&table, 0, false);
    cr_expect_eq(timed_left(&table, 0), 5);
    match = timed_match(&table);
    if (match.to_act == 1)
        timed_choose(&table, 0);
    cr_assert_eq(timed_match(&table).to_act, 3, "a round begins");
    timed_choose(&table, 0);
    look_now(&table);
    cr_expect_geq(seconds_to_look(&table), 20, "it does not run");
    match = timed_match(&table);
    cr_assert_eq(world_undo(table.play, &table.players[0], table.id,
                            match.seq - 1, MATCH_ANY_SEQ)
                     .err,
                 PLAY_OK);
    cr_expect_leq(seconds_to_look(&table), 5);
    timed_pass(&table, 6);
    match = timed_match_at(&table, match.seq + 3);
    cr_expect_eq(match.status, MATCH_FINISHED);
    cr_expect_eq(match.result.rank[0], 2);
    timed_verify(&table);
    timed_close(&table);
}

CASE(a_clock_that_is_set_back_makes_nobody_late_and_costs_nothing)
{
    static struct timed_table table;

    if (!timed_open(&table, &blitz))
        return;
    timed_pass(&table, 10);
    cr_assert_eq(timed_choose(&table, 1).err, PLAY_OK);
    timed_pass(&table, -3600);
    cr_assert_eq(timed_choose(&table, 0).err, PLAY_OK);
    cr_expect_geq(timed_match(&table).bank_us[0], 49 * 1000000);
    cr_expect_eq(timed_match(&table).status, MATCH_RUNNING);
    timed_verify(&table);
    timed_close(&table);
}

CASE(a_match_of_other_rules_is_left_to_nodes_that_have_them)
{
    static struct timed_table table;
    int64_t seconds;

    if (!timed_open(&table, &minutes))
        return;
    cr_assert(world_sql(
        &table.world, "UPDATE matches SET rules_version = rules_version + 1"));
    timed_pass(&table, 61);
    look_now(&table);
    seconds = seconds_to_look(&table);
    cr_expect(seconds > 30 && seconds <= 60, "%d", (int)seconds);
    timed_close(&table);
}
