/* Ended matches that count nowhere are deleted after some days. */
#include "play_ladder.h"
#include "play_world.h"

#include "rules/record_position.h"
#include "rules/sink.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const two[] = {"me", "open"};

/* Ada and Bob, on a node that deletes nothing. */
struct stage {
    struct world world;
    struct play *play;
    struct player people[2];
};

static bool stage_open(struct stage *stage)
{
    static const char *const names[] = {"ada", "bob"};

    memset(stage, 0, sizeof *stage);
    if (!world_open(&stage->world))
        return false;
    stage->play = stage->world.node[0];
    for (int i = 0; i < 2; i++)
        stage->people[i] = world_player(stage->play, names[i]);
    return true;
}

/* An open match that its creator aborts. */
static struct match aborted(struct stage *stage)
{
    struct match match =
        world_match(stage->play, &stage->people[0], "template", two, 2);

    cr_assert_eq(world_abort(stage->play, &stage->people[0], match.id).err,
                 PLAY_OK);
    return match;
}

/* Write the first state of a match as the position of a sandbox. */
static const struct source *write_position(struct source_text *out)
{
    static char text[RECORD_POSITION_MAX];
    static struct source_text_node nodes[RECORD_POSITION_NODES];
    static uint8_t state[RULES_STATE_MAX];
    const struct game *game = game_find("template");
    const uint8_t secret[RULES_SECRET_SIZE] = {9};
    struct settings settings;

    game_defaults(game, 2, &settings);
    cr_assert_eq(game->start(state, &settings, secret), RULES_OK);
    cr_assert_gt(record_position_write(game, state, text, sizeof text), 0);
    cr_assert(source_text_init(out, text, nodes, RECORD_POSITION_NODES));
    return &out->source;
}

/* A sandbox that was played to its end. */
static struct match played_sandbox(struct stage *stage)
{
    struct source_text source;
    const struct match_spec spec = {
        .game = "template",
        .seats = two,
        .seat_count = 2,
        .position = write_position(&source),
    };
    const struct contest contest = {"template", stage->people, 2, true, 5};
    struct match match;

    cr_assert_eq(
        match_create(stage->play, &stage->people[0], &spec, &match, NULL),
        PLAY_OK);
    cr_assert_eq(world_join(stage->play, &stage->people[1], match.id, -1).err,
                 PLAY_OK);
    contest_play(stage->play, &contest, match.id, UINT32_MAX);
    return match;
}

/* A rated match that a player left in its opening: the leaver is rated. */
static struct match forfeited(struct stage *stage)
{
    const struct contest contest = {"template", stage->people, 2, false, 6};
    struct match match = contest_begin(stage->play, &contest);

    contest_resign(stage->play, &contest, match.id, 0);
    return match;
}

static void let_pass(struct stage *stage, const char *interval)
{
    char sql[512];

    snprintf(sql, sizeof sql,
             "UPDATE matches SET created_at = created_at - interval '%s',"
             " started_at = started_at - interval '%s',"
             " moved_at = moved_at - interval '%s',"
             " finished_at = finished_at - interval '%s'",
             interval, interval, interval, interval);
    cr_assert(world_sql(&stage->world, sql));
}

/* Two nodes delete, at the same time, until this many matches are gone. */
static void sweep(struct stage *stage, uint64_t matches)
{
    struct play *nodes[2];
    struct play_config config;
    uint64_t deleted = 0;

    world_config(&stage->world, &config);
    config.delete_days = 7;
    for (int i = 0; i < 2; i++)
        nodes[i] = world_add_node(&stage->world, &config);
    for (int tries = 0; tries < 4000 && deleted < matches; tries++) {
        deleted = 0;
        for (int i = 0; i < 2; i++) {
            struct play_counts counts;

            play_count(nodes[i], &counts);
            deleted += counts.deleted;
        }
        world_sleep_ms(deleted < matches ? 5 : 0);
    }
    cr_expect_eq(deleted, matches);
}

/* The node that has it in memory, and every other, know nothing of it. */
static void expect_unknown(struct stage *stage, const char *id)
{
    static struct match_position position;

    for (int i = 0; i < stage->world.node_count; i++) {
        struct play *play = stage->world.node[i];
        enum play_err err = PLAY_OK;
        struct match match;

        /* A node learns of it by a notification. */
        for (int tries = 0; tries < 1000 && err != PLAY_NOT_FOUND; tries++) {
            err = match_get(play, id, &match);
            world_sleep_ms(err == PLAY_NOT_FOUND ? 0 : 5);
        }
        cr_expect_eq(err, PLAY_NOT_FOUND);
        cr_expect_eq(match_read(play, &stage->people[0], id, MATCH_OWN_SEAT, 0,
                                &position),
                     PLAY_NOT_FOUND);
        cr_expect_eq(world_abort(play, &stage->people[0], id).err,
                     PLAY_NOT_FOUND);
        cr_expect_eq(world_join(play, &stage->people[1], id, -1).err,
                     PLAY_NOT_FOUND);
    }
}

