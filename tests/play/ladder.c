/* The ladder: what finished matches change, whoever settles them. */
#include "play_ladder.h"

#include <criterion/criterion.h>
#include <stdio.h>

Test(ladder, a_rated_match_changes_the_ratings_of_its_players)
{
    struct world world;
    struct player players[2];
    struct contest contest = {"template", players, 2, false, 1};

    if (!world_open(&world))
        return;
    players[0] = world_player(world.node[0], "ada");
    players[1] = world_player(world.node[0], "ben");
    contest_hold(world.node[0], &contest);
    ladder_wait(&world);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM ratings"), 4);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM rating_updates"),
                 4);
    cr_expect_eq(world_number(&world, "SELECT sum(matches) FROM"
                                      " player_statistics WHERE rated = 1"),
                 2);
    cr_expect(world_number(&world, "SELECT count(*) FROM card_statistics") > 3);
    world_close(&world);
}
