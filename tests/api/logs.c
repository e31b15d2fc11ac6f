/* The log: requests, clients and security events, without secrets. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"

#include "api/http/limits/client_usage.h"
#include "base/log.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000)

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- lines ---- */

/* A member of a line; "" when it is missing. */
static const char *text_of(const json_t *line, const char *key)
{
    const char *text = json_string_value(json_object_get(line, key));

    return text ? text : "";
}

/* The number of lines of the log with this event and, unless it is NULL, this
 * route, and the last of them (new). */
static int find_lines(const struct service *service, const char *event,
                      const char *route, json_t **last)
{
    char *log = service_read_log(service), *rest = log;
    int count = 0;

    *last = NULL;
    for (char *text; (text = strsep(&rest, "\n")) != NULL && *text;) {
        json_t *line = json_loads(text, 0, NULL);

        cr_expect_not_null(line, "%s", text);
        if (strcmp(text_of(line, "event"), event) == 0 &&
            (!route || strcmp(text_of(line, "route"), route) == 0)) {
            json_decref(*last);
            *last = json_incref(line);
            count++;
        }
        json_decref(line);
    }
    free(log);
    return count;
}

/* Wait for such a line: a response may arrive before its line is written. */
static json_t *await_line(const struct service *service, const char *event,
                          const char *route)
{
    json_t *line = NULL;

    for (int i = 0; i < 500; i++) {
        if (find_lines(service, event, route, &line) > 0)
            return line;
        pause_ms(10);
    }
    cr_assert_fail("no line %s %s", event, route ? route : "");
    return NULL;
}

static void send_only(struct client *client, const char *method,
                      const char *path, const char *body, long status)
{
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, status, "%s %s: %s", method, path, answer.body);
    answer_clear(&answer);
}

/* ---- requests ---- */

