/* Signing in: who is locked by failures and who is not, known devices, and
 * hashes of passwords that are replaced. */
#include "depth.h"
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char phrase[] = "a fine long phrase";
static const char wrong[] = "not this phrase";

static enum play_err knock(struct play *play, const char *name,
                           const char *password, const char *from)
{
    struct session session;
    int retry_s;

    return world_sign_in_from(play, name, password, from, &session, &retry_s);
}

static enum play_err knock_on(struct play *play, const char *name,
                              const char *password, const char *from,
                              const char *device)
{
    const struct sign_in who = {
        .name = name, .password = password, .from = from, .device = device};
    struct session session;
    int retry_s;

    return world_sign_in_as(play, &who, &session, &retry_s);
}

static uint64_t hashes(struct play *play)
{
    struct play_counts counts;

    play_count(play, &counts);
    return counts.hashes;
}

/* ---- what costs a hash ---- */

CASES(sign_in);

CASE(a_refused_registration_costs_no_hash)
{
    static const struct {
        const char *name, *password;
        enum play_err err;
    } rows[] = {
        {"ada", "a fine long phrase", PLAY_NAME_TAKEN},
        {"ADA", "a fine long phrase", PLAY_NAME_TAKEN},
        {"gone-ada", "a fine long phrase", PLAY_NAME_RESERVED},
        {"eve", "password1", PLAY_COMMON_PASSWORD},
        {"eve", "short", PLAY_BAD_PASSWORD},
        {"e", "a fine long phrase", PLAY_BAD_NAME},
    };
    struct player player;

    world_player(test_world.node[0], "ada");
    uint64_t before = hashes(test_world.node[0]);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(world_create_player(test_world.node[0], rows[i].name,
                                         rows[i].password, &player),
                     rows[i].err, "%zu", i);
    cr_expect_eq(hashes(test_world.node[0]), before);
    world_player(test_world.node[0], "eve");
    cr_expect_eq(hashes(test_world.node[0]), before + 1);
}

CASE(a_locked_sign_in_costs_no_hash)
{
    struct play *play = test_world.node[0];

    world_player(play, "ada");
    struct session session = world_session(play, "ada");

    for (int i = 0; i < 3; i++) {
        knock(play, "ada", wrong, "192.0.2.7");
        world_change_password(play, &session.login, wrong, "another phrase");
    }
    uint64_t before = hashes(play);

    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.7"), PLAY_LOCKED);
    cr_expect_eq(
        world_change_password(play, &session.login, phrase, "another phrase"),
        PLAY_LOCKED);
    cr_expect_eq(hashes(play), before);
}

CASE(an_unknown_name_costs_the_same_hashes_as_a_known_one)
{
    struct play *play = test_world.node[0];

    world_player(play, "ada");
    uint64_t before = hashes(play);

    cr_expect_eq(knock(play, "ada", wrong, "192.0.2.7"), PLAY_BAD_CREDENTIALS);
    cr_expect_eq(hashes(play), before + 1);
    cr_expect_eq(knock(play, "eve", wrong, "192.0.2.7"), PLAY_BAD_CREDENTIALS);
    cr_expect_eq(hashes(play), before + 2);
}

/* ---- locks ---- */

CASE(failures_lock_a_name_for_their_own_network_only)
{
    static const char *const names[] = {"ada", "nobody"};

    struct play *play = test_world.node[0];

    world_player(play, "ada");
    for (size_t n = 0; n < 2; n++) {
        for (int i = 0; i < 3; i++)
            cr_expect_eq(knock(play, names[n], wrong, "192.0.2.7"),
                         PLAY_BAD_CREDENTIALS);
        cr_expect_eq(knock(play, names[n], phrase, "192.0.2.7"), PLAY_LOCKED);
        cr_expect_eq(knock(play, names[n], wrong, "192.0.2.8"),
                     PLAY_BAD_CREDENTIALS);
    }
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.8"), PLAY_OK);
    cr_expect_eq(knock(play, "ada", phrase, "2001:db8::/64"), PLAY_OK);
    test_world.wall_offset_us = INT64_C(301) * 1000000;
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.7"), PLAY_OK);
}

