/* Several hosts of one database: the service finds the one that accepts writes,
 * stays with it, and never returns to one that was replaced; and when commits
 * wait for a standby, the standby has every acknowledged change. */
#include "depth.h"
#include "match_fixture.h"
#include "postgres.h"
#include "service.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAITS = 600, MOVE = 128 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The services of this test create their databases there. */
static void live_at(const char *hosts)
{
    char conninfo[256];

    snprintf(conninfo, sizeof conninfo, "%sdbname=postgres", hosts);
    service_use_cluster(conninfo);
}

/* The first column of the first row, in the service's database at one
 * PostgreSQL. */
static long number_at(const struct postgres *postgres,
                      const struct service *service, const char *sql)
{
    char conninfo[256];

    snprintf(conninfo, sizeof conninfo, "host=%s user=fathom dbname=%s",
             postgres->home, service->database_name);
    PGconn *pg = PQconnectdb(conninfo);
    PGresult *rows = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(rows), PGRES_TUPLES_OK, "%s",
                 PQerrorMessage(pg));
    long number = strtol(PQgetvalue(rows, 0, 0), NULL, 10);

    PQclear(rows);
    PQfinish(pg);
    return number;
}

static long events_at(const struct postgres *postgres,
                      const struct service *service)
{
    return number_at(postgres, service, "SELECT count(*) FROM events");
}

/* ---- moves while the database may be away ---- */

/* Read the legal moves of seat 0; false: not now. */
static bool look(struct fixture *fixture, char move[MOVE])
{
    struct answer list = fixture_get(fixture, 0, "/legal-moves");
    const json_t *first =
        json_array_get(json_object_get(list.json, "moves"), 0);
    bool is_good = list.status == 200;

    cr_assert(is_good || list.status == 503, "%s", list.body);
    if (is_good) {
        const char *text = json_string_value(json_object_get(first, "move"));

        cr_assert_not_null(text, "%s", list.body);
        snprintf(move, MOVE, "%s", text);
        fixture->seq = answer_number(&list, "seq");
    }
    answer_clear(&list);
    return is_good;
}

/* Play a decision of seat 0, repeated until it is acknowledged, and undo it, so
 * that it can be played again. */
