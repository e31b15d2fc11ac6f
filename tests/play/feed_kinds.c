/* Notices of challenges and of places in the queue, beside those of matches. */
#include "play_cases.h"
#include "play_world.h"

#include "db/pg/pg.h"
#include "play/accounts/account_feed.h"
#include "play/matchmaking/challenge.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const char *const two[] = {"me", "open"};
static const char *const bob_alone[] = {"bob"};

/* A reader of the feed, and the notices of the last reading. */
struct ears {
    struct play *play;
    struct player player;
    struct feed_end end;
    bool has_cursor;
    struct feed_notice page[FEED_LIMIT_MAX];
    size_t count;
};

static void listen_on(struct ears *ears, unsigned limit)
{
    cr_assert_eq(feed_read(ears->play, &ears->player,
                           ears->has_cursor ? ears->end.cursor : NULL, limit,
                           ears->page, &ears->count, &ears->end),
                 PLAY_OK);
    ears->has_cursor = true;
}

static struct challenge challenge_bob(struct play *play,
                                      const struct player *player)
{
    const struct challenge_spec spec = {.names = bob_alone,
                                        .name_count = 1,
                                        .match = {.game = "template"},
                                        .seconds = 600};
    struct challenge_fault fault;
    struct challenge out;
    bool replayed;

    cr_assert_eq(challenge_create(play, player, &spec, &out, &replayed, &fault),
                 PLAY_OK);
    return out;
}

/* A ticket of ada's, by hand. */
static void put_ticket(struct world *world)
{
    cr_assert(world_sql(
        world, "INSERT INTO queue_tickets (account_id, game, id, seats,"
               " options, takes_bots, status, joined_at, expires_at)"
               " SELECT id, 'template', gen_random_uuid(), 2, '', false, 0,"
               " now(), now() + interval '1 day' FROM accounts"
               " WHERE name = 'ada'"));
}

CASES(feed_kinds);

CASE(participants_are_notified_of_each_response_and_of_the_end)
{
    static struct ears ada, bob;
    struct challenge made, out;
    struct challenge_fault fault;

    world_add_node(&test_world, NULL);
    ada = (struct ears){.play = test_world.node[0],
                        .player = world_player(test_world.node[0], "ada")};
    bob = (struct ears){.play = test_world.node[1],
                        .player = world_player(test_world.node[0], "bob")};
    listen_on(&ada, 10);
    made = challenge_bob(test_world.node[0], &ada.player);
    listen_on(&ada, 10);
    listen_on(&bob, 10);
    cr_assert_eq(bob.count, 1);
    cr_expect_eq(bob.page[0].kind, FEED_CHALLENGE);
    cr_expect_str_eq(bob.page[0].id, made.id);
    cr_expect_eq(bob.page[0].challenge, CHALLENGE_WAITING);
    cr_expect_eq(bob.page[0].answer, ANSWER_NONE);
    cr_expect_eq(bob.page[0].player_count, 2);
    cr_expect_str_eq(bob.page[0].players[0], "ada");
    cr_expect_str_eq(bob.page[0].players[1], "bob");
    cr_expect_str_eq(bob.page[0].match, "");
    cr_assert_eq(ada.count, 1);
    cr_expect_eq(ada.page[0].answer, ANSWER_ACCEPTED);
    cr_assert_eq(challenge_answer(test_world.node[1], &bob.player, made.id,
                                  true, &out, &fault),
                 PLAY_OK);
    listen_on(&ada, 10);
    cr_assert_eq(ada.count, 2);
    cr_expect_eq(ada.page[0].kind, FEED_MATCH);
    cr_expect_eq(ada.page[1].kind, FEED_CHALLENGE);
    cr_expect_eq(ada.page[1].challenge, CHALLENGE_ACCEPTED);
    cr_expect_str_eq(ada.page[1].match, ada.page[0].id);
    listen_on(&ada, 10);
    cr_expect_eq(ada.count, 0, "nothing comes after the end");
}

static void expect_told(struct waited *waited)
{
    waited_is_told(waited, 30000);
    cr_expect_eq(atomic_load(&waited->calls), 1);
    cr_expect_eq(atomic_load(&waited->why), PLAY_WAIT_NEWS);
}

CASE(a_challenge_and_its_end_wake_waits_on_another_node)
{
    static struct ears bob;
    struct player ada;

    world_add_node(&test_world, NULL);
    ada = world_player(test_world.node[0], "ada");
    bob = (struct ears){.play = test_world.node[1],
                        .player = world_player(test_world.node[0], "bob")};
    for (int i = 0; i < 2; i++) {
        struct waited waited = {0};
        static struct challenge made;

        listen_on(&bob, 10);
        cr_assert_eq(feed_wait(bob.play, &bob.player, &bob.end, 10000,
                               waited_by(&waited)),
                     PLAY_OK);
        if (i == 0)
            made = challenge_bob(test_world.node[0], &ada);
        else
            cr_assert_eq(challenge_cancel(test_world.node[0], &ada, made.id),
                         PLAY_OK);
        expect_told(&waited);
    }
    listen_on(&bob, 10);
    cr_assert_eq(bob.count, 1);
    cr_expect_eq(bob.page[0].challenge, CHALLENGE_CANCELLED);
}

