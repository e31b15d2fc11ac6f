/* Old matches are packed gradually, and read as before. */
#include "depth.h"
#include "play_ladder.h"

#include "play/replay/archive.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const int64_t day_us = INT64_C(86400) * 1000000;

/* A finished match of three, a seat of which gave up, and one alone. */
struct shelf {
    struct world world;
    char match[2][PLAY_ID_SIZE];
};

static bool open_shelf(struct shelf *shelf)
{
    struct player players[3];
    struct contest contest = {"template", players, 3, true, 11};
    struct play *play;

    if (!world_open(&shelf->world))
        return false;
    play = shelf->world.node[0];
    for (int i = 0; i < 3; i++) {
        char name[24];

        snprintf(name, sizeof name, "player-%d", i);
        players[i] = world_player(play, name);
    }
    struct match match = contest_begin(play, &contest);

    memcpy(shelf->match[0], match.id, sizeof match.id);
    contest_play(play, &contest, match.id, 7);
    contest_resign(play, &contest, match.id, 2);
    contest_play(play, &contest, match.id, UINT32_MAX);
    contest = (struct contest){"underwater-cities", players, 1, true, 12};
    match = contest_begin(play, &contest);
    memcpy(shelf->match[1], match.id, sizeof match.id);
    contest_play(play, &contest, match.id, 40);
    contest_resign(play, &contest, match.id, 0);
    ladder_wait(&shelf->world);
    return true;
}

static int64_t pack_all(struct shelf *shelf)
{
    const int64_t now_us = play_now_us(shelf->world.node[0]);
    struct archive_run run = {.store = shelf->world.store[0],
                              .before_us = now_us + day_us,
                              .now_us = now_us};

    cr_assert_eq(archive_all(&run), STORE_OK);
    cr_expect_eq(run.refused, 0);
    return run.done;
}

/* By a node that remembers nothing. */
static void expect_record(struct shelf *shelf, enum play_err err)
{
    struct play *fresh = world_add_node(&shelf->world, NULL);

    for (int i = 0; i < 2; i++) {
        uint32_t bad_seq = 0;
        struct record record;

        cr_expect_eq(match_verify(fresh, shelf->match[i], &bad_seq), err);
        cr_expect_eq(bad_seq, 0);
        cr_expect_eq(match_record(fresh, shelf->match[i], &record), err);
        if (!err) {
            cr_expect_gt(record.count, 7);
            match_record_clear(&record);
        }
    }
    world_remove_node(&shelf->world, shelf->world.node_count - 1);
}

Test(archiver, a_packed_match_agrees_with_its_record, .init = deep_only)
{
    static struct shelf shelf;

    if (!open_shelf(&shelf))
        return;
    expect_record(&shelf, PLAY_OK);
    cr_expect_eq(pack_all(&shelf), 2);
    cr_expect_eq(world_number(&shelf.world, "SELECT count(*) FROM events"
                                            " WHERE kind = 3"),
                 0);
    expect_record(&shelf, PLAY_OK);
    world_close(&shelf.world);
}

Test(archiver, matches_of_unknown_rules_are_packed_and_kept, .init = deep_only)
{
    static struct shelf shelf;

    if (!open_shelf(&shelf))
        return;
    cr_assert(world_sql(&shelf.world, "UPDATE matches SET rules_version ="
                                      " rules_version + 900"));
    cr_expect_eq(pack_all(&shelf), 2);
    expect_record(&shelf, PLAY_OTHER_RULES);
    cr_assert(world_sql(&shelf.world, "UPDATE matches SET rules_version ="
                                      " rules_version - 900"));
    expect_record(&shelf, PLAY_OK);
    world_close(&shelf.world);
}

Test(archiver, nodes_pack_matches_that_ended_archive_days_ago,
     .init = deep_only)
{
    static struct shelf shelf;
    struct play_config config;
    struct play_counts counts[2] = {{0}, {0}};

    if (!open_shelf(&shelf))
        return;
    cr_assert(world_sql(&shelf.world,
                        "UPDATE migrations SET applied_at = applied_at -"
                        " interval '2 days';"
                        " UPDATE matches SET finished_at = finished_at +"
                        " interval '5 days' WHERE game = 'template'"));
    world_config(&shelf.world, &config);
    config.archive_days = 3;
    shelf.world.wall_offset_us = 4 * day_us;
    world_add_node(&shelf.world, &config);
    world_add_node(&shelf.world, &config);
    while (counts[0].archived + counts[1].archived < 1) {
        world_sleep_ms(5);
        play_count(shelf.world.node[1], &counts[0]);
        play_count(shelf.world.node[2], &counts[1]);
    }
    cr_expect_eq(world_number(&shelf.world,
                              "SELECT count(*) FROM matches WHERE"
                              " (archived_at IS NULL) = (game = 'template')"),
                 2);
    expect_record(&shelf, PLAY_OK);
    world_close(&shelf.world);
}
