/* Several moves in one request: they have the effect of the same moves one by
 * one, or none at all. */
#include "depth.h"
#include "sandbox.h"
#include "service.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 2048 };

/* The same position twice: in one match the moves are played one by one, in the
 * other as a list. */
struct twins {
    struct client owner;
    char match[2][64];
    int seat; /* that plays */
    long seq; /* at which both begin */
    char moves[TEXT];
    long count, before_stop; /* moves; those that come before a stop */
};

static struct answer post(struct client *client, const char *match,
                          const char *body, const char *key)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/moves", match);
    if (key)
        client_with(client, key);
    return client_send(client, "POST", path, body);
}

static void begin_twins(struct twins *twins, const char *name, unsigned seed,
                        int decisions)
{
    static _Alignas(16) uint8_t state[RULES_STATE_MAX];
    const struct game *game = game_find(name);

    sandbox_state(game, 2, seed, decisions, state);
    char *position = sandbox_position(game, state);

    for (int i = 0; i < 2; i++) {
        struct answer made =
            sandbox_create(&twins->owner, name, "[\"me\",\"me\"]", position);

        cr_assert_eq(made.status, 201, "%s", made.body);
        snprintf(twins->match[i], sizeof twins->match[i], "%s",
                 answer_text(&made, "id"));
        twins->seq = answer_number(&made, "seq");
        answer_clear(&made);
    }
    twins->seat = __builtin_ctz(game->to_act(state));
    twins->moves[0] = '\0';
    twins->count = twins->before_stop = 0;
    free(position);
}

static void add_move(struct twins *twins, const char *move)
{
    const size_t length = strlen(twins->moves);

    snprintf(twins->moves + length, sizeof twins->moves - length, "%s\"%s\"",
             twins->count ? "," : "", move);
    twins->count++;
}

/* A legal move of the seat in the first match; false: it has none. */
static bool choose(struct twins *twins, unsigned chance, char *out, size_t size)
{
    struct answer list =
        client_get(&twins->owner, "/v1/matches/%s/legal-moves?seat=%d",
                   twins->match[0], twins->seat);
    const json_t *moves = json_object_get(list.json, "moves");
    const size_t count = json_array_size(moves);

    cr_assert_eq(list.status, 200, "%s", list.body);
    if (count > 0)
        snprintf(out, size, "%s",
                 json_string_value(json_object_get(
                     json_array_get(moves, chance % count), "move")));
    answer_clear(&list);
    return count > 0;
}

static bool preview_reveals(struct twins *twins, const char *move)
{
    char path[128], body[160];

    snprintf(path, sizeof path, "/v1/matches/%s/moves/preview",
             twins->match[0]);
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d}", move,
             twins->seat);
    struct answer preview = client_send(&twins->owner, "POST", path, body);
    const bool reveals = json_is_true(json_object_get(preview.json, "reveals"));

    cr_assert_eq(preview.status, 200, "%s", preview.body);
    answer_clear(&preview);
    return reveals;
}

/* Play up to this many moves of the seat in the first match. */
static void play_one_by_one(struct twins *twins, int most, unsigned chance)
{
    char move[128], body[192];
    bool reveals = false;

    while (
        twins->count < most && !reveals &&
        choose(twins, chance + (unsigned)twins->count * 7, move, sizeof move)) {
        reveals = preview_reveals(twins, move);
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d,\"seq\":%ld}",
                 move, twins->seat, twins->seq + twins->count);
        struct answer done = post(&twins->owner, twins->match[0], body, NULL);

        cr_assert_eq(done.status, 201, "%s", done.body);
        answer_clear(&done);
        add_move(twins, move);
    }
    twins->before_stop = twins->count;
}

static struct answer play_list(struct twins *twins, const char *key)
{
    char body[TEXT + 64];

    snprintf(body, sizeof body, "{\"moves\":[%s],\"seat\":%d,\"seq\":%ld}",
             twins->moves, twins->seat, twins->seq);
    return post(&twins->owner, twins->match[1], body, key);
}

