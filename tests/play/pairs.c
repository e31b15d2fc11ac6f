/* The report for operators of accounts that often meet each other. */
#include "depth.h"
#include "play_ladder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the command prints, and how it ends. */
static int run_pairs(const char *conninfo, char *out, size_t size)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char command[1024];
    FILE *from;

    snprintf(command, sizeof command,
             "exec %s/fathomd pairs --database '%s' 2>&1",
             build ? build : "build/asan", conninfo);
    from = popen(command, "r"); /* allowed: the program, as it is used */
    cr_assert_not_null(from);
    out[fread(out, 1, size - 1, from)] = '\0';
    return pclose(from);
}

static void hold(struct world *world, struct player one, struct player other,
                 bool leaves)
{
    const struct player players[] = {one, other};
    const struct contest contest = {"template", players, 2, false, 7};
    struct match match = contest_begin(world->node[0], &contest);

    if (leaves)
        contest_resign(world->node[0], &contest, match.id, 0);
    else
        contest_play(world->node[0], &contest, match.id, UINT32_MAX);
}

Test(pairs, operators_see_who_met_most_often, .init = deep_only)
{
    static struct world world;
    struct player players[3];
    char text[4096];

    if (!world_open(&world))
        return;
    for (int i = 0; i < 3; i++) {
        char name[24];

        snprintf(name, sizeof name, "player-%d", i);
        players[i] = world_player(world.node[0], name);
    }
    cr_expect_eq(run_pairs(world.conninfo, text, sizeof text), 0);
    cr_expect_str_eq(text, "No two accounts have met in a rated match of this "
                           "season.\n");
    for (int i = 0; i < 3; i++)
        hold(&world, players[i % 2], players[1 - i % 2], i == 2);
    hold(&world, players[2], players[0], false);
    ladder_wait(&world);

    cr_expect_eq(run_pairs(world.conninfo, text, sizeof text), 0);
    const char *most = strchr(text, '\n');
    const char *least = most ? strchr(most + 1, '\n') : NULL;
    int64_t of[7];

    cr_assert_not_null(least, "%s", text);
    cr_assert_eq(sscanf(most, "%ld %ld %ld %ld %ld %ld %ld", &of[0], &of[1],
                        &of[2], &of[3], &of[4], &of[5], &of[6]),
                 7, "%s", text);
    cr_expect_eq(of[0], 3, "matches");
    cr_expect_eq(of[1], 0, "none by the queue");
    cr_expect_eq(of[2] + of[3], 3, "won and lost: %s", text);
    cr_expect_eq(of[4], 1, "one was left at once: %s", text);
    cr_expect_eq(of[5] + of[6], 0, "%s", text);
    cr_expect_not_null(strstr(most, "player-0"));
    cr_expect_not_null(strstr(most, "player-1, template, 2\n"), "%s", text);
    cr_expect_eq(strtol(least, NULL, 10), 1);
    world_close(&world);
}

Test(pairs, without_a_database_the_command_fails)
{
    char text[1024];

    cr_expect_neq(run_pairs("host=/nonexistent", text, sizeof text), 0);
    cr_expect_not_null(strstr(text, "the database is unavailable"), "%s", text);
}
