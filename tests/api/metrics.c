/* The page /metrics after requests and moves, and the bounds of its size. */
#include "depth.h"
#include "http.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"

#include "api/http/responses/problem.h"
#include "api/operations/exposition.h"
#include "api/operations/metrics.h"
#include "api/routes.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DURATION "http_server_request_duration_seconds"

/* The count of requests with this method, route and status. */
static long requests(const struct service *service, const char *method,
                     const char *route, int status)
{
    char name[192];

    snprintf(name, sizeof name,
             DURATION "_count{method=\"%s\",route=\"%s\",status=\"%d\"}",
             method, route, status);
    return raw_metric(service, name);
}

static void ask(struct client *client, const char *method, const char *path,
                long status)
{
    struct answer answer = client_send(client, method, path, NULL);

    cr_expect_eq(answer.status, status, "%s %s: %ld", method, path,
                 answer.status);
    answer_clear(&answer);
}

static size_t lines(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* ---- requests ---- */

Test(metrics, requests_count_by_method_template_and_status,
     .init = service_setup, .fini = service_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client nobody = client_open(&test_service);

    for (int i = 0; i < 3; i++)
        ask(&nobody, "GET", "/v1/games/template", 200);
    ask(&nobody, "GET", "/v1/games/chess", 404);
    ask(&nobody, "GET", "/nowhere", 404);
    ask(&nobody, "GET", "/nowhere/else", 404);
    ask(&nobody, "PUT", "/v1/games", 405);
    for (int i = 0; i < 2; i++) {
        struct answer state = fixture_get(&fixture, 0, "/state");

        cr_expect_eq(state.status, 200);
        answer_clear(&state);
    }
    cr_expect_eq(requests(&test_service, "GET", "/v1/games/{game}", 200), 3);
    cr_expect_eq(requests(&test_service, "GET", "/v1/games/{game}", 404), 1);
    cr_expect_eq(requests(&test_service, "GET", "unmatched", 404), 2);
    cr_expect_eq(requests(&test_service, "PUT", "unmatched", 405), 1);
    cr_expect_eq(
        requests(&test_service, "GET", "/v1/matches/{match}/state", 200), 2);
    client_close(&nobody);
    fixture_end(&fixture);
}

/* Send requests with any number of made-up methods, paths, ids and tokens. */
static void babble(struct client *client, int round)
{
    for (int i = 0; i < 60; i++) {
        char path[96], token[64];

        snprintf(path, sizeof path,
                 i % 3 == 0   ? "/v1/matches/m_%dx%d/state"
                 : i % 3 == 1 ? "/%d/%d"
                              : "/v1/players/p%d-%d",
                 round, i);
        snprintf(token, sizeof token, "Authorization: Bearer fth_%d%d", round,
                 i);
        if (i % 4 == 0)
            client_with(client, token);
        client->may_fail = true;
        struct answer answer = client_send(client,
                                           i % 5 == 0   ? "BREW"
                                           : i % 5 == 1 ? "DELETE"
                                                        : "GET",
                                           path, NULL);

        answer_clear(&answer);
    }
}

Test(metrics, clients_cannot_add_metrics, .init = service_setup,
     .fini = service_teardown)
{
    struct client nobody = client_open(&test_service);

    babble(&nobody, 1);
    char *first = raw_metrics(&test_service);

    babble(&nobody, 2);
    babble(&nobody, 3);
    char *then = raw_admin(&test_service, "/metrics");

    cr_expect_eq(lines(then), lines(first));
    cr_expect_null(strstr(then, "m_2x"), "an id became a label");
    cr_expect_null(strstr(then, "BREW"), "a made up method became a label");
    cr_expect_not_null(strstr(then, "method=\"_OTHER\",route=\"unmatched\""));
    free(first);
    free(then);
    client_close(&nobody);
}

/* The sum of a histogram without labels, or with these, in seconds. */
static double sum_of(const struct service *service, const char *name)
{
    char *page = raw_admin(service, "/metrics");
    char line[192];
    int length = snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(page, line);

    cr_assert_not_null(at, "no %s", name);
    double sum = strtod(at + length, NULL);

    free(page);
    return sum;
}

Test(metrics, a_long_poll_that_waits_is_not_a_slow_request,
     .init = service_setup, .fini = service_teardown)
{
    enum { WAIT_S = 3 };
    struct fixture fixture;
    char what[64];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct answer state = fixture_get(&fixture, 0, "/state");

    snprintf(what, sizeof what, "/events?after=%ld&wait=%d",
             answer_number(&state, "seq"), WAIT_S);
    answer_clear(&state);
    struct answer poll = fixture_get(&fixture, 0, what);

    cr_expect_eq(poll.status, 200);
    answer_clear(&poll);
    cr_expect_eq(
        requests(&test_service, "GET", "/v1/matches/{match}/events", 200), 1);
    cr_expect_lt(sum_of(&test_service,
                        DURATION "_sum{method=\"GET\",route=\"/v1/matches/"
                                 "{match}/events\",status=\"200\"}"),
                 WAIT_S - 0.5);
    cr_expect_gt(sum_of(&test_service, "fathom_long_poll_wait_seconds_sum"),
                 WAIT_S - 0.5);
    fixture_end(&fixture);
}

/* ---- play ---- */

/* Wait until a number is at least this; bots take their time. */
static void await_at_least(const struct service *service, const char *name,
                           long least)
{
    const long until = raw_now_ms() + 30000;

    while (raw_metric(service, name) < least && raw_now_ms() < until)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    cr_expect_geq(raw_metric(service, name), least, "%s", name);
}

#define MOVES(player) "moves_total{game=\"template\",player=\"" player "\"}"

static void post_with_key(struct fixture *fixture)
{
    char move[96];
    int seat = fixture_choose_any(fixture, move, sizeof move);
    const long seq = fixture->seq;

    cr_assert_geq(seat, 0);
    for (int i = 0; i < 2; i++) {
        struct answer answer = fixture_post(fixture, seat, move, seq, "k1");

        cr_expect_eq(answer.status, 201, "%s", answer.body);
        answer_clear(&answer);
    }
}

static void post_refused(struct fixture *fixture, const char *move, long seq,
                         long status)
{
    char legal[96];
    int seat = fixture_choose_any(fixture, legal, sizeof legal);
    struct answer answer =
        fixture_post(fixture, seat, move, seq < 0 ? fixture->seq : seq, NULL);

    cr_expect_eq(answer.status, status, "%s", answer.body);
    answer_clear(&answer);
}

Test(metrics, moves_and_refusals_count_by_player_reason_and_rule,
     .init = service_setup, .fini = service_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    post_with_key(&fixture);
    post_refused(&fixture, "take", -1, 422);
    post_refused(&fixture, "take", -1, 422);
    post_refused(&fixture, "fly", -1, 422);
    post_refused(&fixture, "take", 0, 412);
    cr_expect_eq(raw_metric(&test_service, MOVES("human")), 1);
    cr_expect_eq(raw_metric(&test_service, MOVES("house")), 0);
    cr_expect_eq(raw_metric(&test_service, "idempotent_replays_total"), 1);
    cr_expect_eq(
        raw_metric(&test_service, "refusals_total{reason=\"illegal-move\"}"),
        2);
    cr_expect_eq(
        raw_metric(&test_service, "refusals_total{reason=\"bad-move\"}"), 1);
    cr_expect_eq(raw_metric(&test_service, "refusals_total{reason=\"stale\"}"),
                 1);
    cr_expect_eq(raw_metric(&test_service, "commit_effects_sum"),
                 raw_metric(&test_service, MOVES("human")) + 1 /* the account that
                                                           * took a seat */);
    cr_expect_geq(raw_metric(&test_service,
                             "move_judge_seconds_count{game=\"template\"}"),
                  4);
    cr_expect_eq(raw_metric(&test_service,
                            "illegal_moves_total{game=\"template\","
                            "rule=\"not-now\"}"),
                 2);
    fixture_end(&fixture);
}

Test(metrics, built_in_bots_and_bot_accounts_are_counted_apart,
     .init = service_setup, .fini = service_teardown)
{
    struct client kim = client_bot(&test_service, "kim");
    struct answer match = client_send(
        &kim, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\"]}");
    struct fixture fixture = {
        .service = &test_service, .people = 1, .players = {kim}};

    cr_assert_eq(match.status, 201, "%s", match.body);
    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&match, "id"));
    answer_clear(&match);
    post_with_key(&fixture);
    await_at_least(&test_service, MOVES("house"), 1);
    cr_expect_eq(raw_metric(&test_service, MOVES("bot")), 1);
    cr_expect_eq(raw_metric(&test_service, MOVES("human")), 0);
    client_close(&kim);
}