CASE(a_name_that_many_networks_try_lets_each_fail_once)
{
    struct play_config config;
    char from[32];

    world_config(&test_world, &config);
    config.guard_failures = 6;
    struct play *play = world_add_node(&test_world, &config);

    world_player(play, "ada");
    for (int i = 0; i < 6; i++) {
        snprintf(from, sizeof from, "192.0.2.%d", i / 2);
        cr_expect_eq(knock(play, "ada", wrong, from), PLAY_BAD_CREDENTIALS);
    }
    cr_expect_eq(knock(play, "ada", wrong, "192.0.2.77"), PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.77"), PLAY_LOCKED);
    /* Nobody is kept out who has not failed. */
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.78"), PLAY_OK);
    /* It is about this name alone, and ends. */
    cr_expect_eq(knock(play, "bob", wrong, "192.0.2.79"), PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock(play, "bob", wrong, "192.0.2.79"), PLAY_BAD_CREDENTIALS);
    test_world.wall_offset_us = INT64_C(3601) * 1000000;
    for (int i = 0; i < 2; i++)
        cr_expect_eq(knock(play, "ada", wrong, "192.0.2.80"),
                     PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.80"), PLAY_OK);
}

/* Strangers who try a name a thousand times, from everywhere and from the
 * victim's own network. */
static void attack(struct play *play, const char *name, const char *home)
{
    char from[32];

    for (int i = 0; i < 4; i++)
        knock(play, name, wrong, home);
    for (int i = 0; i < 4; i++) {
        snprintf(from, sizeof from, "other-%d", i);
        knock(play, from, wrong, home); /* the whole network is locked */
    }
    for (int i = 0; i < 992; i++) {
        snprintf(from, sizeof from, "10.9.%d.%d", i / 100, i % 100);
        cr_assert_eq(knock(play, name, wrong, from), PLAY_BAD_CREDENTIALS);
    }
}

CASE(a_thousand_failures_of_strangers_do_not_lock_the_owner_out)
{
    static const char home[] = "198.51.100.7";
    struct play_config config;
    struct session session;
    int retry_s;

    world_config(&test_world, &config);
    config.lock_network_failures = 6;
    struct play *play = world_add_node(&test_world, &config);

    world_player(play, "ada");
    cr_assert_eq(
        world_sign_in_from(play, "ada", phrase, home, &session, &retry_s),
        PLAY_OK);
    attack(play, "ada", home);
    /* A new device in the attackers' network, and one elsewhere. */
    cr_expect_eq(knock(play, "ada", phrase, home), PLAY_LOCKED);
    cr_expect_eq(knock(play, "ada", phrase, "198.51.100.8"), PLAY_OK);
    /* The device that has signed in before. */
    cr_expect_eq(knock_on(play, "ada", phrase, home, session.device), PLAY_OK);
    /* The session. */
    cr_expect_eq(
        world_change_password(play, &session.login, phrase, "another phrase"),
        PLAY_OK);
    cr_expect_eq(world_delete(play, &session.login, "another phrase"), PLAY_OK);
}

/* ---- devices ---- */

static struct session sign_in_on(struct play *play, const char *name,
                                 const char *device)
{
    const struct sign_in who = {.name = name,
                                .password = phrase,
                                .from = "192.0.2.1",
                                .device = device};
    struct session session;
    int retry_s;

    cr_assert_eq(world_sign_in_as(play, &who, &session, &retry_s), PLAY_OK);
    return session;
}

CASE(a_device_is_recognised_by_its_token)
{
    struct play *play = test_world.node[0];

    world_player(play, "ada");
    struct session first = sign_in_on(play, "ada", NULL);
    struct session again = sign_in_on(play, "ada", first.device);
    struct session other = sign_in_on(play, "ada", "dev_nonsense");

    cr_expect_eq(strncmp(first.device, "dev_", 4), 0);
    cr_expect_eq(strlen(first.device), 4 + 52);
    cr_expect_str_eq(again.device, first.device);
    cr_expect_str_neq(again.token, first.token);
    cr_expect_str_neq(other.device, first.device);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM devices"), 2);
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM devices"
                              " WHERE devices::text LIKE '%dev_%'"),
                 0);
}

