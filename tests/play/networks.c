/* Networks of players: which count as different, and what is stored of them. */
#include "play_ladder.h"

#include "play/match/network.h"

#include <criterion/criterion.h>

Test(networks, private_addresses_tell_nothing)
{
    static const char *const private[] = {"",
                                          "127.0.0.1",
                                          "10.1.2.3",
                                          "192.168.1.7",
                                          "172.16.0.1",
                                          "172.31.0.1",
                                          "100.64.0.1",
                                          "169.254.1.1",
                                          "0.0.0.0",
                                          "224.0.0.1",
                                          "::1",
                                          "fe80:0:0:0::/64",
                                          "fd00:1:2:3::/64"};
    static const char *const public[] = {
        "192.0.2.7", "172.15.0.1",  "172.32.0.1",       "100.128.0.1",
        "8.8.8.8",   "192.169.0.1", "2001:db8:0:1::/64"};

    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        cr_expect_not(network_is_public(private[i]), "%s", private[i]);
    for (size_t i = 0; i < sizeof public / sizeof *public; i++)
        cr_expect(network_is_public(public[i]), "%s", public[i]);
}

/* A rated match of ada and ben, who come from these networks. */
static void hold_from(struct world *world, struct player *players,
                      const char *first, const char *second)
{
    struct contest contest = {"template", players, 2, false, 3};

    network_note(world->node[0], &players[0], first);
    network_note(world->node[0], &players[1], second);
    contest_hold(world->node[0], &contest);
    ladder_wait(world);
}

TestSuite(networks_of_matches, .init = world_setup, .fini = world_teardown);

Test(networks_of_matches, only_players_of_different_networks_rate_each_other)
{
    static const struct {
        const char *first, *second;
        int changes; /* of ratings, with those before */
    } cases[] = {
        {"192.0.2.7", "192.0.2.7", 0},
        {"192.0.2.7", "192.0.2.8", 4},
        {"10.0.0.1", "10.0.0.1", 8},
        {"2001:db8:0:1::/64", "2001:db8:0:1::/64", 8},
    };
    struct player players[2];

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "ben");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hold_from(&test_world, players, cases[i].first, cases[i].second);
        cr_expect_eq(
            world_number(&test_world, "SELECT count(*) FROM rating_updates"),
            cases[i].changes, "%s and %s", cases[i].first, cases[i].second);
    }
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM seats"
                                           " WHERE network IS NOT NULL"),
                 0, "forgotten when the match is settled");
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM account_networks WHERE"
                              " network IN (3221225991, 0)"),
                 0, "not the address");
    test_world.wall_offset_us += INT64_C(90000) * 1000000;
    for (int i = 0;
         i < 4000 && world_number(&test_world, "SELECT count(*) FROM"
                                               " account_networks") > 0;
         i++)
        world_sleep_ms(5);
    cr_expect_eq(
        world_number(&test_world, "SELECT count(*) FROM account_networks"), 0,
        "after a day");
}
