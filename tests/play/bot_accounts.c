/* Accounts of bots: their names, the scopes of their tokens, their rules; and
 * accounts of built-in bots. */
#include "play_cases.h"
#include "play_world.h"

#include "play/matchmaking/bot_rules.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const char *const two[] = {"me", "open"};

CASES(bot_accounts);

CASE(no_token_of_a_bot_plays_as_a_person)
{
    struct token token;
    struct login login;
    char text[PLAY_TOKEN_SIZE];

    struct play *play = test_world.node[0];
    struct player deep = world_bot(play, "deep");
    struct session session = world_session(play, "deep");

    cr_expect_eq(deep.kind, ACCOUNT_BOT);
    cr_assert_eq(token_find(play, session.token, &login), PLAY_OK);
    cr_expect_eq(login.player.kind, ACCOUNT_BOT);
    cr_expect_eq(login.scopes,
                 SCOPE_MATCH_READ | SCOPE_BOT_PLAY | SCOPE_ACCOUNT_WRITE);
    cr_expect_eq(world_token(play, &login, "a", SCOPE_MATCH_PLAY, 3600, NULL,
                             &token, text),
                 PLAY_SCOPE_EXCEEDED);
    /* Nor when a login claims more than the account has. */
    login.scopes |= SCOPE_MATCH_PLAY;
    cr_expect_eq(world_token(play, &login, "a", SCOPE_MATCH_PLAY, 3600, NULL,
                             &token, text),
                 PLAY_BAD_TOKEN);
    cr_expect_eq(world_token(play, &login, "a", SCOPE_BOT_PLAY, 3600, NULL,
                             &token, text),
                 PLAY_OK);
}

CASE(a_bot_is_shown_as_a_bot_everywhere)
{
    struct player found;

    world_add_node(&test_world, NULL);
    struct player ada = world_player(test_world.node[0], "ada");
    struct player deep = world_bot(test_world.node[0], "deep");
    struct match match =
        world_match(test_world.node[0], &ada, "template", two, 2);

    cr_expect_eq(player_find(test_world.node[1], "deep", &found), PLAY_OK);
    cr_expect_eq(found.kind, ACCOUNT_BOT);
    cr_assert_eq(world_join(test_world.node[0], &deep, match.id, 1).err,
                 PLAY_OK);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(match_get(test_world.node[i], match.id, &match), PLAY_OK);
        cr_expect_not(match.seats[0].is_bot_account);
        cr_expect_eq(match.seats[1].kind, SEAT_HUMAN);
        cr_expect(match.seats[1].is_bot_account);
    }
}

CASE(built_in_bots_have_accounts_that_cannot_sign_in)
{
    static const char *const passwords[] = {"", "house-greedy",
                                            "a fine phrase"};
    struct session session;
    struct player player;
    int retry_s;

    struct play *play = test_world.node[0];

    cr_assert_eq(player_find(play, "house-greedy", &player), PLAY_OK);
    cr_expect_eq(player.kind, ACCOUNT_BUILTIN);
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(world_sign_in(play, "house-greedy", passwords[i], &session,
                                   &retry_s),
                     PLAY_BAD_CREDENTIALS);
    cr_expect_eq(world_operate(test_world.store[0], OPERATOR_GRANT_ADMIN,
                               "house-greedy"),
                 PLAY_NOT_FOUND);
    cr_expect_eq(
        world_create_player(play, "House-Mine", "a fine long phrase", &player),
        PLAY_NAME_RESERVED);
}

/* ---- rules ---- */

static struct bot_rules rules_for(const char *game, int at_once)
{
    struct bot_rules rules = {.game_count = 1,
                              .clocks = BOT_CLOCK_TURN | BOT_CLOCK_BANK,
                              .rated = BOT_RATED,
                              .at_once = at_once};

    snprintf(rules.games[0].id, sizeof rules.games[0].id, "%s", game);
    rules.games[0].seats = 6; /* two or three */
    return rules;
}

