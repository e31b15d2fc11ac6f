/* Clocks in the database: what a move costs there, and who is given what to
 * look at. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static const int64_t second_us = 1000000;

/* A running match with banks that somebody must look at ten seconds after t0.
 */
static void insert_match(struct store *store, uint8_t n)
{
    static const uint8_t state[64];
    struct store_match *row = calloc(1, sizeof *row);

    row->match = (struct match){
        .key = rows_id(n),
        .deck = "numbers",
        .status = MATCH_RUNNING,
        .settings = {.seats = 2},
        .seats = {{.kind = SEAT_OPEN}, {.kind = SEAT_OPEN}},
        .clock = {.bank_seconds = 60,
                  .increment_seconds = 1,
                  .policy = CLOCK_AUTOMATIC},
        .bank_us = {60 * second_us, 60 * second_us},
        .deadline_us = {t0 + 60 * second_us},
        .created_us = t0,
        .started_us = t0,
    };
    row->moved_us = t0;
    row->look_us = t0 + 10 * second_us;
    row->state_size = sizeof state;
    memcpy(row->game_id, "template", sizeof "template");
    memcpy(row->options, "hand=4\n", sizeof "hand=4\n");
    memcpy(row->build, "this", sizeof "this");
    cr_assert_eq(store->matches->insert(store, row, NULL, 0), STORE_OK);
    free(row);
}

/* A move that takes a second; it must be looked at then. */
static void move(struct store *store, uint8_t n, uint32_t seq, int64_t look_us)
{
    static const uint8_t state[64];
    struct store_update effect = {
        .match = rows_id(n),
        .seq = seq,
        .status = MATCH_RUNNING,
        .to_act = 1,
        .at_us = t0 + seq * second_us,
        .build = "this",
        .state = state,
        .state_size = sizeof state,
        .events = {{.seq = seq + 1, .kind = EVENT_MOVE, .move = "choose 5"}},
        .event_count = 1,
        .seat_changed = -1,
        .has_clock = true,
        .deadline_us = {t0 + (60 + seq) * second_us},
        .bank_us = {(60 - seq) * second_us, 60 * second_us},
        .look_us = look_us,
    };
    struct store_update *effects[] = {&effect};

    effect.events[0].at_us = effect.at_us;
    cr_assert_eq(store->updates->write(store, effects, 1, t0), STORE_OK);
    cr_assert_eq(effect.outcome, STORE_OK);
}

static int64_t look_seconds(struct world *world)
{
    return world_number(world, "SELECT coalesce(extract(epoch FROM"
                               " min(look_at))::bigint, 0) FROM matches") -
           t0 / second_us;
}

CASES_THAT_OPEN(clock_rows);

CASE(a_move_is_one_update_that_touches_no_index)
{
    enum { MOVES = 12 };
    struct world world;
    struct store *store = rows_open(&world);
    int64_t updates = 0;

    if (!store)
        return;
    insert_match(store, 1);
    for (uint32_t seq = 0; seq < MOVES; seq++)
        move(store, 1, seq, t0 + (60 + seq) * second_us);
    cr_expect_eq(look_seconds(&world), 10);
    /* What a connection did is counted when it ends. */
    world_remove_node(&world, 0);
    for (int i = 0; i < 6000 && updates < MOVES; i++) {
        updates = world_number(&world, "SELECT n_tup_upd FROM"
                                       " pg_stat_user_tables WHERE relname ="
                                       " 'matches'");
        world_sleep_ms(updates < MOVES ? 5 : 0);
    }
    cr_expect_eq(updates, MOVES);
    cr_expect_eq(world_number(&world, "SELECT n_tup_upd - n_tup_hot_upd FROM"
                                      " pg_stat_user_tables WHERE relname ="
                                      " 'matches'"),
                 0);
    world_close(&world);
}

CASE(an_earlier_deadline_is_checked_earlier_and_never_later)
{
    struct world world;
    struct store *store = rows_open(&world);

    if (!store)
        return;
    insert_match(store, 1);
    move(store, 1, 0, t0 + 30 * second_us);
    cr_expect_eq(look_seconds(&world), 10);
    move(store, 1, 1, t0 + 7 * second_us);
    cr_expect_eq(look_seconds(&world), 7);
    move(store, 1, 2, 0);
    cr_expect_eq(look_seconds(&world), 7);
    world_close(&world);
}

/* ---- looking ---- */

struct seen {
    struct store *store;
    size_t count, nested; /* matches given to us, and to another meanwhile */
    int64_t next_us;
    int64_t bank_us;
};

static int64_t see_nothing(void *ctx, size_t index,
                           const struct store_match *row)
{
    struct seen *seen = ctx;

    (void)index;
    (void)row;
    seen->nested++;
    return t0 + 50 * second_us;
}

static int64_t see(void *ctx, size_t index, const struct store_match *row)
{
    struct seen *seen = ctx;
    size_t count;

    if (index == 0 && seen->store)
        cr_assert_eq(
            seen->store->matches->clocks_due(seen->store, t0 + 20 * second_us,
                                             8, see_nothing, seen, &count),
            STORE_OK);
    seen->count++;
    seen->bank_us = row->match.bank_us[1];
    cr_expect_str_eq(row->game_id, "template");
    return seen->next_us;
}

CASE(are_claimed_by_one_node_at_a_time_when_due)
{
    struct world world;
    struct store *store = rows_open(&world);
    struct seen seen = {.next_us = t0 + 40 * second_us};
    size_t count;

    if (!store)
        return;
    for (uint8_t n = 1; n <= 3; n++)
        insert_match(store, n);
    cr_assert_eq(store->matches->clocks_due(store, t0 + 9 * second_us, 8, see,
                                            &seen, &count),
                 STORE_OK);
    cr_expect_eq(count, 0, "too early");
    seen.store = store;
    cr_assert_eq(store->matches->clocks_due(store, t0 + 20 * second_us, 2, see,
                                            &seen, &count),
                 STORE_OK);
    cr_expect_eq(count, 2);
    cr_expect_eq(seen.count, 2);
    cr_expect_eq(seen.nested, 1, "the other one sees what is left");
    cr_expect_eq(seen.bank_us, 60 * second_us);
    cr_expect_eq(look_seconds(&world), 40);
    seen = (struct seen){.next_us = 0};
    cr_assert_eq(store->matches->clocks_due(store, t0 + 99 * second_us, 8, see,
                                            &seen, &count),
                 STORE_OK);
    cr_expect_eq(count, 3);
    cr_expect_eq(world_number(&world, "SELECT count(look_at) FROM matches"), 0,
                 "never again");
    world_close(&world);
}
