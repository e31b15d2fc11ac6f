/* Undo over HTTP. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { MOVE = 128 };

/* ---- what the tests read ---- */

static json_t *undo_of(const struct answer *state)
{
    return json_object_get(state->json, "undo");
}

static bool may_undo(const struct answer *state)
{
    return json_is_true(json_object_get(undo_of(state), "allowed"));
}

static long undo_number(const struct answer *state, const char *key)
{
    const json_t *value = json_object_get(undo_of(state), key);

    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

static const char *undo_word(const struct answer *state, const char *key)
{
    const char *word = json_string_value(json_object_get(undo_of(state), key));

    return word ? word : "";
}

/* A seat makes a decision. */
static void decide(struct fixture *fixture, int seat, char move[MOVE])
{
    cr_assert(fixture_choose(fixture, seat, move, MOVE), "seat %d may not",
              seat);
    struct answer done = fixture_post(fixture, seat, move, fixture->seq, NULL);

    cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
    fixture->seq = answer_number(&done, "seq");
    answer_clear(&done);
}

/* A state without the members that always differ: its seq and the undo. */
static char *comparable_state(struct fixture *fixture, int seat)
{
    struct answer state = fixture_get(fixture, seat, "/state");

    cr_assert_eq(state.status, 200, "%s", state.body);
    json_object_del(state.json, "seq");
    json_object_del(state.json, "undo");
    char *text = json_dumps(state.json, JSON_COMPACT | JSON_SORT_KEYS);

    answer_clear(&state);
    return text;
}

static json_t *first_event(const struct answer *answer)
{
    return json_array_get(json_object_get(answer->json, "events"), 0);
}

static const char *event_text(const struct answer *answer, const char *key)
{
    const char *text =
        json_string_value(json_object_get(first_event(answer), key));

    return text ? text : "";
}

/* ---- undo ---- */

TestSuite(undo, .init = service_setup, .fini = service_teardown);

Test(undo, undoing_a_choice_restores_the_state)
{
    struct fixture fixture;
    char move[MOVE], tag[64], want[64];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    char *before[2] = {comparable_state(&fixture, 0),
                       comparable_state(&fixture, 1)};
    long to_seq = fixture.seq;

    decide(&fixture, 0, move);
    struct answer done = fixture_undo(&fixture, 0, to_seq, fixture.seq, NULL);
    char *after[2] = {comparable_state(&fixture, 0),
                      comparable_state(&fixture, 1)};

    cr_assert_eq(done.status, 201, "%s", done.body);
    cr_expect_eq(answer_number(&done, "seq"), to_seq + 2);
    cr_expect_str_eq(event_text(&done, "type"), "undo");
    cr_expect_str_eq(event_text(&done, "text"), "ada undoes a decision.");
    cr_expect_eq(
        json_integer_value(json_object_get(first_event(&done), "to_seq")),
        to_seq);
    answer_header(&done, "ETag", tag, sizeof tag);
    snprintf(want, sizeof want, "\"%ld.0\"", to_seq + 2);
    cr_expect_str_eq(tag, want);
    for (int seat = 0; seat < 2; seat++) {
        cr_expect_str_eq(before[seat], after[seat]);
        fixture_expect_complete_log(&fixture, seat);
        free(before[seat]);
        free(after[seat]);
    }
    answer_clear(&done);
    fixture_end(&fixture);
}

/* Whether two steps have equal members of these names, or both have none. */
static bool same_member(const json_t *a, const char *key_a, const json_t *b,
                        const char *key_b)
{
    const json_t *one = json_object_get(a, key_a);
    const json_t *other = json_object_get(b, key_b);

    return one || other ? json_equal(one, other) : true;
}

/* The steps of the undo are those of the move, each undone, from the last to
 * the first; from and to are exchanged. */
static void expect_inverse(const json_t *undone, const json_t *done)
{
    const size_t count = json_array_size(done);

    cr_assert_gt(count, 0);
    cr_assert_eq(json_array_size(undone), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *a = json_array_get(undone, i);
        const json_t *b = json_array_get(done, count - 1 - i);

        cr_expect(json_is_true(json_object_get(a, "undone")));
        cr_expect_null(json_object_get(b, "undone"));
        cr_expect(same_member(a, "type", b, "type"));
        cr_expect(same_member(a, "card", b, "card"));
        cr_expect(same_member(a, "from", b, "to"));
        cr_expect(same_member(a, "to", b, "from"));
    }
}

Test(undo, its_event_has_the_steps_of_the_move_in_reverse_order)
{
    struct fixture fixture;
    char move[MOVE], path[64];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    const long to_seq = fixture.seq;

    decide(&fixture, 0, move);
    struct answer undone = fixture_undo(&fixture, 0, to_seq, fixture.seq, NULL);

    snprintf(path, sizeof path, "/events?after=%ld", to_seq);
    struct answer listed = fixture_get(&fixture, 0, path);
    const json_t *data = json_object_get(listed.json, "events");
    const json_t *steps = json_object_get(json_array_get(data, 1), "steps");

    cr_assert_eq(json_array_size(data), 2, "%s", listed.body);
    expect_inverse(steps, json_object_get(json_array_get(data, 0), "steps"));
    cr_expect(json_equal(steps, json_object_get(first_event(&undone), "steps")),
              "%s", undone.body);
    answer_clear(&listed);
    answer_clear(&undone);
    fixture_end(&fixture);
}

Test(undo, the_state_has_the_undo_window)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    long begun = fixture.seq;
    struct answer first = fixture_get(&fixture, 0, "/state");

    cr_expect(!may_undo(&first));
    cr_expect_eq(undo_number(&first, "to_seq"), -1);
    cr_expect_str_neq(undo_word(&first, "text"), "");
    answer_clear(&first);
    decide(&fixture, 0, move);
    struct answer mine = fixture_get(&fixture, 0, "/state");
    struct answer other = fixture_get(&fixture, 1, "/state");

    cr_expect(may_undo(&mine));
    cr_expect_eq(undo_number(&mine, "to_seq"), begun, "%s", mine.body);
    cr_expect_eq(undo_number(&mine, "step_seq"), fixture.seq - 1);
    cr_expect(json_is_null(json_object_get(undo_of(&mine), "reason")),
              "back to the match's beginning");
    cr_expect(!may_undo(&other));
    answer_clear(&mine);
    answer_clear(&other);
    fixture_end(&fixture);
}

