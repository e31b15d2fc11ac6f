/* Accounts that change and that go. */
#include "depth.h"
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char phrase[] = "a fine long phrase";

/* ---- locks by address ---- */

/* A node that locks addresses after three failures, and names never. */
static struct play *strict_node(struct world *world)
{
    struct play_config config;

    world_config(world, &config);
    config.lock_failures = 1000;
    config.lock_network_failures = 3;
    return world_add_node(world, &config);
}

static enum play_err knock(struct play *play, const char *name,
                           const char *password, const char *from)
{
    struct session session;
    int retry_s;

    return world_sign_in_from(play, name, password, from, &session, &retry_s);
}

CASES(accounts);

CASE(failures_with_any_names_lock_the_address_they_came_from)
{
    struct play *play = strict_node(&test_world);

    world_player(play, "ada");
    cr_expect_eq(knock(play, "ada", "not this phrase", "192.0.2.7"),
                 PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock(play, "bob", "not this phrase", "192.0.2.7"),
                 PLAY_BAD_CREDENTIALS);
    /* One's own success forgives nothing. */
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.7"), PLAY_OK);
    cr_expect_eq(knock(play, "eve", "not this phrase", "192.0.2.7"),
                 PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.7"), PLAY_LOCKED);
    cr_expect_eq(knock(play, "nobody", phrase, "192.0.2.7"), PLAY_LOCKED);
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.8"), PLAY_OK);
    cr_expect_eq(knock(play, "ada", phrase, "2001:db8:0:1::/64"), PLAY_OK);
    cr_expect_eq(knock(play, "ada", phrase, ""), PLAY_OK);
    test_world.wall_offset_us = INT64_C(301) * 1000000;
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.7"), PLAY_OK);
}

CASE(each_minute_removes_one_failure_of_an_address)
{
    struct play *play = strict_node(&test_world);

    world_player(play, "ada");
    for (int i = 0; i < 8; i++) {
        test_world.wall_offset_us = INT64_C(61) * 1000000 * i;
        cr_expect_eq(knock(play, "ada", "not this phrase", "2001:db8::/64"),
                     PLAY_BAD_CREDENTIALS);
    }
    for (int i = 0; i < 2; i++)
        cr_expect_eq(knock(play, "ada", "not this phrase", "2001:db8::/64"),
                     PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock(play, "ada", phrase, "2001:db8::/64"), PLAY_LOCKED);
}

CASE(names_of_deleted_accounts_are_reserved)
{
    struct player player;

    cr_expect_eq(
        world_create_player(test_world.node[0], "gone-abc", phrase, &player),
        PLAY_NAME_RESERVED);
    cr_expect_eq(
        world_create_player(test_world.node[0], "GONE-", phrase, &player),
        PLAY_NAME_RESERVED);
    cr_expect_eq(
        world_create_player(test_world.node[0], "goner", phrase, &player),
        PLAY_OK);
}

/* ---- another password ---- */

/* ada's tokens, and what becomes of them. */
enum { OWN, OTHER, CLERK, CHILD, KEPT, KEPT_CHILD, STRANGER, TOKENS };

static void expect_tokens(struct play *play, char tokens[][PLAY_TOKEN_SIZE],
                          const bool good[TOKENS])
{
    struct login login;

    for (int i = 0; i < TOKENS; i++) {
        for (int n = 0;
             n < 10000 && !good[i] && !token_find(play, tokens[i], &login); n++)
            world_sleep_ms(2);
        cr_expect_eq(token_find(play, tokens[i], &login),
                     good[i] ? PLAY_OK : PLAY_BAD_TOKEN, "token %d", i);
    }
}

CASE(a_new_password_ends_all_tokens_except_those_to_keep)
{
    const bool all[TOKENS] = {true, true, true, true, true, true, true};
    const bool left[TOKENS] = {
        [OWN] = true, [KEPT] = true, [KEPT_CHILD] = true, [STRANGER] = true};
    char text[TOKENS][PLAY_TOKEN_SIZE];
    struct token kept, kept_child, token;
    struct login clerk;
    int retry_s;

    struct play *here = world_add_node(&test_world, NULL);

    world_player(here, "ada");
    world_player(here, "bob");
    struct session own = world_session(here, "ada");
    struct session other = world_session(test_world.node[0], "ada");

    memcpy(text[OWN], own.token, sizeof own.token);
    memcpy(text[OTHER], other.token, sizeof other.token);
    memcpy(text[STRANGER], world_session(here, "bob").token, sizeof own.token);
    cr_assert_eq(world_token(here, &own.login, "clerk",
                             SCOPE_ACCOUNT_WRITE | SCOPE_BOT_PLAY, 3600, phrase,
                             &token, text[CLERK]),
                 PLAY_OK);
    cr_assert_eq(token_find(here, text[CLERK], &clerk), PLAY_OK);
    cr_assert_eq(world_token(here, &clerk, "child", SCOPE_BOT_PLAY, 60, NULL,
                             &token, text[CHILD]),
                 PLAY_OK);
    cr_assert_eq(world_token(here, &clerk, "kept child", SCOPE_BOT_PLAY, 60,
                             NULL, &kept_child, text[KEPT_CHILD]),
                 PLAY_OK);
    cr_assert_eq(world_token(here, &own.login, "kept", SCOPE_BOT_PLAY, 3600,
                             phrase, &kept, text[KEPT]),
                 PLAY_OK);
    for (int i = 0; i < 2; i++)
        expect_tokens(test_world.node[i], text, all);

    const char *const keep[] = {kept.id, kept_child.id};
    const struct password_change change = {.current = phrase,
                                           .next = "another fine phrase",
                                           .keep = keep,
                                           .keep_count = 2};

    cr_assert_eq(world_change_password_but(here, &own.login, &change), PLAY_OK);
    for (int i = 0; i < 2; i++)
        expect_tokens(test_world.node[i], text, left);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM tokens"
                                           " WHERE parent_id IS NOT NULL"
                                           " AND revoked_at IS NULL"),
                 0, "the parent of the one that was kept is gone");
    cr_expect_eq(world_sign_in(here, "ada", phrase, &other, &retry_s),
                 PLAY_BAD_CREDENTIALS);
    cr_expect_eq(
        world_sign_in(here, "ada", "another fine phrase", &other, &retry_s),
        PLAY_OK);
}

