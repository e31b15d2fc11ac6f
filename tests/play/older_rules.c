/* Matches of an older rules version that the present one continues
 * (struct game). */
#include "depth.h"
#include "play/replay/match_record.h"

#include "play_log.h"

#include "rules/record.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct logged it;

/* Make the match one of this version, stored by another build, and let a new
 * node act on it. */
static void set_version(int version)
{
    char sql[160];

    snprintf(sql, sizeof sql,
             "DELETE FROM snapshots; UPDATE matches SET build = 'another',"
             " rules_version = %d",
             version);
    cr_assert(world_sql(&it.world, sql));
    it.play = world_add_node(&it.world, NULL);
}

static void read_now(struct match_position *out)
{
    cr_assert_eq(
        match_read(it.play, &it.players[0], it.id, MATCH_OWN_SEAT, it.seq, out),
        PLAY_OK);
}

Test(older_rules, a_running_match_is_continued)
{
    static struct match_position before, after;
    const int older = game_find("underwater-cities")->oldest_version;
    struct record record;
    uint32_t bad_seq;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 60);
    read_now(&before);
    cr_expect_lt(older, before.match.rules_version);
    set_version(older);
    read_now(&after);
    cr_expect_eq(memcmp(after.state, before.state, sizeof after.state), 0);
    cr_expect_eq(after.match.rules_version, older);

    logged_live(&it, 100);
    read_now(&after);
    cr_expect_geq(after.seq, 100);
    cr_expect_eq(after.match.rules_version, older, "it keeps its ruleset");
    cr_expect_eq(match_verify(it.play, it.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    cr_assert_eq(match_record(it.play, it.id, &record), PLAY_OK);
    cr_expect_eq(record.ruleset, older);
    match_record_clear(&record);
    world_close(&it.world);
}

Test(older_rules, a_changed_event_is_detected, .init = deep_only)
{
    uint32_t bad_seq;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 60);
    set_version(game_find("underwater-cities")->oldest_version);
    cr_assert(world_sql(&it.world, "UPDATE events SET state_hash ="
                                   " state_hash + 1 WHERE seq = 40"));
    cr_expect_eq(match_verify(it.play, it.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 40);
    world_close(&it.world);
}

Test(older_rules, a_match_of_a_version_that_is_not_continued_is_left_alone)
{
    static struct match_position position;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 20);
    set_version(game_find("underwater-cities")->oldest_version - 1);
    cr_expect_eq(match_read(it.play, &it.players[0], it.id, MATCH_OWN_SEAT, 0,
                            &position),
                 PLAY_OTHER_RULES);
    world_close(&it.world);
}
