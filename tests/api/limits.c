/* Rate limits over HTTP: which clients are refused, and what the headers
 * report, at one node and at several. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Send requests until a limit refuses one, at most this many; returns how many
 * were not refused. */
static int ask_until_refused(struct client *client, const char *path, int most)
{
    for (int i = 0; i < most; i++) {
        struct answer answer = client_send(client, "GET", path, NULL);
        long status = answer.status;

        answer_clear(&answer);
        if (status == 429)
            return i;
    }
    return most;
}

static void expect_refused_by(struct answer *answer, const char *policy)
{
    char retry[16];

    answer_header(answer, "Retry-After", retry, sizeof retry);
    cr_expect_eq(answer->status, 429, "%s", answer->body);
    cr_expect_str_eq(answer_problem(answer), "rate-limited");
    cr_expect_str_eq(answer_text(answer, "policy"), policy);
    cr_expect_geq(strtol(retry, NULL, 10), 1);
}

/* Units that are left, by the response's header. */
static long left_of(struct answer *answer, const char *policy)
{
    char header[256], begin[32];

    answer_header(answer, "RateLimit", header, sizeof header);
    snprintf(begin, sizeof begin, "\"%s\";r=", policy);
    const char *at = strstr(header, begin);

    cr_expect(at, "%s", header);
    return at ? strtol(at + strlen(begin), NULL, 10) : -1;
}

