/* The ladder: the changes of finished matches, on every node. */
#include "play_ladder.h"

#include "db/db.h"
#include "db/pg/pg.h"
#include "play/accounts/account_feed.h"
#include "play_cases.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>

CASES(ladder);

CASE(a_rated_match_changes_the_ratings_of_its_players)
{
    struct player players[2];
    struct contest contest = {"template", players, 2, false, 1};

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "ben");
    contest_hold(test_world.node[0], &contest);
    ladder_wait(&test_world);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM ratings"), 4);
    cr_expect_eq(
        world_number(&test_world, "SELECT count(*) FROM rating_updates"), 4);
    cr_expect_eq(world_number(&test_world,
                              "SELECT sum(matches) FROM"
                              " player_statistics WHERE rated = 1"),
                 2);
    cr_expect(
        world_number(&test_world, "SELECT count(*) FROM card_statistics") > 3);
}

/* ---- while nobody can settle ---- */

/* Somebody else's lock: what settles waits for it. */
static struct pg *hold_up(struct world *world)
{
    static struct db_config config;
    struct pg *pg;

    world_db_defaults(&config);
    config.conninfo = world->conninfo;
    pg = pg_open(&config);
    cr_assert_not_null(pg);
    cr_assert_eq(pg_script(pg, "BEGIN; LOCK TABLE player_statistics"
                               " IN SHARE MODE"),
                 STORE_OK);
    return pg;
}

static void let_go(struct pg *pg)
{
    cr_assert_eq(pg_script(pg, "ROLLBACK"), STORE_OK);
    pg_close(pg);
}

/* ---- notifications ---- */

struct waking {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool is_woken;
    enum play_wait why;
};

static void wake(void *ctx, enum play_wait why)
{
    struct waking *waking = ctx;

    pthread_mutex_lock(&waking->lock);
    waking->why = why;
    waking->is_woken = true;
    pthread_cond_signal(&waking->woken);
    pthread_mutex_unlock(&waking->lock);
}

/* Of the match's end, perhaps, and then of its ratings. */
static void wait_for_news(struct play *play, const struct player *player,
                          const struct feed_end *end)
{
    struct waking waking = {.lock = PTHREAD_MUTEX_INITIALIZER,
                            .woken = PTHREAD_COND_INITIALIZER};

    struct play_subscription waiter = {.done = wake, .ctx = &waking};

    cr_assert_eq(feed_wait(play, player, end, 20000, &waiter), PLAY_OK);
    pthread_mutex_lock(&waking.lock);
    while (!waking.is_woken)
        pthread_cond_wait(&waking.woken, &waking.lock);
    pthread_mutex_unlock(&waking.lock);
    cr_assert_eq(waking.why, PLAY_WAIT_NEWS);
}

/* On the other node, whichever of the two settles. */
CASE(players_are_notified_when_their_ratings_are_settled)
{
    struct player players[2];
    struct contest contest = {"template", players, 2, false, 2};
    struct feed_notice notices[FEED_LIMIT_MAX];
    struct feed_end end;
    struct match match;
    struct pg *lock;
    size_t count;

    world_add_node(&test_world, NULL);
    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "ben");
    match = contest_begin(test_world.node[0], &contest);
    lock = hold_up(&test_world);
    contest_play(test_world.node[0], &contest, match.id, UINT32_MAX);
    cr_assert_eq(feed_read(test_world.node[1], &players[0], NULL,
                           FEED_LIMIT_MAX, notices, &count, &end),
                 PLAY_OK);
    cr_expect_eq(count, 0, "it is over, and was never listed here");
    let_go(lock);
    while (count == 0) {
        wait_for_news(test_world.node[1], &players[0], &end);
        cr_assert_eq(feed_read(test_world.node[1], &players[0], end.cursor,
                               FEED_LIMIT_MAX, notices, &count, &end),
                     PLAY_OK);
    }
    cr_assert_eq(count, 1);
    cr_expect_str_eq(notices[0].id, match.id);
    cr_expect_eq(
        world_number(&test_world, "SELECT count(*) FROM rating_updates"), 4);
}

/* ---- seasons ---- */

static const int64_t minute_us = INT64_C(60) * 1000000;