static void expect_kept(struct stage *stage, const char *id,
                        enum match_status status)
{
    struct play *fresh = stage->world.node[stage->world.node_count - 1];
    struct match match;
    uint32_t bad_seq = 1;

    cr_assert_eq(match_get(fresh, id, &match), PLAY_OK);
    cr_expect_eq(match.status, status);
    cr_expect_eq(match_verify(fresh, id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
}

/* The rows of all tables that belong to matches which do not exist. */
static int64_t orphans(struct world *world)
{
    return world_number(
        world,
        "SELECT sum((xpath('/row/n/text()', query_to_xml(format("
        "  'SELECT count(*) AS n FROM %I WHERE match_id NOT IN"
        "   (SELECT id FROM matches)', c.table_name), false, true,"
        "   '')))[1]::text::bigint)"
        " FROM information_schema.columns c"
        " JOIN information_schema.tables t USING (table_schema, table_name)"
        " WHERE c.column_name = 'match_id' AND t.table_type = 'BASE TABLE'"
        " AND c.table_schema = 'public'");
}

Test(retention, aborted_matches_and_ended_sandboxes_are_deleted_after_days,
     .timeout = 120)
{
    static struct stage stage;
    const struct contest contest = {"template", stage.people, 2, false, 4};
    struct match gone[2], kept[4];
    struct record record;

    if (!stage_open(&stage))
        return;
    gone[0] = aborted(&stage);
    gone[1] = played_sandbox(&stage);
    kept[0] = contest_hold(stage.play, &contest);
    kept[1] = forfeited(&stage);
    ladder_wait(&stage.world);
    let_pass(&stage, "7 days 1 hour");
    kept[2] = aborted(&stage);
    kept[3] = played_sandbox(&stage);
    let_pass(&stage, "1 minute");
    sweep(&stage, 2);
    for (int i = 0; i < 2; i++)
        expect_unknown(&stage, gone[i].id);
    expect_kept(&stage, kept[0].id, MATCH_FINISHED);
    expect_kept(&stage, kept[1].id, MATCH_ABORTED);
    expect_kept(&stage, kept[2].id, MATCH_ABORTED);
    expect_kept(&stage, kept[3].id, MATCH_FINISHED);
    cr_assert_eq(match_record(stage.play, kept[0].id, &record), PLAY_OK);
    match_record_clear(&record);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"), 4);
    cr_expect_eq(
        world_number(&stage.world, "SELECT count(*) FROM ladder_matches"), 2);
    cr_expect_eq(orphans(&stage.world), 0);
    world_close(&stage.world);
}

/* ---- two stores at once ---- */

enum { MATCHES = 30, SOME = 4 };

struct sweeper {
    struct store *store;
    int64_t before_us;
    unsigned deleted;
};

static void *delete_all(void *arg)
{
    struct sweeper *sweeper = arg;
    struct play_id ids[SOME];
    size_t count = 1;

    for (int tries = 0; tries < 3 * MATCHES && count > 0; tries++) {
        cr_expect_eq(sweeper->store->matches->delete_ended(
                         sweeper->store, sweeper->before_us, ids, SOME, &count),
                     STORE_OK);
        cr_expect_leq(count, SOME);
        sweeper->deleted += (unsigned)count;
    }
    return NULL;
}

Test(retention, two_nodes_delete_each_match_once, .timeout = 120)
{
    static struct stage stage;
    struct sweeper sweepers[2];
    pthread_t threads[2];

    if (!stage_open(&stage))
        return;
    for (int i = 0; i < MATCHES; i++)
        aborted(&stage);
    for (int i = 0; i < 2; i++)
        sweepers[i] = (struct sweeper){
            .store = world_add_store(&stage.world),
            .before_us = play_now_us(stage.play) + 1,
        };
    for (int i = 0; i < 2; i++)
        cr_assert_eq(
            pthread_create(&threads[i], NULL, delete_all, &sweepers[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    cr_expect_eq(sweepers[0].deleted + sweepers[1].deleted, MATCHES);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"), 0);
    cr_expect_eq(orphans(&stage.world), 0);
    world_close(&stage.world);
}