Test(undo, choices_of_others_in_the_meantime_remain)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 3);
    long begun = fixture.seq;

    decide(&fixture, 1, move);
    char *other = comparable_state(&fixture, 1);

    decide(&fixture, 0, move);
    struct answer done =
        fixture_undo(&fixture, 0, begun + 1, fixture.seq, NULL);
    char *after = comparable_state(&fixture, 1);
    struct answer state = fixture_get(&fixture, 1, "/state");

    cr_expect_eq(done.status, 201, "%s", done.body);
    cr_expect_str_eq(other, after);
    cr_expect(may_undo(&state), "%s", state.body);
    cr_expect_eq(undo_number(&state, "to_seq"), begun, "%s", state.body);
    answer_clear(&done);
    answer_clear(&state);
    free(other);
    free(after);
    fixture_end(&fixture);
}

Test(undo, a_turn_is_undone_step_by_step)
{
    enum { ENOUGH = 400 };
    struct fixture fixture;
    char move[MOVE];
    int steps = 0, seat;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    for (int i = 0; i < ENOUGH && steps < 12; i++) {
        seat = fixture_choose_any(&fixture, move, sizeof move);
        cr_assert_geq(seat, 0);
        char *before = comparable_state(&fixture, seat);

        decide(&fixture, seat, move);
        struct answer state = fixture_get(&fixture, seat, "/state");

        if (may_undo(&state)) {
            long step = undo_number(&state, "step_seq");
            struct answer done =
                fixture_undo(&fixture, seat, step, fixture.seq, NULL);
            char *after = comparable_state(&fixture, seat);

            cr_expect_eq(done.status, 201, "%s", done.body);
            cr_expect_str_eq(before, after, "%s", move);
            fixture.seq = answer_number(&done, "seq");
            answer_clear(&done);
            free(after);
            steps++;
            decide(&fixture, seat, move);
        }
        answer_clear(&state);
        free(before);
    }
    cr_expect_eq(steps, 12);
    fixture_expect_complete_log(&fixture, 0);
    fixture_end(&fixture);
}

