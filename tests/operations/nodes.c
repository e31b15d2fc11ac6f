/* Three nodes on one database behave as one.
 *
 * A change at one node is seen at the others, by requests, long polls and
 * streams; a node that dies, or is not notified for a while, costs no client
 * anything. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NODES = 3, A = 0, B = 1, C = 2, PATIENCE_MS = 240000 };

struct nodes {
    struct service at[NODES];
};

static void nodes_begin(struct nodes *nodes)
{
    service_begin(&nodes->at[A], NULL);
    service_join(&nodes->at[B], &nodes->at[A]);
    service_join(&nodes->at[C], &nodes->at[A]);
}

static void nodes_end(struct nodes *nodes)
{
    for (int i = NODES; i-- > 0;)
        service_end(&nodes->at[i]);
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *events_of(const struct fixture *fixture)
{
    static char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/events", fixture->match);
    return path;
}

/* Expect the events from *seq + 1 to `last`, each once and in order. */
static void expect_events(struct sse *sse, long *seq, long last)
{
    struct sse_event event;

    while (*seq < last) {
        cr_assert(sse_next(sse, SSE_WAIT_MS, &event), "nothing after %ld",
                  *seq);
        cr_assert_eq(strtol(event.id, NULL, 10), *seq + 1);
        ++*seq;
        sse_event_clear(&event);
    }
}

/* ---- streams and long polls ---- */

struct poll {
    struct client client;
    char path[160];
    struct answer answer;
    pthread_t thread;
};

static void *poll_run(void *arg)
{
    struct poll *poll = arg;

    poll->answer = client_get(&poll->client, "%s", poll->path);
    return NULL;
}

Test(nodes, a_move_at_one_ends_a_long_poll_and_is_in_a_stream_at_others)
{
    struct nodes nodes;
    struct fixture fixture;
    struct sse sse;
    long seq = 0;

    nodes_begin(&nodes);
    fixture_begin(&fixture, &nodes.at[A], "underwater-cities", 2);
    struct client listener = client_again(&nodes.at[B], &fixture.players[1]);
    struct poll poll = {.client =
                            client_again(&nodes.at[C], &fixture.players[0])};

    sse_open(&sse, &listener, events_of(&fixture), NULL);
    fixture_play(&fixture, 5);
    expect_events(&sse, &seq, fixture.seq);
    snprintf(poll.path, sizeof poll.path, "%s?after=%ld&wait=25",
             events_of(&fixture), fixture.seq);
    pthread_create(&poll.thread, NULL, poll_run, &poll);
    pause_ms(200); /* it waits by then, or finds the move when it arrives */
    int64_t begun_ms = now_ms();

    fixture_play(&fixture, 1);
    expect_events(&sse, &seq, fixture.seq);
    pthread_join(poll.thread, NULL);
    cr_expect_lt(now_ms() - begun_ms, 24000);
    cr_expect_eq(poll.answer.status, 200, "%s", poll.answer.body);
    cr_expect_eq(json_array_size(json_object_get(poll.answer.json, "events")),
                 1);
    answer_clear(&poll.answer);
    sse_close(&sse);
    client_close(&poll.client);
    client_close(&listener);
    fixture_end(&fixture);
    nodes_end(&nodes);
}

/* End the connection by which a node is notified. */
static void cut_ears(const struct service *service)
{
    service_sql(service, "SELECT pg_terminate_backend(pid)"
                         " FROM pg_stat_activity"
                         " WHERE datname = current_database()"
                         " AND query IN ('LISTEN fathom', 'SELECT 1')"
                         " AND pid <> pg_backend_pid()");
}

Test(nodes, a_node_without_notifications_for_a_while_misses_nothing,
     .init = deep_only)
{
    struct nodes nodes;
    struct fixture fixture;
    struct sse sse, mine;
    long seq = 0;

    nodes_begin(&nodes);
    fixture_begin(&fixture, &nodes.at[A], "underwater-cities", 2);
    struct client listener = client_again(&nodes.at[C], &fixture.players[1]);

    sse_open(&sse, &listener, events_of(&fixture), NULL);
    sse_open(&mine, &listener, "/v1/me/events", NULL);
    for (int i = 0; i < 4; i++) {
        fixture_play(&fixture, 1);
        expect_events(&sse, &seq, fixture.seq);
        cut_ears(&nodes.at[C]);
        fixture_play(&fixture, 3);
        expect_events(&sse, &seq, fixture.seq);
    }
    struct answer state =
        client_get(&listener, "/v1/matches/%s/state", fixture.match);

    cr_expect_eq(answer_number(&state, "seq"), fixture.seq);
    answer_clear(&state);
    sse_close(&sse);
    sse_close(&mine);
    client_close(&listener);
    fixture_end(&fixture);
    nodes_end(&nodes);
}