static void play_until_done(struct fixture *fixture)
{
    static int number;
    char move[MOVE], key[32];
    long status = 0;

    snprintf(key, sizeof key, "key-%d", number++);
    for (int i = 0; status != 201; i++) {
        cr_assert_lt(i, WAITS, "the service does not recover");
        if (i > 0)
            sleep_ms(100);
        if (!look(fixture, move))
            continue;
        struct answer done = fixture_post(fixture, 0, move, fixture->seq, key);

        status = done.status;
        cr_assert(status == 201 || status == 503 || status == 412, "%s",
                  done.body);
        if (status == 201)
            fixture->seq = answer_number(&done, "seq");
        answer_clear(&done);
    }
    struct answer done =
        fixture_undo(fixture, 0, fixture->seq - 1, fixture->seq, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    answer_clear(&done);
}

static void await_log(const struct service *service, const char *text)
{
    for (int i = 0; !service_logged(service, text); i++) {
        cr_assert_lt(i, WAITS, "never logged: %s", text);
        sleep_ms(50);
    }
}

/* ---- one that swallows ---- */

/* A port that accepts everything and never responds. */
static int swallow(int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    cr_assert_eq(bind(fd, (struct sockaddr *)&address, size), 0);
    cr_assert_eq(listen(fd, 64), 0);
    getsockname(fd, (struct sockaddr *)&address, &size);
    *port = ntohs(address.sin_port);
    return fd;
}

Test(hosts, a_silent_host_delays_the_service_once, .init = deep_only)
{
    enum { TIMES = 6 };
    struct service service;
    struct fixture fixture;
    char hosts[192], sql[256];
    const char *good = getenv("FATHOM_TEST_DATABASE");
    int port, fd = swallow(&port);
    double begun;

    cr_assert_not_null(good);
    const char *home = strchr(good, '=') + 1;

    snprintf(hosts, sizeof hosts,
             "host=127.0.0.1,%.*s port=%d,5432 user=fathom connect_timeout=20 ",
             (int)strcspn(home, " "), home, port);
    service_begin(&service, NULL);
    char *direct = strdup(service.database);

    service_signal(&service, SIGTERM);
    snprintf(service.database, sizeof service.database, "%sdbname=%s", hosts,
             service.database_name);
    service_start(&service);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    begun = now_s();
    for (int i = 0; i < TIMES; i++) {
        snprintf(sql, sizeof sql,
                 "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                 " WHERE datname = '%s' AND usename = current_user",
                 service.database_name);
        cluster_sql(sql);
        play_until_done(&fixture);
    }
    cr_expect_lt(now_s() - begun, 10.0 * TIMES, "twenty seconds each time");
    fixture_end(&fixture);
    snprintf(service.database, sizeof service.database, "%s", direct);
    service_end(&service);
    free(direct);
    close(fd);
}

/* ---- a primary that is replaced ---- */

struct pair {
    struct postgres old, new; /* the primary, and its standby */
    struct service service;
    struct fixture fixture;
};

static void pair_begin(struct pair *pair)
{
    char hosts[192];

    postgres_begin(&pair->old);
    postgres_begin_standby(&pair->new, &pair->old, NULL);
    postgres_either(&pair->old, &pair->new, hosts, sizeof hosts);
    live_at(hosts);
    service_begin(&pair->service, NULL);
    fixture_begin(&pair->fixture, &pair->service, "underwater-cities", 2);
    play_until_done(&pair->fixture);
}

/* The first host no longer accepts writes, as when it becomes a standby; the
 * other does: the service switches to it. */
static void fail_over(struct pair *pair)
{
    long events = events_at(&pair->old, &pair->service);

    postgres_set(&pair->old, "default_transaction_read_only", "on");
    postgres_promote(&pair->new);
    play_until_done(&pair->fixture);
    cr_expect_gt(events_at(&pair->new, &pair->service), events);
    cr_expect_eq(events_at(&pair->old, &pair->service), events);
    await_log(&pair->service, "a standby was promoted");
}

/* The replaced host accepts writes again, and is the only one running. */
static void expect_no_way_back(struct pair *pair)
{
    char move[MOVE];
    long events = events_at(&pair->old, &pair->service);

    postgres_set(&pair->old, "default_transaction_read_only", "off");
    postgres_stop(&pair->new);
    await_log(&pair->service, "SPLIT BRAIN");
    /* Until it notices, it may respond from memory. */
    for (int i = 0; look(&pair->fixture, move); i++) {
        cr_assert_lt(i, WAITS, "it reads from the old one");
        sleep_ms(50);
    }
    cr_expect_eq(events_at(&pair->old, &pair->service), events);
    postgres_start(&pair->new);
    play_until_done(&pair->fixture);
    cr_expect_eq(events_at(&pair->old, &pair->service), events);
}

/* A node that has just started checks both, and takes the newer one. */
static void expect_right_from_the_start(struct pair *pair)
{
    struct service guest;
    struct fixture fixture = pair->fixture;
    long events = events_at(&pair->old, &pair->service);

    service_join(&guest, &pair->service);
    cr_expect(service_logged(&guest, "SPLIT BRAIN"));
    fixture.players[0] = client_again(&guest, &pair->fixture.players[0]);
    play_until_done(&fixture);
    cr_expect_eq(events_at(&pair->old, &pair->service), events);
    client_close(&fixture.players[0]);
    service_end(&guest);
}

/* Its connections hang, and then work again. */
static void expect_silence_is_noticed(struct pair *pair)
{
    char move[MOVE];
    double begun;

    postgres_stop(&pair->old);
    postgres_freeze(&pair->new);
    begun = now_s();
    cr_expect_not(look(&pair->fixture, move));
    cr_expect_lt(now_s() - begun, 50.0, "refused after %.1f s",
                 now_s() - begun);
    postgres_thaw(&pair->new);
    begun = now_s();
    play_until_done(&pair->fixture);
    cr_expect_lt(now_s() - begun, 50.0, "back after %.1f s", now_s() - begun);
}

Test(hosts, the_service_never_returns_to_a_replaced_primary, .init = deep_only)
{
    static struct pair pair;

    pair_begin(&pair);
    fail_over(&pair);
    expect_no_way_back(&pair);
    expect_right_from_the_start(&pair);
    expect_silence_is_noticed(&pair);
    fixture_expect_complete_log(&pair.fixture, 0);
    fixture_end(&pair.fixture);
    service_end(&pair.service);
    postgres_end(&pair.new);
    postgres_end(&pair.old);
}

/* ---- commits that no standby has ---- */

/* Cancels the wait of commits for a standby, like an impatient
 * administrator. */
struct canceller {
    const struct postgres *primary;
    pthread_t thread;
    _Atomic bool is_over;
};

static void *cancel_always(void *arg)
{
    struct canceller *canceller = arg;
    PGconn *pg = PQconnectdb(canceller->primary->conninfo);

    while (!atomic_load(&canceller->is_over)) {
        PQclear(PQexec(pg, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                           " WHERE wait_event = 'SyncRep'"));
        sleep_ms(20);
    }
    PQfinish(pg);
    return NULL;
}

static void expect_status(struct answer answer, long status)
{
    cr_expect_eq(answer.status, status, "%ld: %s", answer.status, answer.body);
    answer_clear(&answer);
}

Test(hosts, commits_without_a_standby_are_not_acknowledged, .init = deep_only)
{
    static struct pair pair;
    static struct canceller canceller = {.primary = &pair.old};
    struct fixture *fixture = &pair.fixture;
    char move[MOVE];

    pair_begin(&pair);
    postgres_synchronous(&pair.old, true);
    play_until_done(fixture);
    cr_assert(look(fixture, move));
    long seq = fixture->seq, events = events_at(&pair.old, &pair.service);

    postgres_freeze(&pair.new);
    pthread_create(&canceller.thread, NULL, cancel_always, &canceller);
    expect_status(fixture_post(fixture, 0, move, seq, "once"), 503);
    cr_expect_eq(events_at(&pair.old, &pair.service), events + 1,
                 "it is committed, but only there");
    expect_status(fixture_post(fixture, 0, move, seq, "once"), 503);
    atomic_store(&canceller.is_over, true);
    pthread_join(canceller.thread, NULL);
    postgres_thaw(&pair.new);
    struct answer again = fixture_post(fixture, 0, move, seq, "once");

    cr_expect_eq(again.status, 201, "%s", again.body);
    cr_expect_eq(answer_number(&again, "seq"), seq + 1);
    answer_clear(&again);
    cr_expect_eq(events_at(&pair.old, &pair.service), events + 1);
    fixture_end(fixture);
    service_end(&pair.service);
    postgres_end(&pair.new);
    postgres_end(&pair.old);
}
