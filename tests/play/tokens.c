/* Tokens for programs: their scopes, lifetimes and revocation. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const int64_t minute_us = INT64_C(60) * 1000000;
static const char phrase[] = "a fine long phrase";

/* The tokens of an account, newest first. */
struct list {
    struct token tokens[256];
    size_t count;
};

static void add(void *ctx, const struct token *token)
{
    struct list *list = ctx;

    list->tokens[list->count++] = *token;
}

static void list_tokens(struct play *play, const struct login *login,
                        struct list *out)
{
    out->count = 0;
    cr_assert_eq(token_list(play, login, add, out), PLAY_OK);
}

/* At once here, and as soon as the news arrive elsewhere. */
static void expect_ended(struct play *play, const char *text)
{
    struct login login;

    for (int i = 0; i < 10000 && !token_find(play, text, &login); i++)
        world_sleep_ms(2);
    cr_expect_eq(token_find(play, text, &login), PLAY_BAD_TOKEN);
}

/* ada's session at the first node, and her login. */
static struct session begin(struct world *world)
{
    world_player(world->node[0], "ada");
    return world_session(world->node[0], "ada");
}

CASES(tokens);

CASE(a_labelled_token_acts_for_its_account_within_its_scopes)
{
    static struct list list;
    struct token token;
    struct login login;
    char text[PLAY_TOKEN_SIZE];

    struct session session = begin(&test_world);
    struct play *play = test_world.node[0];

    cr_assert_eq(world_token(play, &session.login, "my bot",
                             SCOPE_MATCH_READ | SCOPE_BOT_PLAY, 3600, NULL,
                             &token, text),
                 PLAY_OK);
    cr_assert_eq(token_find(play, text, &login), PLAY_OK);
    cr_expect_str_eq(login.player.name, "ada");
    cr_expect_eq(login.scopes, SCOPE_MATCH_READ | SCOPE_BOT_PLAY);
    list_tokens(play, &session.login, &list);
    cr_assert_eq(list.count, 2);
    cr_expect_str_eq(list.tokens[0].label, "my bot");
    cr_expect_str_eq(list.tokens[0].id, token.id);
    cr_expect_eq(list.tokens[0].expires_us - list.tokens[0].created_us,
                 60 * minute_us);
    cr_expect_str_eq(list.tokens[1].label, "");
    cr_expect_str_eq(list.tokens[1].id, session.login.token_id);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM tokens WHERE"
                                           " tokens::text LIKE '%fth_%'"),
                 0);
    test_world.wall_offset_us = 61 * minute_us;
    cr_expect_eq(token_find(play, text, &login), PLAY_BAD_TOKEN);
    list_tokens(play, &session.login, &list);
    cr_expect_eq(list.count, 1);
}

CASE(a_token_cannot_exceed_its_parent)
{
    struct token token;
    struct login clerk;
    char text[PLAY_TOKEN_SIZE];

    struct session session = begin(&test_world);
    struct play *play = test_world.node[0];

    cr_expect_eq(world_token(play, &session.login, "boss", SCOPE_ADMIN, 3600,
                             phrase, &token, text),
                 PLAY_SCOPE_EXCEEDED);
    cr_assert_eq(world_token(play, &session.login, "keeper",
                             SCOPE_MATCH_READ | SCOPE_ACCOUNT_WRITE, 3600,
                             phrase, &token, text),
                 PLAY_OK);
    cr_assert_eq(token_find(play, text, &clerk), PLAY_OK);
    cr_expect_eq(world_token(play, &clerk, "player", SCOPE_MATCH_PLAY, 3600,
                             phrase, &token, text),
                 PLAY_SCOPE_EXCEEDED);
    cr_expect_eq(world_token(play, &clerk, "bot", SCOPE_BOT_PLAY, 3600, phrase,
                             &token, text),
                 PLAY_SCOPE_EXCEEDED);
    cr_expect_eq(world_token(play, &clerk, "reader", SCOPE_MATCH_READ, 60, NULL,
                             &token, text),
                 PLAY_OK);
}