CASE(a_device_is_locked_by_its_own_failures)
{
    static const char home[] = "192.0.2.7";

    struct play *play = test_world.node[0];

    world_player(play, "ada");
    struct session known = sign_in_on(play, "ada", NULL);

    for (int i = 0; i < 3; i++)
        cr_expect_eq(knock_on(play, "ada", wrong, home, known.device),
                     PLAY_BAD_CREDENTIALS);
    cr_expect_eq(knock_on(play, "ada", phrase, home, known.device),
                 PLAY_LOCKED);
    /* They do not count for the network. */
    cr_expect_eq(knock(play, "ada", phrase, home), PLAY_OK);
}

CASE(a_device_is_known_to_one_account_and_expires)
{
    static const char home[] = "192.0.2.7";

    struct play *play = test_world.node[0];

    world_player(play, "ada");
    world_player(play, "bob");
    struct session known = sign_in_on(play, "ada", NULL);

    for (int i = 0; i < 3; i++) {
        knock(play, "ada", wrong, home);
        knock(play, "bob", wrong, home);
    }
    cr_expect_eq(knock_on(play, "bob", phrase, home, known.device),
                 PLAY_LOCKED);
    cr_expect_eq(knock_on(play, "ada", phrase, home, known.device), PLAY_OK);
    test_world.wall_offset_us = INT64_C(181) * 86400 * 1000000;
    for (int i = 0; i < 3; i++)
        knock(play, "ada", wrong, home);
    cr_expect_eq(knock_on(play, "ada", phrase, home, known.device),
                 PLAY_LOCKED);
}

CASE(a_new_password_forgets_the_devices)
{
    static const char home[] = "192.0.2.7";

    struct play *play = test_world.node[0];

    world_player(play, "ada");
    struct session known = sign_in_on(play, "ada", NULL);

    cr_assert_eq(
        world_change_password(play, &known.login, phrase, "another phrase"),
        PLAY_OK);
    for (int i = 0; i < 3; i++)
        knock(play, "ada", wrong, home);
    cr_expect_eq(knock_on(play, "ada", "another phrase", home, known.device),
                 PLAY_LOCKED);
}

CASE(sign_ins_without_a_device_do_not_replace_used_devices)
{
    struct play *play = test_world.node[0];

    world_player(play, "ada");
    struct session known = sign_in_on(play, "ada", NULL);

    test_world.wall_offset_us = 1000000;
    sign_in_on(play, "ada", known.device);
    for (int i = 2; i < 2 + DEVICES_MAX + 5; i++) {
        test_world.wall_offset_us = INT64_C(1000000) * i;
        sign_in_on(play, "ada", NULL);
    }
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM devices"),
                 DEVICES_MAX);
    cr_expect_str_eq(sign_in_on(play, "ada", known.device).device,
                     known.device);
}

/* ---- old hashes ---- */

/* A database that was brought up to date just now, and a node. */
static bool open_upgraded(struct world *world)
{
    if (!world_open(world))
        return false;
    world_remove_node(world, 0);
    world->node_count = 0;
    cr_assert(world_sql(world,
                        "UPDATE migrations SET applied_at = applied_at"
                        " - interval '90 days' WHERE name <> 'sign-in'"));
    world_add_node(world, NULL);
    return true;
}

static int64_t count_hashes(struct world *world, const char *kind)
{
    char sql[160];

    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM accounts WHERE password LIKE '$%s$%%'",
             kind);
    return world_number(world, sql);
}