CASE(rules_of_a_bot_are_read_replaced_and_removed)
{
    struct bot_entry entry;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player deep = world_bot(play, "deep");
    struct bot_rules rules = rules_for("template", 3);

    cr_expect_eq(bot_rules_read(play, &deep, &entry), PLAY_NOT_FOUND);
    cr_expect_eq(bot_rules_set(play, &ada, &rules), PLAY_NOT_A_BOT);
    cr_assert_eq(bot_rules_set(play, &deep, &rules), PLAY_OK);
    rules = rules_for("underwater-cities", 0);
    cr_assert_eq(bot_rules_set(play, &deep, &rules), PLAY_OK);
    cr_assert_eq(bot_rules_read(play, &deep, &entry), PLAY_OK);
    cr_expect_eq(entry.rules.game_count, 1);
    cr_expect_str_eq(entry.rules.games[0].id, "underwater-cities");
    cr_expect_eq(entry.rules.games[0].seats, 6);
    cr_expect_eq(entry.rules.clocks, BOT_CLOCK_TURN | BOT_CLOCK_BANK);
    cr_expect_eq(entry.rules.rated, BOT_RATED);
    cr_expect_eq(entry.rules.at_once, 0);
    world_match(play, &deep, "template", two, 2);
    cr_assert_eq(bot_rules_read(play, &deep, &entry), PLAY_OK);
    cr_expect_eq(entry.playing, 1);
    cr_assert_eq(bot_rules_drop(play, &deep), PLAY_OK);
    cr_assert_eq(bot_rules_drop(play, &deep), PLAY_OK);
    cr_expect_eq(bot_rules_read(play, &deep, &entry), PLAY_NOT_FOUND);
}

CASE(a_deleted_bot_has_no_rules)
{
    struct session session;

    struct play *play = test_world.node[0];
    struct player deep = world_bot(play, "deep");
    const struct bot_rules rules = rules_for("template", 3);

    cr_assert_eq(bot_rules_set(play, &deep, &rules), PLAY_OK);
    session = world_session(play, "deep");
    cr_assert_eq(world_delete(play, &session.login, "a fine long phrase"),
                 PLAY_OK);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM bot_games"),
                 0);
    cr_expect_eq(bot_rules_set(play, &deep, &rules), PLAY_BAD_TOKEN);
}

CASE(the_list_has_bots_with_rules_and_built_in_bots_by_name)
{
    static const char *const names[] = {"bot-c", "bot-a", "bot-b"};
    struct bot_entry page[2];
    char next[PLAY_CURSOR_SIZE], cursor[PLAY_CURSOR_SIZE] = "",
                                 last[PLAY_NAME_SIZE] = "";
    size_t count, seen = 0, house = 0;

    struct play *play = test_world.node[0];

    world_bot(play, "bot-without");
    for (int i = 0; i < 3; i++) {
        struct player bot = world_bot(play, names[i]);
        const struct bot_rules rules =
            rules_for(i == 0 ? "underwater-cities" : "template", 1);

        cr_assert_eq(bot_rules_set(play, &bot, &rules), PLAY_OK);
    }
    do {
        cr_assert_eq(bot_list(play, "template", *cursor ? cursor : NULL, 2,
                              page, &count, next),
                     PLAY_OK);
        for (size_t i = 0; i < count; i++, seen++) {
            cr_expect_lt(strcmp(last, page[i].player.name), 0);
            memcpy(last, page[i].player.name, sizeof last);
            if (page[i].player.kind != ACCOUNT_BUILTIN)
                continue;
            house++;
            cr_expect_eq(page[i].rules.at_once, BOT_AT_ONCE_ANY);
            cr_expect_geq(page[i].rules.game_count, 2);
        }
        memcpy(cursor, next, sizeof cursor);
    } while (*next);
    cr_expect_eq(seen, 5);
    cr_expect_eq(house, 3);
}
