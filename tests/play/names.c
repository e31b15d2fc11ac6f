/* Names: which are reserved, which look like another account's, and that the
 * name of a deleted account is not given away. */
#include "play_cases.h"
#include "play_world.h"

#include "play/accounts/block.h"
#include "play/accounts/guest.h"
#include "play/accounts/reserved_name.h"
#include "play/matchmaking/challenge.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const char phrase[] = "a fine long phrase";

/* ---- reserved names ---- */

Test(names, those_that_pass_for_the_service_are_reserved)
{
    static const char *const names[] = {
        "admin",        "adm1n",        "admln",         "4dmin",
        "ad-min",       "admin_",       "aaddmmiinn",    "adrnin",
        "admin2",       "admin-007",    "administrator", "admin1strator",
        "root",         "r00t",         "rooot",         "ro0t",
        "system",       "5y5tem",       "systern",       "sys_tem",
        "sysadmin",     "fathom",       "fath0m",        "fathorn",
        "fathom-team",  "fathom_bot",   "team-fathom",   "fathom-support",
        "moderator",    "m0derat0r",    "support",       "5upport24",
        "operator",     "0perator",     "supportteam",   "system-moderator",
        "random",       "rand0m",       "greedy",        "gr33dy",
        "search",       "5earch",       "bot-greedy",    "b0t_search",
        "house-greedy", "h0use_greedy", "housegreedy",   "house-mine",
        "gone-abc",     "g0ne-abc",     "gone_abc",      "guest-abcdefgh",
        "gue5t-abc",    "guest_abc",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(name_is_reserved(names[i]), "%s", names[i]);
}

Test(names, ordinary_names_are_free)
{
    static const char *const names[] = {
        "ada",
        "bob",
        "rot",
        "rooted",
        "roots",
        "rooster",
        "systematic",
        "adm",
        "adamin",
        "fathoms",
        "fathomless",
        "moderato",
        "random42",
        "random-walk",
        "greedy-bear",
        "searcher",
        "research",
        "gone",
        "goner",
        "guest",
        "guesthouse",
        "house",
        "household",
        "team-blue",
        "bot-7",
        "official",
        "service",
        "operators-r-us",
        "supporter",

        "my-admin-is-bob",
        "5ystolic",
        "----",
        "l0l",
        "rn-rn",
        "robot",
        "the-seeker",
        "abcdefghijklmnopqrstuvwx",
        "007",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_not(name_is_reserved(names[i]), "%s", names[i]);
}

CASES(names_of);

static enum play_err create(struct play *play, const char *name)
{
    struct player player;

    return world_create_player(play, name, phrase, &player);
}

/* A guest that chooses this name. */
static enum play_err promote(struct play *play, const char *name)
{
    struct session guest;

    cr_assert_eq(guest_create(play, &(struct issue_once){0}, &guest), PLAY_OK);
    return world_promote(play, &guest.login, name, phrase);
}

CASE(accounts_and_guests_cannot_choose_a_reserved_one)
{
    struct play *play = test_world.node[0];

    cr_expect_eq(create(play, "Adm1n"), PLAY_NAME_RESERVED);
    cr_expect_eq(promote(play, "Adm1n"), PLAY_NAME_RESERVED);
    cr_expect_eq(create(play, "Adam1n"), PLAY_OK);
}

CASE(accounts_that_have_a_reserved_name_keep_it)
{
    struct play *play = test_world.node[0];
    struct session session;
    struct player player;
    int retry_s;

    world_player(play, "ada");
    cr_assert(world_sql(
        &test_world, "UPDATE accounts SET name = 'root' WHERE name = 'ada'"));
    cr_expect_eq(player_find(play, "ROOT", &player), PLAY_OK);
    cr_expect_eq(world_sign_in(play, "root", phrase, &session, &retry_s),
                 PLAY_OK);
}

/* ---- names that look alike ---- */

CASE(an_account_cannot_look_like_another)
{
    static const struct {
        const char *name;
        enum play_err err;
    } rows[] = {
        {"i1l-7o", PLAY_NAME_TAKEN}, {"ill_7o", PLAY_NAME_TAKEN},
        {"ILL-70", PLAY_NAME_TAKEN}, {"ill7o", PLAY_OK},
        {"iil-7o", PLAY_OK},         {"illl-7o", PLAY_OK},
    };

    struct play *here = test_world.node[0];
    struct play *there = world_add_node(&test_world, NULL);

    cr_assert_eq(create(here, "ill-7o"), PLAY_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(create(there, rows[i].name), rows[i].err, "%s",
                     rows[i].name);
    cr_expect_eq(promote(there, "i1l-7o"), PLAY_NAME_TAKEN);
}

/* ---- names of deleted accounts ---- */

static void delete_account(struct play *play, const char *name)
{
    struct session session = world_session(play, name);

    cr_assert_eq(world_delete(play, &session.login, phrase), PLAY_OK);
}

CASE(deleted_accounts_are_not_given_to_others)
{
    struct play *here = test_world.node[0];
    struct play *there = world_add_node(&test_world, NULL);

    world_player(here, "sea-wolf");
    delete_account(here, "sea-wolf");
    cr_expect_eq(create(here, "sea-wolf"), PLAY_NAME_TAKEN);
    cr_expect_eq(create(there, "Sea_Wo1f"), PLAY_NAME_TAKEN);
    cr_expect_eq(promote(there, "sea-wolf"), PLAY_NAME_TAKEN);
    cr_expect_eq(create(there, "sea-wolves"), PLAY_OK);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM former_names"),
                 1);
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM accounts, blocks"
                              " WHERE name LIKE '%wolf%'"),
                 0, "nothing stored has the name");
}

