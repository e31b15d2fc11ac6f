/* How many matches one account may have set up that are not over. */
#include "depth.h"
#include "play_cases.h"
#include "play_world.h"

#include "play/matchmaking/challenge.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <string.h>

static const char *const two_open[] = {"me", "open"};
static const char *const three_open[] = {"me", "open", "open"};
static const char *const with_bot[] = {"me", "bot:random"};
static const char *const bots[] = {"bot:random", "bot:random"};

/* A node with these caps, which plays no bots, and two accounts. */
struct stage {
    struct world world;
    struct play *play;
    struct player ada, bob;
    struct match_fault fault; /* of the last match that was refused */
};

static void config_of(struct world *world, const unsigned caps[CAP_COUNT],
                      struct play_config *out)
{
    world_config(world, out);
    memcpy(out->caps, caps, sizeof out->caps);
    out->bots_play = false;
}

static bool stage_open(struct stage *stage, const unsigned caps[CAP_COUNT])
{
    struct play_config config;

    memset(stage, 0, sizeof *stage);
    if (!world_open(&stage->world))
        return false;
    world_remove_node(&stage->world, 0);
    stage->world.node_count = 0;
    config_of(&stage->world, caps, &config);
    stage->play = world_add_node(&stage->world, &config);
    stage->ada = world_player(stage->play, "ada");
    stage->bob = world_player(stage->play, "bob");
    return true;
}

/* A match of the template that Ada sets up. */
static enum play_err set_up(struct stage *stage, const char *const *seats,
                            size_t count, struct match *out)
{
    const struct match_spec spec = {
        .game = "template", .seats = seats, .seat_count = count};

    return match_create(stage->play, &stage->ada, &spec, out, &stage->fault);
}

static void expect_full(const struct stage *stage, enum play_err err,
                        enum match_cap cap, unsigned most, const char *oldest)
{
    cr_assert_eq(err, PLAY_TOO_MANY_MATCHES, "%s", play_err_word(err));
    cr_expect_eq(stage->fault.cap, cap, "%s", match_cap_word(stage->fault.cap));
    cr_expect_eq(stage->fault.most, most);
    cr_expect_str_eq(stage->fault.oldest, oldest);
}

Test(caps, matches_that_wait_for_players_are_counted, .init = deep_only)
{
    static const unsigned caps[CAP_COUNT] = {[CAP_OPEN] = 2};
    static struct stage stage;
    struct match first, match;

    if (!stage_open(&stage, caps))
        return;
    cr_assert_eq(set_up(&stage, two_open, 2, &first), PLAY_OK);
    cr_assert_eq(set_up(&stage, two_open, 2, &match), PLAY_OK);
    expect_full(&stage, set_up(&stage, two_open, 2, &match), CAP_OPEN, 2,
                first.id);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"), 2,
                 "nothing is left of what was refused");
    cr_expect_eq(set_up(&stage, with_bot, 2, &match), PLAY_OK,
                 "one that begins at once does not wait");
    cr_assert_eq(world_abort(stage.play, &stage.ada, first.id).err, PLAY_OK);
    cr_expect_eq(set_up(&stage, two_open, 2, &match), PLAY_OK);
    world_close(&stage.world);
}

CASES_THAT_OPEN(caps);

CASE(a_match_still_counts_after_somebody_joined)
{
    static const unsigned caps[CAP_COUNT] = {[CAP_LIVE] = 2};
    static struct stage stage;
    struct match first, match;

    if (!stage_open(&stage, caps))
        return;
    cr_assert_eq(set_up(&stage, two_open, 2, &first), PLAY_OK);
    cr_assert_eq(set_up(&stage, two_open, 2, &match), PLAY_OK);
    cr_assert_eq(world_join(stage.play, &stage.bob, match.id, -1).err, PLAY_OK);
    expect_full(&stage, set_up(&stage, with_bot, 2, &match), CAP_LIVE, 2,
                first.id);
    world_close(&stage.world);
}

CASE(a_match_still_counts_after_its_creator_left)
{
    static const unsigned caps[CAP_COUNT] = {[CAP_OPEN] = 1};
    static struct stage stage;
    struct match match, other;

    if (!stage_open(&stage, caps))
        return;
    cr_assert_eq(set_up(&stage, three_open, 3, &match), PLAY_OK);
    cr_assert_eq(world_join(stage.play, &stage.bob, match.id, -1).err, PLAY_OK);
    const struct match_request leave = {.action = MATCH_LEAVE,
                                        .match = match.id,
                                        .player = &stage.ada,
                                        .seat = 0,
                                        .expected_seq = MATCH_ANY_SEQ};

    cr_assert_eq(world_act(stage.play, &leave).err, PLAY_OK);
    expect_full(&stage, set_up(&stage, two_open, 2, &other), CAP_OPEN, 1,
                match.id);
    world_close(&stage.world);
}

CASE(matches_with_bots_and_of_bots_alone_are_counted)
{
    static const unsigned caps[CAP_COUNT] = {
        [CAP_BOTS] = 2, [CAP_BOTS_ALONE] = 1};
    static struct stage stage;
    struct match alone, match;

    if (!stage_open(&stage, caps))
        return;
    cr_assert_eq(set_up(&stage, bots, 2, &alone), PLAY_OK);
    expect_full(&stage, set_up(&stage, bots, 2, &match), CAP_BOTS_ALONE, 1,
                alone.id);
    cr_assert_eq(set_up(&stage, with_bot, 2, &match), PLAY_OK);
    expect_full(&stage, set_up(&stage, with_bot, 2, &match), CAP_BOTS, 2,
                alone.id);
    cr_expect_eq(set_up(&stage, two_open, 2, &match), PLAY_OK);
    world_close(&stage.world);
}