/* ---- refusals ---- */

/* All seats choose until the phase is over. */
static void play_first_hands(struct fixture *fixture)
{
    char move[MOVE];

    for (int seat = 0; seat < 2; seat++)
        decide(fixture, seat, move);
}

static void expect_blocked(struct fixture *fixture, int seat, long to_seq,
                           const char *reason, long allowed)
{
    char *before = fixture_fingerprint(fixture);
    struct answer no = fixture_undo(fixture, seat, to_seq, fixture->seq, NULL);
    char *after = fixture_fingerprint(fixture);
    const json_t *lowest = json_object_get(no.json, "allowed_to_seq");

    cr_expect_eq(no.status, 409, "%ld: %s", to_seq, no.body);
    cr_expect_str_eq(answer_problem(&no), "undo-blocked");
    cr_expect_str_eq(answer_text(&no, "blocked_by"), reason, "%s", no.body);
    cr_expect_str_neq(answer_text(&no, "detail"), "");
    cr_expect_eq(json_is_integer(lowest) ? (long)json_integer_value(lowest)
                                         : -1,
                 allowed, "%s", no.body);
    cr_expect_str_eq(before, after);
    answer_clear(&no);
    free(before);
    free(after);
}

Test(undo, revealed_information_cannot_be_undone)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    long begun = fixture.seq;

    play_first_hands(&fixture);
    struct answer state = fixture_get(&fixture, 0, "/state");

    cr_expect(!may_undo(&state), "%s", state.body);
    cr_expect_str_eq(undo_word(&state, "reason"), "revealed");
    cr_expect_str_neq(undo_word(&state, "text"), "");
    expect_blocked(&fixture, 0, begun, "revealed", -1);
    expect_blocked(&fixture, 1, fixture.seq - 1, "revealed", -1);
    answer_clear(&state);
    fixture_end(&fixture);
}

Test(undo, undo_beyond_the_window_is_refused)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    long begun = fixture.seq;

    expect_blocked(&fixture, 0, begun, "", -1);
    decide(&fixture, 0, move);
    expect_blocked(&fixture, 0, begun - 1, "", begun);
    expect_blocked(&fixture, 0, 0, "", begun);
    expect_blocked(&fixture, 0, fixture.seq, "", begun);
    expect_blocked(&fixture, 0, fixture.seq + 5, "", begun);
    expect_blocked(&fixture, 1, begun, "", -1);
    fixture_end(&fixture);
}

/* ---- exactly once ---- */

Test(undo, a_hundred_repetitions_undo_once)
{
    enum { TIMES = 100 };
    struct fixture fixture;
    char move[MOVE], replayed[16];

    fixture_begin(&fixture, &test_service, "underwater-cities", 3);
    long begun = fixture.seq;

    decide(&fixture, 1, move);
    decide(&fixture, 0, move);
    struct answer first =
        fixture_undo(&fixture, 0, begun + 1, fixture.seq, "u-1");

    cr_assert_eq(first.status, 201, "%s", first.body);
    for (int i = 0; i < TIMES; i++) {
        struct answer again =
            fixture_undo(&fixture, 0, begun + 1, fixture.seq, "u-1");

        cr_assert_eq(again.status, 201, "%s", again.body);
        cr_assert_str_eq(again.body, first.body);
        answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
        cr_assert_str_eq(replayed, "true");
        answer_clear(&again);
    }
    struct answer other = fixture_undo(&fixture, 0, begun, fixture.seq, "u-1");
    struct answer match = fixture_get(&fixture, 0, "");

    cr_expect_eq(other.status, 422);
    cr_expect_str_eq(answer_problem(&other), "idempotency-key-reused");
    cr_expect_eq(answer_number(&match, "seq"), fixture.seq + 1);
    fixture_expect_complete_log(&fixture, 1);
    answer_clear(&first);
    answer_clear(&other);
    answer_clear(&match);
    fixture_end(&fixture);
}

/* ---- races ---- */

