/* Accounts, passwords, sessions, tokens. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <string.h>

CASES(players);

CASE(a_name_is_free_once_whatever_its_case)
{
    struct player player;
    struct play *play;

    play = test_world.node[0];
    cr_expect_eq(
        world_create_player(play, "Ada_1", "long enough words", &player),
        PLAY_OK);
    cr_expect_str_eq(player.name, "ada_1");
    cr_expect_eq(strncmp(player.id, "u_", 2), 0);
    cr_expect_eq(
        world_create_player(play, "aDA_1", "long enough words", &player),
        PLAY_NAME_TAKEN);
    cr_expect_eq(player_find(play, "ADA_1", &player), PLAY_OK);
    cr_expect_str_eq(player.name, "ada_1");
    cr_expect_eq(player_find(play, "nobody", &player), PLAY_NOT_FOUND);
}

CASE(bad_names_and_weak_passwords_are_refused)
{
    static const struct {
        const char *name, *password;
        enum play_err err;
    } rows[] = {
        {"ab", "long enough words", PLAY_BAD_NAME},
        {"abcdefghijklmnopqrstuvwxy", "long enough words", PLAY_BAD_NAME},
        {"a b c", "long enough words", PLAY_BAD_NAME},
        {"", "long enough words", PLAY_BAD_NAME},
        {"ada", "short77", PLAY_BAD_PASSWORD},
        {"ada", "", PLAY_BAD_PASSWORD},
        {"ada", "PassWord123", PLAY_COMMON_PASSWORD},
        {"ada", "12345678", PLAY_COMMON_PASSWORD},
        {"ada", "1234567890", PLAY_COMMON_PASSWORD},
        {"ada", "zzzzzzzzzz", PLAY_COMMON_PASSWORD},
        {"ada", "abcabcabc", PLAY_COMMON_PASSWORD},
        {"ada-lovelace", "Ada-Lovelace", PLAY_COMMON_PASSWORD},
        /* Of the commonest that are long enough: the 9th, the 900th in any
         * case, the 3,000th. */
        {"ada", "1qaz2wsx", PLAY_COMMON_PASSWORD},
        {"ada", "FrancesC", PLAY_COMMON_PASSWORD},
        {"ada", "13101988", PLAY_COMMON_PASSWORD},
        /* Seven characters, though fourteen bytes. */
        {"ada", "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f",
         PLAY_BAD_PASSWORD},
    };
    struct player player;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum play_err err = world_create_player(
            test_world.node[0], rows[i].name, rows[i].password, &player);

        cr_expect_eq(err, rows[i].err, "%s/%s: %s", rows[i].name,
                     rows[i].password, play_err_word(err));
    }
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM accounts"
                                           " WHERE kind = 0"),
                 0);
    /* The next one of that list is allowed. */
    cr_expect_eq(
        world_create_player(test_world.node[0], "ada", "13101992", &player),
        PLAY_OK);
}

CASE(a_password_is_stored_only_as_a_salted_hash)
{
    world_player(test_world.node[0], "ada");
    world_player(test_world.node[0], "bob");
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(DISTINCT password) FROM accounts"
                              " WHERE password LIKE"
                              "  '$argon2id$v=19$m=8,t=1,p=1$%'"
                              " AND password NOT LIKE '%phrase%'"),
                 2);
}

CASE(a_session_opens_with_the_password_and_ends_at_once_everywhere)
{
    struct session session;
    struct login login;
    int retry_s;

    world_add_node(&test_world, NULL);
    world_player(test_world.node[0], "ada");
    cr_assert_eq(world_sign_in(test_world.node[0], "ADA", "a fine long phrase",
                               &session, &retry_s),
                 PLAY_OK);
    cr_expect_eq(strlen(session.token), 4 + 52);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(token_find(test_world.node[i], session.token, &login),
                     PLAY_OK);
        cr_expect_str_eq(login.player.name, "ada");
        cr_expect(login.scopes & SCOPE_MATCH_PLAY);
    }
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM tokens WHERE"
                              " encode(hash, 'escape') LIKE '%fth%'"),
                 0);
    cr_expect_eq(session_close(test_world.node[0], &login), PLAY_OK);
    cr_expect_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_BAD_TOKEN);
    for (int i = 0; i < 10000 && token_find(test_world.node[1], session.token,
                                            &login) == PLAY_OK;
         i++)
        world_sleep_ms(2);
    cr_expect_eq(token_find(test_world.node[1], session.token, &login),
                 PLAY_BAD_TOKEN);
}

CASE(a_token_expires_and_an_invalid_text_is_refused)
{
    struct session session;
    struct login login;
    int retry_s;

    world_player(test_world.node[0], "ada");
    world_sign_in(test_world.node[0], "ada", "a fine long phrase", &session,
                  &retry_s);
    cr_expect_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_OK);
    test_world.wall_offset_us = INT64_C(30) * 86400 * 1000000 + 1;
    cr_expect_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_BAD_TOKEN);
    test_world.wall_offset_us = 0;
    session.token[10] = session.token[10] == 'a' ? 'b' : 'a';
    cr_expect_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_BAD_TOKEN);
    cr_expect_eq(token_find(test_world.node[0], "", &login), PLAY_BAD_TOKEN);
    cr_expect_eq(
        token_find(test_world.node[0], "fth_'; DROP TABLE tokens", &login),
        PLAY_BAD_TOKEN);
}

CASE(repeated_failures_lock_known_names_and_unknown_ones)
{
    struct session session;
    struct play *play;
    const char *const names[] = {"ada", "nobody"};
    int retry_s;

    play = test_world.node[0];
    world_player(play, "ada");
    for (size_t n = 0; n < 2; n++) {
        for (int i = 0; i < 3; i++)
            cr_expect_eq(world_sign_in(play, names[n], "not this phrase",
                                       &session, &retry_s),
                         PLAY_BAD_CREDENTIALS);
        cr_expect_eq(world_sign_in(play, names[n], "a fine long phrase",
                                   &session, &retry_s),
                     PLAY_LOCKED);
        cr_expect_gt(retry_s, 290);
        cr_expect_leq(retry_s, 301);
    }
    test_world.wall_offset_us = INT64_C(301) * 1000000;
    cr_expect_eq(
        world_sign_in(play, "ada", "a fine long phrase", &session, &retry_s),
        PLAY_OK);
}

CASE(a_success_clears_the_earlier_failures)
{
    struct session session;
    int retry_s;

    world_player(test_world.node[0], "ada");
    for (int i = 0; i < 8; i++) {
        bool right = i % 3 == 2;

        cr_expect_eq(
            world_sign_in(test_world.node[0], "ada",
                          right ? "a fine long phrase" : "not this phrase",
                          &session, &retry_s),
            right ? PLAY_OK : PLAY_BAD_CREDENTIALS);
    }
}