Test(limits, every_response_has_the_remaining_quota)
{
    /* It takes a minute to refill one unit: the test does not wait for it. */
    static const char *const settings[] = {"--rate-address=1000/60000",
                                           "--rate-token=500/30000", NULL};
    static const struct {
        const char *method, *path, *body;
        long status, most; /* units at most: the processor time of a worker
                            * varies */
    } asked[] = {
        {"GET", "/v1/games", NULL, 200, 1},
        {"OPTIONS", "/v1/games", NULL, 204, 1},
        {"GET", "/v1/nothing", NULL, 404, 1},
        {"PUT", "/v1/games", NULL, 405, 1},
        {"GET", "/v1/me", NULL, 401, 100},
        {"POST", "/v1/accounts", "{", 400, 100},
    };
    struct service service;
    char header[256];
    long left = 1000;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct answer answer =
            client_send(&nobody, asked[i].method, asked[i].path, asked[i].body);
        long cost = left - left_of(&answer, "address");

        cr_expect_eq(answer.status, asked[i].status);
        cr_expect(cost >= 1 && cost <= asked[i].most, "%s %s costs %ld",
                  asked[i].method, asked[i].path, cost);
        left -= cost;
        answer_header(&answer, "RateLimit-Policy", header, sizeof header);
        cr_expect(strstr(header, "\"address\";q=1000;w=60000;qu=\"cost\""),
                  "%s", header);
        answer_clear(&answer);
    }
    client_with(&nobody, "Authorization: Bearer made-up");
    struct answer known = client_get(&nobody, "/v1/games");

    cr_expect_eq(left_of(&known, "token"), 49, "a tenth of a player's");
    answer_clear(&known);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, without_limits_responses_have_no_headers)
{
    struct service service;
    char header[64];

    service_begin(&service, NULL);
    struct client nobody = client_open(&service);
    struct answer answer = client_get(&nobody, "/v1/config");

    answer_header(&answer, "RateLimit", header, sizeof header);
    cr_expect_str_eq(header, "");
    cr_expect_eq(json_array_size(json_object_get(answer.json, "rate_limits")),
                 0);
    answer_clear(&answer);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, the_configuration_lists_the_limits)
{
    static const char *const settings[] = {"--rate-address=100/60",
                                           "--rate-sign-in=7/30", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);
    struct answer answer = client_get(&nobody, "/v1/config");
    json_t *list = json_object_get(answer.json, "rate_limits");
    json_t *want = json_pack(
        "[{s:s, s:i, s:i, s:s, s:s}, {s:s, s:i, s:i, s:s, s:s},"
        " {s:s, s:i, s:i, s:s, s:s}, {s:s, s:i, s:i, s:s, s:s},"
        " {s:s, s:i, s:i, s:s, s:s}, {s:s, s:i, s:i, s:s, s:s},"
        " {s:s, s:i, s:i, s:s, s:s}]",
        "name", "address", "quota", 100, "window", 60, "per", "address", "unit",
        "cost", "name", "sign-in", "quota", 7, "window", 30, "per", "address",
        "unit", "request", "name", "network-56", "quota", 200, "window", 60,
        "per", "network", "unit", "cost", "name", "network-48", "quota", 400,
        "window", 60, "per", "network", "unit", "cost", "name", "sign-in-56",
        "quota", 14, "window", 30, "per", "network", "unit", "request", "name",
        "sign-in-48", "quota", 28, "window", 30, "per", "network", "unit",
        "request", "name", "sign-in-account", "quota", 7, "window", 30, "per",
        "account", "unit", "request");

    cr_expect(json_equal(list, want), "%s", answer.body);
    json_decref(want);
    answer_clear(&answer);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, an_address_beyond_its_quota_is_refused_until_it_has_waited)
{
    static const char *const settings[] = {"--rate-address=5/5", NULL};
    struct service service;
    long begun;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    begun = raw_now_ms();
    cr_expect_eq(ask_until_refused(&nobody, "/v1/games", 8) >= 5, true);
    struct answer refused = client_get(&nobody, "/v1/games");

    expect_refused_by(&refused, "address");
    cr_expect_eq(answer_number(&refused, "quota"), 5);
    cr_expect_eq(answer_number(&refused, "window"), 5);
    /* One request fits again a second after the first. */
    while (ask_until_refused(&nobody, "/v1/games", 1) == 0)
        cr_assert_lt(raw_now_ms(), begun + 60000);
    cr_expect_geq(raw_now_ms() - begun, 900);
    answer_clear(&refused);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, each_token_has_a_quota_of_its_own)
{
    /* 6 for a token that the node has not looked up */
    static const char *const settings[] = {"--rate-token=60/60000", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bea = client_account(&service, "bea");
    struct client nobody = client_open(&service);

    cr_expect_eq(ask_until_refused(&ada, "/v1/games", 20), 6);
    struct answer refused = client_get(&ada, "/v1/games");
    struct answer other = client_get(&bea, "/v1/me");

    expect_refused_by(&refused, "token");
    cr_expect_eq(other.status, 200);
    cr_expect_eq(ask_until_refused(&nobody, "/v1/games", 20), 20);
    answer_clear(&refused);
    answer_clear(&other);
    client_close(&ada);
    client_close(&bea);
    client_close(&nobody);
    service_end(&service);
}

/* The quota of a policy, by the response's header. */
static long quota_of(struct client *client, const char *policy)
{
    struct answer answer = client_get(client, "/v1/games");
    char header[512], begin[32];

    answer_header(&answer, "RateLimit-Policy", header, sizeof header);
    answer_clear(&answer);
    snprintf(begin, sizeof begin, "\"%s\";q=", policy);
    const char *at = strstr(header, begin);

    return at ? strtol(at + strlen(begin), NULL, 10) : -1;
}

Test(limits, a_guest_has_a_tenth_of_the_budget_of_a_player_a_newcomer_half)
{
    static const char *const settings[] = {"--rate-token=10000/10",
                                           "--rate-address=15000/10", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bea = client_account(&service, "bea");
    struct client eve = client_open(&service);
    struct answer guest = client_send(&eve, "POST", "/v1/guests", NULL);

    snprintf(eve.token, sizeof eve.token, "%s", answer_text(&guest, "token"));
    service_sql(&service,
                "INSERT INTO player_statistics SELECT id, 'template', 2, 1, 0,"
                " 0, 0, 0, NULL, '{0,0,0,0}', '{0,0,0,0}', '{0,0,0,0}'"
                " FROM accounts WHERE name = 'ada'");
    struct client *clients[] = {&ada, &bea, &eve};

    for (size_t i = 0; i < sizeof clients / sizeof *clients; i++) {
        struct answer me = client_get(clients[i], "/v1/me");

        cr_expect_eq(me.status, 200); /* the node remembers the account */
        answer_clear(&me);
        cr_expect_eq(quota_of(clients[i], "address"), 15000);
    }
    cr_expect_eq(quota_of(&ada, "token"), 10000);
    cr_expect_eq(quota_of(&bea, "token"), 5000);
    cr_expect_eq(quota_of(&eve, "token"), 1000);
    answer_clear(&guest);
    for (size_t i = 0; i < sizeof clients / sizeof *clients; i++)
        client_close(clients[i]);
    service_end(&service);
}

Test(limits, strangers_do_not_use_up_the_quota_of_players_in_a_match)
{
    static const char *const settings[] = {"--rate-match=300/86400", NULL};
    struct service service;
    struct fixture fixture;
    char move[128];
    long status = 0;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    struct client cyd = client_account(&service, "cyd");
    struct client me = fixture.players[0];

    fixture.players[0] = cyd;
    /* Each try costs at least one unit. */
    for (int i = 0; status != 429; i++) {
        struct answer stranger =
            fixture_post(&fixture, 0, "x", fixture.seq, NULL);

        cr_assert_leq(i, 300);
        status = stranger.status;
        answer_clear(&stranger);
    }
    struct answer refused = fixture_post(&fixture, 0, "x", fixture.seq, NULL);

    fixture.players[0] = me;
    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    struct answer played = fixture_post(&fixture, 0, move, fixture.seq, NULL);
    struct answer seen = fixture_get(&fixture, 0, "/state");

    expect_refused_by(&refused, "match");
    cr_expect_eq(played.status, 201, "%s", played.body);
    cr_expect_eq(seen.status, 200, "reading is not a move");
    answer_clear(&refused);
    answer_clear(&played);
    answer_clear(&seen);
    client_close(&cyd);
    fixture_end(&fixture);
    service_end(&service);
}

Test(limits, a_client_that_guesses_passwords_is_refused_and_may_still_read)
{
    static const char *const settings[] = {"--rate-sign-in=5/600", NULL};
    static const char guess[] = "{\"name\":\"ada\",\"password\":\"guessed\"}";
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);
    struct client ada = client_account(&service, "ada"); /* takes two */

    for (int i = 0; i < 3; i++) {
        struct answer answer =
            client_send(&nobody, "POST", "/v1/sessions", guess);

        cr_expect_eq(answer.status, 401);
        answer_clear(&answer);
    }
    struct answer session = client_send(&nobody, "POST", "/v1/sessions", guess);
    struct answer account = client_send(&nobody, "POST", "/v1/accounts", guess);
    struct answer games = client_get(&nobody, "/v1/games");

    /* An account signed in at the same address is not affected. */
    struct answer changed = client_send(
        &ada, "PATCH", "/v1/me",
        "{\"current_password\":\"pass phrase of ada\",\"password\":\"a new "
        "phrase of ada\"}");

    expect_refused_by(&session, "sign-in");
    expect_refused_by(&account, "sign-in");
    cr_expect_eq(games.status, 200);
    cr_expect_eq(changed.status, 200, "%s", changed.body);
    answer_clear(&session);
    answer_clear(&account);
    answer_clear(&games);
    answer_clear(&changed);
    client_close(&nobody);
    client_close(&ada);
    service_end(&service);
}

/* The value of a metric of this service; -1: it does not exist. */
static long metric(const struct service *service, const char *name)
{
    struct service admin = *service;

    memcpy(admin.url, service->admin, sizeof admin.url);
    struct client probe = client_open(&admin);
    struct answer page = client_get(&probe, "/metrics");
    char line[80];

    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = page.body ? strstr(page.body, line) : NULL;
    long value = at ? strtol(at + strlen(line), NULL, 10) : -1;

    answer_clear(&page);
    client_close(&probe);
    return value;
}

static struct answer sign_up(struct client *client, const char *name,
                             const char *password)
{
    char body[160];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name,
             password);
    return client_send(client, "POST", "/v1/accounts", body);
}

