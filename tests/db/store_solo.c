/* The store: undo, sandboxes and matches of one seat. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

CASES_THAT_OPEN(store_solo);

CASE(an_undo_is_an_event_with_the_seq_it_goes_back_to)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    const struct play_id id = rows_id(9);
    struct store_update update = rows_update(0, state);
    struct match_event *events;
    size_t count;

    if (!store)
        return;
    rows_insert(store);
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    update = rows_update(1, state);
    update.events[0].kind = EVENT_UNDO;
    update.events[0].move[0] = '\0';
    update.events[0].to_seq = 0;
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    update = rows_update(2, state);
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    update = rows_update(3, state);
    update.events[0].kind = EVENT_UNDO;
    update.events[0].move[0] = '\0';
    update.events[0].to_seq = 2;
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    cr_assert_eq(store->events->list(store, &id, 0, 9, &events, &count),
                 STORE_OK);
    cr_assert_eq(count, 4);
    cr_expect_eq(events[1].kind, EVENT_UNDO);
    cr_expect_eq(events[1].to_seq, 0);
    cr_expect_eq(events[2].to_seq, 0);
    cr_expect_eq(events[3].to_seq, 2);
    free(events);
    world_close(&world);
}

CASE(the_outcome_of_a_match_of_one_seat_is_read)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    static struct store_match out;
    const struct play_id id = rows_id(9);
    const struct match_result result = {
        .outcome = OUTCOME_LOST,
        .goals = 2,
        .total = {88},
        .rank = {1},
        .goal = {{"connected-cities", 7, 7}, {"points", 88, 100}}};
    struct store_update update = rows_update(0, state);

    if (!store)
        return;
    rows_insert(store);
    update.status = MATCH_FINISHED;
    update.to_act = 0;
    update.result = &result;
    update.seat_count = 2;
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.result.outcome, OUTCOME_LOST);
    cr_assert_eq(out.match.result.goals, 2);
    cr_expect_str_eq(out.match.result.goal[0].name, "connected-cities");
    cr_expect_eq(out.match.result.goal[0].reached, 7);
    cr_expect_str_eq(out.match.result.goal[1].name, "points");
    cr_expect_eq(out.match.result.goal[1].reached, 88);
    cr_expect_eq(out.match.result.goal[1].needed, 100);
    cr_expect_eq(out.match.result.items, 0);
    world_close(&world);
}

CASE(only_in_a_sandbox_an_account_holds_two_seats)
{
    struct world world;
    struct store *store = rows_open(&world);
    static struct store_match row, out;
    char *position = NULL;

    if (!store)
        return;
    rows_insert(store);
    row = rows_match(12);
    row.match.seats[1] = row.match.seats[0];
    cr_expect_eq(store->matches->insert(store, &row, NULL, 0), STORE_CONFLICT);
    row.match.sandbox = true;
    row.position = "seats 2\nname \"x\"\n";
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_assert_eq(store->matches->find(store, &row.match.key, &out), STORE_OK);
    cr_expect(out.match.sandbox);
    cr_expect_str_eq(out.match.seats[1].name, "ada");
    cr_expect_null(out.position);
    cr_assert_eq(
        store->matches->find_position(store, &row.match.key, &position),
        STORE_OK);
    cr_expect_str_eq(position, row.position);
    free(position);
    row.match.key = rows_id(9);
    cr_expect_eq(
        store->matches->find_position(store, &row.match.key, &position),
        STORE_NOT_FOUND);
    cr_expect_null(position);
    world_close(&world);
}
