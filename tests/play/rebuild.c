/* Everything that settling wrote can be computed again, to the bit. */
#include "depth.h"
#include "play_ladder.h"

#include "db/db.h"
#include "db/pg/pg.h"
#include "db/schema/migrate.h"
#include "play/ladder/rating_rebuild.h"
#include "play/replay/archive.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t season_us = INT64_C(95) * 86400 * 1000000;

/* ---- a ladder with all there is ---- */

enum { PEOPLE = 5, BOTS = 3, PLAYERS = PEOPLE + BOTS };

struct hall {
    struct world world;
    struct player players[PLAYERS];
    unsigned random;
};

static unsigned below(struct hall *hall, unsigned n)
{
    hall->random = hall->random * 1664525 + 1013904223;
    return (hall->random >> 8) % n;
}

/* Two nodes; two matches list somebody. */
static bool hall_open(struct hall *hall)
{
    struct play_config config;
    char why[256];
    int applied;

    memset(hall, 0, sizeof *hall);
    if (!world_open_empty(&hall->world))
        return false;
    cr_assert(db_migrate(hall->world.conninfo, &applied, why, sizeof why));
    world_config(&hall->world, &config);
    config.ladder.list_matches = 2;
    config.ladder.list_opponents = 1;
    config.ladder.list_queue_opponents = 0;
    world_add_node(&hall->world, &config);
    world_add_node(&hall->world, &config);
    for (int i = 0; i < PLAYERS; i++) {
        char name[24];

        snprintf(name, sizeof name, "player-%d", i);
        hall->players[i] = i < PEOPLE ? world_player(hall->world.node[0], name)
                                      : world_bot(hall->world.node[0], name);
    }
    return true;
}

/* People, bots, or any, each once. */
static void invite(struct hall *hall, struct player *out, size_t count)
{
    unsigned who = below(hall, 3);
    unsigned first = who == 1 ? PEOPLE : 0;
    unsigned most = who == 0 ? PEOPLE : who == 1 ? BOTS : PLAYERS;
    unsigned start = below(hall, most);

    for (size_t i = 0; i < count; i++)
        out[i] = hall->players[first + (start + i) % most];
}

static void hold_one(struct hall *hall, struct play *play)
{
    struct player players[RULES_SEATS_MAX];
    struct contest contest = {"template", players, 2 + below(hall, 2),
                              below(hall, 5) == 0, below(hall, 1000)};
    struct match match;

    invite(hall, players, contest.count);
    match = contest_begin(play, &contest);
    switch (below(hall, 5)) {
    case 0: /* never came */ contest_resign(play, &contest, match.id, 0); break;
    case 1: /* left later */
        contest_play(play, &contest, match.id, 4);
        contest_resign(play, &contest, match.id, 1);
        break;
    default: break;
    }
    contest_play(play, &contest, match.id, UINT32_MAX);
}

static void hold_alone(struct hall *hall, struct play *play, bool to_the_end)
{
    struct contest contest = {"underwater-cities",
                              &hall->players[below(hall, PLAYERS)], 1, false,
                              below(hall, 1000)};
    struct match match = contest_begin(play, &contest);

    contest_play(play, &contest, match.id, to_the_end ? UINT32_MAX : 10);
    if (!to_the_end)
        contest_resign(play, &contest, match.id, 0);
}

/* A season of it, on both nodes.  Matches of one seat are long. */
static void hold_season(struct hall *hall, int matches, bool alone)
{
    for (int i = 0; i < matches; i++)
        hold_one(hall, hall->world.node[i % 2]);
    if (alone)
        hold_alone(hall, hall->world.node[0], true);
    hold_alone(hall, hall->world.node[1], false);
    ladder_wait(&hall->world);
}

static int matches_per_season(int usually)
{
    const char *matches = getenv("FATHOM_LADDER");

    return matches ? (int)strtol(matches, NULL, 10) : usually;
}

/* ---- doing it again ---- */