/* Read a document of both matches and compare it, without these members. */
static void expect_twins(struct twins *twins, const char *what,
                         const char *member)
{
    json_t *found[2];
    struct answer got[2];

    for (int i = 0; i < 2; i++) {
        got[i] = client_get(&twins->owner, "/v1/matches/%s%s", twins->match[i],
                            what);
        cr_assert_eq(got[i].status, 200, "%s", got[i].body);
        found[i] = json_object_get(got[i].json, member);
        for (size_t k = 0; k < json_array_size(found[i]); k++)
            json_object_del(json_array_get(found[i], k), "at");
    }
    cr_expect(found[0] && json_equal(found[0], found[1]), "%s: %s\n%s", what,
              got[0].body, got[1].body);
    answer_clear(&got[0]);
    answer_clear(&got[1]);
}

static void expect_same_end(struct twins *twins)
{
    static const char *const members[] = {"seq",  "status",     "to_act",
                                          "undo", "state_hash", "view"};
    char what[64];

    snprintf(what, sizeof what, "/state?seat=%d", twins->seat);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        expect_twins(twins, what, members[i]);
    snprintf(what, sizeof what, "/events?seat=%d", twins->seat);
    expect_twins(twins, what, "events");
}

/* The list has the events and the end of the moves one by one. */
static void compare(struct twins *twins, bool goes_on)
{
    if (goes_on)
        add_move(twins, "fly"); /* nobody looks at it */
    struct answer done = play_list(twins, NULL);
    const json_t *stopped = json_object_get(done.json, "stopped");
    struct answer log =
        client_get(&twins->owner, "/v1/matches/%s/events?after=%ld&seat=%d",
                   twins->match[1], twins->seq, twins->seat);

    cr_assert_eq(done.status, 201, "%s: %s", twins->moves, done.body);
    cr_expect(json_equal(json_object_get(done.json, "events"),
                         json_object_get(log.json, "events")),
              "%s\n%s", done.body, log.body);
    if (goes_on)
        cr_expect_eq(json_integer_value(json_object_get(stopped, "at")),
                     twins->before_stop, "%s", done.body);
    else
        cr_expect(json_is_null(stopped), "%s", done.body);
    expect_same_end(twins);
    answer_clear(&done);
    answer_clear(&log);
}

static struct twins twins;

static void setup(void)
{
    service_setup();
    twins.owner = client_account(&test_service, "ada");
}

static void teardown(void)
{
    client_close(&twins.owner);
    service_teardown();
}

TestSuite(move_lists, .init = setup, .fini = teardown);

/* Whether another move would have stopped. */
static bool is_stopped(struct twins *now)
{
    char path[64];

    snprintf(path, sizeof path, "/v1/matches/%s/state?seat=%d", now->match[0],
             now->seat);
    struct answer state = client_get(&now->owner, "%s", path);
    const json_t *undo = json_object_get(state.json, "undo");
    const json_t *to_act = json_object_get(state.json, "to_act"), *seat;
    const char *reason = json_string_value(json_object_get(undo, "reason"));
    const bool can_undo = json_is_true(json_object_get(undo, "allowed"));
    bool acts = false;
    size_t i;

    json_array_foreach(to_act, i, seat) acts =
        acts || json_integer_value(seat) == now->seat;
    const bool revealed =
        reason && strcmp(reason, "revealed") == 0 && !can_undo;

    answer_clear(&state);
    return !acts || revealed;
}

Test(move_lists, a_list_has_the_effect_of_its_moves_one_by_one,
     .init = deep_only)
{
    static const int decisions[] = {0, 3, 8, 14, 21, 33, 47, 62, 80, 101, 130};
    int stopped = 0, most = 0;

    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        for (unsigned chance = 0; chance < 2; chance++) {
            begin_twins(&twins, "underwater-cities", 20 + (unsigned)i,
                        decisions[i]);
            play_one_by_one(&twins, 6, chance * 13);
            const bool goes_on = is_stopped(&twins);

            compare(&twins, goes_on);
            stopped += goes_on;
            most = twins.before_stop > most ? (int)twins.before_stop : most;
        }
    cr_expect_gt(stopped, 5);
    cr_expect_geq(most, 4);
}

