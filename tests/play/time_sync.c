/* Time is the database's: what a node does whose own clock is wrong. */
#include "depth.h"
#include "play_world.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 86400, TRIES = 3000 };
static const int64_t second_us = 1000000;
static const char *const two[] = {"me", "open"};

/* A node whose wall clock the test sets; its play_config.ctx. */
struct skewed {
    struct world world; /* without another node */
    struct play *play;
    struct play_config system; /* the clocks as they are */
    _Atomic int64_t ahead_s;
    _Atomic int logged;
    struct player players[2];
    char match[PLAY_ID_SIZE];
};

/* ---- its clocks ---- */

static int64_t wall_us(void *ctx)
{
    const struct skewed *node = ctx;

    return node->system.wall_us(node->system.ctx) + node->ahead_s * second_us;
}

static int64_t steady_us(void *ctx)
{
    const struct skewed *node = ctx;

    return node->system.steady_us(node->system.ctx);
}

static bool random_bytes(void *ctx, void *out, size_t size)
{
    const struct skewed *node = ctx;

    return node->system.random_bytes(node->system.ctx, out, size);
}

static void count_log(void *ctx, const char *text)
{
    struct skewed *node = ctx;

    fprintf(stderr, "%s\n", text);
    node->logged++;
}

static void add_node(struct skewed *node)
{
    struct play_config config;

    world_config(&node->world, &config);
    play_config_defaults(&node->system);
    config.wall_us = wall_us;
    config.steady_us = steady_us;
    config.random_bytes = random_bytes;
    config.ctx = node;
    config.log = count_log;
    config.log_ctx = node;
    config.sync_ms = 50;
    config.backlog_ms = 1;
    node->play = world_add_node(&node->world, &config);
}

static void remove_node(struct skewed *node)
{
    world_remove_node(&node->world, 0);
    node->world.node_count = 0;
}

/* A database with one node, whose clock is ahead by this many seconds. */
static bool begin(struct skewed *node, int64_t ahead_s)
{
    memset(node, 0, sizeof *node);
    node->ahead_s = ahead_s;
    if (!world_open(&node->world))
        return false;
    remove_node(node);
    add_node(node);
    return true;
}

static struct play_clock clock_of(const struct skewed *node)
{
    struct play_clock clock;

    play_clock(node->play, &clock);
    return clock;
}

static void await_skewed(const struct skewed *node, bool is_skewed)
{
    for (int i = 0; i < TRIES && clock_of(node).is_skewed != is_skewed; i++)
        world_sleep_ms(10);
    cr_assert_eq(clock_of(node).is_skewed, is_skewed);
}

/* A change of the clock is logged right after it takes effect. */
static void expect_logged(const struct skewed *node, int lines)
{
    for (int i = 0; i < TRIES && node->logged < lines; i++)
        world_sleep_ms(10);
    cr_expect_eq(node->logged, lines);
}

/* ---- the database ---- */

/* Seconds between its clock and the time of a node; or of a column. */
static int64_t distance_s(struct skewed *node, const char *column)
{
    char sql[128];

    snprintf(sql, sizeof sql,
             "SELECT extract(epoch FROM now() - %s)::bigint FROM matches",
             column);
    return llabs(world_number(&node->world, sql));
}

static int64_t node_distance_s(struct skewed *node)
{
    int64_t now_s =
        world_number(&node->world, "SELECT extract(epoch FROM now())::bigint");

    return llabs(play_now_us(node->play) / second_us - now_s);
}

/* A match that two have begun, with a day for each decision. */
static void begin_match(struct skewed *node, enum clock_policy policy)
{
    const struct match_spec spec = {
        .game = "template",
        .seats = two,
        .seat_count = 2,
        .clock = {.turn_seconds = DAY, .policy = policy}};
    struct match match;

    node->players[0] = world_player(node->play, "ada");
    node->players[1] = world_player(node->play, "bob");
    cr_assert_eq(
        match_create(node->play, &node->players[0], &spec, &match, NULL),
        PLAY_OK);
    memcpy(node->match, match.id, sizeof node->match);
    cr_assert_eq(world_join(node->play, &node->players[1], match.id, 1).err,
                 PLAY_OK);
}

static int64_t count_running(struct skewed *node)
{
    return world_number(&node->world,
                        "SELECT count(*) FROM matches WHERE status = 1");
}

/* The time of both seats was up yesterday. */
static void make_due(struct skewed *node)
{
    cr_assert(world_sql(&node->world,
                        "UPDATE matches SET look_at = now() - '1 d'::interval,"
                        " deadlines = ARRAY[now(), now()]::timestamptz[]"));
}

/* The first says that the other's time is up. */
static enum play_err claim(struct skewed *node)
{
    const struct match_request request = {.action = MATCH_CLAIM,
                                          .match = node->match,
                                          .player = &node->players[0],
                                          .seat = 1,
                                          .expected_seq = MATCH_ANY_SEQ,
                                          .render = world_render};

    return world_act(node->play, &request).err;
}

/* Wait until all chores have been done, from the first to the last, which looks
 * at what waits. */
static void await_chores(struct skewed *node)
{
    for (int round = 0; round < 2; round++) {
        const int64_t begun_us = steady_us(node);
        struct play_counts counts;

        for (int i = 0; i < TRIES; i++) {
            world_sleep_ms(5);
            play_count(node->play, &counts);
            if (counts.backlog.is_known &&
                counts.backlog.age_us < steady_us(node) - begun_us)
                break;
        }
        cr_assert_lt(counts.backlog.age_us, steady_us(node) - begun_us);
    }
}

/* ---- claims ---- */

