/* Long waits: news, deadlines, the node's end. */
#include "play_cases.h"
#include "play_world.h"

#include "base/clock.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <string.h>

static const char *const two[] = {"me", "open"};

CASES(subscriptions);

CASE(a_wait_for_an_existing_event_ends_at_once)
{
    static struct waited waited = {0};
    struct player ada, bob;
    struct match match;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &ada, "template", two, 2);
    world_join(test_world.node[0], &bob, match.id, -1);
    cr_expect_eq(
        match_wait(test_world.node[0], match.id, 1, 5000, waited_by(&waited)),
        PLAY_OK);
    cr_expect_eq(atomic_load(&waited.calls), 1);
    cr_expect_eq(atomic_load(&waited.why), PLAY_WAIT_NEWS);
    cr_expect_eq(
        match_wait(test_world.node[0], "m_none", 1, 5, waited_by(&waited)),
        PLAY_NOT_FOUND);
}

CASE(a_commit_wakes_waits_on_every_node)
{
    static struct waited waited[2] = {0};
    struct player ada, bob;
    struct match match;

    world_add_node(&test_world, NULL);
    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &ada, "template", two, 2);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(match_wait(test_world.node[i], match.id, 0, 60000,
                                waited_by(&waited[i])),
                     PLAY_OK);
    world_sleep_ms(50);
    cr_expect_eq(atomic_load(&waited[0].calls), 0);
    world_join(test_world.node[0], &bob, match.id, -1);
    for (int i = 0; i < 2; i++) {
        cr_expect(waited_is_told(&waited[i], 30000));
        cr_expect_eq(atomic_load(&waited[i].why), PLAY_WAIT_NEWS);
    }
    /* The announced event can be read at the same node. */
    match_get(test_world.node[1], match.id, &match);
    cr_expect_eq(match.seq, 2);
}

/* Play the first legal move of a seat that is to act. */
static void move_once(struct play *play, const struct player *players,
                      const char *match)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];
    struct reply reply;
    int seat = 0;

    cr_assert_eq(
        match_read(play, &players[0], match, MATCH_OWN_SEAT, 0, &position),
        PLAY_OK);
    while (!(position.match.to_act >> seat & 1))
        seat++;
    cr_assert(world_legal(&position, seat, 0, move));
    reply = world_move(play, &players[seat], match, move, MATCH_ANY_SEQ);
    cr_assert_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
}

/* As streams wait: without another look at the match. */
CASE(an_event_between_a_look_and_a_wait_is_not_missed)
{
    static struct waited waited[2] = {0};
    struct play *play = test_world.node[0];
    struct player players[2];
    struct match_sight sight;
    struct match match;

    players[0] = world_player(play, "ada");
    players[1] = world_player(play, "bob");
    match = world_match(play, &players[0], "template", two, 2);
    world_join(play, &players[1], match.id, -1);
    move_once(play, players, match.id);
    cr_assert(match_glance(play, NULL, match.id, MATCH_OWN_SEAT, &sight));
    move_once(play, players, match.id);
    cr_expect_not(
        match_wait_at_once(play, &sight, 5000, waited_by(&waited[0])));
    cr_assert(match_glance(play, NULL, match.id, MATCH_OWN_SEAT, &sight));
    cr_assert(match_wait_at_once(play, &sight, 5000, waited_by(&waited[1])));
    move_once(play, players, match.id);
    cr_expect(waited_is_told(&waited[1], 30000));
    cr_expect_eq(atomic_load(&waited[1].why), PLAY_WAIT_NEWS);
    cr_expect_eq(atomic_load(&waited[0].calls), 0);
}

CASE(a_deadline_ends_a_wait)
{
    static struct waited waited = {0};
    struct player ada;
    struct match match;
    int64_t begun_us;

    ada = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &ada, "template", two, 2);
    begun_us = clock_steady_us();
    match_wait(test_world.node[0], match.id, 0, 100, waited_by(&waited));
    cr_expect(waited_is_told(&waited, 30000));
    cr_expect_geq(clock_steady_us() - begun_us, 100000, "too early");
    cr_expect_eq(atomic_load(&waited.why), PLAY_WAIT_TIMEOUT);
}

CASE(draining_ends_all_waits_and_refuses_new_ones)
{
    static struct waited waited[20];
    struct player ada;
    struct match match;

    memset(waited, 0, sizeof waited);
    ada = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &ada, "template", two, 2);
    for (int i = 0; i < 20; i++)
        match_wait(test_world.node[0], match.id, 0, 60000,
                   waited_by(&waited[i]));
    play_drain(test_world.node[0]);
    for (int i = 0; i < 20; i++) {
        cr_expect_eq(atomic_load(&waited[i].calls), 1);
        cr_expect_eq(atomic_load(&waited[i].why), PLAY_WAIT_DRAINING);
    }
    cr_expect_eq(
        match_wait(test_world.node[0], match.id, 0, 9, waited_by(&waited[0])),
        PLAY_UNAVAILABLE);
    cr_expect_eq(world_join(test_world.node[0], &ada, match.id, -1).err,
                 PLAY_UNAVAILABLE);
    cr_expect_eq(atomic_load(&waited[0].calls), 1);
}

CASE(a_wait_that_is_ended_early_ends_as_if_its_time_had_passed)
{
    static struct waited waited[2] = {0};
    struct player ada;
    struct match match;

    ada = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &ada, "template", two, 2);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(match_wait(test_world.node[0], match.id, 1, 60000,
                                waited_by(&waited[i])),
                     PLAY_OK);
    wait_end(test_world.node[0], &waited[0].waiter);
    cr_expect(waited_is_told(&waited[0], 30000));
    cr_expect_eq(atomic_load(&waited[0].why), PLAY_WAIT_TIMEOUT);
    wait_end(test_world.node[0], &waited[0].waiter); /* it waits no more */
    world_sleep_ms(150);
    cr_expect_eq(atomic_load(&waited[0].calls), 1);
    cr_expect_eq(atomic_load(&waited[1].calls), 0);
}