CASE(the_scope_admin_is_granted_by_those_who_have_it)
{
    struct token token;
    struct login login;
    char text[PLAY_TOKEN_SIZE];

    struct session before = begin(&test_world), session;
    struct play *play = test_world.node[0];

    cr_expect_eq(
        world_operate(test_world.store[0], OPERATOR_GRANT_ADMIN, "ada"),
        PLAY_OK);
    /* Neither a session of before, nor a token that may only see to the
     * account, though the password is right. */
    cr_assert_eq(token_find(play, before.token, &login), PLAY_OK);
    cr_expect_eq(world_token(play, &login, "boss", SCOPE_ADMIN, 60, phrase,
                             &token, text),
                 PLAY_SCOPE_EXCEEDED);
    session = world_session(play, "ada");
    cr_assert_eq(world_token(play, &session.login, "clerk", SCOPE_ACCOUNT_WRITE,
                             60, phrase, &token, text),
                 PLAY_OK);
    cr_assert_eq(token_find(play, text, &login), PLAY_OK);
    cr_expect_eq(world_token(play, &login, "boss", SCOPE_ADMIN, 60, phrase,
                             &token, text),
                 PLAY_SCOPE_EXCEEDED);
    cr_expect_eq(world_token(play, &session.login, "boss", SCOPE_ADMIN, 60,
                             NULL, &token, text),
                 PLAY_PASSWORD_NEEDED);
    cr_expect_eq(world_token(play, &session.login, "boss", SCOPE_ADMIN, 60,
                             phrase, &token, text),
                 PLAY_OK);
}

CASE(an_administrator_grants_admin_until_its_rights_end)
{
    struct token token;
    struct login login;
    char text[PLAY_TOKEN_SIZE], child[PLAY_TOKEN_SIZE];

    world_add_node(&test_world, NULL);
    struct session before = begin(&test_world), session;

    cr_expect_eq(
        world_operate(test_world.store[1], OPERATOR_GRANT_ADMIN, "nobody"),
        PLAY_NOT_FOUND);
    cr_expect_eq(
        world_operate(test_world.store[1], OPERATOR_GRANT_ADMIN, "ADA"),
        PLAY_OK);
    session = world_session(test_world.node[0], "ada");
    cr_assert_eq(world_token(test_world.node[0], &session.login, "child",
                             SCOPE_MATCH_READ, 3600, NULL, &token, child),
                 PLAY_OK);
    cr_assert_eq(world_token(test_world.node[0], &session.login, "boss",
                             SCOPE_ADMIN | SCOPE_MATCH_READ, 3600, phrase,
                             &token, text),
                 PLAY_OK);
    cr_expect_eq(token_find(test_world.node[0], text, &login), PLAY_OK);
    cr_expect_eq(
        world_operate(test_world.store[1], OPERATOR_REVOKE_ADMIN, "ada"),
        PLAY_OK);
    expect_ended(test_world.node[0], text);
    /* So does the session that has the scope, and its child. */
    expect_ended(test_world.node[0], session.token);
    expect_ended(test_world.node[0], child);
    cr_expect_eq(token_find(test_world.node[0], before.token, &login), PLAY_OK);
    cr_expect_not(login.is_admin);
    /* The database refuses a cached login that still has the scope. */
    login.scopes |= SCOPE_ADMIN;
    cr_expect_neq(world_token(test_world.node[0], &login, "boss", SCOPE_ADMIN,
                              3600, phrase, &token, text),
                  PLAY_OK);
}

/* ---- tokens and the one that made them ---- */

CASE(without_the_password_a_token_has_the_limits_of_its_parent)
{
    const int64_t days = 86400;
    struct token token;
    char text[PLAY_TOKEN_SIZE];
    const struct {
        uint32_t scopes;
        int64_t seconds;
        const char *password;
        enum play_err err;
    } rows[] = {
        {SCOPE_MATCH_READ, 29 * days, NULL, PLAY_OK},
        {SCOPE_MATCH_READ, 31 * days, NULL, PLAY_PASSWORD_NEEDED},
        {SCOPE_MATCH_READ, 31 * days, "not this phrase", PLAY_WRONG_PASSWORD},
        {SCOPE_MATCH_READ, 31 * days, "short", PLAY_WRONG_PASSWORD},
        {SCOPE_MATCH_READ, 365 * days, phrase, PLAY_OK},
        {SCOPE_ACCOUNT_WRITE, 60, NULL, PLAY_PASSWORD_NEEDED},
        {SCOPE_ACCOUNT_WRITE, 60, phrase, PLAY_OK},
        {SCOPE_ACCOUNT_WRITE, 60, "not this phrase", PLAY_WRONG_PASSWORD},
        {SCOPE_ACCOUNT_WRITE, 60, "not this phrase", PLAY_WRONG_PASSWORD},
        {SCOPE_ACCOUNT_WRITE, 60, "not this phrase", PLAY_WRONG_PASSWORD},
        /* One's own wrong passwords lock. */
        {SCOPE_ACCOUNT_WRITE, 60, phrase, PLAY_LOCKED},
        {SCOPE_MATCH_READ, 60, NULL, PLAY_OK},
    };

    struct session session = begin(&test_world);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(world_token(test_world.node[0], &session.login, "a",
                                 rows[i].scopes, rows[i].seconds,
                                 rows[i].password, &token, text),
                     rows[i].err, "%zu", i);
}

