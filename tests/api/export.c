/* The export of an account: a complete document however long it is and however
 * slowly it is read, with little memory, and limited. */
#include "depth.h"
#include "http.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- accounts with a long history ---- */

/* Groups of four accounts finish `matches` matches together. */
static void play_much(const struct service *service, int matches)
{
    char sql[2048];

    snprintf(
        sql, sizeof sql,
        "CREATE TEMP TABLE people AS SELECT id, (row_number() OVER (ORDER BY"
        " created_at) - 1) AS n FROM accounts;"
        "CREATE TEMP TABLE played AS SELECT gen_random_uuid() AS id, team,"
        " now() - n * interval '1 second' AS at FROM generate_series(1, %d) n,"
        " (SELECT DISTINCT n / 4 AS team FROM people) teams;"
        "INSERT INTO matches (id, created_at, started_at, finished_at,"
        " moved_at, creator_id, rules_version, deck_version, seq, status,"
        " seat_count, to_act, bot_seats, is_private, game, deck, options,"
        " secret, reason, ranks, totals, breakdown, outcome, goals, rated)"
        " SELECT p.id, at, at, at, at, a.id, 1, 1, 90, 2, 4, 0, 0, true,"
        " 'underwater-cities', 'fathom-1', '', decode(repeat('5a', 32),"
        " 'hex'), 0, '{1,2,3,4}', '{80,70,60,50}',"
        " E'cities 40 40 30 20\\ncards 40 30 30 30', 0, '', false"
        " FROM played p JOIN people a ON a.n = team * 4;"
        "INSERT INTO seats (match_id, seat, kind, account_id, created_at, game)"
        " SELECT p.id, a.n %% 4, 1, a.id, at, 'underwater-cities'"
        " FROM played p JOIN people a ON a.n / 4 = team;"
        "INSERT INTO account_matches (match_id, account_id, ended_xid)"
        " SELECT p.id, a.id, pg_current_xact_id()"
        " FROM played p JOIN people a ON a.n / 4 = team;"
        "ANALYZE",
        matches);
    service_sql(service, sql);
}

/* Four accounts, one of which is exported. */
static struct client account_begin(struct service *service,
                                   const char *const *settings, int matches)
{
    static const char *const names[] = {"ben", "cyd", "dan"};

    service_begin(service, settings);
    struct client ada = client_account(service, "ada");

    for (int i = 0; i < 3; i++) {
        struct client other = client_account(service, names[i]);

        client_close(&other);
    }
    play_much(service, matches);
    return ada;
}

/* ---- readers ---- */

/* Request an export and read its beginning, then nothing. */
static int export_begin(const struct service *service,
                        const struct client *client)
{
    static const char status[] = "HTTP/1.1 200 ";
    char ask[256], text[1024];
    int fd = raw_connect_narrow(service, 2);
    int length = snprintf(ask, sizeof ask,
                          "GET /v1/me/export HTTP/1.1\r\nHost: a\r\n"
                          "Authorization: Bearer %s\r\n\r\n",
                          client->token);

    cr_assert(raw_send(fd, ask, (size_t)length));
    for (ssize_t got = 0; got < (ssize_t)sizeof text - 1;) {
        ssize_t n = read(fd, text + got, sizeof text - 1 - (size_t)got);

        cr_assert_gt(n, 0, "the export does not begin");
        got += n;
        text[got] = '\0';
    }
    cr_assert_eq(strncmp(text, status, sizeof status - 1), 0, "%s", text);
    return fd;
}

/* Read to the end of the connection or of the document; true for the latter. */
static bool export_ends(int fd)
{
    static const char last[] = "\r\n0\r\n\r\n";
    static char text[1 << 16];
    long until = raw_now_ms() + PATIENCE_MS;
    size_t kept = 0;

    while (raw_now_ms() < until) {
        ssize_t n = read(fd, text + kept, sizeof text - kept);

        if (n <= 0)
            return false;
        kept += (size_t)n;
        if (kept >= sizeof last - 1 &&
            memcmp(text + kept - (sizeof last - 1), last, sizeof last - 1) == 0)
            return true;
        if (kept > sizeof text / 2) {
            memmove(text, text + kept - 16, 16);
            kept = 16;
        }
    }
    cr_assert_fail("the export does not end");
    return false;
}

