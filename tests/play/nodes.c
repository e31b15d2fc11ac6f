/* Several nodes on one database behave as one. */
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RACERS = 16 };

/* Threads that all do the same at once, on alternating nodes. */
struct racer {
    struct play *play;
    struct match_request request;
    char move[RULES_NOTATION_MAX];
    pthread_barrier_t *start;
    struct reply reply;
};

static void *race(void *arg)
{
    struct racer *racer = arg;

    pthread_barrier_wait(racer->start);
    racer->reply = world_act(racer->play, &racer->request);
    return NULL;
}

static unsigned winners(struct racer *racers, size_t count)
{
    pthread_t threads[RACERS];
    pthread_barrier_t start;
    unsigned won = 0;

    pthread_barrier_init(&start, NULL, (unsigned)count);
    for (size_t i = 0; i < count; i++) {
        racers[i].start = &start;
        cr_assert_eq(pthread_create(&threads[i], NULL, race, &racers[i]), 0);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    for (size_t i = 0; i < count; i++)
        won += racers[i].reply.err == PLAY_OK;
    return won;
}

TestSuite(nodes, .init = world_setup, .fini = world_teardown);

Test(nodes, every_seq_has_one_winner)
{
    static struct racer racers[8];
    static struct match_position position;
    const char *const seats[] = {"me", "open"};
    struct player players[2];
    struct match match;

    world_add_node(&test_world, NULL);
    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &players[0], "underwater-cities",
                        seats, 2);
    world_join(test_world.node[1], &players[1], match.id, 1);
    for (int turn = 0; turn < 25; turn++) {
        int seat = 0;

        cr_assert_eq(match_read(test_world.node[turn % 2], NULL, match.id,
                                MATCH_OWN_SEAT, position.seq + 1, &position),
                     PLAY_OK);
        while (!(position.to_act & 1 << seat))
            seat++;
        for (unsigned i = 0; i < 8; i++) {
            racers[i] = (struct racer){.play = test_world.node[i % 2]};
            world_legal(&position, seat, i, racers[i].move);
            racers[i].request =
                (struct match_request){.action = MATCH_MOVE,
                                       .seat = -1,
                                       .match = match.id,
                                       .player = &players[seat],
                                       .move = racers[i].move,
                                       .expected_seq = position.seq,
                                       .render = world_render};
        }
        cr_assert_eq(winners(racers, 8), 1);
        for (int i = 0; i < 8; i++)
            cr_expect(racers[i].reply.err == PLAY_OK ||
                          racers[i].reply.err == PLAY_STALE,
                      "%s", play_err_word(racers[i].reply.err));
    }
    cr_expect_eq(
        world_number(&test_world, "SELECT count(*) - max(seq) FROM events"), 0);
}

/* As when bots of another node write a dozen decisions meanwhile: the first
 * dozen tries find that somebody was faster. */
Test(nodes, a_move_that_loses_a_dozen_races_is_played)
{
    static struct match_position position;
    const char *const seats[] = {"me", "open"};
    struct player ada, bob;
    struct match match;
    char move[RULES_NOTATION_MAX];

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &ada, "template", seats, 2);
    world_join(test_world.node[0], &bob, match.id, 1);
    cr_assert_eq(match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT,
                            0, &position),
                 PLAY_OK);
    world_legal(&position, 0, 0, move);
    cr_assert(world_sql(&test_world,
                        "CREATE SEQUENCE late;"
                        "CREATE FUNCTION be_late() RETURNS trigger AS $$ BEGIN"
                        " IF nextval('late') <= 12 THEN RETURN NULL; END IF;"
                        " RETURN NEW; END $$ LANGUAGE plpgsql;"
                        "CREATE TRIGGER be_late BEFORE UPDATE ON matches"
                        " FOR EACH ROW EXECUTE FUNCTION be_late()"));
    struct reply played =
        world_move(test_world.node[0], &ada, match.id, move, position.seq);

    cr_expect_eq(played.err, PLAY_OK, "%s", play_err_word(played.err));
    cr_expect_eq(world_number(&test_world, "SELECT last_value FROM late"), 13);
}

