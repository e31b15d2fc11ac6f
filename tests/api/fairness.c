/* Clients that send costly requests slow down only themselves.
 *
 * A slow request is a query to a table that the test has locked: PostgreSQL
 * cancels it after five seconds (503), which is longer than anything else here
 * should take, but not longer than on a busy machine. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

/* ---- slow requests ---- */

/* From now on every query to the table waits, until PQfinish. */
static PGconn *lock_table(const struct service *service, const char *fixture)
{
    PGconn *pg = PQconnectdb(service->database);
    char sql[96];

    cr_assert_eq(PQstatus(pg), CONNECTION_OK);
    snprintf(sql, sizeof sql, "BEGIN; LOCK TABLE %s IN ACCESS EXCLUSIVE MODE",
             fixture);
    PGresult *locked = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(locked), PGRES_COMMAND_OK);
    PQclear(locked);
    return pg;
}

/* GET /v1/challenges and the export of an account read this table. */
static PGconn *lock_challenges(const struct service *service)
{
    return lock_table(service, "challenges");
}

/* ---- many simultaneous requests of one client ---- */

enum { FLOOD_MAX = 48, FLOOD_TEXT = 4096 };

struct flood {
    size_t count;
    int fd[FLOOD_MAX];
    char text[FLOOD_MAX][FLOOD_TEXT];
};

static void flood_warm(struct client *who)
{
    struct answer me = client_get(who, "/v1/me");

    cr_assert_eq(me.status, 200);
    answer_clear(&me);
}

/* who NULL: without a token.  The connections are from 127.0.0.`from`. */
static void flood_send(struct flood *flood, struct client *who,
                       const struct service *service, int from, size_t count,
                       const char *path)
{
    char text[512];

    /* An account whose token a node has not seen yet is counted by its address
     * at first. */
    if (who)
        flood_warm(who);
    int length =
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n%s%s%s\r\n",
                 path, who ? "Authorization: Bearer " : "",
                 who ? who->token : "", who ? "\r\n" : "");

    *flood = (struct flood){.count = count};
    for (size_t i = 0; i < count; i++) {
        flood->fd[i] = raw_connect(service, from);
        cr_assert(raw_send(flood->fd[i], text, (size_t)length));
    }
}

/* Count those with this status so far; 0: without a response. */
static size_t flood_count(struct flood *flood, int status)
{
    size_t count = 0;

    for (size_t i = 0; i < flood->count; i++) {
        struct raw_reply reply = {.text = flood->text[i], .size = FLOOD_TEXT};
        int first = 0, last = 0;

        if (flood->text[i][0] == '\0')
            raw_read(flood->fd[i], &reply, 1);
        raw_count(flood->text[i], &first, &last);
        count += first == status;
    }
    return count;
}

/* Wait until all have a response, also one that PostgreSQL caused. */
static void flood_await_all(struct flood *flood)
{
    const struct timespec pause = {0, 10 * 1000000};
    const long until = raw_now_ms() + PATIENCE_MS;

    while (flood_count(flood, 0) > 0) {
        cr_assert_lt(raw_now_ms(), until, "%zu are not answered",
                     flood_count(flood, 0));
        nanosleep(&pause, NULL);
    }
    cr_expect_eq(flood_count(flood, 200) + flood_count(flood, 429) +
                     flood_count(flood, 503),
                 flood->count);
}

static void flood_await(struct flood *flood, int status, size_t count)
{
    const struct timespec pause = {0, 10 * 1000000};
    const long until = raw_now_ms() + PATIENCE_MS;

    while (flood_count(flood, status) < count) {
        cr_assert_lt(raw_now_ms(), until, "%zu of %zu have %d: %s",
                     flood_count(flood, status), count, status, flood->text[0]);
        nanosleep(&pause, NULL);
    }
}

static void flood_end(struct flood *flood)
{
    for (size_t i = 0; i < flood->count; i++)
        close(flood->fd[i]);
}

static void await_metric(const struct service *service, const char *name,
                         long least)
{
    const struct timespec pause = {0, 10 * 1000000};
    const long until = raw_now_ms() + PATIENCE_MS;

    while (raw_metric(service, name) < least) {
        cr_assert_lt(raw_now_ms(), until, "%s is %ld", name,
                     raw_metric(service, name));
        nanosleep(&pause, NULL);
    }
}