Test(limits, registrations_are_limited_and_refused_ones_cost_nothing)
{
    static const char *const settings[] = {"--rate-registration=3/600", NULL};
    static const char hashes[] = "fathom_password_hashes_total";
    static const char phrase[] = "a fine long phrase";
    struct service service;
    char name[8];

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "eve-%d", i);
        struct answer made = sign_up(&nobody, name, phrase);
        struct answer taken = sign_up(&nobody, name, phrase);
        struct answer common = sign_up(&nobody, "mallory", "password1");

        cr_expect_eq(made.status, 201, "%s", made.body);
        cr_expect_eq(taken.status, 409, "%s", taken.body);
        cr_expect_eq(common.status, 422, "%s", common.body);
        answer_clear(&made);
        answer_clear(&taken);
        answer_clear(&common);
    }
    cr_expect_eq(metric(&service, hashes), 3);
    struct answer refused = sign_up(&nobody, "mallory", phrase);
    struct answer taken = sign_up(&nobody, "eve-1", phrase);

    expect_refused_by(&refused, "registration");
    cr_expect_eq(taken.status, 409, "%s", taken.body);
    cr_expect_eq(metric(&service, hashes), 3);
    answer_clear(&refused);
    answer_clear(&taken);
    client_close(&nobody);
    service_end(&service);
}

/* ---- time of the database ---- */

/* Keep everybody from a table until somebody has waited for it, and for a
 * fifth of a second more. */