/* A match that ends just before the season does is settled after it. */
CASE(a_match_counts_for_the_season_in_which_it_ended)
{
    struct player players[2];
    struct contest contest = {"template", players, 2, false, 3};
    struct match match;
    struct pg *lock;
    int64_t left_us;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "ben");
    contest_hold(test_world.node[0], &contest);
    ladder_wait(&test_world);
    left_us = world_number(&test_world, "SELECT (extract(epoch FROM ends_at)"
                                        " * 1000000)::bigint FROM seasons") -
              play_now_us(test_world.node[0]);
    test_world.wall_offset_us += left_us - 10 * minute_us;
    match = contest_begin(test_world.node[0], &contest);
    lock = hold_up(&test_world);
    contest_play(test_world.node[0], &contest, match.id, UINT32_MAX);
    test_world.wall_offset_us += 11 * minute_us;
    let_go(lock);
    ladder_wait(&test_world);
    contest_hold(test_world.node[0], &contest);
    ladder_wait(&test_world);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM ladder_matches"
                                           " WHERE season = 1"),
                 2);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM ladder_matches"
                                           " WHERE season = 2"),
                 1);
    cr_expect_eq(
        world_number(&test_world, "SELECT count(closed_at) FROM seasons"), 0,
        "somebody may still come late");
}

/* Without play an uncertain rating becomes provisional, and leaves the list. */
CASE(who_does_not_play_leaves_the_list)
{
    int64_t listed = 2;

    world_player(test_world.node[0], "ada");
    world_player(test_world.node[0], "ben");
    for (int i = 0;
         i < 6000 &&
         world_number(&test_world, "SELECT count(*) FROM seasons") < 1;
         i++)
        world_sleep_ms(5);
    cr_assert(world_sql(&test_world,
                        "UPDATE seasons SET list_matches = 1,"
                        " list_opponents = 0, list_queue_opponents = 0;"
                        "INSERT INTO ratings (account_id, game, seat_count,"
                        " pool, season, mu, sigma, shown, matches, wins,"
                        " played_at, is_listed) SELECT id, 'template', 2, 0, 1,"
                        " 25, CASE name WHEN 'ada' THEN 4.1 ELSE 2 END, 1500,"
                        " 20, 9, now(), true FROM accounts"
                        " WHERE name IN ('ada', 'ben')"));
    cr_expect_eq(
        world_number(&test_world, "SELECT count(list_value) FROM ratings"), 2);
    test_world.wall_offset_us += INT64_C(60) * 86400 * 1000000;
    for (int i = 0; i < 6000 && listed > 1; i++) {
        world_sleep_ms(i > 0 ? 5 : 0);
        listed =
            world_number(&test_world, "SELECT count(list_value) FROM ratings");
    }
    cr_expect_eq(listed, 1);
    cr_expect_eq(
        world_number(&test_world, "SELECT sum(players) FROM list_counts"), 1);
    /* A match puts it back. */
    cr_assert(world_sql(&test_world, "UPDATE ratings SET played_at = now() +"
                                     " interval '60 days' WHERE sigma > 4"));
    cr_expect_eq(
        world_number(&test_world, "SELECT count(list_value) FROM ratings"), 2);
}

/* ---- what cannot be ---- */

/* The database will not have the rating of one account. */
CASE(a_match_that_cannot_be_settled_does_not_block_the_others)
{
    struct player players[4];
    struct contest good = {"template", players, 2, false, 4};
    struct contest bad = {"template", players + 2, 2, false, 5};
    int64_t settled = 0;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "ben");
    players[2] = world_player(test_world.node[0], "cleo");
    players[3] = world_player(test_world.node[0], "dan");
    cr_assert(
        world_sql(&test_world,
                  "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$"
                  " BEGIN IF (SELECT name FROM accounts WHERE id ="
                  " NEW.account_id) = 'cleo' THEN RAISE EXCEPTION 'no';"
                  " END IF; RETURN NEW; END $$;"
                  " CREATE TRIGGER no BEFORE INSERT ON ratings"
                  " FOR EACH ROW EXECUTE FUNCTION no()"));
    contest_hold(test_world.node[0], &bad);
    for (int i = 0; i < 2; i++)
        contest_hold(test_world.node[0], &good);
    for (int i = 0; i < 6000 && settled < 2; i++) {
        world_sleep_ms(i > 0 ? 5 : 0);
        settled = world_number(&test_world, "SELECT max(number)"
                                            " FROM ladder_matches");
    }
    cr_expect_eq(settled, 2);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM ladder_matches"
                                           " WHERE put_aside"),
                 1);
    /* Somebody has looked at it. */
    cr_assert(world_sql(&test_world, "DROP TRIGGER no ON ratings;"
                                     " UPDATE ladder_matches SET"
                                     " put_aside = false"));
    ladder_wait(&test_world);
    cr_expect_eq(world_number(&test_world, "SELECT max(number)"
                                           " FROM ladder_matches"),
                 3);
}