CASE(only_tokens_of_the_account_can_be_kept)
{
    struct play *play = test_world.node[0];

    world_player(play, "ada");
    world_player(play, "bob");
    struct session own = world_session(play, "ada");
    struct session stranger = world_session(play, "bob");
    const char *const wrong[] = {stranger.login.token_id, "tok_nonsense", ""};

    for (size_t i = 0; i < 3; i++) {
        const struct password_change change = {.current = phrase,
                                               .next = "another fine phrase",
                                               .keep = &wrong[i],
                                               .keep_count = 1};

        cr_expect_eq(world_change_password_but(play, &own.login, &change),
                     PLAY_NOT_FOUND);
    }
    cr_expect_eq(world_change_password(play, &own.login, phrase, "a new one"),
                 PLAY_OK, "nothing was changed");
}

CASE(a_password_change_requires_the_old_password_and_a_valid_new_one)
{
    static const struct {
        const char *current, *next;
        enum play_err err;
    } rows[] = {
        {"not this phrase", "another fine phrase", PLAY_WRONG_PASSWORD},
        {"short", "another fine phrase", PLAY_WRONG_PASSWORD},
        {"a fine long phrase", "short", PLAY_BAD_PASSWORD},
        {"a fine long phrase", "password123", PLAY_COMMON_PASSWORD},
        {"not this phrase", "another fine phrase", PLAY_WRONG_PASSWORD},
        {"not this phrase", "another fine phrase", PLAY_WRONG_PASSWORD},
        /* The third failure locked this session, and nothing else. */
        {"a fine long phrase", "another fine phrase", PLAY_LOCKED},
    };
    struct session session;
    struct login login;

    world_player(test_world.node[0], "ada");
    session = world_session(test_world.node[0], "ada");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum play_err err = world_change_password(
            test_world.node[0], &session.login, rows[i].current, rows[i].next);

        cr_expect_eq(err, rows[i].err, "%zu: %s", i, play_err_word(err));
    }
    session = world_session(test_world.node[0], "ada");
    cr_expect_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_OK);
    cr_expect_eq(world_change_password(test_world.node[0], &session.login,
                                       phrase, "another fine phrase"),
                 PLAY_OK);
}