CASE(a_deleted_challenger_is_announced_to_the_opponents)
{
    static struct ears bob;
    static struct waited waited = {0};
    struct session session;

    struct player ada = world_player(test_world.node[0], "ada");

    bob = (struct ears){.play = test_world.node[0],
                        .player = world_player(test_world.node[0], "bob")};
    challenge_bob(test_world.node[0], &ada);
    listen_on(&bob, 10);
    cr_assert_eq(
        feed_wait(bob.play, &bob.player, &bob.end, 10000, waited_by(&waited)),
        PLAY_OK);
    session = world_session(test_world.node[0], "ada");
    cr_assert_eq(
        world_delete(test_world.node[0], &session.login, "a fine long phrase"),
        PLAY_OK);
    expect_told(&waited);
    listen_on(&bob, 10);
    cr_assert_eq(bob.count, 1);
    cr_expect_eq(bob.page[0].challenge, CHALLENGE_CANCELLED);
    cr_expect_eq(strncmp(bob.page[0].players[0], "gone-", 5), 0);
}

CASE(pages_go_through_all_kinds_and_list_each_thing_once)
{
    static struct ears ada;
    size_t told_of[3] = {0};
    int pages = 0;

    ada = (struct ears){.play = test_world.node[0],
                        .player = world_player(test_world.node[0], "ada")};
    world_player(test_world.node[0], "bob");
    for (int round = 0; round < 2; round++) {
        memset(told_of, 0, sizeof told_of);
        if (round == 0)
            put_ticket(&test_world);
        else
            cr_assert(world_sql(
                &test_world,
                "UPDATE queue_tickets SET status = 2, ended_at = now(),"
                " changed_xid = pg_current_xact_id()"));
        for (int i = 0; i < 3; i++) {
            world_match(test_world.node[0], &ada.player, "template", two, 2);
            challenge_bob(test_world.node[0], &ada.player);
        }
        do {
            listen_on(&ada, 2);
            for (size_t i = 0; i < ada.count; i++)
                told_of[ada.page[i].kind]++;
        } while (ada.end.has_more && ++pages < 20);
        cr_expect_eq(told_of[FEED_MATCH], 3);
        cr_expect_eq(told_of[FEED_CHALLENGE], 3);
        cr_expect_eq(told_of[FEED_QUEUE], 1);
        cr_expect_eq(ada.page[0].kind, FEED_QUEUE);
        cr_expect_eq(ada.page[0].queue, round ? QUEUE_LEFT : QUEUE_WAITING);
    }
    ada.has_cursor = false;
    listen_on(&ada, 100);
    cr_expect_eq(ada.count, 12, "a first reading lists nothing that is over");
}

CASE(a_response_committed_after_a_reading_is_in_the_next)
{
    static struct ears ada;
    struct db_config config;
    struct pg *pg;

    ada = (struct ears){.play = test_world.node[0],
                        .player = world_player(test_world.node[0], "ada")};
    world_player(test_world.node[0], "bob");
    challenge_bob(test_world.node[0], &ada.player);
    listen_on(&ada, 10);
    world_db_defaults(&config);
    config.conninfo = test_world.conninfo;
    pg = pg_open(&config);
    cr_assert_not_null(pg);
    cr_assert_eq(pg_script(pg, "BEGIN; UPDATE challenges SET"
                               " changed_xid = pg_current_xact_id()"),
                 STORE_OK);
    challenge_bob(test_world.node[0], &ada.player);
    listen_on(&ada, 10);
    cr_expect_eq(ada.count, 1, "the younger one");
    cr_assert_eq(pg_script(pg, "COMMIT"), STORE_OK);
    pg_close(pg);
    listen_on(&ada, 10);
    cr_expect_eq(ada.count, 1, "the elder one");
}

/* ---- cursors from before there was more than matches ---- */

static void put(uint8_t *bytes, size_t *count, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        bytes[(*count)++] = (uint8_t)(word >> 8 * i);
}

static void write_base32(const uint8_t *bytes, size_t size, char *out)
{
    for (size_t bit = 0; bit < size * 8; bit += 5) {
        unsigned value = 0;

        for (size_t b = bit; b < bit + 5; b++)
            value = value << 1 |
                    (b < size * 8 ? bytes[b / 8] >> (7 - b % 8) & 1U : 0);
        *out++ = "abcdefghijklmnopqrstuvwxyz234567"[value];
    }
    *out = '\0';
}

CASE(a_cursor_of_the_previous_version_continues)
{
    static struct ears ada;
    uint8_t bytes[64] = {0, 0, 0}; /* no page, nothing was running */
    size_t size = 3;

    ada = (struct ears){.play = test_world.node[0],
                        .player = world_player(test_world.node[0], "ada")};
    world_player(test_world.node[0], "bob");
    world_match(test_world.node[0], &ada.player, "template", two, 2);
    put(bytes, &size,
        (uint64_t)world_number(
            &test_world, "SELECT system_identifier # (SELECT oid::bigint FROM"
                         " pg_database WHERE datname = current_database())"
                         " FROM pg_control_system()"));
    for (int i = 0; i < 2; i++)
        put(bytes, &size,
            (uint64_t)world_number(&test_world, "SELECT pg_snapshot_xmax("
                                                "pg_current_snapshot())"));
    write_base32(bytes, size, ada.end.cursor);
    ada.has_cursor = true;
    challenge_bob(test_world.node[0], &ada.player);
    listen_on(&ada, 10);
    cr_assert_eq(ada.count, 1);
    cr_expect_eq(ada.page[0].kind, FEED_CHALLENGE);
}