Test(nodes, the_last_seat_is_taken_once)
{
    static struct racer racers[RACERS];
    static struct player players[RACERS];
    const char *const seats[] = {"me", "open"};
    struct player ada;
    struct match match;

    world_add_node(&test_world, NULL);
    ada = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &ada, "template", seats, 2);
    for (int i = 0; i < RACERS; i++) {
        char name[PLAY_NAME_SIZE] = "racer-a";

        name[6] = (char)('a' + i);
        players[i] = world_player(test_world.node[0], name);
        racers[i] = (struct racer){.play = test_world.node[i % 2],
                                   .request = {.action = MATCH_JOIN,
                                               .match = match.id,
                                               .player = &players[i],
                                               .seat = -1,
                                               .expected_seq = MATCH_ANY_SEQ}};
    }
    cr_expect_eq(winners(racers, RACERS), 1);
    for (int i = 0; i < RACERS; i++)
        cr_expect(racers[i].reply.err == PLAY_OK ||
                      racers[i].reply.err == PLAY_NOT_OPEN,
                  "%s", play_err_word(racers[i].reply.err));
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM events"), 2);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM seats"
                                           " WHERE kind = 1"),
                 2);
}

Test(nodes, a_player_joins_once_however_often_it_tries)
{
    static struct racer racers[RACERS];
    const char *const seats[] = {"me", "open", "open", "open"};
    struct player ada, bob;
    struct match match;

    world_add_node(&test_world, NULL);
    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &ada, "template", seats, 4);
    for (int i = 0; i < RACERS; i++)
        racers[i] = (struct racer){.play = test_world.node[i % 2],
                                   .request = {.action = MATCH_JOIN,
                                               .match = match.id,
                                               .player = &bob,
                                               .seat = 1 + i % 3,
                                               .expected_seq = MATCH_ANY_SEQ}};
    cr_expect_eq(winners(racers, RACERS), 1);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM seats"
                                           " WHERE kind = 1"),
                 2);
}

Test(nodes, a_client_that_has_seen_a_seq_never_gets_an_older_state)
{
    const char *const seats[] = {"me", "open"};
    static struct match_position position;
    struct player players[2];
    struct match match;
    char move[RULES_NOTATION_MAX];

    world_add_node(&test_world, NULL);
    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &players[0], "template", seats, 2);
    world_join(test_world.node[0], &players[1], match.id, 1);
    for (int i = 0; i < 6; i++) {
        struct reply reply;
        int seat = 0;

        match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0,
                   &position);
        if (!position.to_act)
            break;
        while (!(position.to_act & 1 << seat))
            seat++;
        world_legal(&position, seat, 0, move);
        reply = world_move(test_world.node[0], &players[seat], match.id, move,
                           position.seq);
        cr_assert_eq(reply.err, PLAY_OK);
        cr_assert_eq(match_read(test_world.node[1], NULL, match.id,
                                MATCH_OWN_SEAT, reply.seq, &position),
                     PLAY_OK);
        cr_expect_eq(position.seq, reply.seq);
    }
}

/* ---- bots ---- */

static bool finishes(struct play *play, const char *id)
{
    struct match match;

    for (int i = 0; i < 2000; i++) {
        match_get(play, id, &match);
        if (match.status == MATCH_FINISHED)
            return true;
        world_sleep_ms(10);
    }
    return false;
}

Test(nodes, bots_play_a_match_to_its_end_once_with_two_nodes)
{
    const char *const seats[] = {"bot:random", "bot:random", "bot:random"};
    struct player ada;
    struct match match;
    uint32_t bad_seq = 1;

    world_add_node(&test_world, NULL);
    ada = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &ada, "template", seats, 3);
    cr_expect(finishes(test_world.node[1], match.id));
    match_verify(test_world.node[1], match.id, &bad_seq);
    cr_expect_eq(bad_seq, 0);
}

Test(nodes, a_bot_moves_after_a_player_and_missed_moves_are_found)
{
    const char *const seats[] = {"me", "bot:greedy"};
    static struct match_position position;
    struct play_config config;
    struct player ada;
    struct play *idle;
    struct match match;
    char move[RULES_NOTATION_MAX];

    /* A node that never plays bots: as if it died after the commit. */
    world_remove_node(&test_world, 0);
    test_world.node_count = 0;
    world_config(&test_world, &config);
    config.bots_play = false;
    idle = world_add_node(&test_world, &config);
    ada = world_player(idle, "ada");
    match = world_match(idle, &ada, "template", seats, 2);
    match_read(idle, &ada, match.id, MATCH_OWN_SEAT, 0, &position);
    world_legal(&position, 0, 0, move);
    cr_assert_eq(world_move(idle, &ada, match.id, move, 1).err, PLAY_OK);
    match_get(idle, match.id, &match);
    cr_expect_eq(match.seq, 2);
    world_add_node(&test_world, NULL);
    for (int i = 0; i < 3000 && match.seq == 2; i++) {
        world_sleep_ms(10);
        match_get(idle, match.id, &match);
    }
    cr_expect_geq(match.seq, 3);
}