/* ---- going ---- */

/* ada and bob at two nodes, and matches of every kind that ada is in. */
struct scene {
    struct world world;
    struct player ada, bob, cid;
    struct session session;
    struct match open, joined, duel, trio, over;
};

static struct match duel_of(struct scene *scene, size_t seats)
{
    const char *const words[] = {"me", "open", "open"};
    struct play *play = scene->world.node[0];
    struct match match =
        world_match(play, &scene->ada, "underwater-cities", words, seats);

    cr_assert_eq(world_join(play, &scene->bob, match.id, 1).err, PLAY_OK);
    if (seats == 3)
        cr_assert_eq(world_join(play, &scene->cid, match.id, 2).err, PLAY_OK);
    return match;
}

static bool scene_begin(struct scene *scene)
{
    const char *const words[] = {"me", "open"};
    struct play *play;

    if (!world_open(&scene->world))
        return false;
    world_add_node(&scene->world, NULL);
    play = scene->world.node[0];
    scene->ada = world_player(play, "ada");
    scene->bob = world_player(play, "bob");
    scene->cid = world_player(play, "cid");
    scene->session = world_session(play, "ada");
    scene->open = world_match(play, &scene->ada, "underwater-cities", words, 2);
    /* Of three seats, so that it stays open. */
    const char *const three[] = {"me", "open", "open"};

    scene->joined =
        world_match(play, &scene->bob, "underwater-cities", three, 3);
    cr_assert_eq(world_join(play, &scene->ada, scene->joined.id, 1).err,
                 PLAY_OK);
    scene->duel = duel_of(scene, 2);
    scene->trio = duel_of(scene, 3);
    scene->over = duel_of(scene, 2);

    const struct match_request resignation = {.action = MATCH_RESIGN,
                                              .match = scene->over.id,
                                              .player = &scene->bob,
                                              .seat = -1,
                                              .expected_seq = MATCH_ANY_SEQ};

    cr_assert_eq(world_act(play, &resignation).err, PLAY_OK);
    return true;
}

/* Is somebody called so anywhere that people look? */
static int64_t traces_of(struct world *world, const char *name)
{
    char sql[512];

    snprintf(sql, sizeof sql,
             "SELECT (SELECT count(*) FROM accounts WHERE name = '%s')"
             " + (SELECT count(*) FROM events WHERE player = '%s')"
             " + (SELECT count(*) FROM password_failures WHERE name = '%s')"
             " + (SELECT count(*) FROM idempotency_keys"
             "    WHERE reply LIKE '%%%s%%')",
             name, name, name, name);
    return world_number(world, sql);
}

static struct match seen_at(struct play *play, const char *id)
{
    struct match match;

    cr_assert_eq(match_get(play, id, &match), PLAY_OK);
    return match;
}

/* Read the match at the other node after it was notified of the change. */
static struct match heard_at(struct play *play, const char *id)
{
    struct match match = seen_at(play, id);

    for (int i = 0; i < 10000 && strcmp(match.seats[0].name, "ada") == 0; i++) {
        world_sleep_ms(2);
        match = seen_at(play, id);
    }
    return match;
}

