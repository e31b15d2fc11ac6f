/* The service is killed repeatedly: no acknowledged change is lost, and no move
 * is played twice. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static void pause_us(long us)
{
    const struct timespec pause = {0, us * 1000};

    nanosleep(&pause, NULL);
}

static void kill_and_start_again(struct service *service)
{
    int status = service_signal(service, SIGKILL);

    cr_assert(WIFSIGNALED(status));
    service_start(service);
}

/* The number of events of kind "move". */
static long count_moves(struct fixture *fixture)
{
    long moves = 0, after = 0;
    size_t i;

    do {
        char what[64];
        json_t *event;

        snprintf(what, sizeof what, "/events?after=%ld", after);
        struct answer page = fixture_get(fixture, 0, what);

        cr_assert_eq(page.status, 200, "%s", page.body);
        json_array_foreach(json_object_get(page.json, "events"), i, event)
        {
            moves += strcmp(json_string_value(json_object_get(event, "type")),
                            "move") == 0;
        }
        after = answer_number(&page, "next_after");
        answer_clear(&page);
    } while (i > 0);
    return moves;
}

TestSuite(survival, .init = service_setup, .fini = service_teardown);

Test(survival, a_match_continues_after_the_last_201_after_kill_9)
{
    enum { MOVES_BETWEEN = 3 };
    const int kills = 6;
    struct fixture fixture;
    long played = 0;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    for (int i = 0; i < kills; i++) {
        played += fixture_play(&fixture, MOVES_BETWEEN);
        char *before = fixture_fingerprint(&fixture);

        kill_and_start_again(&test_service);
        char *after = fixture_fingerprint(&fixture);

        cr_assert_str_eq(before, after);
        free(before);
        free(after);
    }
    cr_expect_eq(count_moves(&fixture), played);
    fixture_end(&fixture);
}

/* Kills the service a moment after a signal. */
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

/* Post a move while the service is being killed; then again, to the new
 * process, with the same key.  It was played exactly once. */
static void play_through_a_kill(struct fixture *fixture, int number)
{
    struct killer killer = {fixture->service->pid,
                            (long)fixture_random(fixture, 6000)};
    pthread_t thread;
    char move[128], key[32];
    int seat = 0;

    while (!fixture_choose(fixture, seat, move, sizeof move))
        cr_assert_lt(++seat, fixture->people);
    long seq = fixture->seq;
    struct client *client = &fixture->players[seat];

    snprintf(key, sizeof key, "kill-%d", number);
    client->may_fail = true;
    pthread_create(&thread, NULL, kill_soon, &killer);
    struct answer first = fixture_post(fixture, seat, move, seq, key);

    pthread_join(thread, NULL);
    waitpid(fixture->service->pid, NULL, 0);
    service_start(fixture->service);
    client->may_fail = false;
    struct answer again = fixture_post(fixture, seat, move, seq, key);

    cr_assert_eq(again.status, 201, "%s: %s", move, again.body);
    if (first.status == 201) {
        char replayed[16];

        answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
        cr_expect_str_eq(replayed, "true");
        cr_expect_str_eq(first.body, again.body);
    }
    answer_clear(&first);
    answer_clear(&again);
}

Test(survival, a_move_posted_while_the_service_dies_is_played_exactly_once,
     .init = deep_only)
{
    const int kills = 6;
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    for (int i = 0; i < kills; i++)
        play_through_a_kill(&fixture, i);
    cr_expect_eq(count_moves(&fixture), kills);
    fixture_end(&fixture);
}

/* The threads that hold connections notice the stop each in its own time. */
Test(survival, a_stop_right_after_a_request_is_graceful, .init = deep_only)
{
    const int stops = 8;

    for (int i = 0; i < stops; i++) {
        struct client nobody = client_open(&test_service);
        struct answer answer = client_get(&nobody, "/v1/games");
        int status = service_signal(&test_service, SIGTERM);

        cr_expect_eq(answer.status, 200);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "stop %d: status %d", i, status);
        answer_clear(&answer);
        client_close(&nobody);
        service_start(&test_service);
    }
}

Test(survival, accounts_and_sessions_survive_a_restart)
{
    struct client ada = client_account(&test_service, "ada");

    kill_and_start_again(&test_service);
    struct answer me = client_get(&ada, "/v1/me");

    cr_expect_eq(me.status, 200);
    cr_expect_str_eq(answer_text(&me, "name"), "ada");
    answer_clear(&me);
    client_close(&ada);
}