static void expect_refused(struct client *client, const char *slug)
{
    struct answer answer = client_get(client, "/v1/me/export");
    char retry[16];

    cr_expect_eq(answer.status, 429, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), slug);
    answer_header(&answer, "Retry-After", retry, sizeof retry);
    cr_expect_gt(strtol(retry, NULL, 10), 0);
    answer_clear(&answer);
}

/* ---- promises ---- */

Test(export, a_long_export_is_one_complete_document, .init = deep_only)
{
    enum { MATCHES = 2000 };
    struct service service;
    struct client ada = account_begin(&service, NULL, MATCHES);
    struct answer all = client_get(&ada, "/v1/me/export");
    char coding[32];
    json_t *seen = json_object(), *match;
    size_t i;

    cr_expect_eq(all.status, 200, "%s", all.body);
    answer_header(&all, "Transfer-Encoding", coding, sizeof coding);
    cr_expect_str_eq(coding, "chunked");
    cr_assert_not_null(all.json, "%.200s", all.body);
    json_array_foreach(json_object_get(all.json, "matches"), i, match)
        json_object_set(
            seen, json_string_value(json_object_get(match, "match")), match);
    cr_expect_eq(i, MATCHES);
    cr_expect_eq(json_object_size(seen), MATCHES, "each is there once");
    cr_expect(json_is_array(json_object_get(all.json, "statistics")));
    json_decref(seen);
    answer_clear(&all);
    client_close(&ada);
    service_end(&service);
}

Test(export, the_head_of_a_long_export_is_the_last_response_of_a_connection,
     .init = deep_only)
{
    struct service service;
    struct client ada = account_begin(&service, NULL, 2000);
    char ask[256], text[4096];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int fd = raw_connect(&service, 1), first = 0, last = 0;
    int length = snprintf(ask, sizeof ask,
                          "HEAD /v1/me/export HTTP/1.1\r\nHost: a\r\n"
                          "Authorization: Bearer %s\r\n\r\n"
                          "GET /v1/games HTTP/1.1\r\nHost: a\r\n\r\n",
                          ada.token);

    cr_assert(raw_send(fd, ask, (size_t)length));
    raw_read(fd, &reply, PATIENCE_MS);
    cr_expect(reply.is_ended);
    cr_expect_eq(raw_count(text, &first, &last), 1, "%s", text);
    cr_expect_eq(first, 200);
    cr_expect(strstr(text, "\r\nConnection: close\r\n"), "%s", text);
    close(fd);
    client_close(&ada);
    service_end(&service);
}

