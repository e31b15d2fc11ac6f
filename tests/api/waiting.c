/* Long polls, and their end when the service stops. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* A long poll in a thread of its own. */
struct poll {
    struct fixture *fixture;
    int seat;
    long after;
    int wait_s;
    pthread_t thread;
    struct answer answer;
    double took_s;
};

static void *poll_once(void *arg)
{
    struct poll *poll = arg;
    double begun = now_s();
    char what[64];

    snprintf(what, sizeof what, "/events?after=%ld&wait=%d", poll->after,
             poll->wait_s);
    poll->answer = fixture_get(poll->fixture, poll->seat, what);
    poll->took_s = now_s() - begun;
    return NULL;
}

static void poll_begin(struct poll *poll)
{
    pthread_create(&poll->thread, NULL, poll_once, poll);
    pause_ms(300); /* it probably waits by now */
}

/* Wait until a long poll waits at a node that has no other. */
static void await_waiting(const struct service *service)
{
    for (int i = 0; i < 6000 && raw_metric(service, "long_polls") != 1; i++)
        pause_ms(10);
    cr_assert_eq(raw_metric(service, "long_polls"), 1);
}

static void play_one_of_seat_0(struct fixture *fixture)
{
    char move[128];

    cr_assert(fixture_choose(fixture, 0, move, sizeof move));
    struct answer done = fixture_post(fixture, 0, move, fixture->seq, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    answer_clear(&done);
}

Test(waiting, a_long_poll_wakes_on_the_move_of_another, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct poll poll = {
        .fixture = &fixture, .seat = 1, .after = fixture.seq, .wait_s = 20};

    poll_begin(&poll);
    play_one_of_seat_0(&fixture);
    pthread_join(poll.thread, NULL);

    cr_expect_eq(poll.answer.status, 200);
    cr_expect_eq(json_array_size(json_object_get(poll.answer.json, "events")),
                 1);
    cr_expect_lt(poll.took_s, 10.0);
    answer_clear(&poll.answer);
    fixture_end(&fixture);
}

Test(waiting, a_long_poll_ends_empty_when_its_time_is_up, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct poll poll = {
        .fixture = &fixture, .seat = 0, .after = fixture.seq, .wait_s = 1};

    poll_begin(&poll);
    pthread_join(poll.thread, NULL);

    cr_expect_eq(poll.answer.status, 200);
    cr_expect_eq(json_array_size(json_object_get(poll.answer.json, "events")),
                 0);
    cr_expect_eq(answer_number(&poll.answer, "next_after"), fixture.seq);
    cr_expect(poll.took_s > 0.9, "%f s", poll.took_s);
    answer_clear(&poll.answer);
    fixture_end(&fixture);
}

Test(waiting, too_many_long_polls_are_refused_with_retry_after,
     .init = deep_only)
{
    static const char *const settings[] = {"--long-polls=1", NULL};
    struct service service;
    struct fixture fixture;
    char what[64], retry[16];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    struct poll poll = {
        .fixture = &fixture, .seat = 0, .after = fixture.seq, .wait_s = 3};

    poll_begin(&poll);
    await_waiting(&service);
    snprintf(what, sizeof what, "/events?after=%ld&wait=3", fixture.seq);
    struct answer second = fixture_get(&fixture, 1, what);

    cr_expect_eq(second.status, 503);
    cr_expect_str_eq(answer_problem(&second), "unavailable");
    answer_header(&second, "Retry-After", retry, sizeof retry);
    cr_expect_str_neq(retry, "");
    pthread_join(poll.thread, NULL);
    answer_clear(&second);
    answer_clear(&poll.answer);
    fixture_end(&fixture);
    service_end(&service);
}

Test(waiting, sigterm_ends_a_long_poll_with_a_response, .init = deep_only)
{
    static const char *const settings[] = {"--drain-seconds=300", NULL};
    struct service service;
    struct fixture fixture;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    struct poll poll = {
        .fixture = &fixture, .seat = 0, .after = fixture.seq, .wait_s = 25};

    poll_begin(&poll);
    await_waiting(&service);
    double begun = now_s();
    int status = service_signal(&service, SIGTERM);

    pthread_join(poll.thread, NULL);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cr_expect_lt(now_s() - begun, 24.0, "it waits on");
    cr_expect_eq(poll.answer.status, 200, "%s", poll.answer.body);
    cr_expect_eq(json_array_size(json_object_get(poll.answer.json, "events")),
                 0);
    cr_expect(service_logged(&service, "\"event\":\"stopped\""));
    answer_clear(&poll.answer);
    service_start(&service);
    fixture_end(&fixture);
    service_end(&service);
}
