/* The store: columns that nodes of this version and the one before write in
 * different forms. */
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- results, as this version and the one before store them ---- */

static const struct match_result two_items = {
    .items = 2,
    .goals = 1,
    .total = {12, -3},
    .rank = {1, 2},
    .item = {{"cities", {10, -5}}, {"tiles", {2, 2}}},
    .goal = {{"points", 88, 100}}};

static struct store *open_ended(struct world *world)
{
    struct store *store = rows_open(world);
    static uint8_t state[64];
    struct store_update update = rows_update(0, state);

    if (!store)
        return NULL;
    rows_insert(store);
    update.status = MATCH_FINISHED;
    update.to_act = 0;
    update.result = &two_items;
    update.seat_count = 2;
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    return store;
}

static void expect_two_items(struct store *store)
{
    static struct store_match out;
    const struct play_id id = rows_id(9);

    out.match.result.items = 7;
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(
        memcmp(&out.match.result, &two_items,
               offsetof(struct match_result, goal) + sizeof two_items.goal),
        0);
}

Test(store, results_are_arrays_and_for_older_nodes_text)
{
    struct world world;
    struct store *store = open_ended(&world);

    if (!store)
        return;
    cr_expect_eq(
        world_number(&world, "SELECT count(*) FROM matches"
                             " WHERE item_names = '{cities,tiles}'"
                             " AND item_points = '{{10,-5},{2,2}}'"
                             " AND goal_names = '{points}'"
                             " AND goal_points = '{{88,100}}'"
                             " AND goals = E'points 88 100\\n'"
                             " AND breakdown = E'cities 10 -5\\ntiles 2 2\\n'"),
        1);
    world_sql(&world, "UPDATE matches SET breakdown = '', goals = ''");
    expect_two_items(store);
    world_close(&world);
}

Test(store, results_that_an_older_node_stored_as_text_are_read)
{
    struct world world;
    struct store *store = open_ended(&world);

    if (!store)
        return;
    cr_assert(world_sql(&world, "UPDATE matches SET item_names = NULL,"
                                " item_points = NULL, goal_names = NULL,"
                                " goal_points = NULL"));
    expect_two_items(store);
    world_close(&world);
}

/* ---- options, as this version and the one before store them ---- */

/* Store a match with two options, change its row, and read it. */
static void expect_options(const char *change, const char *expected)
{
    static struct store_match row, out;
    struct world world;
    struct store *store = rows_open(&world);
    const struct play_id id = rows_id(10);

    if (!store)
        return;
    rows_insert(store);
    row = rows_match(10);
    snprintf(row.options, sizeof row.options, "winner=1\nhand=4\n");
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_expect_eq(world_number(&world,
                              "SELECT count(*) FROM matches WHERE"
                              " option_values = '{\"hand\": 4, \"winner\": 1}'"
                              " AND options = E'winner=1\\nhand=4\\n'"),
                 1);
    cr_assert(world_sql(&world, change));
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_str_eq(out.options, expected);
    world_close(&world);
}

Test(store, options_are_an_object_and_for_older_nodes_text)
{
    expect_options("UPDATE matches SET options = ''", "hand=4\nwinner=1\n");
}

Test(store, options_that_an_older_node_stored_as_text_are_read)
{
    expect_options("UPDATE matches SET option_values = NULL",
                   "winner=1\nhand=4\n");
}