/* ---- quick requests ---- */

/* Expect responses to all that a player does. */
static void expect_can_play(struct fixture *fixture)
{
    for (int i = 0; i < 3; i++) {
        struct answer me = client_get(&fixture->players[0], "/v1/me");

        cr_expect_eq(me.status, 200);
        answer_clear(&me);
        cr_expect_eq(fixture_play(fixture, 2), 2);
    }
}

Test(fairness, an_account_with_32_requests_delays_no_other,
     .init = service_setup, .fini = service_teardown)
{
    enum { MANY = 32 };
    static struct flood flood;
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client mallory = client_account(&test_service, "mallory");
    PGconn *lock = lock_challenges(&test_service);

    flood_send(&flood, &mallory, &test_service, 1, MANY, "/v1/challenges");
    /* Its share of the workers is busy, and its other requests wait. */
    await_metric(&test_service, "fathom_worker_queue{pool=\"quick\"}",
                 MANY - 4);
    expect_can_play(&fixture);
    cr_expect_gt(flood_count(&flood, 0), MANY / 2, "others were first");
    PQfinish(lock);
    flood_await_all(&flood);
    flood_end(&flood);
    client_close(&mallory);
    fixture_end(&fixture);
}

/* Play a move whose response has the state and the legal moves after it. */
static void expect_turn(struct fixture *fixture)
{
    char move[128], body[192], path[128];
    const int seat = fixture_choose_any(fixture, move, sizeof move);

    cr_assert_geq(seat, 0);
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seq\":%ld}", move,
             fixture->seq);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture->match);
    client_with(&fixture->players[seat], "Prefer: return=representation");
    struct answer done =
        client_send(&fixture->players[seat], "POST", path, body);
    struct answer state = fixture_get(fixture, seat, "/state");

    cr_expect_eq(done.status, 201, "%s", done.body);
    cr_expect(json_equal(json_object_get(done.json, "state"), state.json));
    cr_expect_not_null(json_object_get(done.json, "legal_moves"));
    answer_clear(&done);
    answer_clear(&state);
}

Test(fairness, a_player_whose_requests_wait_still_plays, .init = service_setup,
     .fini = service_teardown)
{
    enum { MANY = 32 };
    static struct flood flood;
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    PGconn *lock = lock_challenges(&test_service);

    flood_send(&flood, &fixture.players[0], &test_service, 1, MANY,
               "/v1/challenges");
    await_metric(&test_service, "fathom_worker_queue{pool=\"quick\"}",
                 MANY - 4);
    for (int i = 0; i < 4; i++)
        expect_turn(&fixture);
    cr_expect_gt(flood_count(&flood, 0), MANY / 2, "others were first");
    PQfinish(lock);
    flood_await_all(&flood);
    flood_end(&flood);
    fixture_end(&fixture);
}

Test(fairness, anonymous_requests_of_an_address_delay_no_account,
     .init = service_setup, .fini = service_teardown)
{
    enum { MANY = 32 };
    static struct flood flood;
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    PGconn *lock = lock_table(&test_service, "seasons");

    flood_send(&flood, NULL, &test_service, 2, MANY, "/v1/seasons");
    await_metric(&test_service, "fathom_worker_queue{pool=\"quick\"}",
                 MANY - 4);
    expect_can_play(&fixture);
    cr_expect_gt(flood_count(&flood, 0), MANY / 2);
    PQfinish(lock);
    flood_await_all(&flood);
    flood_end(&flood);
    fixture_end(&fixture);
}

/* A move of the fixture's match, while no worker is free. */
static void expect_at_once(struct fixture *fixture, int seat, const char *move,
                           long status)
{
    struct answer done = fixture_post(fixture, seat, move, fixture->seq, NULL);

    cr_expect_eq(done.status, status, "%s: %ld %s", move, done.status,
                 done.body);
    answer_clear(&done);
}