Test(move_lists, a_list_stops_at_the_end_of_the_match)
{
    begin_twins(&twins, "template", 5, 1000);
    play_one_by_one(&twins, 6, 0);
    add_move(&twins, "draw");
    struct answer done = play_list(&twins, NULL);
    const json_t *stopped = json_object_get(done.json, "stopped");

    cr_assert_eq(done.status, 201, "%s", done.body);
    cr_expect_str_eq(answer_text(&done, "status"), "finished", "%s", done.body);
    cr_expect_str_eq(json_string_value(json_object_get(stopped, "reason")),
                     "finished");
    expect_same_end(&twins);
    answer_clear(&done);
}

/* ---- refusals ---- */

static void expect_refused(const char *body, long status, const char *problem,
                           long index)
{
    struct answer before =
        client_get(&twins.owner, "/v1/matches/%s/state", twins.match[1]);
    struct answer done = post(&twins.owner, twins.match[1], body, NULL);
    struct answer after =
        client_get(&twins.owner, "/v1/matches/%s/state", twins.match[1]);

    cr_expect_eq(done.status, status, "%s: %s", body, done.body);
    cr_expect_str_eq(answer_problem(&done), problem, "%s", done.body);
    cr_expect_eq(answer_number(&done, "index"), index, "%s", done.body);
    cr_expect_str_eq(before.body, after.body);
    answer_clear(&before);
    answer_clear(&done);
    answer_clear(&after);
}

Test(move_lists, nothing_is_played_if_one_move_is_refused)
{
    static const char *const bad[] = {"fly", "advance 15", "place red3 28"};
    static const char *const problems[] = {"bad-notation", "illegal-move",
                                           "illegal-move"};
    char body[TEXT + 64];
    int seen = 0;

    for (int decisions = 10; decisions < 60; decisions += 5) {
        begin_twins(&twins, "underwater-cities", 31, decisions);
        play_one_by_one(&twins, 3, 5);
        if (is_stopped(&twins))
            continue;
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            snprintf(body, sizeof body,
                     "{\"moves\":[%s,\"%s\"],\"seat\":%d,\"seq\":%ld}",
                     twins.moves, bad[i], twins.seat, twins.seq);
            expect_refused(body, 422, problems[i], twins.count);
        }
        seen++;
    }
    cr_expect_gt(seen, 1);
    snprintf(body, sizeof body, "{\"moves\":[%s],\"seat\":%d,\"seq\":%ld}",
             twins.moves, 1 - twins.seat, twins.seq);
    expect_refused(body, 409, "not-your-turn", 0);
}

Test(move_lists, a_malformed_list_is_refused)
{
    static const char *const bodies[] = {
        "{\"moves\":[],\"seq\":1}",
        "{\"moves\":\"end\",\"seq\":1}",
        "{\"moves\":[7],\"seq\":1}",
        "{\"moves\":[\"end\",\"\"],\"seq\":1}",
        "{\"moves\":[null],\"seq\":1}",
        "{\"moves\":[[\"end\"]],\"seq\":1}",
        "{\"move\":\"end\",\"moves\":[\"end\"],\"seq\":1}",
        "{\"moves\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\","
        "\"10\",\"11\",\"12\",\"13\",\"14\",\"15\",\"16\",\"17\"],\"seq\":1}",
        "{\"moves\":[\"12345678901234567890123456789012345678901234567890"
        "123456789012345678901234567890\"],\"seq\":1}",
    };

    begin_twins(&twins, "underwater-cities", 3, 12);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        expect_refused(bodies[i], 400, "invalid-fields", -1);
}

/* ---- exactly once, several nodes, followers ---- */