CASE(a_child_ends_with_its_parent_everywhere)
{
    static struct list list;
    struct token clerk, token;
    struct login login;
    char text[PLAY_TOKEN_SIZE], child[PLAY_TOKEN_SIZE], own[PLAY_TOKEN_SIZE];

    world_add_node(&test_world, NULL);
    struct session session = begin(&test_world);
    struct play *play = test_world.node[0];

    cr_assert_eq(world_token(play, &session.login, "clerk",
                             SCOPE_ACCOUNT_WRITE | SCOPE_MATCH_READ, 3600,
                             phrase, &clerk, text),
                 PLAY_OK);
    cr_assert_eq(token_find(play, text, &login), PLAY_OK);
    cr_assert_eq(world_token(play, &login, "child", SCOPE_MATCH_READ, 60, NULL,
                             &token, child),
                 PLAY_OK);
    cr_expect_str_eq(token.parent, clerk.id);
    cr_assert_eq(world_token(play, &login, "own", SCOPE_MATCH_READ, 60, phrase,
                             &token, own),
                 PLAY_OK);
    cr_expect_str_eq(token.parent, "");
    list_tokens(play, &session.login, &list);
    cr_assert_eq(list.count, 4);
    cr_expect_str_eq(list.tokens[1].parent, clerk.id);
    for (int i = 0; i < 2; i++)
        cr_expect_eq(token_find(test_world.node[i], child, &login), PLAY_OK);
    cr_expect_eq(token_end(play, &session.login, clerk.id), PLAY_OK);
    for (int i = 0; i < 2; i++) {
        expect_ended(test_world.node[i], text);
        expect_ended(test_world.node[i], child);
        cr_expect_eq(token_find(test_world.node[i], own, &login), PLAY_OK);
    }
}

CASE(signing_out_ends_tokens_created_without_the_password)
{
    struct token token;
    struct login login;
    char child[PLAY_TOKEN_SIZE], bot[PLAY_TOKEN_SIZE];

    world_add_node(&test_world, NULL);
    struct session session = begin(&test_world), other;

    other = world_session(test_world.node[1], "ada");
    cr_assert_eq(world_token(test_world.node[0], &session.login, "child",
                             SCOPE_BOT_PLAY, 3600, NULL, &token, child),
                 PLAY_OK);
    cr_assert_eq(world_token(test_world.node[0], &session.login, "bot",
                             SCOPE_BOT_PLAY, 3600, phrase, &token, bot),
                 PLAY_OK);
    for (int i = 0; i < 2; i++)
        cr_expect_eq(token_find(test_world.node[i], child, &login), PLAY_OK);
    cr_assert_eq(session_close(test_world.node[0], &session.login), PLAY_OK);
    for (int i = 0; i < 2; i++) {
        expect_ended(test_world.node[i], child);
        cr_expect_eq(token_find(test_world.node[i], bot, &login), PLAY_OK);
        cr_expect_eq(token_find(test_world.node[i], other.token, &login),
                     PLAY_OK);
    }
}

CASE(a_revoked_token_ends_at_once_everywhere)
{
    struct token token;
    struct login login;
    char text[PLAY_TOKEN_SIZE];

    world_add_node(&test_world, NULL);
    struct session session = begin(&test_world);

    world_player(test_world.node[0], "bob");
    struct session other = world_session(test_world.node[0], "bob");

    cr_assert_eq(world_token(test_world.node[0], &session.login, "my bot",
                             SCOPE_MATCH_READ, 3600, NULL, &token, text),
                 PLAY_OK);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(token_find(test_world.node[i], text, &login), PLAY_OK);
    cr_expect_eq(token_end(test_world.node[0], &other.login, token.id),
                 PLAY_NOT_FOUND);
    cr_expect_eq(token_end(test_world.node[0], &session.login, "tok_nonsense"),
                 PLAY_NOT_FOUND);
    cr_expect_eq(token_end(test_world.node[0], &session.login, token.id),
                 PLAY_OK);
    cr_expect_eq(token_find(test_world.node[0], text, &login), PLAY_BAD_TOKEN);
    for (int i = 0; i < 10000 && !token_find(test_world.node[1], text, &login);
         i++)
        world_sleep_ms(2);
    cr_expect_eq(token_find(test_world.node[1], text, &login), PLAY_BAD_TOKEN);
    cr_expect_eq(token_end(test_world.node[0], &session.login, token.id),
                 PLAY_NOT_FOUND);
}

CASE(a_revoked_token_creates_no_tokens)
{
    struct token token;
    char text[PLAY_TOKEN_SIZE];

    struct session session = begin(&test_world);

    cr_assert_eq(session_close(test_world.node[0], &session.login), PLAY_OK);
    cr_expect_eq(world_token(test_world.node[0], &session.login, "late",
                             SCOPE_MATCH_READ, 3600, NULL, &token, text),
                 PLAY_BAD_TOKEN);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM tokens"), 1);
}