Test(logs, a_request_is_logged_with_account_network_match_trace_and_cost,
     .init = service_setup, .fini = service_teardown)
{
    struct fixture fixture;
    char path[128];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client *ada = &fixture.players[0];
    struct answer me = client_get(ada, "/v1/me");

    snprintf(path, sizeof path, "/v1/matches/%s/legal-moves", fixture.match);
    client_with(ada, "traceparent: "
                     "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    client_with(ada, "X-Request-Id: moves-of-ada");
    send_only(ada, "GET", path, NULL, 200);
    json_t *line =
        await_line(&test_service, "request", "/v1/matches/{match}/legal-moves");

    cr_expect_str_eq(text_of(line, "account"), answer_text(&me, "id"));
    cr_expect_eq(strlen(text_of(line, "network")), 16);
    cr_expect_str_eq(text_of(line, "match"), fixture.match);
    cr_expect_str_eq(text_of(line, "request_id"), "moves-of-ada");
    cr_expect_str_eq(text_of(line, "trace_id"),
                     "0af7651916cd43dd8448eb211c80319c");
    cr_expect_geq(json_integer_value(json_object_get(line, "cost")), 1);
    json_decref(line);
    answer_clear(&me);
    fixture_end(&fixture);
}

/* The network in the log line of a request for the games from this address. */
static void look_from(struct service *service, const char *address,
                      char out[32])
{
    struct client client = client_open(service);
    char header[64];

    snprintf(header, sizeof header, "X-Forwarded-For: %s", address);
    client_with(&client, header);
    send_only(&client, "GET", "/v1/games", NULL, 200);
    client_close(&client); /* the line is written when the request has ended */
    json_t *line = await_line(service, "request", "/v1/games");

    snprintf(out, 32, "%s", text_of(line, "network"));
    json_decref(line);
}

Test(logs, all_nodes_log_the_same_hash_of_a_network_and_never_its_address,
     .init = deep_only)
{
    static const char *const settings[] = {"--trusted-proxies=1", NULL};
    struct service one, two;
    char first[32], second[32], other[32];

    service_begin(&one, settings);
    service_join(&two, &one);
    look_from(&one, "192.0.2.77", first);
    look_from(&two, "192.0.2.77", second);
    service_end(&two);
    service_join(&two, &one);
    look_from(&two, "192.0.2.78", other);
    cr_expect_eq(strlen(first), 16);
    cr_expect_str_eq(first, second);
    cr_expect_str_neq(first, other);
    cr_expect(!service_logged(&one, "192.0.2.77"));
    service_end(&two);
    service_end(&one);
}

Test(logs, a_server_error_is_logged_as_a_warning)
{
    struct service service;

    service_begin(&service, (const char *const[]){"--long-polls=1", NULL});
    struct client ada = client_account(&service, "ada");

    service_sql(&service, "ALTER TABLE matches RENAME TO elsewhere");
    struct answer no = client_get(&ada, "/v1/matches");

    cr_assert_geq(no.status, 500, "%s", no.body);
    json_t *line = await_line(&service, "request", "/v1/matches");

    cr_expect_str_eq(text_of(line, "level"),
                     no.status == 500 ? "error" : "warn");
    service_sql(&service, "ALTER TABLE elsewhere RENAME TO matches");
    json_decref(line);
    answer_clear(&no);
    client_close(&ada);
    service_end(&service);
}

Test(logs, many_refused_requests_are_one_line_and_a_count, .init = deep_only)
{
    enum { FLOOD = 400 };
    struct service service;
    json_t *line, *limited;
    long lines = 0, refused = 0;

    service_begin(&service,
                  (const char *const[]){"--rate-address=20/3600", NULL});
    struct client eve = client_open(&service);

    for (int i = 0; i < FLOOD; i++) {
        struct answer no = client_get(&eve, "/v1/games");

        refused += no.status == 429;
        answer_clear(&no);
    }
    cr_assert_geq(refused, FLOOD - 20);
    limited = await_line(&service, "limited", NULL);
    cr_expect_str_eq(text_of(limited, "stream"), "security");
    cr_expect_str_eq(text_of(limited, "limit"), "address");
    cr_expect_eq(strlen(text_of(limited, "network")), 16);
    client_close(&eve);
    cr_expect_eq(service_signal(&service, SIGTERM), 0);
    /* A minute may have ended in between, rarely two. */
    char *log = service_read_log(&service), *at = log;

    while ((at = strstr(at, "\"status\":429")) != NULL) {
        lines++;
        at++;
    }
    cr_expect_leq(lines, 6);
    free(log);
    cr_expect_geq(find_lines(&service, "requests-refused", NULL, &line), 1);
    cr_expect_str_eq(text_of(line, "client"), text_of(limited, "network"));
    cr_expect_gt(json_integer_value(json_object_get(line, "count")), 1);
    json_decref(line);
    json_decref(limited);
    service_start(&service);
    service_end(&service);
}

/* ---- security events ---- */

/* Expect the last such event, for this account unless it is NULL. */
static void expect_event(const struct service *service, const char *event,
                         const char *account)
{
    json_t *line = await_line(service, event, NULL);

    cr_expect_str_eq(text_of(line, "stream"), "security", "%s", event);
    cr_expect_eq(strlen(text_of(line, "network")), 16, "%s", event);
    cr_expect_str_eq(text_of(line, "account"), account, "%s", event);
    cr_expect_str_neq(text_of(line, "request_id"), "", "%s", event);
    json_decref(line);
}

Test(logs, changes_of_accounts_are_logged_as_security_events,
     .init = service_setup, .fini = service_teardown)
{
    static const char make[] = "{\"label\":\"a\",\"scopes\":[\"match:read\"],"
                               "\"expires_in\":60}";
    char id[64], path[128];

    struct client ada = client_account(&test_service, "ada");
    struct answer me = client_get(&ada, "/v1/me");

    snprintf(id, sizeof id, "%s", answer_text(&me, "id"));
    expect_event(&test_service, "account-made", id);
    expect_event(&test_service, "signed-in", id);
    struct answer made = client_send(&ada, "POST", "/v1/tokens", make);

    expect_event(&test_service, "token-made", id);
    snprintf(path, sizeof path, "/v1/tokens/%s", answer_text(&made, "id"));
    send_only(&ada, "DELETE", path, NULL, 204);
    expect_event(&test_service, "token-ended", id);
    send_only(&ada, "PATCH", "/v1/me",
              "{\"current_password\":\"not the pass phrase\","
              "\"password\":\"another pass phrase of ada\"}",
              403);
    expect_event(&test_service, "password-wrong", id);
    send_only(&ada, "PATCH", "/v1/me",
              "{\"current_password\":\"pass phrase of ada\","
              "\"password\":\"another pass phrase of ada\"}",
              200);
    expect_event(&test_service, "password-changed", id);
    send_only(&ada, "POST", "/v1/sessions",
              "{\"name\":\"Ada\",\"password\":\"pass phrase of ada\"}", 401);
    expect_event(&test_service, "sign-in-failed", id);
    send_only(&ada, "DELETE", "/v1/me",
              "{\"password\":\"another pass phrase of ada\"}", 204);
    expect_event(&test_service, "account-deleted", id);
    cr_expect(!service_logged(&test_service, "pass phrase"));
    cr_expect(!service_logged(&test_service, answer_text(&made, "token")));
    cr_expect(!service_logged(&test_service, ada.token));
    answer_clear(&made);
    answer_clear(&me);
    client_close(&ada);
}

Test(logs, tried_names_are_logged_as_hashes_only, .init = service_setup,
     .fini = service_teardown)
{
    static const char *const tries[] = {
        "{\"name\":\"nobody-here\",\"password\":\"a wrong phrase\"}",
        "{\"name\":\"NOBODY-here\",\"password\":\"a wrong phrase\"}",
        "{\"name\":\"somebody-else\",\"password\":\"a wrong phrase\"}",
    };
    char hash[3][32];

    for (int i = 0; i < 3; i++) {
        struct client eve = client_open(&test_service);
        json_t *line = NULL;

        send_only(&eve, "POST", "/v1/sessions", tries[i], 401);
        client_close(&eve);
        while (find_lines(&test_service, "sign-in-failed", NULL, &line) <
               i + 1) {
            json_decref(line);
            pause_ms(10);
        }
        snprintf(hash[i], sizeof hash[i], "%s", text_of(line, "name_hash"));
        cr_expect_str_eq(text_of(line, "account"), "");
        cr_expect_eq(strlen(hash[i]), 16);
        json_decref(line);
    }
    cr_expect_str_eq(hash[0], hash[1]);
    cr_expect_str_neq(hash[0], hash[2]);
    cr_expect(!service_logged(&test_service, "nobody-here"));
    cr_expect(!service_logged(&test_service, "NOBODY-here"));
}

/* ---- clients that cost most ---- */

Test(logs, metrics_name_the_clients_that_cost_most, .init = service_setup,
     .fini = service_teardown)
{
    char sample[160];

    struct client ada = client_account(&test_service, "ada");
    struct answer me = client_get(&ada, "/v1/me");

    for (int i = 0; i < 100; i++)
        send_only(&ada, "GET", "/v1/matches", NULL, 200);
    snprintf(sample, sizeof sample,
             "fathom_client_cost_units{kind=\"account\",client=\"%s\"} ",
             answer_text(&me, "id"));
    char *page = raw_admin(&test_service, "/metrics");
    const char *at = strstr(page, sample);

    cr_assert_not_null(at, "%s", page);
    cr_expect_geq(strtol(at + strlen(sample), NULL, 10), 100);
    /* The network that created the account, before the account existed. */
    cr_expect_not_null(
        strstr(page, "fathom_client_cost_units{kind=\"network\",client=\""));
    free(page);
    answer_clear(&me);
    client_close(&ada);
}

/* The number of the n-th client. */
static uint64_t client_number(unsigned n)
{
    return (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

Test(usage, a_costly_client_is_found_among_any_number_of_others)
{
    struct client_usage *usage = client_usage_new();
    struct client_usage_row top[USAGE_TOP];

    for (unsigned n = 0; n < 100000; n++) {
        client_usage_charge(usage, client_number(n), "", 1, 100 * SECOND);
        if (n % 10 == 0)
            client_usage_charge(usage, 7, "u_heavy", 10, 100 * SECOND);
    }
    cr_assert_eq(client_usage_top(usage, 100 * SECOND, top), USAGE_TOP);
    cr_expect_str_eq(top[0].name, "u_heavy");
    cr_expect_geq(top[0].units, 100000);
    for (size_t i = 1; i < USAGE_TOP; i++)
        cr_expect_leq(top[i].units, top[i - 1].units);
    client_usage_free(usage);
}

Test(usage, use_is_forgotten_within_two_minutes)
{
    struct client_usage *usage = client_usage_new();
    struct client_usage_row top[USAGE_TOP];

    client_usage_charge(usage, 1, "u_ada", 600, 59 * SECOND);
    cr_expect_eq(client_usage_top(usage, 59 * SECOND, top), 1);
    cr_expect_eq(top[0].units, 600);
    cr_expect_eq(client_usage_top(usage, 90 * SECOND, top), 1);
    cr_expect_eq(top[0].units, 300);
    cr_expect_eq(client_usage_top(usage, 120 * SECOND, top), 0);
    client_usage_free(usage);
}

Test(usage, the_first_refusal_of_a_client_in_a_minute_is_logged)
{
    struct client_usage *usage = client_usage_new();

    cr_expect(client_usage_refuse(usage, 1, "u_ada", 61 * SECOND));
    cr_expect_not(client_usage_refuse(usage, 1, "u_ada", 62 * SECOND));
    cr_expect(client_usage_refuse(usage, 2, "u_bea", 62 * SECOND));
    cr_expect(client_usage_refuse(usage, 1, "u_ada", 120 * SECOND));
    cr_expect_not(client_usage_refuse(usage, 1, "u_ada", 121 * SECOND));
    client_usage_free(usage);
}

Test(usage, many_clients_do_not_cause_many_lines)
{
    struct client_usage *usage = client_usage_new();
    unsigned logged = 0;

    log_set_level(LOG_ERROR); /* the count is logged when the table is
                               * released */
    for (unsigned n = 0; n < 10000; n++)
        logged += client_usage_refuse(usage, client_number(n), "", 61 * SECOND);
    cr_expect_eq(logged, USAGE_LINES);
    cr_expect(client_usage_refuse(usage, 1, "u_ada", 120 * SECOND));
    client_usage_free(usage);
}
