/* Blocks: who cannot challenge whom, how many there are, and which are left of
 * a deleted account (names.c has more on those). */
#include "play_cases.h"
#include "play_world.h"

#include "play/accounts/block.h"
#include "play/matchmaking/challenge.h"

#include <criterion/criterion.h>

#include <string.h>

static enum play_err challenge(struct play *play, const struct player *player,
                               const char *const *names, size_t count)
{
    const struct challenge_spec spec = {.names = names,
                                        .name_count = count,
                                        .match = {.game = "template"},
                                        .seconds = 600};
    struct challenge_fault fault;
    struct challenge out;
    bool replayed;

    return challenge_create(play, player, &spec, &out, &replayed, &fault);
}

CASES(blocks);

CASE(a_blocked_account_cannot_challenge_until_the_block_ends)
{
    static const char *const ada_alone[] = {"ada"}, *const both[] = {"cyd",
                                                                     "ada"};
    static const char *const bob_alone[] = {"bob"}, *const cyd[] = {"cyd"};

    struct play *here = test_world.node[0];
    struct play *there = world_add_node(&test_world, NULL);
    struct player ada = world_player(here, "ada");
    struct player bob = world_player(here, "bob");
    struct player third = world_player(here, "cyd");

    cr_assert_eq(block_put(here, &ada, "BOB"), PLAY_OK);
    cr_expect_eq(block_put(there, &ada, "bob"), PLAY_OK);
    cr_expect_eq(challenge(there, &bob, ada_alone, 1), PLAY_BLOCKED);
    cr_expect_eq(challenge(here, &bob, both, 2), PLAY_BLOCKED);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM challenges"),
                 0, "nothing is left of what was refused");
    cr_expect_eq(challenge(here, &bob, cyd, 1), PLAY_OK);
    cr_expect_eq(challenge(here, &third, ada_alone, 1), PLAY_OK);
    cr_expect_eq(challenge(here, &ada, bob_alone, 1), PLAY_OK);
    cr_assert_eq(block_drop(there, &ada, "bob"), PLAY_OK);
    cr_expect_eq(block_drop(here, &ada, "bob"), PLAY_OK);
    cr_expect_eq(challenge(here, &bob, both, 2), PLAY_OK);
}

CASE(an_account_cannot_block_itself_or_an_unknown_name)
{
    struct block page[1];
    char next[PLAY_CURSOR_SIZE];
    size_t count;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");

    cr_expect_eq(block_put(play, &ada, "Ada"), PLAY_OWN_ACCOUNT);
    cr_expect_eq(block_put(play, &ada, "nobody"), PLAY_NOT_FOUND);
    cr_expect_eq(block_put(play, &ada, "no name"), PLAY_NOT_FOUND);
    cr_expect_eq(block_drop(play, &ada, "nobody"), PLAY_NOT_FOUND);
    cr_expect_eq(block_list(play, &ada, "no name", 1, page, &count, next),
                 PLAY_BAD_CURSOR);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM blocks"), 0);
}

CASE(an_account_blocks_a_thousand_others_and_lists_them_by_name)
{
    struct block page[100];
    char cursor[PLAY_CURSOR_SIZE] = "", next[PLAY_CURSOR_SIZE];
    char last[PLAY_NAME_SIZE] = "";
    size_t count, seen = 0;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");

    world_player(play, "bob");
    cr_assert(world_sql(
        &test_world,
        "INSERT INTO accounts (id, name, password, created_at)"
        " SELECT md5('other ' || n)::uuid, 'other-' || n, '$scrypt$x', now()"
        " FROM generate_series(1, 999) n;"
        "INSERT INTO blocks SELECT a.id, b.id, now() FROM accounts a, accounts "
        "b"
        " WHERE a.name = 'ada' AND b.name LIKE 'other-%'"));
    cr_assert_eq(block_put(play, &ada, "bob"), PLAY_OK);
    cr_expect_eq(block_put(play, &ada, "house-random"), PLAY_TOO_MANY_BLOCKS);
    cr_expect_eq(block_put(play, &ada, "bob"), PLAY_OK, "it is there already");
    do {
        cr_assert_eq(block_list(play, &ada, *cursor ? cursor : NULL, 100, page,
                                &count, next),
                     PLAY_OK);
        for (size_t i = 0; i < count; i++, seen++) {
            cr_expect_gt(strcmp(page[i].name, last), 0, "%s after %s",
                         page[i].name, last);
            memcpy(last, page[i].name, sizeof last);
        }
        memcpy(cursor, next, sizeof cursor);
    } while (*next);
    cr_expect_eq(seen, BLOCKS_MAX);
    cr_assert_eq(block_drop(play, &ada, "other-7"), PLAY_OK);
    cr_expect_eq(block_put(play, &ada, "house-random"), PLAY_OK);
}

CASE(a_deleted_account_blocks_nobody_and_a_block_of_it_stays)
{
    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");
    struct session session = world_session(play, "ada");

    cr_assert_eq(block_put(play, &ada, "bob"), PLAY_OK);
    cr_assert_eq(block_put(play, &bob, "ada"), PLAY_OK);
    cr_assert_eq(world_delete(play, &session.login, "a fine long phrase"),
                 PLAY_OK);
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM blocks b JOIN accounts a"
                              " ON a.id = b.account_id WHERE a.name = 'bob'"),
                 1);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM blocks"), 1);
}
