/* Matches that their creator or an operator aborts. */
#include "play/accounts/account_feed.h"
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <string.h>

enum { PEOPLE = 3 };
static const char *const names[PEOPLE] = {"ada", "bob", "cyd"};

struct stage {
    struct world world;
    struct play *play;
    struct player people[PEOPLE];
};

static bool stage_open(struct stage *stage)
{
    memset(stage, 0, sizeof *stage);
    if (!world_open(&stage->world))
        return false;
    stage->play = stage->world.node[0];
    for (int i = 0; i < PEOPLE; i++)
        stage->people[i] = world_player(stage->play, names[i]);
    return true;
}

/* A match of Ada's; the players after her join, too. */
static struct match set_up(struct stage *stage, const char *const *seats,
                           size_t seat_count, int sitting)
{
    struct match match = world_match(stage->play, &stage->people[0], "template",
                                     seats, seat_count);

    for (int i = 1; i <= sitting; i++)
        cr_assert_eq(
            world_join(stage->play, &stage->people[i], match.id, -1).err,
            PLAY_OK);
    return match;
}

static enum play_err abort_as(struct stage *stage, int who, const char *id)
{
    return world_abort(stage->play, &stage->people[who], id).err;
}

static struct reply resign(struct stage *stage, int who, const char *id)
{
    const struct match_request request = {.action = MATCH_RESIGN,
                                          .match = id,
                                          .player = &stage->people[who],
                                          .seat = MATCH_OWN_SEAT,
                                          .expected_seq = MATCH_ANY_SEQ};

    return world_act(stage->play, &request);
}

/* It ended without a result, and its record is in order. */
static void expect_aborted(struct stage *stage, const char *id,
                           enum match_abort reason)
{
    struct match match;
    uint32_t bad_seq = 1;

    cr_assert_eq(match_get(stage->play, id, &match), PLAY_OK);
    cr_expect_eq(match.status, MATCH_ABORTED);
    cr_expect_eq(match.abort_reason, reason);
    cr_expect_eq(match.to_act, 0);
    cr_expect_not(match.has_result);
    cr_expect_neq(match.finished_us, 0);
    cr_assert_eq(match_verify(stage->play, id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    /* Another node reads the same. */
    world_add_node(&stage->world, NULL);
    cr_assert_eq(
        match_get(stage->world.node[stage->world.node_count - 1], id, &match),
        PLAY_OK);
    cr_expect_eq(match.abort_reason, reason);
}

static const char *const with_open[] = {"me", "open", "open"};
static const char *const with_bots[] = {"me", "bot:random", "bot:random"};
static const char *const bots[] = {"bot:random", "bot:random"};

CASES_THAT_OPEN(aborts);

DEEP_CASE(an_open_match_is_aborted_by_its_creator)
{
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage))
        return;
    match = set_up(&stage, with_open, 3, 1);
    cr_expect_eq(abort_as(&stage, 1, match.id), PLAY_NOT_CREATOR);
    cr_expect_eq(abort_as(&stage, 2, match.id), PLAY_NOT_CREATOR);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_OK);
    expect_aborted(&stage, match.id, ABORT_BY_CREATOR);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_FINISHED);
    cr_expect_eq(world_number(&stage.world,
                              "SELECT count(*) FROM account_matches"
                              " WHERE ended_xid IS NULL"),
                 0, "it goes on for nobody");
    world_close(&stage.world);
}

CASE(a_match_against_bots_is_aborted_by_its_creator)
{
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage))
        return;
    match = set_up(&stage, with_bots, 3, 0);
    cr_expect_eq(abort_as(&stage, 1, match.id), PLAY_NOT_CREATOR);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_OK);
    expect_aborted(&stage, match.id, ABORT_BY_CREATOR);
    world_close(&stage.world);
}

DEEP_CASE(a_match_of_bots_alone_is_aborted_by_its_creator)
{
    static struct stage stage;
    struct play_config config;
    struct match match;

    if (!stage_open(&stage))
        return;
    /* So that it is not over before. */
    world_remove_node(&stage.world, 0);
    stage.world.node_count = 0;
    world_config(&stage.world, &config);
    config.bots_play = false;
    stage.play = world_add_node(&stage.world, &config);
    match = set_up(&stage, bots, 2, 0);
    cr_expect_eq(abort_as(&stage, 1, match.id), PLAY_NOT_CREATOR);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_OK);
    expect_aborted(&stage, match.id, ABORT_BY_CREATOR);
    world_close(&stage.world);
}

CASE(a_creator_aborts_a_match_that_the_others_have_left)
{
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage))
        return;
    match = set_up(&stage, with_open, 3, 2);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_ABORT_BLOCKED);
    cr_expect_eq(resign(&stage, 1, match.id).err, PLAY_OK);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_ABORT_BLOCKED);
    cr_expect_eq(abort_as(&stage, 2, match.id), PLAY_NOT_CREATOR);
    cr_expect_eq(resign(&stage, 2, match.id).status, MATCH_FINISHED);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_FINISHED);
    world_close(&stage.world);
}

DEEP_CASE(players_who_resigned_do_not_prevent_an_abort)
{
    static const char *const seats[] = {"me", "open", "bot:random"};
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage))
        return;
    match = set_up(&stage, seats, 3, 1);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_ABORT_BLOCKED);
    cr_expect_eq(resign(&stage, 1, match.id).err, PLAY_OK);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_OK);
    expect_aborted(&stage, match.id, ABORT_BY_CREATOR);
    world_close(&stage.world);
}

