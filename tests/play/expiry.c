/* Matches that end because nothing happens in them. */
#include "depth.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const char *const two_open[] = {"me", "open"};
static const char *const bots[] = {"bot:random", "bot:random"};
static const char *const names[] = {"ada", "bob"};

/* Accounts on a node that neither plays bots nor lets matches expire: time
 * passes in the database alone.  Nodes that are added then look at it. */
struct stage {
    struct world world;
    struct play *play;
    struct player people[2];
};

static void config_of(struct stage *stage, struct play_config *out)
{
    world_config(&stage->world, out);
    out->bots_play = false;
    out->expiry.every_ms = 20;
}

static bool stage_open(struct stage *stage)
{
    struct play_config config;

    memset(stage, 0, sizeof *stage);
    if (!world_open(&stage->world))
        return false;
    world_remove_node(&stage->world, 0);
    stage->world.node_count = 0;
    config_of(stage, &config);
    config.expiry.every_ms = 0;
    stage->play = world_add_node(&stage->world, &config);
    for (int i = 0; i < 2; i++)
        stage->people[i] = world_player(stage->play, names[i]);
    return true;
}

static struct match set_up(struct stage *stage, const char *const *seats)
{
    return world_match(stage->play, &stage->people[0], "template", seats, 2);
}

/* A match that has a clock or not, and begins at once. */
static struct match begin(struct stage *stage, unsigned turn_seconds)
{
    const struct match_spec spec = {
        .game = "template",
        .seats = two_open,
        .seat_count = 2,
        .clock = {.turn_seconds = turn_seconds, .policy = CLOCK_CLAIM},
    };
    struct match match;

    cr_assert_eq(
        match_create(stage->play, &stage->people[0], &spec, &match, NULL),
        PLAY_OK);
    cr_assert_eq(world_join(stage->play, &stage->people[1], match.id, -1).err,
                 PLAY_OK);
    return match;
}

/* So much time passes in all matches. */
static void let_pass(struct stage *stage, const char *interval)
{
    char sql[256];

    snprintf(sql, sizeof sql,
             "UPDATE matches SET created_at = created_at - interval '%s',"
             " started_at = started_at - interval '%s',"
             " moved_at = moved_at - interval '%s'",
             interval, interval, interval);
    cr_assert(world_sql(&stage->world, sql));
}

/* Two nodes look for matches to end: `ended` of them, and then no more. */
static void look_after(struct stage *stage, int64_t ends)
{
    static const char over[] = "SELECT count(*) FROM matches WHERE status > 1";
    struct play_config config;

    config_of(stage, &config);
    world_add_node(&stage->world, &config);
    stage->play = world_add_node(&stage->world, &config);
    for (int i = 0; i < 2000 && world_number(&stage->world, over) < ends; i++)
        world_sleep_ms(20);
    world_sleep_ms(500);
    cr_expect_eq(world_number(&stage->world, over), ends);
}

static void expect_status(struct stage *stage, const char *id,
                          enum match_status status)
{
    struct match match;
    uint32_t bad_seq = 1;

    cr_assert_eq(match_get(stage->play, id, &match), PLAY_OK);
    cr_expect_eq(match.status, status);
    if (status != MATCH_ABORTED)
        return;
    cr_expect_eq(match.abort_reason, ABORT_EXPIRED);
    cr_assert_eq(match_verify(stage->play, id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
}

Test(expiry, a_match_that_nobody_joins_ends_after_a_week, .init = deep_only,
     .timeout = 60)
{
    static struct stage stage;
    struct match old, fresh;

    if (!stage_open(&stage))
        return;
    old = set_up(&stage, two_open);
    let_pass(&stage, "4 days");
    fresh = set_up(&stage, two_open);
    let_pass(&stage, "3 days 1 hour");
    look_after(&stage, 1);
    expect_status(&stage, old.id, MATCH_ABORTED);
    expect_status(&stage, fresh.id, MATCH_OPEN);
    world_close(&stage.world);
}

Test(expiry, a_match_without_a_clock_ends_after_ninety_days, .init = deep_only,
     .timeout = 60)
{
    static struct stage stage;
    struct match idle, clock, moved;

    if (!stage_open(&stage))
        return;
    idle = begin(&stage, 0);
    clock = begin(&stage, 86400);
    let_pass(&stage, "60 days");
    moved = begin(&stage, 0);
    let_pass(&stage, "30 days 1 hour");
    look_after(&stage, 1);
    expect_status(&stage, idle.id, MATCH_ABORTED);
    expect_status(&stage, clock.id, MATCH_RUNNING);
    expect_status(&stage, moved.id, MATCH_RUNNING);
    world_close(&stage.world);
}

Test(expiry, a_sandbox_ends_after_thirty_days, .init = deep_only, .timeout = 60)
{
    static struct stage stage;
    struct match sandbox, other;

    if (!stage_open(&stage))
        return;
    sandbox = begin(&stage, 0);
    other = begin(&stage, 0);
    cr_assert(world_sql(&stage.world,
                        "UPDATE matches SET sandbox = true WHERE created_at ="
                        " (SELECT min(created_at) FROM matches)"));
    let_pass(&stage, "31 days");
    look_after(&stage, 1);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"
                                            " WHERE sandbox AND status = 3"
                                            " AND abort_reason = 6"),
                 1);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"
                                            " WHERE NOT sandbox"
                                            " AND status = 1"),
                 1);
    cr_expect_neq(strcmp(sandbox.id, other.id), 0);
    world_close(&stage.world);
}

Test(expiry, a_match_of_bots_alone_ends_after_an_hour, .init = deep_only,
     .timeout = 60)
{
    static struct stage stage;
    struct match old, fresh;

    if (!stage_open(&stage))
        return;
    old = set_up(&stage, bots);
    let_pass(&stage, "59 minutes");
    fresh = set_up(&stage, bots);
    let_pass(&stage, "2 minutes");
    look_after(&stage, 1);
    expect_status(&stage, old.id, MATCH_ABORTED);
    expect_status(&stage, fresh.id, MATCH_RUNNING);
    world_close(&stage.world);
}

/* More than one step has room for. */
Test(expiry, many_matches_end, .init = deep_only, .timeout = 120)
{
    static struct stage stage;

    if (!stage_open(&stage))
        return;
    set_up(&stage, two_open);
    cr_assert(world_sql(
        &stage.world,
        "INSERT INTO matches (id, created_at, moved_at, creator_id,"
        " rules_version, deck_version, seq, status, seat_count, to_act,"
        " bot_seats, is_private, game, deck, options, secret)"
        " SELECT gen_random_uuid(), created_at, moved_at, creator_id,"
        " rules_version, deck_version, seq, status, seat_count, to_act,"
        " bot_seats, is_private, game, deck, options, secret"
        " FROM matches, generate_series(1, 599);"
        "INSERT INTO seats (match_id, seat, kind, account_id)"
        " SELECT id, s, 1 - s, CASE s WHEN 0 THEN creator_id END"
        " FROM matches, generate_series(0, 1) s"
        " ON CONFLICT (match_id, seat) DO NOTHING"));
    let_pass(&stage, "8 days");
    look_after(&stage, 600);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"
                                            " WHERE status = 3"),
                 600);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM events"
                                            " WHERE kind = 6"),
                 600, "each ends once");
    world_close(&stage.world);
}