/* ---- backlog ---- */

/* The database is queried when a node starts, and then periodically. */
Test(metrics, the_backlog_of_the_database_is_reported, .init = deep_only)
{
    const char *const settings[] = {"--grace-seconds=600", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bot = client_bot(&service, "deep");
    struct answer ticket =
        client_send(&ada, "PUT", "/v1/queue/template",
                    "{\"seats\":[2],\"clock\":{\"bank_seconds\":600,"
                    "\"increment_seconds\":5}}");
    struct answer match =
        client_send(&bot, "POST", "/v1/matches",
                    "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\"],"
                    "\"clock\":{\"turn_seconds\":600}}");

    cr_assert_eq(ticket.status, 200, "%s", ticket.body);
    cr_assert_eq(match.status, 201, "%s", match.body);
    answer_clear(&ticket);
    answer_clear(&match);
    service_signal(&service, SIGTERM);
    service_sql(&service,
                "UPDATE matches SET look_at = now() - interval '1 hour'");
    service_start(&service);
    for (int i = 0; i < 500; i++) {
        char *page = raw_admin(&service, "/metrics");
        bool is_known = strstr(page, "\nfathom_backlog_age_seconds ") != NULL;

        free(page);
        if (is_known)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    cr_expect_eq(raw_metric(&service, "queue_tickets{player=\"human\"}"), 1);
    cr_expect_eq(raw_metric(&service, "queue_tickets{player=\"bot\"}"), 0);
    cr_expect_lt(
        sum_of(&service, "fathom_queue_oldest_seconds{player=\"human\"}"),
        600.0);
    cr_expect_eq(raw_metric(&service, "clocks_overdue"), 1);
    cr_expect_geq(raw_metric(&service, "clocks_overdue_oldest_seconds"), 3600);
    cr_expect_eq(raw_metric(&service, "ladder_unsettled"), 0);
    client_close(&ada);
    client_close(&bot);
    service_end(&service);
}

/* ---- what is kept ---- */

/* The page, with this metric: some are known soon after a node has started. */
static char *page_with(const struct service *service, const char *metric)
{
    const long until = raw_now_ms() + 60000;
    char line[64];
    char *page = raw_admin(service, "/metrics");

    snprintf(line, sizeof line, "\n%s ", metric);
    while (!strstr(page, line) && raw_now_ms() < until) {
        free(page);
        page = raw_admin(service, "/metrics");
    }
    return page;
}

Test(metrics, what_the_database_keeps_and_may_keep_is_reported, .timeout = 600)
{
    static const char *const settings[] = {"--database-disk-bytes=5000000000",
                                           NULL};
    struct service service;
    struct fixture fixture;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    service_signal(&service, SIGTERM);
    service_sql(&service, "ANALYZE matches"); /* which estimates */
    service_start(&service);
    free(page_with(&service, "fathom_kept_matches"));
    cr_expect_eq(raw_metric(&service, "kept_matches"), 1);
    cr_expect_gt(raw_metric(&service, "database_bytes"), 1000000);
    cr_expect_eq(raw_metric(&service, "database_disk_bytes"), 5000000000);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- the format ---- */

Test(metrics, the_page_has_the_format_of_prometheus, .init = service_setup,
     .fini = service_teardown)
{
    struct fixture fixture;
    char file[64], command[160];

    fixture_begin(&fixture, &test_service, "template", 2);
    post_with_key(&fixture);
    post_refused(&fixture, "take", -1, 422);
    char *page = raw_admin(&test_service, "/metrics");
    const char *body = strstr(page, "\r\n\r\n");

    cr_assert_not_null(body);
    snprintf(file, sizeof file, "/tmp/fathom-metrics-%d", (int)getpid());
    FILE *out = fopen(file, "w");

    cr_assert_not_null(out);
    fputs(body + 4, out);
    fclose(out);
    snprintf(command, sizeof command, "promtool check metrics <%s >&2", file);
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0, "promtool (Debian: prometheus) finds fault");
    unlink(file);
    free(page);
    fixture_end(&fixture);
}

Test(metrics, label_values_are_escaped)
{
    struct text text = {0};

    exposition_number(&text, "m", LABELS({"a", "\"x\\y\nz"}, {"b", ""}), 7);
    cr_expect_str_eq(text.bytes, "m{a=\"\\\"x\\\\y\\nz\",b=\"\"} 7\n");
    text_clear(&text);
}

Test(metrics, every_status_of_a_problem_has_a_label)
{
    struct metrics *metrics = metrics_new(&route_table);
    struct text text = {0};

    for (int i = 0; i < PROBLEM_COUNT; i++)
        metrics_answered(metrics, NULL, "GET", problems[i].status, 1);
    metrics_write_own(metrics, &text);
    cr_expect_not_null(strstr(text.bytes, "status=\"503\""));
    cr_expect_null(strstr(text.bytes, "status=\"other\""));
    text_clear(&text);
    metrics_free(metrics);
}