/* One of two clients of the same account. */
struct racer {
    struct fixture fixture; /* with a client of its own for the seat */
    char move[MOVE];        /* to play; "" to undo instead */
    long to_seq, seq;
    long status;
};

static void *race(void *arg)
{
    struct racer *racer = arg;
    struct answer answer =
        *racer->move
            ? fixture_post(&racer->fixture, 0, racer->move, racer->seq, NULL)
            : fixture_undo(&racer->fixture, 0, racer->to_seq, racer->seq, NULL);

    racer->status = answer.status;
    answer_clear(&answer);
    return NULL;
}

/* The same account on a second connection. */
static struct fixture second_client(struct fixture *fixture)
{
    struct fixture second = *fixture;

    second.players[0] = client_open(fixture->service);
    memcpy(second.players[0].token, fixture->players[0].token,
           sizeof second.players[0].token);
    return second;
}

/* Play until seat 0 can undo its last move and has another one.  Returns the
 * seq up to which that move is undone. */
static long play_to_undoable(struct fixture *fixture, char next[MOVE])
{
    for (;;) {
        char move[MOVE];
        const int seat = fixture_choose_any(fixture, move, sizeof move);

        cr_assert_geq(seat, 0, "the match is over");
        decide(fixture, seat, move);
        struct answer state = fixture_get(fixture, 0, "/state");
        const bool is_open = seat == 0 && may_undo(&state);
        const long to_seq = undo_number(&state, "step_seq");

        answer_clear(&state);
        if (is_open && fixture_choose(fixture, 0, next, MOVE))
            return to_seq;
    }
}

Test(undo, exactly_one_of_a_simultaneous_undo_and_move_happens)
{
    const int rounds = is_deep() ? 25 : 8;
    struct fixture fixture;
    int undone = 0;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct racer racers[2] = {{.fixture = fixture},
                              {.fixture = second_client(&fixture)}};

    for (int i = 0; i < rounds; i++) {
        const long to_seq = play_to_undoable(&fixture, racers[0].move);
        pthread_t threads[2];

        for (int j = 0; j < 2; j++) {
            racers[j].seq = fixture.seq;
            racers[j].to_seq = to_seq;
            pthread_create(&threads[j], NULL, race, &racers[j]);
        }
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
        long a = racers[0].status, b = racers[1].status;

        cr_assert((a == 201) != (b == 201), "move %ld, undo %ld", a, b);
        cr_assert((a == 201 ? b : a) == 412, "move %ld, undo %ld", a, b);
        undone += b == 201;
    }
    fprintf(stderr, "undo was first %d times of %d\n", undone, rounds);
    fixture_expect_complete_log(&fixture, 0);
    fixture_expect_complete_log(&fixture, 1);
    client_close(&racers[1].fixture.players[0]);
    fixture_end(&fixture);
}

/* Continue until both seats choose at once; false when the match is over. */
static bool play_to_a_common_choice(struct fixture *fixture)
{
    while (!fixture->is_over) {
        struct answer match = fixture_get(fixture, 0, "");
        size_t to_act = json_array_size(json_object_get(match.json, "to_act"));

        answer_clear(&match);
        if (to_act == 2)
            return true;
        fixture_play(fixture, 1);
    }
    return false;
}

/* One seat undoes its choice while the other makes the last one: either the
 * undo was first, and both have happened, or everything is revealed. */
Test(undo, an_undo_precedes_the_last_choice_of_another_or_is_refused)
{
    struct fixture fixture;
    char move[MOVE];
    int rounds = 0, undone = 0;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct racer back = {.fixture = fixture};

    for (; rounds < 8 && play_to_a_common_choice(&fixture); rounds++) {
        pthread_t thread;

        cr_assert(fixture_choose(&fixture, 1, move, sizeof move));
        char other[MOVE];

        decide(&fixture, 0, other);
        back.seq = fixture.seq;
        back.to_seq = fixture.seq - 1;
        pthread_create(&thread, NULL, race, &back);
        struct answer done = fixture_post(&fixture, 1, move, fixture.seq, NULL);

        pthread_join(thread, NULL);
        cr_assert_eq(done.status, 201, "%s", done.body);
        cr_assert(back.status == 201 || back.status == 409 ||
                      back.status == 412,
                  "%ld", back.status);
        struct answer match = fixture_get(&fixture, 0, "");
        json_t *to_act = json_object_get(match.json, "to_act");

        if (back.status == 201) {
            cr_expect_eq(json_array_size(to_act), 1);
            cr_expect_eq(json_integer_value(json_array_get(to_act, 0)), 0);
        }
        undone += back.status == 201;
        answer_clear(&done);
        answer_clear(&match);
    }
    cr_expect_geq(rounds, 3);
    fprintf(stderr, "undo came in time %d times of %d\n", undone, rounds);
    fixture_expect_complete_log(&fixture, 0);
    fixture_end(&fixture);
}

