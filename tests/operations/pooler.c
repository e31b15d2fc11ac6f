/* Nodes whose pools share few connections through PgBouncer in transaction
 * mode: each transaction may use another session, and must not depend on what
 * others left in it. */
#include "depth.h"
#include "match_fixture.h"
#include "pgbouncer.h"
#include "race.h"
#include "scene.h"
#include "service.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CONNECTIONS = 2, ENDLESS = 20000, CROWD = 24, WAITS = 2000 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* ---- two nodes behind a pooler ---- */

struct pooled {
    struct service base; /* the owner of the database; it is not running */
    struct pgbouncer pgbouncer;
    struct service node[2];
};

/* sql: a setting of the database, with {} for its name. */
static void set_database(const struct service *service, const char *sql)
{
    char text[512];
    const char *gap = strstr(sql, "{}");

    snprintf(text, sizeof text, "%.*s%s%s", (int)(gap - sql), sql,
             service->database_name, gap + 2);
    service_sql(service, text);
}

static void pooled_begin(struct pooled *pooled, const char *const *sql)
{
    char setting[256];
    const char *const settings[] = {setting, NULL};

    service_begin(&pooled->base, NULL);
    for (int i = 0; sql && sql[i]; i++)
        set_database(&pooled->base, sql[i]);
    service_signal(&pooled->base, SIGTERM);
    pgbouncer_begin(&pooled->pgbouncer, pooled->base.database, CONNECTIONS);
    snprintf(setting, sizeof setting, "--database-pooler=%sdbname=%s",
             pooled->pgbouncer.conninfo, pooled->base.database_name);
    for (int i = 0; i < 2; i++)
        service_join_as(&pooled->node[i], &pooled->base, settings);
}

static void pooled_end(struct pooled *pooled)
{
    pgbouncer_end(&pooled->pgbouncer);
    service_start(&pooled->base);
    service_end(&pooled->base);
}

/* ---- actions ---- */

/* Play a decision of seat 0, and undo it. */
static void decide_and_undo(struct fixture *fixture)
{
    char move[128];
    long before = fixture->seq;

    cr_assert(fixture_choose(fixture, 0, move, sizeof move));
    struct answer done = fixture_post(fixture, 0, move, fixture->seq, "decide");

    cr_assert_eq(done.status, 201, "%s", done.body);
    long seq = answer_number(&done, "seq");

    answer_clear(&done);
    done = fixture_undo(fixture, 0, before, seq, "undo");
    cr_assert_eq(done.status, 201, "%s", done.body);
    fixture->seq = answer_number(&done, "seq");
    answer_clear(&done);
    /* A repeated request gets the same response. */
    struct answer again = fixture_undo(fixture, 0, before, seq, "undo");

    cr_expect_eq(again.status, 201);
    cr_expect_eq(answer_number(&again, "seq"), fixture->seq);
    answer_clear(&again);
}

/* Send more requests at once than there are sessions. */
static void ask_in_a_crowd(struct pooled *pooled, struct fixture *fixture)
{
    static struct racer racers[CROWD];
    static const char *const what[] = {"/state", "/legal-moves",
                                       "/events?after=0&limit=20", "/record"};

    for (int i = 0; i < CROWD; i++) {
        racer_init(&racers[i], &pooled->node[i % 2], &fixture->players[0]);
        racer_asks(&racers[i], "GET", "/v1/matches/%s%s", fixture->match,
                   what[i / 2 % 4]);
    }
    racers_run(racers, CROWD);
    for (int i = 0; i < CROWD; i++)
        cr_expect(racers[i].answer.status == 200 ||
                      strcmp(what[i / 2 % 4], "/record") == 0,
                  "%s: %s", racers[i].path, racers[i].answer.body);
    racers_end(racers, CROWD);
}