Test(move_lists, a_list_is_played_once_with_a_key_also_after_a_restart)
{
    begin_twins(&twins, "underwater-cities", 24, 14);
    play_one_by_one(&twins, 4, 3);
    struct answer first = play_list(&twins, "Idempotency-Key: turn");

    cr_assert_eq(first.status, 201, "%s", first.body);
    service_signal(&test_service, SIGKILL);
    service_start(&test_service);
    struct answer again = play_list(&twins, "Idempotency-Key: turn");
    struct answer other =
        post(&twins.owner, twins.match[1], "{\"moves\":[\"end\"],\"seq\":1}",
             "Idempotency-Key: turn");

    cr_expect_eq(again.status, 201);
    cr_expect_str_eq(again.body, first.body);
    cr_expect_eq(other.status, 422);
    cr_expect_str_eq(answer_problem(&other), "idempotency-key-reused");
    expect_same_end(&twins);
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&other);
}

/* The first of the list is irreversible, so that the update has one event. */
Test(move_lists, a_list_of_which_one_move_is_played_is_repeated_too)
{
    begin_twins(&twins, "template", 3, 2);
    play_one_by_one(&twins, 1, 0);
    add_move(&twins, "fly");
    struct answer first = play_list(&twins, "Idempotency-Key: turn");
    struct answer again = play_list(&twins, "Idempotency-Key: turn");

    cr_assert_eq(first.status, 201, "%s", first.body);
    cr_expect(json_is_object(json_object_get(first.json, "stopped")));
    cr_expect_str_eq(again.body, first.body);
    answer_clear(&first);
    answer_clear(&again);
}

static void expect_stream(struct sse *sse, const json_t *events)
{
    const json_t *event;
    size_t i;

    json_array_foreach(events, i, event)
    {
        struct sse_event got;

        cr_assert(sse_next(sse, SSE_WAIT_MS, &got));
        json_object_del(got.json, "clock");
        cr_expect(json_equal(got.json, event));
        sse_event_clear(&got);
    }
}

/* Read an event: the stream has begun. */
static void pass_one(struct sse *sse)
{
    struct sse_event got;

    cr_assert(sse_next(sse, SSE_WAIT_MS, &got));
    sse_event_clear(&got);
}

Test(move_lists, followers_on_every_node_get_each_move)
{
    struct service other;
    struct sse here, there;
    char path[128];

    service_join(&other, &test_service);
    struct client away = client_again(&other, &twins.owner);

    begin_twins(&twins, "underwater-cities", 24, 14);
    play_one_by_one(&twins, 4, 3);
    cr_assert_gt(twins.count, 1);
    snprintf(path, sizeof path, "/v1/matches/%s/events?after=%ld&seat=%d",
             twins.match[1], twins.seq - 1, twins.seat);
    sse_open(&here, &twins.owner, path, NULL);
    sse_open(&there, &away, path, NULL);
    pass_one(&here);
    pass_one(&there);
    struct answer done = play_list(&twins, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    expect_stream(&here, json_object_get(done.json, "events"));
    expect_stream(&there, json_object_get(done.json, "events"));
    sse_close(&here);
    sse_close(&there);
    answer_clear(&done);
    client_close(&away);
    service_end(&other);
}

/* ---- clocks ---- */

static const char *deadline_of(const struct answer *answer)
{
    const json_t *clock = json_object_get(answer->json, "clock");

    return json_string_value(
        json_array_get(json_object_get(clock, "deadlines"), 0));
}

Test(move_lists, a_list_renews_the_time_for_the_next_decision)
{
    char body[192], path[128];
    struct answer made =
        client_send(&twins.owner, "POST", "/v1/matches",
                    "{\"game\":\"underwater-cities\",\"seats\":[\"me\"],"
                    "\"clock\":{\"turn_seconds\":900}}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(path, sizeof path, "/v1/matches/%s/legal-moves",
             answer_text(&made, "id"));
    struct answer list = client_send(&twins.owner, "GET", path, NULL);
    const json_t *first =
        json_array_get(json_object_get(list.json, "moves"), 0);

    snprintf(body, sizeof body, "{\"moves\":[\"%s\"],\"seq\":%ld}",
             json_string_value(json_object_get(first, "move")),
             answer_number(&list, "seq"));
    struct answer done =
        post(&twins.owner, answer_text(&made, "id"), body, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    cr_expect_str_gt(deadline_of(&done), deadline_of(&made));
    answer_clear(&made);
    answer_clear(&list);
    answer_clear(&done);
}