/* ---- kill -9 ---- */

static void pause_us(long us)
{
    const struct timespec pause = {us / 1000000, us % 1000000 * 1000};

    nanosleep(&pause, NULL);
}

Test(undo, an_undo_survives_kill_9)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 3);
    long begun = fixture.seq;

    decide(&fixture, 1, move);
    decide(&fixture, 0, move);
    struct answer done =
        fixture_undo(&fixture, 0, begun + 1, fixture.seq, NULL);
    char *before = fixture_fingerprint(&fixture);

    cr_assert_eq(done.status, 201, "%s", done.body);
    service_signal(&test_service, SIGKILL);
    service_start(&test_service);
    char *after = fixture_fingerprint(&fixture);

    cr_expect_str_eq(before, after);
    fixture.seq = answer_number(&done, "seq");
    answer_clear(&done);
    done = fixture_undo(&fixture, 1, begun, fixture.seq, NULL);
    cr_expect_eq(done.status, 201, "the match continues from there: %s",
                 done.body);
    fixture_expect_complete_log(&fixture, 0);
    answer_clear(&done);
    free(before);
    free(after);
    fixture_end(&fixture);
}

struct killer {
    pid_t pid;
    long us;
};

static void *kill_soon(void *arg)
{
    const struct killer *killer = arg;

    pause_us(killer->us);
    kill(killer->pid, SIGKILL);
    return NULL;
}

/* Undo while the service is being killed, then again with the same key at the
 * new process. */
static void undo_through_a_kill(struct fixture *fixture, int number)
{
    struct killer killer = {fixture->service->pid,
                            (long)fixture_random(fixture, 6000)};
    struct client *client = &fixture->players[0];
    pthread_t thread;
    char key[32], move[MOVE];

    decide(fixture, 0, move);
    long to_seq = fixture->seq - 1;

    snprintf(key, sizeof key, "kill-%d", number);
    client->may_fail = true;
    pthread_create(&thread, NULL, kill_soon, &killer);
    struct answer first = fixture_undo(fixture, 0, to_seq, fixture->seq, key);

    pthread_join(thread, NULL);
    waitpid(fixture->service->pid, NULL, 0);
    service_start(fixture->service);
    client->may_fail = false;
    struct answer again = fixture_undo(fixture, 0, to_seq, fixture->seq, key);

    cr_assert_eq(again.status, 201, "%s", again.body);
    cr_assert_eq(answer_number(&again, "seq"), fixture->seq + 1);
    if (first.status == 201)
        cr_expect_str_eq(first.body, again.body);
    fixture->seq = answer_number(&again, "seq");
    answer_clear(&first);
    answer_clear(&again);
}

Test(undo, an_undo_posted_while_the_service_dies_happens_exactly_once)
{
    const int kills = is_deep() ? 10 : 3;
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    char *before = comparable_state(&fixture, 0);

    for (int i = 0; i < kills; i++)
        undo_through_a_kill(&fixture, i);
    char *after = comparable_state(&fixture, 0);

    cr_expect_str_eq(before, after);
    fixture_expect_complete_log(&fixture, 0);
    free(before);
    free(after);
    fixture_end(&fixture);
}

/* ---- what others see of it ---- */