Test(sign_in, older_nodes_can_read_every_hash_for_a_day)
{
    struct world world;

    if (!open_upgraded(&world))
        return;
    struct play *play = world.node[0];

    world_player(play, "ada");
    struct session session = world_session(play, "ada");

    cr_assert_eq(
        world_change_password(play, &session.login, phrase, "another phrase"),
        PLAY_OK);
    cr_expect_eq(knock(play, "ada", "another phrase", "192.0.2.7"), PLAY_OK);
    cr_expect_eq(count_hashes(&world, "scrypt"), 1);
    cr_expect_eq(count_hashes(&world, "argon2id"), 0);
    world_close(&world);
}

Test(sign_in, an_old_hash_is_replaced_when_its_owner_signs_in)
{
    struct world world;

    if (!open_upgraded(&world))
        return;
    world_add_node(&world, NULL);
    world_player(world.node[0], "ada");
    world_player(world.node[0], "bob");
    world.wall_offset_us = INT64_C(25) * 3600 * 1000000;
    cr_expect_eq(knock(world.node[0], "ada", wrong, "192.0.2.7"),
                 PLAY_BAD_CREDENTIALS);
    cr_expect_eq(count_hashes(&world, "argon2id"), 0);
    cr_expect_eq(knock(world.node[0], "ada", phrase, "192.0.2.7"), PLAY_OK);
    cr_expect_eq(count_hashes(&world, "argon2id$v=19$m=8,t=1,p=1"), 1);
    cr_expect_eq(count_hashes(&world, "scrypt"), 1);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(knock(world.node[i], "ada", phrase, "192.0.2.7"), PLAY_OK);
        cr_expect_eq(knock(world.node[i], "ada", wrong, "192.0.2.7"),
                     PLAY_BAD_CREDENTIALS);
        cr_expect_eq(knock(world.node[i], "bob", phrase, "192.0.2.7"), PLAY_OK);
    }
    cr_expect_eq(count_hashes(&world, "scrypt"), 0);
    world_close(&world);
}

CASE(a_hash_of_other_parameters_is_replaced_too)
{
    struct play_config config;

    world_player(test_world.node[0], "ada");
    world_config(&test_world, &config);
    config.password_kib = 16;
    struct play *play = world_add_node(&test_world, &config);

    cr_expect_eq(knock(play, "ada", phrase, "192.0.2.7"), PLAY_OK);
    cr_expect_eq(count_hashes(&test_world, "argon2id$v=19$m=16,t=1,p=1"), 1);
}

/* One of many who sign in at the same moment. */
struct hurrying {
    struct play *play;
    char from[32];
    enum play_err err;
};

static void *hurry(void *arg)
{
    struct hurrying *one = arg;

    one->err = knock(one->play, "ada", phrase, one->from);
    return NULL;
}

Test(sign_in, a_sign_in_during_a_hash_replacement_succeeds, .init = deep_only)
{
    enum { AT_ONCE = 6, ROUNDS = 10 };
    struct world world;
    struct play_config config;

    if (!open_upgraded(&world))
        return;
    world_config(&world, &config);
    config.password_threads = AT_ONCE;
    for (int i = 1; i < 3; i++)
        world_add_node(&world, &config);
    for (int round = 0; round < ROUNDS; round++) {
        struct hurrying all[AT_ONCE];
        pthread_t threads[AT_ONCE];

        world.wall_offset_us = 0;
        world_sql(&world, "DELETE FROM accounts WHERE kind = 0");
        world_player(world.node[0], "ada");
        world.wall_offset_us = INT64_C(25) * 3600 * 1000000;
        for (int i = 0; i < AT_ONCE; i++) {
            all[i] = (struct hurrying){.play = world.node[1 + i % 2]};
            snprintf(all[i].from, sizeof all[i].from, "192.0.2.%d", i);
            cr_assert_eq(pthread_create(&threads[i], NULL, hurry, &all[i]), 0);
        }
        for (int i = 0; i < AT_ONCE; i++) {
            pthread_join(threads[i], NULL);
            cr_expect_eq(all[i].err, PLAY_OK, "%s", play_err_word(all[i].err));
        }
        cr_expect_eq(count_hashes(&world, "argon2id"), 1);
    }
    world_close(&world);
}