Test(caps, zero_means_no_limit, .init = deep_only)
{
    static const unsigned caps[CAP_COUNT] = {0};
    static struct stage stage;
    struct match match;

    if (!stage_open(&stage, caps))
        return;
    for (int i = 0; i < 25; i++) {
        cr_expect_eq(set_up(&stage, two_open, 2, &match), PLAY_OK);
        cr_expect_eq(set_up(&stage, with_bot, 2, &match), PLAY_OK);
        cr_expect_eq(set_up(&stage, bots, 2, &match), PLAY_OK);
    }
    world_close(&stage.world);
}

/* ---- races ---- */

struct hand {
    struct play *play;
    const struct player *player;
    int made;
};

static void *keep_making(void *arg)
{
    const struct match_spec spec = {
        .game = "template", .seats = two_open, .seat_count = 2};
    struct hand *hand = arg;

    for (int i = 0; i < 10; i++) {
        struct match match;
        enum play_err err =
            match_create(hand->play, hand->player, &spec, &match, NULL);

        cr_expect(err == PLAY_OK || err == PLAY_TOO_MANY_MATCHES, "%s",
                  play_err_word(err));
        hand->made += err == PLAY_OK;
    }
    return NULL;
}

Test(caps, two_nodes_that_create_matches_at_once_keep_the_limit,
     .init = deep_only, .timeout = 120)
{
    enum { HANDS = 6, MOST = 7 };
    static const unsigned caps[CAP_COUNT] = {[CAP_OPEN] = MOST};
    static struct stage stage;
    struct play_config config;
    struct hand hands[HANDS];
    pthread_t threads[HANDS];
    int made = 0;

    if (!stage_open(&stage, caps))
        return;
    config_of(&stage.world, caps, &config);
    world_add_node(&stage.world, &config);
    for (int i = 0; i < HANDS; i++) {
        hands[i] = (struct hand){stage.world.node[i % 2], &stage.ada, 0};
        cr_assert_eq(pthread_create(&threads[i], NULL, keep_making, &hands[i]),
                     0);
    }
    for (int i = 0; i < HANDS; i++) {
        pthread_join(threads[i], NULL);
        made += hands[i].made;
    }
    cr_expect_eq(made, MOST);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM matches"),
                 MOST);
    world_close(&stage.world);
}

/* ---- challenges ---- */

CASE(open_challenges_count_as_matches)
{
    static const unsigned caps[CAP_COUNT] = {[CAP_LIVE] = 3, [CAP_BOTS] = 1};
    static const char *const house[] = {"house-random"}, *const bob[] = {"bob"};
    static struct stage stage;
    struct challenge_spec spec = {.names = house,
                                  .name_count = 1,
                                  .match = {.game = "template"},
                                  .seconds = 600};
    struct challenge_fault fault;
    struct challenge challenge;
    struct match match;
    bool replayed;

    if (!stage_open(&stage, caps))
        return;
    cr_expect_eq(challenge_create(stage.play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK);
    cr_expect_eq(challenge_create(stage.play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_TOO_MANY_MATCHES);
    cr_expect_eq(fault.match.cap, CAP_BOTS);
    cr_expect_eq(fault.match.most, 1);
    spec.names = bob;
    cr_expect_eq(challenge_create(stage.play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK);
    cr_expect_eq(set_up(&stage, two_open, 2, &match), PLAY_OK);
    cr_expect_eq(challenge_create(stage.play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_TOO_MANY_MATCHES);
    cr_expect_eq(fault.match.cap, CAP_LIVE);
    cr_expect_str_eq(fault.match.oldest, match.id);
    world_close(&stage.world);
}

Test(caps, cancelled_challenges_count_for_the_daily_limit, .init = deep_only,
     .timeout = 60)
{
    static const unsigned caps[CAP_COUNT] = {0};
    static const char *const bob[] = {"bob"}, *const ada[] = {"ada"};
    static struct stage stage;
    struct challenge_spec spec = {.names = bob,
                                  .name_count = 1,
                                  .match = {.game = "template"},
                                  .seconds = 600,
                                  .key = "first"};
    struct challenge_fault fault;
    struct challenge challenge, first;
    struct play_config config;
    struct play *play;
    bool replayed;

    if (!stage_open(&stage, caps))
        return;
    config_of(&stage.world, caps, &config);
    config.challenges_per_day = 2;
    play = world_add_node(&stage.world, &config);
    cr_assert_eq(
        challenge_create(play, &stage.ada, &spec, &first, &replayed, &fault),
        PLAY_OK);
    cr_assert_eq(challenge_cancel(play, &stage.ada, first.id), PLAY_OK);
    spec.key = NULL;
    cr_assert_eq(challenge_create(play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK);
    cr_expect_eq(challenge_create(play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_CHALLENGES_SPENT);
    cr_expect_eq(fault.match.most, 2);
    cr_expect_eq(world_number(&stage.world, "SELECT count(*) FROM challenges"),
                 2, "nothing is left of what was refused");
    spec.key = "first";
    cr_expect_eq(challenge_create(play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK, "the reply is repeated");
    cr_expect_str_eq(challenge.id, first.id);
    spec.key = NULL;
    spec.names = ada;
    cr_expect_eq(challenge_create(play, &stage.bob, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK, "each account has a number of its own");
    cr_assert(world_sql(&stage.world,
                        "UPDATE challenges SET created_at ="
                        " created_at - interval '25 hours' WHERE key IS NULL"
                        " AND creator_id = (SELECT id FROM accounts"
                        "  WHERE name = 'ada')"));
    spec.names = bob;
    cr_expect_eq(challenge_create(play, &stage.ada, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK, "a day later");
    world_close(&stage.world);
}
