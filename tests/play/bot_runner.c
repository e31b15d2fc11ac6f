/* Bots take turns: nobody's wait for a bot is long because others have many. */
#include "depth.h"
#include "play_world.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const char game[] = "underwater-cities";

/* A node of its own settings instead of the world's first one. */
static struct play *replace_node(struct world *world,
                                 const struct play_config *config)
{
    world_remove_node(world, 0);
    world->node_count = 0;
    return world_add_node(world, config);
}

static void make_matches(struct play *play, const struct player *player,
                         const char *bot, int count)
{
    const char *const seats[] = {bot, "me"};

    for (int i = 0; i < count; i++)
        world_match(play, player, game, seats, 2);
}

/* Matches of the account in which a bot has made a move. */
static int64_t answered(struct world *world, const char *name)
{
    char sql[256];

    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM matches m JOIN accounts a"
             " ON a.id = m.creator_id WHERE a.name = '%s' AND m.seq > 1",
             name);
    return world_number(world, sql);
}

/* In this number of matches; false: not within 100 s. */
static bool waits_for_answers(struct world *world, const char *name, int count)
{
    for (int i = 0; i < 5000; i++) {
        if (answered(world, name) >= count)
            return true;
        world_sleep_ms(20);
    }
    return false;
}

/* Matches of ada in which a bot moved later than in bob's. */
static int64_t answered_after_bob(struct world *world)
{
    return world_number(world,
                        "WITH first AS (SELECT a.name, min(e.created_at) AS at"
                        "  FROM events e JOIN matches m ON m.id = e.match_id"
                        "  JOIN accounts a ON a.id = m.creator_id"
                        "  WHERE e.kind = 3 GROUP BY m.id, a.name)"
                        " SELECT count(*) FROM first ada, first bob"
                        " WHERE ada.name = 'ada' AND bob.name = 'bob'"
                        " AND ada.at > bob.at");
}

TestSuite(bot_runner, .init = world_setup, .fini = world_teardown);

Test(bot_runner, a_quick_bot_never_waits_for_those_that_think, .timeout = 120)
{
    struct play_config config;
    struct player ada, bob;
    struct play *play;

    world_config(&test_world, &config);
    config.caps[CAP_BOTS] = 0;
    config.bot_think_ms = 3600 * 1000; /* or until the choice is clear */
    play = replace_node(&test_world, &config);
    ada = world_player(play, "ada");
    bob = world_player(play, "bob");
    make_matches(play, &ada, "bot:search", 40);
    make_matches(play, &bob, "bot:random", 1);
    cr_expect(waits_for_answers(&test_world, "bob", 1));
    cr_expect_lt(answered(&test_world, "ada"), 40, "they were not waited for");
}

Test(bot_runner, an_account_with_many_matches_delays_its_own, .init = deep_only,
     .timeout = 120)
{
    struct play_config config;
    struct player ada, bob;
    struct play *play;

    world_config(&test_world, &config);
    config.caps[CAP_BOTS] = 0;
    config.bots_play = false; /* until all matches are there */
    play = replace_node(&test_world, &config);
    ada = world_player(play, "ada");
    bob = world_player(play, "bob");
    make_matches(play, &ada, "bot:search", 40);
    make_matches(play, &bob, "bot:search", 1);
    config.bots_play = true;
    config.bot_think_ms = 300;
    replace_node(&test_world, &config);
    cr_expect(waits_for_answers(&test_world, "bob", 1));
    cr_expect(waits_for_answers(&test_world, "ada", 40));
    cr_expect_gt(answered_after_bob(&test_world), 20);
}

/* ---- matches of bots alone ---- */

static int64_t moves(struct world *world)
{
    return world_number(world, "SELECT sum(seq) FROM matches");
}

/* Not by reading a match: that would be watching. */
static bool moves_go_past(struct world *world, int64_t before)
{
    for (int i = 0; i < 5000 && moves(world) <= before; i++)
        world_sleep_ms(20);
    return moves(world) > before;
}

/* Until nothing happens for a while after it has begun. */
static void wait_for_rest(struct world *world)
{
    cr_assert(moves_go_past(world, 1));
    for (int64_t before = -1, now = moves(world); now != before;) {
        before = now;
        world_sleep_ms(2000);
        now = moves(world);
    }
}

static const char running[] = "SELECT count(*) FROM matches WHERE status = 1";

static struct match bots_alone(struct play *play, const char *maker)
{
    /* One of them thinks, so that the match is not over within the time for
     * which it continues unwatched. */
    const char *const seats[] = {"bot:random", "bot:greedy", "bot:random",
                                 "bot:search"};
    struct player player = world_player(play, maker);

    return world_match(play, &player, game, seats, 4);
}

Test(bot_runner, a_match_of_bots_alone_continues_while_it_is_read,
     .init = deep_only, .timeout = 120)
{
    struct play_config config;
    struct play *play;
    struct match match;
    int64_t before;

    world_config(&test_world, &config);
    config.bot_watch_ms = 100;
    play = replace_node(&test_world, &config);
    match = bots_alone(play, "ada");
    wait_for_rest(&test_world);
    cr_assert_eq(world_number(&test_world, running), 1, "it is not over yet");
    before = moves(&test_world);
    cr_assert_eq(match_get(play, match.id, &match), PLAY_OK);
    cr_expect(moves_go_past(&test_world, before));
}

Test(bot_runner, a_spectator_at_a_node_without_bots_keeps_the_match_playing,
     .init = deep_only, .timeout = 120)
{
    struct play_config config;
    struct play *idle;
    struct match match;
    int64_t before;

    world_config(&test_world, &config);
    config.bot_watch_ms = 600;
    replace_node(&test_world, &config);
    config.bots_play = false;
    idle = world_add_node(&test_world, &config);
    match = bots_alone(idle, "ada");
    wait_for_rest(&test_world);
    cr_assert_eq(world_number(&test_world, running), 1, "it is not over yet");
    before = moves(&test_world);
    cr_assert_eq(match_get(idle, match.id, &match), PLAY_OK);
    cr_expect(moves_go_past(&test_world, before));
}