/* Bots play at one node; the other sees the end. */
static void bots_play(struct pooled *pooled, struct client *who)
{
    struct client other = client_again(&pooled->node[1], who);
    struct answer made = client_send(
        who, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"bot:random\",\"bot:greedy\"]}");
    bool is_over = false;

    cr_assert_eq(made.status, 201, "%s", made.body);
    for (int i = 0; i < WAITS && !is_over; i++) {
        struct answer match =
            client_get(&other, "/v1/matches/%s", answer_text(&made, "id"));

        is_over = strcmp(answer_text(&match, "status"), "finished") == 0;
        answer_clear(&match);
        if (!is_over)
            sleep_ms(10);
    }
    cr_expect(is_over);
    answer_clear(&made);
    client_close(&other);
}

/* Each enters the queue at a node of its own. */
static void meet_in_the_queue(struct pooled *pooled, struct fixture *fixture)
{
    static const char path[] = "/v1/queue/template";
    static const char wish[] = "{\"seats\":[2],\"clock\":{\"bank_seconds\":600,"
                               "\"increment_seconds\":5}}";
    char match[2][64] = {"", ""};

    for (int i = 0; i < 2; i++) {
        struct client who =
            client_again(&pooled->node[i], &fixture->players[i]);
        struct answer put = client_send(&who, "PUT", path, wish);

        cr_assert_eq(put.status, 200, "%s", put.body);
        answer_clear(&put);
        client_close(&who);
    }
    for (int i = 0; i < WAITS && (!*match[0] || !*match[1]); i++) {
        struct answer got = client_get(&fixture->players[i % 2], "%s", path);

        snprintf(match[i % 2], sizeof *match, "%s", answer_text(&got, "match"));
        answer_clear(&got);
        sleep_ms(5);
    }
    cr_expect_str_neq(match[0], "");
    cr_expect_str_eq(match[0], match[1]);
}

/* Expect all events of a match, once and in order, at the other node's
 * stream. */
static void expect_all_streamed(struct sse *sse, long last)
{
    struct sse_event event;
    char id[24];

    for (long seq = 1; seq <= last; seq++) {
        cr_assert(sse_next(sse, SSE_WAIT_MS, &event), "nothing after %ld", seq);
        snprintf(id, sizeof id, "%ld", seq);
        cr_assert_str_eq(event.id, id);
        sse_event_clear(&event);
    }
}

/* ---- session state ---- */

static PGconn *connect_through(const struct pooled *pooled)
{
    char conninfo[256];

    snprintf(conninfo, sizeof conninfo, "%sdbname=%s",
             pooled->pgbouncer.conninfo, pooled->base.database_name);
    PGconn *pg = PQconnectdb(conninfo);

    cr_assert_eq(PQstatus(pg), CONNECTION_OK, "%s", PQerrorMessage(pg));
    return pg;
}

/* Expect every session of the pooler, all held by transactions at the same
 * time, to be unchanged: nothing prepared, set, locked or temporary. */
static void expect_nothing_left(const struct pooled *pooled)
{
    static const char sql[] =
        "SELECT (SELECT count(*) FROM pg_prepared_statements)"
        " + (SELECT count(*) FROM pg_settings WHERE source = 'session'"
        "    AND name NOT IN ('application_name', 'client_encoding',"
        "     'DateStyle', 'TimeZone', 'standard_conforming_strings'))"
        " + (SELECT count(*) FROM pg_listening_channels())"
        " + (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        "    AND pid = pg_backend_pid())"
        " + (SELECT count(*) FROM pg_class WHERE relpersistence = 't')";
    PGconn *pg[CONNECTIONS];

    for (int i = 0; i < CONNECTIONS; i++) {
        pg[i] = connect_through(pooled);
        PQclear(PQexec(pg[i], "BEGIN"));
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        PGresult *rows = PQexec(pg[i], sql);

        cr_assert_eq(PQresultStatus(rows), PGRES_TUPLES_OK, "%s",
                     PQerrorMessage(pg[i]));
        cr_expect_str_eq(PQgetvalue(rows, 0, 0), "0");
        PQclear(rows);
    }
    for (int i = 0; i < CONNECTIONS; i++)
        PQfinish(pg[i]);
}