static void *hold_challenges(void *ctx)
{
    service_sql(ctx, "BEGIN; LOCK TABLE challenges IN ACCESS EXCLUSIVE MODE;"
                     " DO $$ BEGIN FOR i IN 1..3000 LOOP"
                     " EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE NOT granted"
                     "  AND relation = 'challenges'::regclass);"
                     " PERFORM pg_sleep(0.01); END LOOP;"
                     " PERFORM pg_sleep(0.2); END $$; COMMIT");
    return NULL;
}

static long challenges_cost(struct client *client, long *left)
{
    struct answer answer = client_get(client, "/v1/challenges");
    long now = left_of(&answer, "address"), cost = *left - now;

    cr_expect_eq(answer.status, 200, "%s", answer.body);
    answer_clear(&answer);
    *left = now;
    return cost;
}

Test(limits, a_request_is_charged_for_the_time_of_the_database)
{
    /* It takes 17 seconds to refill one unit. */
    static const char *const settings[] = {"--rate-address=5000/86400", NULL};
    struct service service;
    pthread_t holder;
    long left;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct answer me = client_get(&ada, "/v1/me");

    left = left_of(&me, "address");
    answer_clear(&me);
    long usual = challenges_cost(&ada, &left);

    /* A busy machine may take long for one of them. */
    for (int i = 0; i < 4; i++) {
        long again = challenges_cost(&ada, &left);

        usual = again < usual ? again : usual;
    }
    cr_assert_eq(pthread_create(&holder, NULL, hold_challenges, &service), 0);
    service_sql(&service,
                "DO $$ BEGIN FOR i IN 1..3000 LOOP"
                " EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE granted"
                "  AND relation = 'challenges'::regclass"
                "  AND mode = 'AccessExclusiveLock');"
                " PERFORM pg_sleep(0.01); END LOOP; END $$");
    long waited = challenges_cost(&ada, &left);

    pthread_join(holder, NULL);
    cr_expect_lt(usual, 500);
    cr_expect_geq(waited, 1000, "0.2 s cost %ld", waited);
    cr_expect_leq(waited, 1500, "100 ms are charged at most: %ld", waited);
    client_close(&ada);
    service_end(&service);
}

/* ---- bytes that are kept ---- */

/* What creating a match costs, with this many spaces in the body. */
static long creation_cost(struct client *client, const char *game, int spaces,
                          long status, long *left)
{
    static char body[8192];

    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[\"me\",\"open\"]%*s}", game, spaces,
             "");
    struct answer answer = client_send(client, "POST", "/v1/matches", body);
    long now = left_of(&answer, "address"), cost = *left - now;

    cr_expect_eq(answer.status, status, "%s", answer.body);
    answer_clear(&answer);
    *left = now;
    return cost;
}

/* A match keeps 6,000 bytes, and the body. */
Test(limits, a_request_is_charged_for_the_bytes_that_it_keeps)
{
    /* It takes 17 seconds to refill one unit. */
    static const char *const settings[] = {"--rate-address=5000/86400", NULL};
    enum { MATCH = 6000 / 64, BODY = 6400 / 64 };
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct answer me = client_get(&ada, "/v1/me");
    long left = left_of(&me, "address");

    client_with(&ada, "Idempotency-Key: k");
    creation_cost(&ada, "template", 0, 201, &left); /* the first takes longer */
    client_with(&ada, "Idempotency-Key: k");
    long repeated = creation_cost(&ada, "template", 0, 201, &left);
    long refused = creation_cost(&ada, "chess", 0, 422, &left);
    long made = creation_cost(&ada, "template", 0, 201, &left);
    long large = creation_cost(&ada, "template", 6400, 201, &left);

    cr_expect_lt(refused, MATCH, "%ld", refused);
    cr_expect_lt(repeated, MATCH, "a repeated request keeps nothing: %ld",
                 repeated);
    cr_expect_geq(made, MATCH, "%ld", made);
    cr_expect_geq(large, MATCH + BODY, "%ld", large);
    answer_clear(&me);
    client_close(&ada);
    service_end(&service);
}

/* ---- at several nodes ---- */

enum { NODES = 3 };

struct nodes {
    struct service services[NODES];
    struct client nobody[NODES];
};

static void nodes_begin(struct nodes *nodes, const char *const *settings)
{
    service_begin(&nodes->services[0], settings);
    for (int i = 1; i < NODES; i++)
        service_join(&nodes->services[i], &nodes->services[0]);
    for (int i = 0; i < NODES; i++)
        nodes->nobody[i] = client_open(&nodes->services[i]);
}

static void nodes_end(struct nodes *nodes)
{
    for (int i = NODES; i-- > 0;) {
        client_close(&nodes->nobody[i]);
        service_end(&nodes->services[i]);
    }
}