CASE(guests_are_generated_and_leave_nothing_behind)
{
    struct play *play = test_world.node[0];
    struct session guest;

    cr_assert_eq(guest_create(play, &(struct issue_once){0}, &guest), PLAY_OK);
    cr_assert_eq(world_delete(play, &guest.login, NULL), PLAY_OK);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM former_names"),
                 0);
}

/* ---- blocks of deleted accounts ---- */

static enum play_err challenge(struct play *play, const struct player *player,
                               const char *name)
{
    const char *const names[] = {name};
    const struct challenge_spec spec = {.names = names,
                                        .name_count = 1,
                                        .match = {.game = "template"},
                                        .seconds = 600};
    struct challenge_fault fault;
    struct challenge out;
    bool replayed;

    return challenge_create(play, player, &spec, &out, &replayed, &fault);
}

/* A node of the version before gives the name away again. */
CASE(a_block_applies_to_an_account_that_gets_the_name_again)
{
    struct block page[2];
    char next[PLAY_CURSOR_SIZE];
    size_t count;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");

    world_player(play, "bob");
    cr_assert_eq(block_put(play, &ada, "bob"), PLAY_OK);
    delete_account(play, "bob");
    cr_assert_eq(block_list(play, &ada, NULL, 2, page, &count, next), PLAY_OK);
    cr_assert_eq(count, 1);
    cr_expect_eq(strncmp(page[0].name, "gone-", 5), 0, "%s", page[0].name);
    struct player eve = world_player(play, "eve");

    cr_expect_eq(challenge(play, &eve, "ada"), PLAY_OK);
    cr_assert(world_sql(&test_world,
                        "UPDATE accounts SET name = 'bob' WHERE name = 'eve'"));
    cr_expect_eq(challenge(play, &eve, "ada"), PLAY_BLOCKED);
    cr_expect_eq(block_drop(play, &ada, page[0].name), PLAY_OK);
    cr_expect_eq(challenge(play, &eve, "ada"), PLAY_OK);
    cr_expect_eq(block_drop(play, &ada, page[0].name), PLAY_NOT_FOUND);
}
