/* Guests that are no longer used. */
#include "play/accounts/guest.h"

#include "play/accounts/player.h"
#include "play/match/match.h"
#include "play/match/read.h"
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>
#include <string.h>

static const int64_t day_us = INT64_C(86400) * 1000000;

static struct session new_guest(void)
{
    struct session session;

    cr_assert_eq(
        guest_create(test_world.node[0], &(struct issue_once){0}, &session),
        PLAY_OK);
    return session;
}

/* Uses of tokens are stored in batches. */
static void await_use_stored(void)
{
    static const char sql[] =
        "SELECT count(*) FROM tokens WHERE last_used_at IS NOT NULL";

    for (int i = 0; i < 3000 && world_number(&test_world, sql) == 0; i++)
        world_sleep_ms(20);
    cr_assert_eq(world_number(&test_world, sql), 1);
}

static enum play_err find(const struct session *guest)
{
    struct player player;

    return player_find(test_world.node[0], guest->login.player.name, &player);
}

CASES(guests);

CASE(they_are_deleted_when_they_were_not_used_for_a_week)
{
    struct play *play = test_world.node[0];
    struct session idle = new_guest(), used = new_guest();
    struct login login;
    static const char *const seats[] = {"me", "open"};
    struct match match =
        world_match(play, &idle.login.player, "template", seats, 2);

    test_world.wall_offset_us = (GUEST_IDLE_DAYS - 1) * day_us;
    guests_delete_idle(play);
    cr_expect_eq(find(&idle), PLAY_OK);
    cr_expect_eq(token_find(play, used.token, &login), PLAY_OK);
    await_use_stored();
    test_world.wall_offset_us = (GUEST_IDLE_DAYS + 1) * day_us;
    guests_delete_idle(play);
    cr_expect_eq(find(&idle), PLAY_NOT_FOUND);
    cr_expect_eq(find(&used), PLAY_OK);
    cr_expect_eq(token_find(play, idle.token, &login), PLAY_BAD_TOKEN);
    cr_assert_eq(match_get(play, match.id, &match), PLAY_OK);
    cr_expect_eq(match.status, MATCH_ABORTED, "its open match ends");
}

CASE(an_account_that_was_a_guest_is_kept)
{
    struct play *play = test_world.node[0];
    struct session guest = new_guest();
    struct player player;

    cr_assert_eq(world_promote(play, &guest.login, "ada", "a pass phrase"),
                 PLAY_OK);
    cr_expect_eq(world_promote(play, &guest.login, "bob", "a pass phrase"),
                 PLAY_NOT_A_GUEST, "it has a name already");
    test_world.wall_offset_us = 100 * day_us;
    guests_delete_idle(play);
    cr_expect_eq(player_find(play, "ada", &player), PLAY_OK);
    cr_expect_str_eq(player.id, guest.login.player.id);
}