/* ---- tokens ---- */

/* Repeat a request until its response has `status`, within PATIENCE_MS; returns
 * how long it took. */
static int64_t becomes(struct client *client, const char *path, long status)
{
    int64_t begun_ms = now_ms();

    for (;;) {
        struct answer answer = client_get(client, "%s", path);
        bool is_so = answer.status == status;

        answer_clear(&answer);
        if (is_so || now_ms() - begun_ms > PATIENCE_MS)
            return now_ms() - begun_ms;
    }
}

Test(nodes, a_token_revoked_at_one_node_is_refused_at_all_at_once,
     .init = deep_only)
{
    struct nodes nodes;

    nodes_begin(&nodes);
    struct client ada = client_account(&nodes.at[A], "ada");
    struct client others[] = {client_again(&nodes.at[B], &ada),
                              client_again(&nodes.at[C], &ada)};

    for (int i = 0; i < 2; i++)
        cr_expect_lt(becomes(&others[i], "/v1/me", 200), PATIENCE_MS);
    struct answer gone =
        client_send(&ada, "DELETE", "/v1/sessions/current", NULL);

    cr_expect_eq(gone.status, 204, "%s", gone.body);
    for (int i = 0; i < 2; i++)
        cr_expect_lt(becomes(&others[i], "/v1/me", 401), 2000);
    answer_clear(&gone);
    client_close(&others[0]);
    client_close(&others[1]);
    client_close(&ada);
    nodes_end(&nodes);
}

/* ---- the queue ---- */

static void wish(struct client *client)
{
    struct answer answer = client_send(
        client, "PUT", "/v1/queue/template",
        "{\"seats\":[2],"
        "\"clock\":{\"bank_seconds\":600,\"increment_seconds\":5}}");

    cr_assert_eq(answer.status, 200, "%s", answer.body);
    answer_clear(&answer);
}

/* The match that the queue made for them. */
static void await_match(struct client *client, char *out, size_t size)
{
    int64_t begun_ms = now_ms();

    for (*out = '\0'; !*out && now_ms() - begun_ms < PATIENCE_MS;) {
        struct answer answer = client_get(client, "/v1/queue/template");

        if (strcmp(answer_text(&answer, "status"), "matched") == 0)
            snprintf(out, size, "%s", answer_text(&answer, "match"));
        answer_clear(&answer);
    }
    cr_assert_str_neq(out, "");
}

Test(nodes, players_in_the_queue_of_different_nodes_are_paired)
{
    struct nodes nodes;
    char first[64], second[64];

    nodes_begin(&nodes);
    struct client ada = client_account(&nodes.at[A], "ada");
    struct client bea = client_account(&nodes.at[B], "bea");

    wish(&ada);
    wish(&bea);
    await_match(&ada, first, sizeof first);
    await_match(&bea, second, sizeof second);
    cr_expect_str_eq(first, second);
    struct client again = client_again(&nodes.at[C], &ada);
    struct answer match = client_get(&again, "/v1/matches/%s", first);

    cr_expect_eq(match.status, 200);
    answer_clear(&match);
    client_close(&again);
    client_close(&bea);
    client_close(&ada);
    nodes_end(&nodes);
}

/* ---- bots ---- */