Test(accounts, a_deleted_account_leaves_every_match_and_no_name,
     .init = deep_only)
{
    static struct scene scene;
    struct world *world = &scene.world;
    struct match match;
    struct login login;
    struct player player;
    struct session session;
    uint32_t bad_seq = 1;
    int retry_s;

    if (!scene_begin(&scene))
        return;
    struct play *here = world->node[0], *there = world->node[1];

    world_sign_in(here, "ada", "not this phrase", &session, &retry_s);
    cr_expect_str_eq(seen_at(there, scene.trio.id).seats[0].name, "ada");
    cr_expect_str_eq(seen_at(there, scene.over.id).seats[0].name, "ada");
    cr_expect_gt(traces_of(world, "ada"), 0);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(token_find(world->node[i], scene.session.token, &login),
                     PLAY_OK);
    cr_assert_eq(world_delete(here, &scene.session.login, phrase), PLAY_OK);

    cr_expect_eq(seen_at(here, scene.open.id).status, MATCH_ABORTED);
    match = seen_at(here, scene.joined.id);
    cr_expect_eq(match.status, MATCH_OPEN);
    cr_expect_eq(match.seats[1].kind, SEAT_OPEN);
    match = seen_at(here, scene.duel.id);
    cr_expect_eq(match.status, MATCH_FINISHED);
    cr_expect_eq(match.result.reason, MATCH_RESIGNED);
    cr_expect_eq(match_verify(here, match.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    cr_expect_eq(seen_at(here, scene.trio.id).status, MATCH_RUNNING);

    for (int i = 0; i < 2; i++) {
        match = i == 0 ? seen_at(here, scene.trio.id)
                       : heard_at(there, scene.trio.id);
        for (int n = 0;
             n < 10000 && i == 1 &&
             !token_find(world->node[i], scene.session.token, &login);
             n++)
            world_sleep_ms(2);
        cr_expect_eq(strncmp(match.seats[0].name, "gone-", 5), 0);
        cr_expect_eq(strlen(match.seats[0].name), 5 + 16);
        cr_expect_eq(token_find(world->node[i], scene.session.token, &login),
                     PLAY_BAD_TOKEN);
    }
    /* Where nothing else happened, only the name. */
    cr_expect_eq(
        strncmp(heard_at(there, scene.over.id).seats[0].name, "gone-", 5), 0);
    cr_expect_eq(seen_at(there, scene.over.id).status, MATCH_FINISHED);
    cr_expect_eq(traces_of(world, "ada"), 0);
    cr_expect_eq(player_find(here, "ada", &player), PLAY_NOT_FOUND);
    cr_expect_eq(player_find(here, match.seats[0].name, &player),
                 PLAY_NOT_FOUND);
    cr_expect_eq(world_sign_in(here, "ada", phrase, &session, &retry_s),
                 PLAY_BAD_CREDENTIALS);
    cr_expect_eq(
        world_sign_in(here, match.seats[0].name, phrase, &session, &retry_s),
        PLAY_BAD_CREDENTIALS);
    cr_expect_eq(world_create_player(here, "ada", phrase, &player),
                 PLAY_NAME_TAKEN);
    world_close(world);
}

Test(accounts, a_node_that_continued_a_match_gets_the_new_name,
     .init = deep_only)
{
    static struct scene scene;
    static struct match_position position;
    char move[RULES_NOTATION_MAX];

    if (!scene_begin(&scene))
        return;
    struct play *here = scene.world.node[0];

    cr_assert_eq(world_delete(here, &scene.session.login, phrase), PLAY_OK);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(
            match_read(here, NULL, scene.trio.id, MATCH_OWN_SEAT, 0, &position),
            PLAY_OK);
        int seat = position.to_act & 2 ? 1 : 2;

        cr_assert(world_legal(&position, seat, 0, move));
        cr_assert_eq(world_move(here, seat == 1 ? &scene.bob : &scene.cid,
                                scene.trio.id, move, position.seq)
                         .err,
                     PLAY_OK);
        cr_expect_eq(
            strncmp(seen_at(here, scene.trio.id).seats[0].name, "gone-", 5), 0);
    }
    world_close(&scene.world);
}

Test(accounts, deleting_an_account_requires_the_password, .init = deep_only)
{
    static struct scene scene;
    struct login login;

    if (!scene_begin(&scene))
        return;
    struct play *play = scene.world.node[0];

    cr_expect_eq(world_delete(play, &scene.session.login, "not this phrase"),
                 PLAY_WRONG_PASSWORD);
    cr_expect_eq(world_delete(play, &scene.session.login, "short"),
                 PLAY_WRONG_PASSWORD);
    cr_expect_eq(token_find(play, scene.session.token, &login), PLAY_OK);
    cr_expect_eq(seen_at(play, scene.duel.id).status, MATCH_RUNNING);
    cr_expect_eq(seen_at(play, scene.open.id).status, MATCH_OPEN);
    world_close(&scene.world);
}

Test(accounts, an_interrupted_deletion_is_completed_by_repeating_it,
     .init = deep_only)
{
    static struct scene scene;
    struct world *world = &scene.world;
    struct login login;

    if (!scene_begin(&scene))
        return;
    struct session other = world_session(world->node[1], "ada");

    /* The seats are left, and there it stops, as it does in a crash. */
    world_sql(world, "ALTER TABLE accounts ADD CONSTRAINT stay"
                     " CHECK (deleted_at IS NULL)");
    cr_expect_eq(world_delete(world->node[0], &scene.session.login, phrase),
                 PLAY_UNAVAILABLE);
    cr_expect_eq(seen_at(world->node[0], scene.duel.id).status, MATCH_FINISHED);
    cr_expect_eq(token_find(world->node[0], scene.session.token, &login),
                 PLAY_OK);
    cr_expect_eq(token_find(world->node[0], other.token, &login),
                 PLAY_BAD_TOKEN);
    cr_expect_str_eq(seen_at(world->node[0], scene.trio.id).seats[0].name,
                     "ada");
    world_sql(world, "ALTER TABLE accounts DROP CONSTRAINT stay");
    cr_expect_eq(world_delete(world->node[1], &scene.session.login, phrase),
                 PLAY_OK);
    cr_expect_eq(traces_of(world, "ada"), 0);
    cr_expect_eq(world_delete(world->node[1], &scene.session.login, phrase),
                 PLAY_WRONG_PASSWORD); /* there is nobody of that name */
    world_close(world);
}

Test(accounts, a_deleted_account_takes_no_seat, .init = deep_only)
{
    static struct scene scene;
    const char *const words[] = {"me", "open"};
    const struct match_spec spec = {
        .game = "underwater-cities", .seats = words, .seat_count = 2};
    struct match match;

    if (!scene_begin(&scene))
        return;
    struct play *play = scene.world.node[0];

    cr_assert_eq(world_delete(play, &scene.session.login, phrase), PLAY_OK);
    /* A request that was admitted just before. */
    cr_expect_neq(world_join(play, &scene.ada, scene.joined.id, 1).err,
                  PLAY_OK);
    cr_expect_neq(match_create(play, &scene.ada, &spec, &match, NULL), PLAY_OK);
    cr_expect_eq(world_number(&scene.world,
                              "SELECT count(*) FROM seats s JOIN matches m"
                              " ON m.id = s.match_id JOIN accounts a"
                              " ON a.id = s.account_id"
                              " WHERE m.status = 0 AND a.name <> 'bob'"),
                 0);
    world_close(&scene.world);
}

/* Somebody who sets up one match after the other. */
struct busy {
    struct play *play;
    const struct player *player;
    _Atomic bool ends;
    int made;
};

static void *set_up(void *arg)
{
    struct busy *busy = arg;
    const char *const words[] = {"me", "open"};
    const struct match_spec spec = {
        .game = "template", .seats = words, .seat_count = 2};
    struct match match;

    for (int i = 0; i < 200 && !atomic_load(&busy->ends); i++)
        busy->made += match_create(busy->play, busy->player, &spec, &match,
                                   NULL) == PLAY_OK;
    return NULL;
}

Test(accounts, an_account_that_plays_during_its_deletion_is_whole_or_deleted,
     .init = deep_only)
{
    static struct scene scene;
    struct world *world = &scene.world;
    struct busy busy = {0};
    pthread_t thread;
    enum play_err err;

    if (!scene_begin(&scene))
        return;
    busy.play = world->node[1];
    busy.player = &scene.ada;
    cr_assert_eq(pthread_create(&thread, NULL, set_up, &busy), 0);
    err = world_delete(world->node[0], &scene.session.login, phrase);
    atomic_store(&busy.ends, true);
    pthread_join(thread, NULL);
    if (err == PLAY_UNAVAILABLE)
        err = world_delete(world->node[0], &scene.session.login, phrase);
    cr_expect_eq(err, PLAY_OK, "%s", play_err_word(err));
    cr_expect_eq(world_number(world,
                              "SELECT count(*) FROM seats s JOIN matches m"
                              " ON m.id = s.match_id JOIN accounts a"
                              " ON a.id = s.account_id WHERE m.status = 0"
                              " AND a.deleted_at IS NOT NULL"),
                 0);
    cr_expect_eq(traces_of(world, "ada"), 0);
    world_close(world);
}

Test(accounts, many_matches_are_left_and_notified_of_the_new_name,
     .init = deep_only)
{
    static struct scene scene;
    struct world *world = &scene.world;
    const char *const words[] = {"me", "open"};
    char ids[210][PLAY_ID_SIZE];

    if (!scene_begin(&scene))
        return;
    for (size_t i = 0; i < 210; i++) {
        /* One account may not set up this many. */
        const struct player *maker = i % 2 ? &scene.bob : &scene.ada;
        const struct player *guest = i % 2 ? &scene.ada : &scene.bob;
        struct match match =
            world_match(world->node[0], maker, "template", words, 2);

        memcpy(ids[i], match.id, sizeof ids[i]);
        cr_assert_eq(world_join(world->node[0], guest, ids[i], 1).err, PLAY_OK);
        cr_expect_str_eq(seen_at(world->node[1], ids[i]).seats[i % 2].name,
                         "ada");
    }
    cr_assert_eq(world_delete(world->node[0], &scene.session.login, phrase),
                 PLAY_OK);
    for (size_t i = 0; i < 210; i++) {
        struct match match = heard_at(world->node[1], ids[i]);

        cr_expect_eq(match.status, MATCH_FINISHED);
        cr_expect_eq(strncmp(match.seats[i % 2].name, "gone-", 5), 0);
    }
    world_close(world);
}

Test(accounts, a_sandbox_is_left_with_every_seat, .init = deep_only)
{
    static struct scene scene;
    struct world *world = &scene.world;

    if (!scene_begin(&scene))
        return;
    struct play *play = world->node[0];
    /* As a sandbox match has it: several seats of one account. */
    const char *const words[] = {"me", "open"};
    struct match match = world_match(play, &scene.ada, "template", words, 2);
    char sql[512];

    world_sql(world, "UPDATE matches SET sandbox = true"
                     " WHERE game = 'template'");
    world_sql(world, "UPDATE seats SET sandbox = true, kind = 1, account_id ="
                     " (SELECT id FROM accounts WHERE name = 'ada')"
                     " WHERE match_id IN (SELECT id FROM matches"
                     "  WHERE game = 'template')");
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM matches m"
             " WHERE game = 'template' AND status = 3");
    world_remove_node(world, 1);
    world_remove_node(world, 0);
    play = world_add_node(world, NULL);
    cr_assert_eq(world_delete(play, &scene.session.login, phrase), PLAY_OK);
    cr_expect_eq(world_number(world, sql), 1);
    cr_expect_eq(seen_at(play, match.id).status, MATCH_ABORTED);
    world_close(world);
}

Test(accounts, a_match_of_other_rules_does_not_prevent_deletion,
     .init = deep_only)
{
    static struct scene scene;
    struct world *world = &scene.world;

    if (!scene_begin(&scene))
        return;
    world_sql(world, "UPDATE matches SET rules_version = 60000"
                     " WHERE status = 1");
    world_remove_node(world, 1);
    world_remove_node(world, 0);
    struct play *play = world_add_node(world, NULL);

    cr_expect_eq(world_delete(play, &scene.session.login, phrase), PLAY_OK);
    cr_expect_eq(traces_of(world, "ada"), 0);
    cr_expect_eq(
        strncmp(seen_at(play, scene.duel.id).seats[0].name, "gone-", 5), 0);
    world_close(world);
}