Test(undo, others_see_that_a_hidden_move_was_undone_but_not_which)
{
    struct fixture fixture;
    char move[MOVE], what[64];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    long begun = fixture.seq;

    decide(&fixture, 0, move);
    struct answer done = fixture_undo(&fixture, 0, begun, fixture.seq, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    snprintf(what, sizeof what, "/events?after=%ld", begun);
    struct answer own = fixture_get(&fixture, 0, what);
    struct answer other = fixture_get(&fixture, 1, what);
    json_t *events = json_object_get(other.json, "events");

    cr_expect(strstr(own.body, move) != NULL);
    cr_expect(!strstr(other.body, move), "%s", other.body);
    cr_assert_eq(json_array_size(events), 2, "%s", other.body);
    cr_expect(json_is_null(json_object_get(json_array_get(events, 0), "move")));
    cr_expect_str_eq(
        json_string_value(json_object_get(json_array_get(events, 1), "type")),
        "undo");
    answer_clear(&done);
    answer_clear(&own);
    answer_clear(&other);
    fixture_end(&fixture);
}

struct poll {
    struct fixture *fixture;
    long after;
    struct answer answer;
};

static void *poll_once(void *arg)
{
    struct poll *poll = arg;
    char what[64];

    snprintf(what, sizeof what, "/events?after=%ld&wait=20", poll->after);
    poll->answer = fixture_get(poll->fixture, 1, what);
    return NULL;
}

Test(undo, an_undo_wakes_a_long_poll)
{
    struct fixture fixture;
    pthread_t thread;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    decide(&fixture, 0, move);
    struct poll poll = {&fixture, fixture.seq, {0}};

    pthread_create(&thread, NULL, poll_once, &poll);
    pause_us(300000);
    struct answer done =
        fixture_undo(&fixture, 0, fixture.seq - 1, fixture.seq, NULL);

    pthread_join(thread, NULL);
    cr_expect_eq(done.status, 201, "%s", done.body);
    cr_expect_str_eq(event_text(&poll.answer, "type"), "undo", "%s",
                     poll.answer.body);
    answer_clear(&done);
    answer_clear(&poll.answer);
    fixture_end(&fixture);
}

/* ---- to the end ---- */

/* A seat that can undo does so sometimes, by one step or completely. */
static void perhaps_undo(struct fixture *fixture, int seat, int *undone)
{
    struct answer state = fixture_get(fixture, seat, "/state");

    if (may_undo(&state) && fixture_random(fixture, 6) == 0) {
        const char *how = fixture_random(fixture, 2) ? "to_seq" : "step_seq";
        struct answer done = fixture_undo(
            fixture, seat, undo_number(&state, how), fixture->seq, NULL);

        cr_assert_eq(done.status, 201, "%s", done.body);
        fixture->seq = answer_number(&done, "seq");
        answer_clear(&done);
        ++*undone;
    }
    answer_clear(&state);
}

Test(undo, a_match_with_many_undos_is_played_to_its_end_and_recorded)
{
    enum { ENDLESS = 4000 };
    struct fixture fixture;
    char move[MOVE];
    int undone = 0;

    deep_only();
    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    for (int i = 0; i < ENDLESS && !fixture.is_over; i++) {
        int seat = fixture_choose_any(&fixture, move, sizeof move);

        cr_assert_geq(seat, 0);
        struct answer done =
            fixture_post(&fixture, seat, move, fixture.seq, NULL);

        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        fixture.seq = answer_number(&done, "seq");
        fixture.is_over = strcmp(answer_text(&done, "status"), "finished") == 0;
        answer_clear(&done);
        if (!fixture.is_over)
            perhaps_undo(&fixture, seat, &undone);
    }
    cr_assert(fixture.is_over);
    cr_expect_gt(undone, 5);
    fprintf(stderr, "%d undos in %ld events\n", undone, fixture.seq);
    fixture_expect_complete_log(&fixture, 0);
    struct answer record = fixture_get(&fixture, 1, "/record");
    struct answer late = fixture_undo(&fixture, 0, 1, fixture.seq, NULL);

    cr_expect_eq(record.status, 200);
    cr_expect(strstr(record.body, " undo ") != NULL);
    cr_expect_eq(late.status, 409);
    cr_expect_str_eq(answer_problem(&late), "match-finished");
    answer_clear(&record);
    answer_clear(&late);
    fixture_end(&fixture);
}