/* A match that four bots play. */
static void let_bots_play(struct client *client, char *id, size_t size)
{
    static const char body[] =
        "{\"game\":\"underwater-cities\",\"seats\":[\"bot:random\","
        "\"bot:random\",\"bot:random\",\"bot:random\"]}";
    struct answer made = client_send(client, "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, size, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

static long seq_of(struct client *client, const char *id)
{
    struct answer match = client_get(client, "/v1/matches/%s", id);
    long seq = answer_number(&match, "seq");

    answer_clear(&match);
    return seq;
}

static bool goes_beyond(struct client *client, const char *id, long seq)
{
    int64_t begun_ms = now_ms();

    while (seq_of(client, id) <= seq && now_ms() - begun_ms < PATIENCE_MS)
        pause_ms(50);
    return seq_of(client, id) > seq;
}

Test(nodes, bots_of_a_killed_node_continue_at_another, .init = deep_only)
{
    struct nodes nodes;
    char id[64];

    nodes_begin(&nodes);
    struct client ada = client_account(&nodes.at[C], "ada");
    struct client there = client_again(&nodes.at[A], &ada);

    let_bots_play(&ada, id, sizeof id);
    service_signal(&nodes.at[C], SIGKILL);
    cr_expect(goes_beyond(&there, id, seq_of(&there, id)));
    client_close(&there);
    client_close(&ada);
    service_start(&nodes.at[C]);
    nodes_end(&nodes);
}

/* ---- other versions ---- */

Test(nodes, a_node_older_than_the_schema_serves, .init = deep_only)
{
    static const char *const waits[] = {"--migrate=no", NULL};
    struct service newer, older;
    struct fixture fixture;

    service_begin(&newer, NULL);
    fixture_begin(&fixture, &newer, "template", 2);
    service_sql(&newer, "INSERT INTO migrations (number, name)"
                        " VALUES (9999, 'of-a-newer-program');"
                        "ALTER TABLE matches ADD COLUMN of_newer integer;"
                        "CREATE TABLE of_newer (n integer)");
    service_join_as(&older, &newer, waits);
    struct client ada = client_again(&older, &fixture.players[0]);
    struct client bea = client_again(&older, &fixture.players[1]);
    struct fixture beside = fixture;

    beside.players[0] = ada;
    beside.players[1] = bea;
    cr_expect_gt(fixture_play(&beside, 10), 0);
    struct answer list = client_get(&ada, "/v1/matches");

    cr_expect_eq(list.status, 200);
    answer_clear(&list);
    client_close(&bea);
    client_close(&ada);
    service_end(&older);
    service_join(&older, &newer); /* it has nothing to migrate */
    service_end(&older);
    fixture_end(&fixture);
    service_end(&newer);
}

/* Give the one match of bots other rules, and make many copies of it. */
static const char many_foreign[] =
    "UPDATE matches SET rules_version = 999,"
    " moved_at = now() - interval '1 day' WHERE bot_seats <> 0;"
    "CREATE TEMP TABLE copies AS SELECT id, ('00000000-0000-4000-8000-'"
    " || lpad(n::text, 12, '0'))::uuid AS copy"
    " FROM matches, generate_series(1, 300) AS n WHERE bot_seats <> 0;"
    "INSERT INTO matches SELECT (jsonb_populate_record(m,"
    " jsonb_build_object('id', copy))).* FROM matches m JOIN copies"
    " USING (id);"
    "INSERT INTO seats SELECT (jsonb_populate_record(s,"
    " jsonb_build_object('match_id', copy))).* FROM seats s"
    " JOIN copies c ON c.id = s.match_id";

/* Bots are to act in matches with rules of a newer node: this program cannot
 * play these, and must play all others. */
Test(nodes, matches_with_unknown_rules_delay_no_others, .init = deep_only)
{
    struct service service;
    struct fixture fixture;
    char foreign[64], bots[64];

    service_begin(&service, NULL);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    let_bots_play(&fixture.players[0], foreign, sizeof foreign);
    service_signal(&service, SIGKILL);
    service_sql(&service, many_foreign);
    service_start(&service);
    long seq = seq_of(&fixture.players[0], foreign);
    struct answer refused =
        client_get(&fixture.players[0], "/v1/matches/%s/state", foreign);

    cr_expect_eq(refused.status, 409);
    cr_expect_str_eq(answer_problem(&refused), "other-rules");
    cr_expect_gt(fixture_play(&fixture, 10), 0);
    let_bots_play(&fixture.players[0], bots, sizeof bots);
    cr_expect(goes_beyond(&fixture.players[0], bots, 2));
    service_signal(&service, SIGKILL);
    service_start(&service);
    cr_expect(goes_beyond(&fixture.players[0], bots,
                          seq_of(&fixture.players[0], bots)));
    cr_expect_eq(seq_of(&fixture.players[0], foreign), seq);
    answer_clear(&refused);
    fixture_end(&fixture);
    service_end(&service);
}
