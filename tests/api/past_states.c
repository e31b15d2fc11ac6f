/* Earlier states of a long match over HTTP: few events are replayed, the time
 * of a replay is bounded, and a crash of the service changes no response. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "sandbox.h"
#include "service.h"
#include "sse.h"

#include "play/replay/snapshot.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { EVENTS = 600, MOVE = 128 };

/* Rate limits must not end the test. */
#define UNLIMITED "--rate-match=0", "--rate-token=0", "--rate-address=0"
static const char *const unlimited[] = {UNLIMITED, NULL};
static const char *const hasty[] = {UNLIMITED, "--history-ms=1", NULL};

/* A sandbox in which one move is played and undone, over and over. */
struct long_match {
    struct service service;
    struct client client;
    char match[64];
    long seq;
};

static struct answer get(struct long_match *it, const char *what)
{
    return client_get(&it->client, "/v1/matches/%s%s", it->match, what);
}

static void post(struct long_match *it, const char *where, const char *body)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s%s", it->match, where);
    client_with(&it->client, "If-Match: *");
    struct answer done = client_send(&it->client, "POST", path, body);

    cr_assert_eq(done.status, 201, "%s: %s", body, done.body);
    it->seq = answer_number(&done, "seq");
    answer_clear(&done);
}

static void first_move(struct long_match *it, char *out)
{
    struct answer list = get(it, "/legal-moves");
    json_t *move = json_object_get(
        json_array_get(json_object_get(list.json, "moves"), 0), "move");

    cr_assert(json_is_string(move), "%s", list.body);
    snprintf(out, MOVE, "{\"move\":\"%s\"}", json_string_value(move));
    answer_clear(&list);
}

/* Can the last move be undone alone? */
static bool may_go_back(struct long_match *it)
{
    struct answer state = get(it, "/state");
    json_t *undo = json_object_get(state.json, "undo");
    bool may =
        json_integer_value(json_object_get(undo, "step_seq")) == it->seq - 1;

    answer_clear(&state);
    return may;
}

static void long_match_begin(struct long_match *it, const char *const *settings)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    char move[MOVE], undo[MOVE], *position;

    service_begin(&it->service, settings);
    it->client = client_account(&it->service, "ada");
    sandbox_state(game, 2, 7, 90, state);
    position = sandbox_position(game, state);
    struct answer made =
        sandbox_create(&it->client, game->id, "[\"me\",\"me\"]", position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(it->match, sizeof it->match, "%s", answer_text(&made, "id"));
    answer_clear(&made);
    free(position);
    do {
        first_move(it, move);
        post(it, "/moves", move);
    } while (!may_go_back(it));
    while (it->seq < EVENTS) {
        snprintf(undo, sizeof undo, "{\"to_seq\":%ld}", it->seq - 1);
        post(it, "/undo", undo);
        post(it, "/moves", move);
    }
}

static void long_match_end(struct long_match *it)
{
    client_close(&it->client);
    service_end(&it->service);
}

static long replayed(struct long_match *it)
{
    return raw_metric(&it->service, "replayed_events_total");
}

static void await_snapshots(struct long_match *it)
{
    const struct timespec pause = {.tv_nsec = 20000000};

    for (int i = 0; i < 3000; i++) {
        if (raw_metric(&it->service, "snapshots_written_total") >=
            EVENTS / SNAPSHOT_EVERY)
            return;
        nanosleep(&pause, NULL);
    }
    cr_assert_fail("snapshots are not written");
}

/* ---- few events are replayed ---- */

static void expect_cheap(struct long_match *it, const char *what)
{
    const long before = replayed(it);
    struct answer answer = get(it, what);

    cr_expect_eq(answer.status, 200, "%s: %s", what, answer.body);
    cr_expect_leq(replayed(it) - before, 200, "%s: %ld events", what,
                  replayed(it) - before);
    answer_clear(&answer);
}

Test(past_states, an_earlier_state_is_read_from_a_snapshot, .init = deep_only,
     .timeout = 300)
{
    static struct long_match it;

    long_match_begin(&it, unlimited);
    await_snapshots(&it);
    expect_cheap(&it, "/state?at_seq=300");
    expect_cheap(&it, "/state?at_seq=575");
    expect_cheap(&it, "/events?after=410");
    expect_cheap(&it, "/events?after=0");
    expect_cheap(&it, "/position?at_seq=500");
    long_match_end(&it);
}

Test(past_states, earlier_events_are_streamed_from_a_snapshot,
     .init = deep_only, .timeout = 300)
{
    static struct long_match it;
    char path[128];
    struct sse sse;
    struct sse_event event;
    long before, due = 441;

    long_match_begin(&it, unlimited);
    await_snapshots(&it);
    before = replayed(&it);
    snprintf(path, sizeof path, "/v1/matches/%s/events", it.match);
    sse_open(&sse, &it.client, path, "440");
    for (; due <= it.seq; due++) {
        cr_assert(sse_next(&sse, SSE_WAIT_MS, &event));
        cr_expect_eq(strtol(event.id, NULL, 10), due);
        sse_event_clear(&event);
    }
    sse_close(&sse);
    /* Two pages. */
    cr_expect_leq(replayed(&it) - before, 2 * 200, "%ld events",
                  replayed(&it) - before);
    long_match_end(&it);
}

/* ---- the time bound ---- */