Test(fairness, moves_of_a_match_in_memory_need_no_worker)
{
    enum { MANY = 4 };
    const char *const settings[] = {"--workers=1", NULL};
    static struct flood flood;
    struct service service;
    struct fixture fixture;
    char move[128];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    struct client mallory = client_account(&service, "mallory");
    int seat = fixture_choose_any(&fixture, move, sizeof move);

    flood_warm(&fixture.players[seat]);
    PGconn *lock = lock_challenges(&service);

    flood_send(&flood, &mallory, &service, 1, MANY, "/v1/challenges");
    await_metric(&service, "fathom_worker_queue{pool=\"quick\"}", MANY - 1);
    expect_at_once(&fixture, seat, "not a move", 422);
    expect_at_once(&fixture, seat, move, 201);
    expect_at_once(&fixture, seat, move, 412);
    cr_expect_eq(flood_count(&flood, 0), MANY, "they waited for the worker");
    PQfinish(lock);
    flood_await_all(&flood);
    flood_end(&flood);
    client_close(&mallory);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- slow requests ---- */

Test(fairness, slow_requests_do_not_delay_quick_ones, .init = service_setup,
     .fini = service_teardown)
{
    enum { MANY = 8 };
    static struct flood first, second;
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client mallory = client_account(&test_service, "mallory");
    struct client trudy = client_account(&test_service, "trudy");
    PGconn *lock = lock_challenges(&test_service);

    flood_send(&first, &mallory, &test_service, 1, MANY, "/v1/me/export");
    flood_send(&second, &trudy, &test_service, 1, MANY, "/v1/me/export");
    await_metric(&test_service, "fathom_worker_queue{pool=\"slow\"}",
                 2 * MANY - 2);
    expect_can_play(&fixture);
    cr_expect_gt(flood_count(&first, 0) + flood_count(&second, 0), MANY);
    PQfinish(lock);
    flood_await_all(&first);
    flood_await_all(&second);
    flood_end(&first);
    flood_end(&second);
    client_close(&mallory);
    client_close(&trudy);
    fixture_end(&fixture);
}

/* One is served, 32 may wait.  If the worker is slow to take the first, one
 * more is refused. */
Test(fairness, only_the_client_with_too_many_slow_requests_is_refused,
     .init = service_setup, .fini = service_teardown)
{
    enum { MANY = 40, SERVED = 33 };
    static struct flood flood, other;

    struct client mallory = client_account(&test_service, "mallory");
    struct client ada = client_account(&test_service, "ada");
    PGconn *lock = lock_challenges(&test_service);

    flood_send(&flood, &mallory, &test_service, 1, MANY, "/v1/me/export");
    flood_await(&flood, 503, MANY - SERVED);
    for (size_t i = 0; i < MANY; i++)
        cr_expect(!strstr(flood.text[i], " 503 ") ||
                  strstr(flood.text[i], "Retry-After: "));
    flood_send(&other, &ada, &test_service, 1, 2, "/v1/me/export");
    PQfinish(lock);
    flood_await(&other, 200, 1);
    flood_await_all(&other);
    flood_await_all(&flood);
    long refused =
        raw_metric(&test_service, "fathom_worker_dropped_total{pool=\"slow\"}");

    cr_expect(refused == MANY - SERVED || refused == MANY - SERVED + 1, "%ld",
              refused);
    cr_expect_eq(flood_count(&other, 503), 0);
    flood_end(&flood);
    flood_end(&other);
    client_close(&mallory);
    client_close(&ada);
}

/* ---- reservations ---- */

/* Each export reserves 300 units; nothing is charged yet. */
Test(fairness, simultaneous_costly_requests_are_admitted_up_to_the_quota)
{
    enum { MANY = 32, MOST = 3 };
    /* half of it for accounts that have not played */
    static const char *const settings[] = {"--rate-token=2300/80000", NULL};
    static struct flood flood;
    struct service service;

    service_begin(&service, settings);
    struct client mallory = client_account(&service, "mallory");
    PGconn *lock = lock_challenges(&service);

    flood_send(&flood, &mallory, &service, 1, MANY, "/v1/me/export");
    flood_await(&flood, 429, MANY - MOST);
    PQfinish(lock);
    flood_await_all(&flood);
    /* What the first one waited for the database may refuse the other two. */
    cr_expect_geq(flood_count(&flood, 429), MANY - MOST);
    cr_expect_lt(flood_count(&flood, 429), MANY);
    cr_expect_gt(raw_metric(&service, "fathom_http_requests_limited_total"
                                      "{limit=\"token\"}"),
                 0);
    flood_end(&flood);
    client_close(&mallory);
    service_end(&service);
}

static long units_left(struct answer *answer, const char *policy)
{
    char header[256], begin[32];

    answer_header(answer, "RateLimit", header, sizeof header);
    snprintf(begin, sizeof begin, "\"%s\";r=", policy);
    const char *at = strstr(header, begin);

    return at ? strtol(at + strlen(begin), NULL, 10) : -1;
}

Test(fairness, unused_reservations_are_given_back)
{
    static const char *const settings[] = {"--rate-token=100000/86400", NULL};
    struct service service;
    struct fixture fixture;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    fixture_play(&fixture, 1000);
    struct answer before = fixture_get(&fixture, 0, "");
    struct answer record = fixture_get(&fixture, 0, "/record");
    struct answer again = fixture_get(&fixture, 0, "/record");

    cr_expect_eq(record.status, 200);
    cr_expect_gt(units_left(&before, "token"), 0);
    cr_expect_lt(units_left(&again, "token"), units_left(&before, "token"));
    cr_expect_gt(units_left(&again, "token"),
                 units_left(&before, "token") - 300);
    answer_clear(&before);
    answer_clear(&record);
    answer_clear(&again);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- charges ---- */

/* How often a path is served until a rate limit refuses it. */
static int served(struct client *client, const char *path, int most)
{
    int count = 0;
    bool goes_on = true;

    while (goes_on && count < most) {
        struct answer answer = client_get(client, "%s", path);

        goes_on = answer.status == 200;
        count += goes_on;
        answer_clear(&answer);
    }
    return count;
}

/* A list of matches costs 6 units at least. */
Test(fairness, costlier_requests_use_up_a_quota_sooner, .init = deep_only)
{
    /* Half of it for accounts that have not played, a tenth for a token that
     * the node has not looked up. */
    static const char *const settings[] = {"--rate-token=2400/80000", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bea = client_account(&service, "bea");

    cr_expect_eq(served(&ada, "/problems", 300), 240);
    cr_expect_leq(served(&bea, "/v1/matches", 300), 200);
    cr_expect_eq(served(&bea, "/problems", 300), 0);
    client_close(&ada);
    client_close(&bea);
    service_end(&service);
}

/* Signing in costs 200 units: more than the quota. */
Test(fairness, a_client_in_debt_waits_until_its_bucket_has_refilled)
{
    static const char *const settings[] = {"--rate-address=150/15000", NULL};
    static const char guess[] = "{\"name\":\"ada\",\"password\":\"guessed\"}";
    struct service service;
    char retry[16];

    service_begin(&service, settings);
    struct client nobody = client_open(&service);
    struct answer session = client_send(&nobody, "POST", "/v1/sessions", guess);
    struct answer games = client_get(&nobody, "/v1/games");

    cr_expect_eq(session.status, 401);
    cr_expect_eq(units_left(&session, "address"), 0);
    cr_expect_eq(games.status, 429);
    cr_expect_str_eq(answer_text(&games, "unit"), "cost");
    answer_header(&games, "Retry-After", retry, sizeof retry);
    cr_expect_geq(strtol(retry, NULL, 10), 50 * 100,
                  "50 units of debt, 100 s each: %s", retry);
    answer_clear(&session);
    answer_clear(&games);
    client_close(&nobody);
    service_end(&service);
}

/* The tokens of an account share its quota. */
Test(fairness, tokens_of_an_account_share_one_quota, .init = deep_only)
{
    static const char *const settings[] = {"--rate-token=300/80000", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct answer made = client_send(
        &ada, "POST", "/v1/tokens",
        "{\"label\":\"x\",\"scopes\":[\"match:read\"],\"expires_in\":3600}");
    struct client other = client_open(&service);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(other.token, sizeof other.token, "%s",
             answer_text(&made, "token"));
    cr_expect_lt(served(&ada, "/problems", 400), 300);
    /* Its first requests identify the account. */
    cr_expect_lt(served(&other, "/v1/me", 400), 100);
    cr_expect_leq(served(&other, "/v1/me", 400), 0);
    answer_clear(&made);
    client_close(&ada);
    client_close(&other);
    service_end(&service);
}