static void go_by_the_database(int64_t ahead_s)
{
    static struct skewed node;
    struct play_clock clock;

    if (!begin(&node, ahead_s))
        return;
    cr_expect_lt(node_distance_s(&node), 60);
    begin_match(&node, CLOCK_AUTOMATIC);
    cr_expect_lt(distance_s(&node, "created_at"), 60);
    cr_expect_lt(distance_s(&node, "started_at"), 60);
    cr_expect_lt(distance_s(&node, "moved_at"), 60);
    cr_expect_lt(distance_s(&node, "(deadlines[1] - '1 d'::interval)"), 60);
    clock = clock_of(&node);
    cr_expect(clock.is_known);
    cr_expect(clock.is_skewed);
    cr_expect_lt(llabs(clock.skew_us / second_us - ahead_s), 60);
    cr_expect_eq(play_check(node.play), PLAY_SKEWED);
    world_close(&node.world);
}

Test(time_sync, a_node_with_a_fast_clock_uses_the_databases_time)
{
    go_by_the_database(2 * DAY);
}

Test(time_sync, a_node_with_a_slow_clock_uses_the_databases_time)
{
    go_by_the_database(-2 * DAY);
}

Test(time_sync, a_skewed_node_makes_nobody_leave_until_its_clock_is_right,
     .init = deep_only)
{
    static struct skewed node;

    if (!begin(&node, 2 * DAY))
        return;
    begin_match(&node, CLOCK_AUTOMATIC);
    make_due(&node);
    await_chores(&node);
    cr_expect_eq(count_running(&node), 1);
    node.ahead_s = 0;
    await_skewed(&node, false);
    cr_expect_eq(play_check(node.play), PLAY_WELL);
    for (int i = 0; i < TRIES && count_running(&node) > 0; i++)
        world_sleep_ms(10);
    cr_expect_eq(count_running(&node), 0, "time was up, and it could be done");
    cr_expect_lt(distance_s(&node, "finished_at"), 60);
    world_close(&node.world);
}

Test(time_sync,
     at_a_skewed_node_nobody_wins_by_a_claim_until_its_clock_is_right,
     .init = deep_only)
{
    static struct skewed node;

    if (!begin(&node, -2 * DAY))
        return;
    begin_match(&node, CLOCK_CLAIM);
    remove_node(&node);
    make_due(&node);
    add_node(&node);
    cr_expect_eq(claim(&node), PLAY_IN_GRACE);
    node.ahead_s = 0;
    await_skewed(&node, false);
    cr_expect_eq(claim(&node), PLAY_OK);
    cr_expect_eq(count_running(&node), 0);
    world_close(&node.world);
}

Test(time_sync, a_clock_that_goes_wrong_is_noticed_and_logged_once)
{
    static struct skewed node;

    if (!begin(&node, 0))
        return;
    cr_expect_eq(play_check(node.play), PLAY_WELL);
    cr_expect_eq(node.logged, 0);
    for (int i = 1; i <= 3; i++) {
        node.ahead_s = 3;
        await_skewed(&node, true);
        await_chores(&node);
        expect_logged(&node, 2 * i - 1);
        cr_expect_eq(play_check(node.play), PLAY_SKEWED);
        node.ahead_s = 0;
        await_skewed(&node, false);
        expect_logged(&node, 2 * i);
    }
    node.ahead_s = -1;
    await_chores(&node);
    cr_expect_not(clock_of(&node).is_skewed, "a second is tolerated");
    world_close(&node.world);
}

Test(time_sync, before_the_database_was_asked_a_node_is_not_ready,
     .init = deep_only)
{
    static struct skewed node;

    if (!begin(&node, -DAY))
        return;
    begin_match(&node, CLOCK_AUTOMATIC);
    remove_node(&node);
    make_due(&node);
    cr_assert(world_allow(&node.world, false));
    node.ahead_s = 0;
    add_node(&node);
    cr_expect_not(clock_of(&node).is_known);
    cr_expect_eq(play_check(node.play), PLAY_NO_DATABASE);
    cr_expect_eq(play_health(node.play), PLAY_NO_TIME);
    cr_assert(world_allow(&node.world, true));
    for (int i = 0; i < TRIES && !clock_of(&node).is_known; i++)
        world_sleep_ms(10);
    cr_expect(clock_of(&node).is_known);
    cr_expect_eq(play_check(node.play), PLAY_WELL);
    world_close(&node.world);
}

/* ---- writes ---- */

static enum play_health await_health(struct skewed *node,
                                     enum play_health health)
{
    enum play_health found = play_check(node->play);

    for (int i = 0; i < TRIES && found != health; i++) {
        world_sleep_ms(10);
        found = play_check(node->play);
    }
    return found;
}

Test(time_sync, a_node_that_cannot_write_is_not_ready_until_it_can,
     .init = deep_only)
{
    static struct skewed node;
    struct play_counts counts;

    if (!begin(&node, 0))
        return;
    cr_expect_eq(play_check(node.play), PLAY_WELL);
    cr_assert(
        world_sql(&node.world,
                  "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                  " $$BEGIN RAISE disk_full; END$$;"
                  "CREATE TRIGGER full_disk BEFORE INSERT ON write_probe"
                  " EXECUTE FUNCTION refuse()"));
    cr_expect_eq(await_health(&node, PLAY_CANNOT_WRITE), PLAY_CANNOT_WRITE);
    play_count(node.play, &counts);
    cr_expect_gt(counts.unwritten, 0);
    cr_assert(world_sql(&node.world, "DROP TRIGGER full_disk ON write_probe"));
    cr_expect_eq(await_health(&node, PLAY_WELL), PLAY_WELL);
    cr_expect_eq(world_number(&node.world, "SELECT count(*) FROM write_probe"),
                 0, "nothing stays");
    world_close(&node.world);
}
