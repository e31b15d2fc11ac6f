/* Leaderboards: before the first season, and as time passes. */
#include "play_world.h"

#include "play/ladder/leaderboards.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const int64_t day_us = INT64_C(86400) * 1000000;

/* A node that settles nothing, so that seasons are the test's own. */
static struct play *open_still(struct world *world)
{
    if (!world_open(world))
        return NULL;
    play_drain(world->node[0]);
    world_sql(world, "DELETE FROM seasons");
    return world->node[0];
}

static const struct leaderboard_query of_two = {
    .game = "template", .seats = 2, .limit = 10};

static void count_standing(void *ctx, const struct standing *standing)
{
    (void)standing;
    ++*(int *)ctx;
}

Test(leaderboards, before_the_first_season_leaderboards_are_empty)
{
    struct world world;
    struct play *play = open_still(&world);
    struct board *board = malloc(sizeof *board);
    struct leaderboard_query around = of_two;
    struct standings_season season;
    struct season seasons[2];
    char next[PLAY_CURSOR_SIZE];
    struct player nobody = {.name = "nobody"};
    size_t count = 9;
    int standings = 0;

    if (!play || !board) {
        free(board);
        return;
    }
    cr_expect_eq(leaderboard_read(play, NULL, &of_two, board), PLAY_OK);
    cr_expect_not(board->has_season);
    cr_expect_eq(board->count, 0);
    around.around = "nobody";
    cr_expect_eq(leaderboard_read(play, NULL, &around, board), PLAY_NOT_FOUND);
    cr_expect_eq(player_standings(play, NULL, &nobody, 0, &season,
                                  count_standing, &standings),
                 PLAY_OK);
    cr_expect_not(season.has_season);
    cr_expect_eq(player_standings(play, NULL, &nobody, 1, &season,
                                  count_standing, &standings),
                 PLAY_NOT_FOUND);
    cr_expect_eq(standings, 0);
    cr_expect_eq(season_list(play, NULL, 2, seasons, &count, next), PLAY_OK);
    cr_expect_eq(count, 0);
    free(board);
    world_close(&world);
}

/* Somebody well known, who played just now, in a season that is over and in
 * one that goes on. */
static const char one_rated[] =
    "INSERT INTO seasons (number, began_at, ends_at, closed_at,"
    " list_opponents, list_queue_opponents, list_by) VALUES"
    " (1, now() - interval '2 days', now(), now(), 0, 0, 1),"
    " (2, now(), now() + interval '9 years', NULL, 0, 0, 2);"
    "INSERT INTO accounts (id, name, password, created_at)"
    " VALUES (md5('eve')::uuid, 'eve', '$scrypt$none', now());"
    "INSERT INTO ratings SELECT md5('eve')::uuid, 'template', 2, 0, n, 26, 1,"
    " 1540, 12, 5, now(), true, CASE n WHEN 1 THEN 1 END"
    " FROM generate_series(1, 2) n";

static struct standing first_of(struct play *play, int32_t season)
{
    struct leaderboard_query query = of_two;
    struct board *board = malloc(sizeof *board);
    struct standing first;

    query.season = season;
    cr_assert_not_null(board);
    cr_assert_eq(leaderboard_read(play, NULL, &query, board), PLAY_OK);
    cr_assert_eq(board->count, 1);
    first = board->rows[0];
    free(board);
    return first;
}

Test(leaderboards, uncertainty_grows_without_play_until_the_season_ends)
{
    struct world world;
    struct play *play = open_still(&world);

    if (!play)
        return;
    cr_assert(world_sql(&world, one_rated));
    world.wall_offset_us = day_us / 24; /* whatever the clocks say */
    cr_expect_eq(first_of(play, 2).uncertainty, 80);
    cr_expect_not(first_of(play, 2).is_provisional);
    world.wall_offset_us = 1000 * day_us;
    cr_expect_gt(first_of(play, 2).uncertainty, 200);
    cr_expect(first_of(play, 2).is_provisional);
    cr_expect_eq(first_of(play, 2).value, 1540);
    cr_expect_eq(first_of(play, 1).uncertainty, 80, "it is final");
    cr_expect_not(first_of(play, 1).is_provisional);
    world_close(&world);
}

Test(leaderboards, invalid_cursors_are_refused)
{
    static const char *const wrong[] = {
        "", "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "7777777777777777777777777777777777777777777777777774",
        "aaaaaaaaaaaaa"};
    struct world world;
    struct play *play = open_still(&world);
    struct board *board = malloc(sizeof *board);
    struct leaderboard_query query = of_two;
    struct rating_point points[10];
    struct season seasons[2];
    char next[PLAY_CURSOR_SIZE];
    struct player nobody = {.name = "nobody"};
    size_t count;

    if (!play || !board) {
        free(board);
        return;
    }
    cr_assert(world_sql(&world, one_rated));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct history_query past = {"template", 2, POOL_ALL, wrong[i],
                                           10};

        query.cursor = wrong[i];
        cr_expect_eq(leaderboard_read(play, NULL, &query, board),
                     PLAY_BAD_CURSOR, "%s", wrong[i]);
        cr_expect_eq(season_list(play, wrong[i], 2, seasons, &count, next),
                     PLAY_BAD_CURSOR, "%s", wrong[i]);
        cr_expect_eq(
            rating_history(play, NULL, &nobody, &past, points, &count, next),
            PLAY_BAD_CURSOR, "%s", wrong[i]);
    }
    free(board);
    world_close(&world);
}