static long rss_kib(const struct service *service)
{
    char path[64], line[256];
    long kib = -1;

    snprintf(path, sizeof path, "/proc/%d/status", (int)service->pid);
    FILE *file = fopen(path, "r");

    while (file && kib < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    fclose(file);
    return kib;
}

/* The address sanitizer keeps freed memory, which must not count here. */
static void keep_nothing_freed(void)
{
    const char *usual = getenv("ASAN_OPTIONS");
    char options[512];

    snprintf(options, sizeof options,
             "%s%squarantine_size_mb=0:"
             "thread_local_quarantine_size_kb=0",
             usual ? usual : "", usual ? ":" : "");
    setenv("ASAN_OPTIONS", options, 1);
}

Test(export, slow_readers_occupy_a_fraction_of_what_they_read,
     .init = deep_only, .timeout = 600)
{
    enum { READERS = 20, MATCHES = 2000 };
    static const char *const settings[] = {"--request-seconds=120", NULL};
    struct client readers[READERS];
    struct service service;
    char name[16];
    long all_kib = 0;
    int fds[READERS];

    keep_nothing_freed();
    service_begin(&service, settings);
    for (int i = 0; i < READERS; i++) {
        snprintf(name, sizeof name, "reader-%d", i);
        readers[i] = client_account(&service, name);
    }
    play_much(&service, MATCHES);
    for (int i = 0; i < READERS; i++) { /* after this each thread has its
                                         * memory */
        struct answer whole = client_get(&readers[i], "/v1/me/export");

        cr_assert_eq(whole.status, 200);
        all_kib += (long)(whole.length / 1024);
        answer_clear(&whole);
    }
    long before_kib = rss_kib(&service);

    for (int i = 0; i < READERS; i++)
        fds[i] = export_begin(&service, &readers[i]);
    long grown_kib = rss_kib(&service) - before_kib;

    printf("  %d exports of %ld KiB in all: the service grew by %ld KiB\n",
           READERS, all_kib, grown_kib);
    cr_expect_gt(all_kib, 10000, "too short to compare");
    cr_expect_lt(grown_kib, all_kib / 2);
    for (int i = 0; i < READERS; i++) {
        cr_expect(i > 0 || export_ends(fds[i]));
        close(fds[i]);
        client_close(&readers[i]);
    }
    service_end(&service);
}

Test(export, an_account_has_one_export_at_a_time, .init = deep_only)
{
    struct service service;
    struct client ada = account_begin(&service, NULL, 2000);
    int fd = export_begin(&service, &ada);

    expect_refused(&ada, "export-running");
    cr_expect_eq(raw_metric(&service, "exports"), 1);
    cr_expect_eq(raw_metric(&service, "exports_refused_total"), 1);
    close(fd); /* a closed connection does not count */
    fd = export_begin(&service, &ada);
    cr_expect(export_ends(fd));
    struct answer again = client_get(&ada, "/v1/me/export");

    cr_expect_eq(again.status, 200);
    answer_clear(&again);
    close(fd);
    client_close(&ada);
    service_end(&service);
}

Test(export, an_export_that_cannot_continue_breaks_off_visibly,
     .init = deep_only)
{
    struct service service;
    struct client ada = account_begin(&service, NULL, 2000);
    int fd = export_begin(&service, &ada);
    struct answer out =
        client_send(&ada, "DELETE", "/v1/sessions/current", NULL);

    cr_expect_eq(out.status, 204);
    answer_clear(&out);
    cr_expect_not(export_ends(fd), "its token has ended");
    close(fd);
    long until = raw_now_ms() + PATIENCE_MS;

    while (raw_metric(&service, "http_replies_lost_total") == 0 &&
           raw_now_ms() < until)
        pause_ms(20);
    cr_expect_eq(raw_metric(&service, "http_replies_lost_total"), 1);
    client_close(&ada);
    service_end(&service);
}

/* Request exports until one is refused, at most this many, with a pause before
 * each; returns how many were not. */
static int exports_in_a_row(struct client *client, int most, long pause)
{
    long status = 200;
    int served = 0;

    while (status == 200 && served < most) {
        pause_ms(pause);
        struct answer answer = client_get(client, "/v1/me/export");

        status = answer.status;
        served += status == 200;
        answer_clear(&answer);
    }
    return served;
}

/* The other node is notified within a moment: while it serves 50, each after a
 * pause. */
Test(export, exports_of_a_day_are_counted_at_all_nodes_together,
     .init = deep_only)
{
    static const char *const settings[] = {"--rate-export=50/86400", NULL};
    struct service service, second;

    service_begin(&service, settings);
    service_join(&second, &service);
    struct client ada = client_account(&service, "ada");
    struct client ben = client_account(&service, "ben");
    struct client there = client_again(&second, &ada);

    cr_expect_eq(exports_in_a_row(&ada, 100, 0), 50);
    expect_refused(&ada, "rate-limited");
    cr_expect_lt(exports_in_a_row(&there, 50, 200), 50);
    expect_refused(&there, "rate-limited");
    cr_expect_eq(exports_in_a_row(&ben, 1, 0), 1, "everybody has as many");
    client_close(&ada);
    client_close(&ben);
    client_close(&there);
    service_end(&second);
    service_end(&service);
}