DEEP_CASE(matches_of_bots_end_with_their_creators_account)
{
    static const char *const waiting[] = {"open", "bot:random"};
    static struct stage stage;
    struct play_config config;
    struct match alone, open, joined;
    struct session session;

    if (!stage_open(&stage))
        return;
    world_remove_node(&stage.world, 0);
    stage.world.node_count = 0;
    world_config(&stage.world, &config);
    config.bots_play = false;
    stage.play = world_add_node(&stage.world, &config);
    alone = set_up(&stage, bots, 2, 0);
    open = set_up(&stage, waiting, 2, 0);
    joined = set_up(&stage, waiting, 2, 1);
    session = world_session(stage.play, "ada");
    cr_assert_eq(world_delete(stage.play, &session.login, "a fine long phrase"),
                 PLAY_OK);
    for (int i = 0; i < 500; i++) {
        match_get(stage.play, open.id, &open);
        match_get(stage.play, alone.id, &alone);
        if (open.status == MATCH_ABORTED && alone.status == MATCH_ABORTED)
            break;
        world_sleep_ms(10);
    }
    cr_expect_eq(open.status, MATCH_ABORTED);
    cr_expect_eq(alone.status, MATCH_ABORTED);
    cr_expect_eq(alone.abort_reason, ABORT_EMPTY);
    cr_assert_eq(match_get(stage.play, joined.id, &joined), PLAY_OK);
    cr_expect_eq(joined.status, MATCH_RUNNING, "somebody plays there");
    world_close(&stage.world);
}

/* ---- rated matches, and operators ---- */

static struct match set_up_rated(struct stage *stage)
{
    const struct match_spec spec = {
        .game = "template",
        .seats = with_open,
        .seat_count = 2,
        .clock = {.turn_seconds = 86400, .policy = CLOCK_AUTOMATIC},
        .rated = true,
    };
    struct match match;

    cr_assert_eq(
        match_create(stage->play, &stage->people[0], &spec, &match, NULL),
        PLAY_OK);
    cr_assert_eq(world_join(stage->play, &stage->people[1], match.id, -1).err,
                 PLAY_OK);
    return match;
}

DEEP_CASE(a_rated_match_is_aborted_by_an_operator_and_not_rated)
{
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage))
        return;
    match = set_up_rated(&stage);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_ABORT_BLOCKED);
    cr_expect_eq(world_abort_by_operator(stage.play, match.id).err, PLAY_OK);
    expect_aborted(&stage, match.id, ABORT_BY_OPERATOR);
    cr_expect_eq(
        world_number(&stage.world, "SELECT count(*) FROM ladder_matches"), 0);
    cr_expect_eq(world_number(&stage.world, "SELECT forfeits FROM matches"), 0);
    cr_expect_eq(world_abort_by_operator(stage.play, match.id).err,
                 PLAY_FINISHED);
    cr_expect_eq(world_abort_by_operator(stage.play, "m_none").err,
                 PLAY_NOT_FOUND);
    world_close(&stage.world);
}

DEEP_CASE(a_match_of_other_rules_is_aborted_by_an_operator)
{
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage))
        return;
    match = set_up(&stage, with_open, 2, 1);
    cr_assert(world_sql(
        &stage.world, "UPDATE matches SET rules_version = rules_version + 1"));
    stage.play = world_add_node(&stage.world, NULL);
    cr_expect_eq(abort_as(&stage, 0, match.id), PLAY_ABORT_BLOCKED);
    cr_expect_eq(world_abort_by_operator(stage.play, match.id).err, PLAY_OK);
    /* To a program that has the rules it is a match in order. */
    cr_assert(world_sql(
        &stage.world, "UPDATE matches SET rules_version = rules_version - 1"));
    stage.play = world_add_node(&stage.world, NULL);
    expect_aborted(&stage, match.id, ABORT_BY_OPERATOR);
    world_close(&stage.world);
}

/* ---- notifications ---- */

DEEP_CASE(the_creator_is_notified_of_the_end_on_every_node)
{
    static struct stage stage;
    static const char *const seats[] = {"open", "open"};
    struct feed_notice notices[4];
    struct feed_end end = {.cursor = ""};
    static struct waited waited;
    struct match match;
    struct play *other;
    size_t count;

    if (!stage_open(&stage))
        return;
    other = world_add_node(&stage.world, NULL);
    match = set_up(&stage, seats, 2, 2);
    cr_assert_eq(
        feed_read(other, &stage.people[0], NULL, 4, notices, &count, &end),
        PLAY_OK);
    cr_assert_eq(
        feed_wait(other, &stage.people[0], &end, 20000, waited_by(&waited)),
        PLAY_OK);
    cr_assert_eq(world_abort_by_operator(stage.play, match.id).err, PLAY_OK);
    cr_assert(waited_is_told(&waited, 30000));
    cr_assert_eq(atomic_load(&waited.calls), 1);
    cr_expect_eq(waited.why, PLAY_WAIT_NEWS, "not woken");
    cr_assert_eq(feed_read(other, &stage.people[0], end.cursor, 4, notices,
                           &count, &end),
                 PLAY_OK);
    cr_assert_eq(count, 1);
    cr_expect_eq(notices[0].status, MATCH_ABORTED);
    world_close(&stage.world);
}