/* Send requests to a node, with pauses, until one is refused; returns how many
 * were not. */
static int ask_until_notified(struct client *client)
{
    int served = 0;

    while (ask_until_refused(client, "/v1/games", 1) > 0) {
        const struct timespec pause = {0, served < 20 ? 50000000 : 900000000};

        cr_assert_lt(served++, 60, "this node was never notified");
        nanosleep(&pause, NULL);
    }
    return served;
}

/* As the database sees it. */
static void wait_until_all_listen(const struct nodes *nodes)
{
    char sql[512];

    snprintf(sql, sizeof sql,
             "DO $$ BEGIN FOR i IN 1..3000 LOOP"
             " PERFORM pg_stat_clear_snapshot(); EXIT WHEN (SELECT count(*)"
             " FROM pg_stat_activity WHERE datname = current_database()"
             " AND state = 'idle' AND query LIKE 'LISTEN%%') = %d;"
             " PERFORM pg_sleep(0.02); END LOOP; END $$",
             NODES);
    service_sql(&nodes->services[0], sql);
}

Test(limits, a_quota_used_up_at_one_node_is_used_up_at_all, .init = deep_only)
{
    static const char *const settings[] = {"--rate-address=100/6000", NULL};
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    wait_until_all_listen(&nodes);
    cr_expect_leq(ask_until_refused(&nodes.nobody[0], "/v1/games", 200), 101);
    for (int i = 1; i < NODES; i++)
        ask_until_notified(&nodes.nobody[i]);
    nodes_end(&nodes);
}

Test(limits, nodes_share_use_again_after_the_database_was_away,
     .init = deep_only)
{
    static const char *const settings[] = {"--rate-address=100/6000", NULL};
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    service_sql(&nodes.services[0],
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database()"
                " AND usename = current_user"
                " AND pid <> pg_backend_pid()");
    wait_until_all_listen(&nodes);
    cr_expect_leq(ask_until_refused(&nodes.nobody[2], "/v1/games", 200), 101);
    ask_until_notified(&nodes.nobody[0]);
    nodes_end(&nodes);
}

/* Send requests to all nodes in turn, at this interval, until all refuse;
 * returns how many were not refused. */
static int spread(struct nodes *nodes, const char *method, const char *path,
                  const char *body, int most, long every_ms)
{
    const struct timespec pause = {0, every_ms * 1000000};
    int served = 0, refused = 0;

    for (int i = 0; refused < NODES && served < most; i++) {
        struct answer answer =
            client_send(&nodes->nobody[i % NODES], method, path, body);

        refused = answer.status == 429 ? refused + 1 : 0;
        served += answer.status != 429;
        answer_clear(&answer);
        nanosleep(&pause, NULL);
    }
    return served;
}

Test(limits, a_client_of_all_nodes_has_about_one_quota, .init = deep_only)
{
    static const char *const settings[] = {"--rate-address=600/60000", NULL};
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    int served = spread(&nodes, "GET", "/v1/games", NULL, 1800, 2);

    printf("  600 requests may be served, %d were, by %d nodes\n", served,
           NODES);
    cr_expect_geq(served, 600);
    cr_expect_lt(served, 1200);
    nodes_end(&nodes);
}

Test(limits, password_guesses_at_all_nodes_have_about_one_quota,
     .init = deep_only)
{
    static const char *const settings[] = {"--rate-sign-in=90/9000", NULL};
    static const char guess[] = "{\"name\":\"ada\",\"password\":\"guessed\"}";
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    int served = spread(&nodes, "POST", "/v1/sessions", guess, 270, 10);

    printf("  90 guesses may be made, %d were, at %d nodes\n", served, NODES);
    cr_expect_geq(served, 90);
    cr_expect_lt(served, 180);
    nodes_end(&nodes);
}

/* ---- before the body ---- */

Test(limits, a_refused_client_is_not_asked_to_send_its_body)
{
    static const char *const settings[] = {"--rate-address=1/600", NULL};
    static const char ask[] =
        "POST /v1/accounts HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
        "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    static char text[4096];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    struct service service;
    int first, last;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    cr_expect_eq(ask_until_refused(&nobody, "/v1/games", 1), 1);
    int fd = raw_connect(&service, 1);

    cr_assert(raw_send(fd, ask, sizeof ask - 1));
    raw_read(fd, &reply, 10000);
    cr_expect_eq(raw_count(text, &first, &last), 1);
    cr_expect_eq(first, 429, "%s", text);
    cr_expect(reply.is_ended);
    close(fd);
    client_close(&nobody);
    service_end(&service);
}