Test(past_states, a_replay_that_takes_too_long_succeeds_when_repeated,
     .init = deep_only, .timeout = 300)
{
    static struct long_match it;
    const struct timespec pause = {.tv_nsec = 50000000};
    struct answer answer;
    char wait[16];
    int tries = 0;

    service_expose(); /* with sanitizers it takes more than a millisecond */
    long_match_begin(&it, hasty);
    await_snapshots(&it);
    service_sql(&it.service, "DELETE FROM snapshots");
    for (long status = 503; status != 200 && tries < 1000; tries++) {
        answer = get(&it, "/state?at_seq=599");
        status = answer.status;
        if (tries == 0)
            cr_expect_eq(status, 503);
        if (status == 503) {
            cr_expect_str_eq(answer_problem(&answer), "replay-too-long");
            answer_header(&answer, "Retry-After", wait, sizeof wait);
            cr_expect_gt(strtol(wait, NULL, 10), 0);
            nanosleep(&pause, NULL);
        }
        answer_clear(&answer);
    }
    cr_expect_lt(tries, 1000);
    /* The current state needs no replay. */
    answer = get(&it, "/state");
    cr_expect_eq(answer.status, 200);
    answer_clear(&answer);
    long_match_end(&it);
}

/* ---- after a kill ---- */

static char *state_at(struct long_match *it, int seq)
{
    char what[64];

    snprintf(what, sizeof what, "/state?at_seq=%d", seq);
    struct answer answer = get(it, what);

    cr_assert_eq(answer.status, 200, "%s", answer.body);
    char *text = strdup(answer.body);

    answer_clear(&answer);
    return text;
}

Test(past_states, an_earlier_state_is_the_same_after_a_kill, .init = deep_only,
     .timeout = 300)
{
    static const int seqs[] = {1, 63, 64, 65, 127, 128, 300, 512, 599};
    enum { SEQS = sizeof seqs / sizeof *seqs };
    static struct long_match it;
    char *before[SEQS];

    long_match_begin(&it, unlimited);
    for (size_t i = 0; i < SEQS; i++)
        before[i] = state_at(&it, seqs[i]);
    cr_assert(WIFSIGNALED(service_signal(&it.service, SIGKILL)));
    service_start(&it.service);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < SEQS; i++) {
            char *after = state_at(&it, seqs[i]);

            cr_expect_str_eq(after, before[i], "seq %d", seqs[i]);
            free(after);
        }
    for (size_t i = 0; i < SEQS; i++)
        free(before[i]);
    long_match_end(&it);
}

/* ---- what a client may keep ---- */

static void expect_kept(struct fixture *fixture, const char *what,
                        const char *expected)
{
    struct answer answer = fixture_get(fixture, 0, what);
    char control[96], vary[96];

    answer_header(&answer, "Cache-Control", control, sizeof control);
    answer_header(&answer, "Vary", vary, sizeof vary);
    cr_expect_eq(answer.status, 200, "%s: %s", what, answer.body);
    cr_expect_str_eq(control, expected, "%s", what);
    if (strcmp(expected, "no-store") != 0) {
        cr_expect_not_null(strstr(vary, "Authorization"), "%s: %s", what, vary);
        cr_expect_not_null(strstr(vary, "Cookie"), "%s: %s", what, vary);
    }
    answer_clear(&answer);
}

/* A copy belongs to one credential: the states show the hand of a seat. */
Test(past_states, they_may_be_kept_from_the_start_of_the_match_on)
{
    static const char for_ever[] = "private, max-age=31536000, immutable";
    static const char a_day[] = "private, max-age=86400, immutable";
    struct service service;
    struct fixture fixture;

    service_begin(&service, NULL);
    fixture_begin(&fixture, &service, "template", 2);
    fixture_play(&fixture, 4);
    expect_kept(&fixture, "/state?at_seq=1", "no-store");
    expect_kept(&fixture, "/state?at_seq=3", for_ever);
    expect_kept(&fixture, "/events?limit=2", "no-store");
    fixture_play(&fixture, 1000);
    expect_kept(&fixture, "/state?at_seq=1", for_ever);
    expect_kept(&fixture, "/state?at_seq=3", for_ever);
    expect_kept(&fixture, "/position?at_seq=3", for_ever);
    expect_kept(&fixture, "/events?limit=2", a_day);
    expect_kept(&fixture, "/state", "no-store");
    fixture_end(&fixture);
    service_end(&service);
}

static void expect_same(char *then, char *now)
{
    cr_expect_str_eq(then, now);
    free(then);
    free(now);
}

static char *body_of(struct fixture *fixture, const char *what)
{
    struct answer answer = fixture_get(fixture, 0, what);
    char *body = strdup(answer.body);

    cr_assert_eq(answer.status, 200, "%s: %s", what, answer.body);
    answer_clear(&answer);
    return body;
}

/* With a clock: the present state shows it, and what can be undone. */
Test(past_states, nothing_that_happens_later_changes_them)
{
    static const char timed[] =
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
        "\"clock\":{\"turn_seconds\":600}}";
    struct service service;
    struct fixture fixture;
    char path[128], what[64];

    service_begin(&service, NULL);
    fixture_begin(&fixture, &service, "template", 2);
    struct answer made =
        client_send(&fixture.players[0], "POST", "/v1/matches", timed);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture.match);
    struct answer joined = client_send(&fixture.players[1], "POST", path, NULL);

    cr_assert_eq(joined.status, 201, "%s", joined.body);
    answer_clear(&joined);
    fixture_play(&fixture, 3);
    snprintf(what, sizeof what, "/state?at_seq=%ld", fixture.seq);
    char *newest = body_of(&fixture, what);
    char *early = body_of(&fixture, "/state?at_seq=3");

    cr_expect_not_null(strstr(newest, "\"clock\":null"), "%s", newest);
    fixture_play(&fixture, 1000);
    cr_expect(fixture.is_over);
    expect_same(newest, body_of(&fixture, what));
    expect_same(early, body_of(&fixture, "/state?at_seq=3"));
    fixture_end(&fixture);
    service_end(&service);
}