CASE(an_account_has_fifty_at_most)
{
    struct token token;
    char text[PLAY_TOKEN_SIZE];

    struct session session = begin(&test_world);

    for (int i = 0; i < TOKENS_MAX; i++)
        cr_assert_eq(world_token(test_world.node[0], &session.login,
                                 "one of many", SCOPE_MATCH_READ, 3600, NULL,
                                 &token, text),
                     PLAY_OK);
    cr_expect_eq(world_token(test_world.node[0], &session.login, "too many",
                             SCOPE_MATCH_READ, 3600, NULL, &token, text),
                 PLAY_TOO_MANY_TOKENS);
    cr_assert_eq(token_end(test_world.node[0], &session.login, token.id),
                 PLAY_OK);
    cr_expect_eq(world_token(test_world.node[0], &session.login, "room again",
                             SCOPE_MATCH_READ, 60, NULL, &token, text),
                 PLAY_OK);
    /* Those whose time is up do not count. */
    test_world.wall_offset_us = 2 * minute_us;
    cr_expect_eq(world_token(test_world.node[0], &session.login, "and again",
                             SCOPE_MATCH_READ, 3600, NULL, &token, text),
                 PLAY_OK);
}

CASE(a_session_beyond_the_limit_ends_the_oldest)
{
    static struct list list;
    struct token token;
    struct login login;
    char child[PLAY_TOKEN_SIZE];

    struct session oldest = begin(&test_world), newest;

    cr_assert_eq(world_token(test_world.node[0], &oldest.login, "child",
                             SCOPE_MATCH_READ, 3600, NULL, &token, child),
                 PLAY_OK);
    world_sql(&test_world,
              "INSERT INTO tokens (id, account_id, hash, scopes, created_at,"
              " expires_at) SELECT gen_random_uuid(), id,"
              " sha256(n::text::bytea), 11, now() + interval '1 ms',"
              " now() + interval '1 day' FROM accounts, generate_series(1, 199)"
              " n WHERE kind = 0");
    cr_expect_eq(token_find(test_world.node[0], oldest.token, &login), PLAY_OK);
    test_world.wall_offset_us = minute_us;
    newest = world_session(test_world.node[0], "ada");
    cr_expect_eq(token_find(test_world.node[0], oldest.token, &login),
                 PLAY_BAD_TOKEN);
    cr_expect_eq(token_find(test_world.node[0], child, &login), PLAY_BAD_TOKEN);
    cr_expect_eq(token_find(test_world.node[0], newest.token, &login), PLAY_OK);
    list_tokens(test_world.node[0], &newest.login, &list);
    cr_expect_eq(list.count, SESSIONS_MAX);
}

static int64_t used_us(struct world *world)
{
    return world_number(world,
                        "SELECT coalesce((extract(epoch FROM last_used_at)"
                        " * 1000000)::bigint, 0) FROM tokens");
}

/* The time that was written down, once it is another than this. */
static int64_t used_after(struct world *world, int64_t before)
{
    for (int i = 0; i < 10000 && used_us(world) == before; i++)
        world_sleep_ms(3);
    return used_us(world);
}

CASE(the_last_use_is_known_to_within_ten_minutes)
{
    struct login login;
    int64_t first, again;

    struct session session = begin(&test_world);

    cr_expect_eq(used_us(&test_world), 0);
    cr_assert_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_OK);
    first = used_after(&test_world, 0);
    cr_expect_gt(first, 0);
    /* Within ten minutes nothing is written. */
    test_world.wall_offset_us = 9 * minute_us;
    for (int i = 0; i < 20; i++)
        token_find(test_world.node[0], session.token, &login);
    world_remove_node(&test_world, 0); /* writes down what there is */
    cr_expect_eq(used_us(&test_world), first);
    test_world.wall_offset_us = 11 * minute_us;
    world_add_node(&test_world, NULL);
    cr_assert_eq(token_find(test_world.node[1], session.token, &login),
                 PLAY_OK);
    again = used_after(&test_world, first);
    cr_expect_gt(again, first + 10 * minute_us);
}

CASE(an_invalid_token_is_not_marked_as_used)
{
    struct login login;

    struct session session = begin(&test_world);

    test_world.wall_offset_us = 31 * 24 * 60 * minute_us;
    cr_expect_eq(token_find(test_world.node[0], session.token, &login),
                 PLAY_BAD_TOKEN);
    world_remove_node(&test_world, 0);
    cr_expect_eq(used_us(&test_world), 0);
}