/* ---- promises ---- */

/* Settings on which nothing stored or sent may depend; the last one is
 * normal. */
static const char *const odd[] = {
    "ALTER DATABASE {} SET TimeZone = 'Pacific/Chatham'",
    "ALTER DATABASE {} SET DateStyle = 'German, DMY'",
    "ALTER DATABASE {} SET IntervalStyle = 'sql_standard'",
    "ALTER DATABASE {} SET bytea_output = 'escape'",
    "ALTER DATABASE {} SET extra_float_digits = -15",
    "ALTER DATABASE {} SET statement_timeout = '5s'",
    NULL,
};

Test(pooler, nodes_that_share_two_sessions_play_a_whole_match,
     .init = deep_only)
{
    static struct pooled pooled;
    struct fixture fixture;
    struct sse sse;
    char path[128];

    pooled_begin(&pooled, odd);
    fixture_begin(&fixture, &pooled.node[0], "underwater-cities", 2);
    struct client listener = client_again(&pooled.node[1], &fixture.players[1]);

    snprintf(path, sizeof path, "/v1/matches/%s/events", fixture.match);
    sse_open(&sse, &listener, path, NULL);
    cr_assert(sse_answered(&sse));
    decide_and_undo(&fixture);
    ask_in_a_crowd(&pooled, &fixture);
    bots_play(&pooled, &fixture.players[0]);
    meet_in_the_queue(&pooled, &fixture);
    fixture_play(&fixture, ENDLESS);
    cr_expect(fixture.is_over);
    expect_all_streamed(&sse, fixture.seq);
    fixture_expect_complete_log(&fixture, 0);
    cr_expect_leq(pgbouncer_number(&pooled.pgbouncer, "POOLS",
                                   pooled.base.database_name, "sv_idle"),
                  CONNECTIONS);
    cr_expect_gt(pgbouncer_number(&pooled.pgbouncer, "STATS",
                                  pooled.base.database_name,
                                  "total_xact_count"),
                 100);
    sse_close(&sse);
    client_close(&listener);
    fixture_end(&fixture);
    for (int i = 1; i >= 0; i--) {
        cr_expect_not(service_logged(&pooled.node[i], "\"database\""));
        service_end(&pooled.node[i]);
    }
    expect_nothing_left(&pooled);
    pooled_end(&pooled);
}

/* Accounts, tokens, challenges, bots, clocks and matches in every status, all
 * through the pooler. */
static void expect_a_scene(const struct pooled *pooled)
{
    static struct scene scene;
    char direct[300], shared[300];
    const char *const settings[] = {direct, shared, NULL};

    snprintf(direct, sizeof direct, "--database=%s", pooled->base.database);
    snprintf(shared, sizeof shared, "--database-pooler=%sdbname=%s",
             pooled->pgbouncer.conninfo, pooled->base.database_name);
    scene_begin(&scene, settings);
    free(scene_fingerprint(&scene));
    cr_expect_not(service_logged(&scene.service, "prepared"));
    scene_end(&scene);
}

Test(pooler, unlimited_sessions_cause_a_warning_and_serve_everything,
     .init = deep_only)
{
    static const char *const careless[] = {
        "ALTER DATABASE {} SET client_min_messages = 'error'", NULL};
    static struct pooled pooled;

    pooled_begin(&pooled, careless);
    struct client zoe = client_account(&pooled.node[0], "zoe");

    cr_expect(service_logged(&pooled.node[0], "client_min_messages = error, "
                                              "statement_timeout = 0"));
    client_close(&zoe);
    for (int i = 1; i >= 0; i--)
        service_end(&pooled.node[i]);
    expect_a_scene(&pooled);
    expect_nothing_left(&pooled);
    pooled_end(&pooled);
}