/* The command as an operator runs it: how it ends. */
static int run_command(const char *command, const char *database)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char program[256];
    int status = -1;
    pid_t pid;

    snprintf(program, sizeof program, "%s/fathomd",
             build ? build : "build/asan");
    pid = fork();
    if (pid == 0) {
        execl(program, program, command, "--database", database, (char *)NULL);
        _exit(127);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static struct rebuild_report again(struct hall *hall, bool replace)
{
    struct rebuild_report report;
    const struct rebuild rebuild = {.store = hall->world.store[0],
                                    .replace = replace,
                                    .now_us = play_now_us(hall->world.node[0])};

    cr_assert_eq(ladder_rebuild(&rebuild, &report), STORE_OK);
    cr_expect_eq(
        report.matches,
        world_number(&hall->world, "SELECT count(*) FROM ladder_matches"));
    return report;
}

/* Every match is an old one, and packed. */
static void pack_all(struct hall *hall)
{
    struct archive_run run = {.store = hall->world.store[0]};

    run.now_us = run.before_us = play_now_us(hall->world.node[0]);
    cr_assert_eq(archive_all(&run), STORE_OK);
    cr_expect_eq(run.refused, 0);
    cr_expect_gt(run.done, 10);
    cr_expect_eq(world_number(&hall->world, "SELECT count(*) FROM events"
                                            " WHERE kind = 3"),
                 0);
}

static void expect_same(struct hall *hall)
{
    struct rebuild_report report = again(hall, false);

    for (size_t i = 0; i < STORE_LADDER_TABLES; i++) {
        const struct store_difference *table = &report.tables[i];

        cr_expect_eq(table->differing, 0, "%s: %d rows differ", table->table,
                     (int)table->differing);
        cr_expect_gt(table->rows, 0, "%s is empty", table->table);
    }
    cr_expect(report.is_same);
}

static void wait_until_closed(struct hall *hall, int seasons)
{
    int64_t closed = 0;

    for (int i = 0; i < 6000 && closed < seasons; i++) {
        world_sleep_ms(i > 0 ? 5 : 0);
        closed = world_number(&hall->world, "SELECT count(closed_at)"
                                            " FROM seasons");
    }
    cr_assert_eq(closed, seasons);
}

Test(rebuild, equals_what_two_nodes_settled_in_several_seasons,
     .init = deep_only)
{
    static struct hall hall;

    if (!hall_open(&hall))
        return;
    for (int season = 0; season < 3; season++) {
        hold_season(&hall, matches_per_season(6), season == 1);
        /* Close the first as version 0.3 did.  It must not have ended: then a
         * node may close it at any moment. */
        if (season == 0)
            cr_assert(world_sql(&hall.world, "UPDATE seasons SET list_by = 1"
                                             " WHERE number = 1"));
        hall.world.wall_offset_us += season_us;
    }
    wait_until_closed(&hall, 3);
    cr_expect_eq(world_number(&hall.world, "SELECT max(number) - count(*) FROM"
                                           " ladder_matches"),
                 0, "numbers have gaps");
    cr_expect_gt(world_number(&hall.world, "SELECT count(*) FROM ratings"
                                           " WHERE final_rank = 1"),
                 0);
    expect_same(&hall);
    pack_all(&hall);
    expect_same(&hall);
    world_close(&hall.world);
}

Test(rebuild, finds_a_single_wrong_bit_and_corrects_it, .init = deep_only)
{
    static struct hall hall;
    struct rebuild_report report;

    if (!hall_open(&hall))
        return;
    hold_season(&hall, 3, true);
    expect_same(&hall);
    /* The next number that a double can be. */
    cr_assert(world_sql(&hall.world,
                        "UPDATE ratings SET mu = mu * (1 + 2.3e-16)"
                        " WHERE ctid = (SELECT min(ctid) FROM ratings)"));
    cr_assert(world_sql(&hall.world,
                        "UPDATE rating_updates SET idle_seconds = 1 WHERE"
                        " ctid IN (SELECT ctid FROM rating_updates LIMIT 2)"));
    cr_assert(world_sql(&hall.world, "DELETE FROM high_scores"
                                     " WHERE pool = 2"));
    cr_assert(world_sql(&hall.world,
                        "INSERT INTO card_statistics SELECT account_id, game,"
                        " 'none', 1, 0, 0 FROM card_statistics LIMIT 1"));
    cr_expect_eq(run_command("check-ratings", hall.world.conninfo), 1);
    report = again(&hall, false);
    cr_expect(!report.is_same, "a check changed something");
    cr_expect_eq(report.tables[0].differing, 1);
    cr_expect_eq(report.tables[1].differing, 2);
    cr_expect_eq(report.tables[2].differing, 1);
    cr_expect_eq(report.tables[3].differing, 0);
    cr_expect_eq(report.tables[4].differing, 1);
    cr_expect_eq(run_command("rebuild-ratings", hall.world.conninfo), 0);
    expect_same(&hall);
    cr_expect_eq(run_command("check-ratings", hall.world.conninfo), 0);
    world_close(&hall.world);
}

/* A deleted account leaves its running matches and is no longer listed; its
 * matches still count for the others. */
Test(rebuild, equals_the_settled_ladder_with_deleted_accounts,
     .init = deep_only)
{
    static struct hall hall;
    struct contest contest = {"template", hall.players, 2, false, 3};
    struct session session;
    struct match match;

    if (!hall_open(&hall))
        return;
    for (int i = 0; i < 2; i++)
        contest_hold(hall.world.node[0], &contest);
    contest.seed = 4;
    match = contest_begin(hall.world.node[0], &contest);
    contest_play(hall.world.node[0], &contest, match.id, 4);
    ladder_wait(&hall.world);
    cr_assert(world_sql(&hall.world,
                        "INSERT INTO high_scores SELECT a.id, 'template', 0, 1,"
                        " 7, true, m.id, now(), 1 FROM accounts a, matches m"
                        " WHERE a.name = 'player-0' LIMIT 1"));
    cr_expect_eq(world_number(&hall.world, "SELECT count(*) FROM ratings"
                                           " WHERE is_listed"),
                 4);
    session = world_session(hall.world.node[0], "player-0");
    cr_assert_eq(
        world_delete(hall.world.node[0], &session.login, "a fine long phrase"),
        PLAY_OK);
    ladder_wait(&hall.world);
    cr_expect_eq(world_number(&hall.world, "SELECT sum(matches) FROM ratings"),
                 12);
    cr_expect_eq(world_number(&hall.world, "SELECT count(*) FROM ratings"
                                           " WHERE is_listed"),
                 2);
    cr_expect_eq(world_number(&hall.world, "SELECT count(*)"
                                           " FROM high_scores"),
                 0);
    cr_expect(again(&hall, false).is_same);
    world_close(&hall.world);
}

/* A match that can no longer be replayed keeps its cards; one that could not be
 * replayed when it was settled gets none. */
Test(rebuild, keeps_the_cards_of_unknown_rules, .init = deep_only)
{
    static struct hall hall;
    struct contest contest = {"template", hall.players, 2, false, 5};
    int64_t tallies;

    if (!hall_open(&hall))
        return;
    contest_hold(hall.world.node[0], &contest);
    ladder_wait(&hall.world);
    tallies = world_number(&hall.world, "SELECT sum(played)"
                                        " FROM card_statistics");
    cr_expect_gt(tallies, 4);
    cr_assert(world_sql(&hall.world, "UPDATE matches SET rules_version = 99"));
    cr_expect_eq(again(&hall, false).foreign, 1);
    cr_expect(again(&hall, false).is_same);
    contest.players += 2;
    contest_hold(hall.world.node[0], &contest);
    ladder_wait(&hall.world);
    /* A settler that has read the last number must end before. */
    cr_assert(world_sql(&hall.world,
                        "LOCK TABLE ladder_matches;"
                        "UPDATE matches SET rules_version = 99;"
                        "UPDATE ladder_matches SET cards = NULL, number = NULL,"
                        " season = NULL WHERE number = 2;"
                        "DELETE FROM rating_updates WHERE number = 2;"
                        "DELETE FROM ratings WHERE account_id NOT IN"
                        " (SELECT account_id FROM rating_updates);"
                        "DELETE FROM rating_pairs WHERE account_id NOT IN"
                        " (SELECT account_id FROM rating_updates);"
                        "DELETE FROM player_statistics WHERE account_id NOT IN"
                        " (SELECT account_id FROM rating_updates);"
                        "DELETE FROM card_statistics WHERE account_id NOT IN"
                        " (SELECT account_id FROM rating_updates)"));
    ladder_wait(&hall.world);
    cr_expect_eq(world_number(&hall.world, "SELECT sum(played)"
                                           " FROM card_statistics"),
                 tallies);
    cr_expect_eq(world_number(&hall.world, "SELECT count(*)"
                                           " FROM player_statistics"),
                 4);
    cr_expect(again(&hall, false).is_same);
    world_close(&hall.world);
}

static int64_t wait_for_settler(struct hall *hall)
{
    int64_t pid = 0;

    for (int i = 0; i < 15000 && pid <= 0; i++) {
        world_sleep_ms(i > 0 ? 2 : 0);
        pid = world_number(&hall->world,
                           "SELECT max(pid) FROM pg_locks WHERE NOT granted"
                           " AND relation = 'card_statistics'::regclass");
    }
    return pid;
}

/* Cards are written last: what comes before is written and not committed. */
Test(rebuild, equals_what_a_killed_settler_and_its_successor_wrote,
     .init = deep_only)
{
    static struct hall hall;
    struct contest contest = {"template", hall.players, 3, false, 9};
    struct db_config config;
    struct match match;
    struct pg *other;

    if (!hall_open(&hall))
        return;
    match = contest_begin(hall.world.node[0], &contest);
    world_db_defaults(&config);
    config.conninfo = hall.world.conninfo;
    other = pg_open(&config);
    cr_assert_not_null(other);
    cr_assert_eq(pg_script(other, "BEGIN; LOCK TABLE card_statistics"
                                  " IN SHARE MODE"),
                 STORE_OK);
    contest_play(hall.world.node[0], &contest, match.id, UINT32_MAX);
    for (int kill = 0; kill < 3; kill++) {
        char sql[80];

        snprintf(sql, sizeof sql, "SELECT pg_terminate_backend(%d)",
                 (int)wait_for_settler(&hall));
        cr_assert(world_sql(&hall.world, sql));
        cr_expect_eq(world_number(&hall.world, "SELECT count(*) FROM ratings"),
                     0);
    }
    cr_assert_eq(pg_script(other, "ROLLBACK"), STORE_OK);
    pg_close(other);
    ladder_wait(&hall.world);
    cr_expect_eq(world_number(&hall.world, "SELECT sum(matches) FROM ratings"),
                 6);
    cr_expect_eq(
        world_number(&hall.world, "SELECT max(number) FROM ladder_matches"), 1);
    cr_expect_eq(again(&hall, false).tables[1].differing, 0);
    world_close(&hall.world);
}

/* ---- annulling ---- */

static int run_annul(const char *match, const char *database)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char program[256];
    int status = -1;
    pid_t pid;

    snprintf(program, sizeof program, "%s/fathomd",
             build ? build : "build/asan");
    pid = fork();
    if (pid == 0) {
        execl(program, program, "annul", match, "--by", "mia", "--why", "bots",
              "--database", database, (char *)NULL);
        _exit(127);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int64_t sum_of_ratings(struct hall *hall)
{
    return world_number(&hall->world,
                        "SELECT hashtext(string_agg(r::text, ' ' ORDER BY r))"
                        " FROM (SELECT account_id, game, seat_count, pool,"
                        "  season, mu, sigma, matches, wins, opponents"
                        "  FROM ratings) r");
}

/* The ladder is then that of the other matches, and goes on from there. */
Test(rebuild, annulling_a_match_takes_it_out_of_the_ladder, .init = deep_only)
{
    static struct hall hall;
    struct contest contest = {"template", NULL, 2, false, 7};
    int64_t without;
    struct match match;

    if (!hall_open(&hall))
        return;
    contest.players = hall.players;
    hold_season(&hall, 2, false);
    without = sum_of_ratings(&hall);
    match = contest_hold(hall.world.node[0], &contest);
    ladder_wait(&hall.world);
    cr_expect_neq(sum_of_ratings(&hall), without);
    cr_expect_eq(run_annul("m_aaaaaaaaaaaaaaaaaaaaaaaaaa", hall.world.conninfo),
                 1);
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(run_annul(match.id, hall.world.conninfo), 0);
        cr_expect_eq(sum_of_ratings(&hall), without, "%d", i);
        cr_expect_eq(world_number(&hall.world,
                                  "SELECT count(*) FROM operator_actions"
                                  " WHERE action = 'annul' AND said_by = 'mia'"
                                  " AND reason = 'bots'"),
                     1, "once");
    }
    cr_expect(again(&hall, false).is_same);
    contest.seed = 8;
    contest_hold(hall.world.node[1], &contest);
    ladder_wait(&hall.world);
    cr_expect_neq(sum_of_ratings(&hall), without);
    cr_expect(again(&hall, false).is_same);
    world_close(&hall.world);
}

Test(rebuild, without_a_database_the_commands_fail)
{
    cr_expect_eq(run_command("check-ratings", "host=/nonexistent"), 1);
    cr_expect_eq(run_command("rebuild-ratings", "host=/nonexistent"), 1);
}
