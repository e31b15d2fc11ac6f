/* Archived matches: responses about them are the same as before, and nothing is
 * lost, whatever happens while they are archived. */
#include "depth.h"
#include "match_fixture.h"
#include "sandbox.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MATCHES_MAX = 16, ENDLESS = 20000 };

static const char *const never[] = {"--archive-days=0", "--delete-days=0",
                                    NULL};

/* ---- the command ---- */

static pid_t begin_command(const struct service *service, const char *command)
{
    setenv("FATHOM_DATABASE", service->database, 1);
    pid_t pid = fork();

    if (pid > 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execl(service_program(), service_program(), command, (char *)NULL);
    _exit(127);
}

static void run_command(const struct service *service, const char *command)
{
    pid_t pid = begin_command(service, command);
    int status = -1;

    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: %d", command,
              status);
}

static long number(const struct service *service, const char *sql)
{
    PGconn *pg = PQconnectdb(service->database);
    PGresult *result = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(result), PGRES_TUPLES_OK, "%s",
                 PQerrorMessage(pg));
    long n = strtol(PQgetvalue(result, 0, 0), NULL, 10);

    PQclear(result);
    PQfinish(pg);
    return n;
}

/* Make all matches a hundred days old. */
static void make_old(const struct service *service)
{
    service_sql(service,
                "UPDATE matches SET created_at = created_at - interval '100"
                " days', started_at = started_at - interval '100 days',"
                " finished_at = finished_at - interval '100 days',"
                " moved_at = moved_at - interval '100 days'");
    service_sql(service, "UPDATE ladder_matches SET finished_at = finished_at"
                         " - interval '100 days'");
}

/* ---- matches of every kind ---- */

struct past {
    struct service service;
    struct fixture fixture; /* a match of four; the first ones play */
    char match[MATCHES_MAX][64];
    int people[MATCHES_MAX]; /* players with a seat in it */
    int count;
};

static void keep(struct past *past)
{
    int n = past->count++;

    cr_assert_lt(n, MATCHES_MAX);
    memcpy(past->match[n], past->fixture.match, sizeof past->match[n]);
    past->people[n] = past->fixture.people;
}

static void begin(struct past *past, const char *game, int people)
{
    past->fixture.people = people;
    fixture_begin_again(&past->fixture, game);
}

static struct answer act(struct fixture *fixture, int seat, const char *what,
                         const char *body)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/%s", fixture->match, what);
    return client_send(&fixture->players[seat], "POST", path, body);
}

static void surely(struct answer answer)
{
    cr_assert(answer.status / 100 == 2, "%s", answer.body);
    answer_clear(&answer);
}

/* Undo the last decision by the first seat that can. */
static void take_back(struct fixture *fixture)
{
    char move[128];
    long before;

    for (int tries = 0; tries < 40; tries++) {
        int seat = fixture_choose_any(fixture, move, sizeof move);

        before = fixture->seq;
        struct answer done = fixture_post(fixture, seat, move, before, NULL);

        cr_assert_eq(done.status, 201, "%s", done.body);
        fixture->seq = answer_number(&done, "seq");
        answer_clear(&done);
        struct answer undone =
            fixture_undo(fixture, seat, before, fixture->seq, NULL);
        long status = undone.status;

        answer_clear(&undone);
        if (status == 201)
            return;
    }
    cr_assert_fail("nothing could be taken back");
}

/* Play some moves, undo one, then one player after the other resigns. */
static void play_and_resign(struct past *past, const char *game, int people,
                            int moves)
{
    begin(past, game, people);
    fixture_play(&past->fixture, moves);
    take_back(&past->fixture);
    fixture_play(&past->fixture, moves / 2);
    for (int seat = people - 1; seat > 0; seat--)
        surely(act(&past->fixture, seat, "resignation", NULL));
    keep(past);
}

static void run_out_of_time(struct past *past)
{
    struct fixture *fixture = &past->fixture;
    char what[64];

    fixture->people = 2;
    struct answer made = client_send(
        &fixture->players[0], "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"clock\":"
        "{\"turn_seconds\":1,\"policy\":\"automatic\"}}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    surely(act(fixture, 1, "seats", NULL));
    fixture->seq = 0;
    for (bool is_over = false; !is_over;) {
        snprintf(what, sizeof what, "/events?after=%ld&wait=20", fixture->seq);
        struct answer news = fixture_get(fixture, 0, what);

        cr_assert_eq(news.status, 200, "%s", news.body);
        fixture->seq = answer_number(&news, "next_after");
        is_over = strcmp(answer_text(&news, "status"), "finished") == 0;
        answer_clear(&news);
    }
    keep(past);
}

static void play_sandbox(struct past *past)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    sandbox_state(game, 2, 3, 40, state);
    char *position = sandbox_position(game, state);
    struct fixture *fixture = &past->fixture;
    struct answer made = sandbox_create(
        &fixture->players[0], "underwater-cities", "[\"me\",\"me\"]", position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    fixture->people = 1;
    fixture->is_over = false;
    fixture_play(fixture, 12);
    take_back(fixture);
    surely(act(fixture, 0, "resignation", "{\"seat\":1}"));
    keep(past);
    answer_clear(&made);
    free(position);
}

static void call_off(struct past *past)
{
    begin(past, "template", 2);
    fixture_play(&past->fixture, 3);
    surely(act(&past->fixture, 0, "votes", "{\"abort\":true}"));
    surely(act(&past->fixture, 0, "votes", "{\"abort\":false}"));
    surely(act(&past->fixture, 0, "votes", "{\"abort\":true}"));
    surely(act(&past->fixture, 1, "votes", "{\"abort\":true}"));
    keep(past);
}

/* A match that is aborted before it starts, after a player took a seat and
 * left. */
static void leave_open(struct past *past)
{
    struct fixture *fixture = &past->fixture;
    char path[128];

    fixture->people = 2;
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches",
                    "{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"open"
                    "\"]}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    surely(act(fixture, 1, "seats", NULL));
    for (int seat = 1; seat >= 0; seat--) {
        snprintf(path, sizeof path, "/v1/matches/%s/seats/%d", fixture->match,
                 seat);
        surely(client_send(&fixture->players[seat], "DELETE", path, NULL));
    }
    keep(past);
}

/* Play and end matches in every way. */
static void play_all(struct past *past, bool whole)
{
    memset(past, 0, sizeof *past);
    service_begin(&past->service, never);
    fixture_begin(&past->fixture, &past->service, "template", 4);
    fixture_play(&past->fixture, ENDLESS);
    keep(past);
    play_and_resign(past, "underwater-cities", 2, 40);
    play_and_resign(past, "underwater-cities", 3, 20);
    play_and_resign(past, "underwater-cities", 4, 20);
    begin(past, "underwater-cities", 1);
    fixture_play(&past->fixture, whole ? ENDLESS : 30);
    if (!past->fixture.is_over)
        surely(act(&past->fixture, 0, "resignation", NULL));
    keep(past);
    run_out_of_time(past);
    play_sandbox(past);
    call_off(past);
    leave_open(past);
    past->fixture.people = 4;
}

static void forget_all(struct past *past)
{
    fixture_end(&past->fixture);
    service_end(&past->service);
}

/* ---- everything that can be read ---- */

/* Remove a value that differs in any two responses. */
static void blank(char *text, const char *key)
{
    char *at = strstr(text, key);

    if (at)
        memset(at, ' ', strcspn(at, ",}"));
}

/* Write one response as text. */
static void write_reply(FILE *to, struct client *who, const char *path)
{
    struct answer answer = client_get(who, "%s", path);
    char tag[128];

    blank(answer.body, "\"exported_at\":");
    blank(answer.body, "\"request_id\":");
    answer_header(&answer, "ETag", tag, sizeof tag);
    fprintf(to, "%s %s: %ld %s %s\n", who->name, path, answer.status, tag,
            answer.body);
    answer_clear(&answer);
}

static void write_stream(FILE *to, struct client *who, const char *path)
{
    client_with(who, "Accept: text/event-stream");
    write_reply(to, who, path);
}

/* Write the refusals of everything that is no longer permitted. */
static void write_refusals(FILE *to, struct client *who, const char *match)
{
    static const char *const acts[][2] = {
        {"moves", "{\"move\":\"choose 1\"}"},
        {"undo", "{\"to_seq\":1}"},
        {"claims", "{\"seat\":0}"},
        {"votes", "{\"abort\":true}"},
        {"resignation", NULL},
        {"seats", NULL},
    };
    char path[128];

    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        snprintf(path, sizeof path, "/v1/matches/%s/%s", match, acts[i][0]);
        client_with(who, "If-Match: *");
        struct answer answer = client_send(who, "POST", path, acts[i][1]);

        fprintf(to, "%s: %ld %s\n", path, answer.status,
                answer_problem(&answer));
        answer_clear(&answer);
    }
}

static void write_match(FILE *to, struct client *who, const char *match)
{
    static const char *const what[] = {"",
                                       "/record",
                                       "/state",
                                       "/legal-moves",
                                       "/position",
                                       "/events?limit=100",
                                       "/events?limit=100&after=100",
                                       "/state?at_seq=100000"};
    char path[160];

    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        snprintf(path, sizeof path, "/v1/matches/%s%s", match, what[i]);
        write_reply(to, who, path);
    }
    for (int seq = 0; seq < 70; seq += 1 + seq / 2) {
        snprintf(path, sizeof path, "/v1/matches/%s/state?at_seq=%d", match,
                 seq);
        write_reply(to, who, path);
        snprintf(path, sizeof path, "/v1/matches/%s/position?at_seq=%d", match,
                 seq);
        write_reply(to, who, path);
        snprintf(path, sizeof path, "/v1/matches/%s/events?after=%d&limit=7",
                 match, seq);
        write_reply(to, who, path);
    }
    snprintf(path, sizeof path, "/v1/matches/%s/events", match);
    write_stream(to, who, path);
    write_refusals(to, who, match);
}

/* Everything that any viewer can see of all matches: new text. */
static char *write_all(struct past *past)
{
    struct client nobody = client_open(&past->service);
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    for (int i = 0; i < past->count; i++) {
        write_match(to, &nobody, past->match[i]);
        write_match(to, &past->fixture.players[past->people[i] - 1],
                    past->match[i]);
    }
    write_reply(to, &nobody, "/v1/matches?limit=100");
    write_reply(to, &nobody, "/v1/matches?limit=100&status=finished");
    for (int i = 0; i < 4; i++) {
        write_reply(to, &past->fixture.players[i],
                    "/v1/matches?limit=5&player=ada");
        write_reply(to, &past->fixture.players[i], "/v1/me/export");
        write_reply(to, &past->fixture.players[i], "/v1/players/ada");
    }
    fclose(to);
    client_close(&nobody);
    return text;
}

/* Compare line by line, so that a difference can be found. */
static void expect_same_text(const char *a, const char *b, const char *when)
{
    while (*a && *b) {
        size_t x = strcspn(a, "\n"), y = strcspn(b, "\n");

        cr_assert(x == y && memcmp(a, b, x) == 0,
                  "%s:\n was %.2000s\n  is %.2000s", when, a, b);
        a += x + (a[x] == '\n');
        b += y + (b[y] == '\n');
    }
    cr_assert(!*a && !*b, "%s: there is more or less of it", when);
}

/* The same from a node that has just started, without caches. */
static char *write_all_by_new_node(struct past *past)
{
    service_signal(&past->service, SIGTERM);
    service_start(&past->service);
    return write_all(past);
}

Test(archives, responses_about_archived_matches_are_unchanged,
     .init = deep_only, .timeout = 600)
{
    static struct past past;

    play_all(&past, getenv("FATHOM_ARCHIVES") != NULL);
    make_old(&past.service);
    char *before = write_all_by_new_node(&past);

    run_command(&past.service, "archive");
    cr_expect_eq(number(&past.service, "SELECT count(*) FROM matches WHERE"
                                       " archived_at IS NULL OR"
                                       " state IS NOT NULL"),
                 0);
    cr_expect_eq(number(&past.service, "SELECT count(*) FROM archives"),
                 past.count);
    cr_expect_eq(number(&past.service, "SELECT count(*) FROM events"
                                       " WHERE kind = 3"),
                 0);
    char *held = write_all(&past); /* from a node that was running all the
                                    * time */
    char *packed = write_all_by_new_node(&past);

    expect_same_text(before, held, "packed, on the same node");
    expect_same_text(before, packed, "packed");
    run_command(&past.service, "unarchive");
    cr_expect_eq(number(&past.service, "SELECT count(*) FROM archives"), 0);
    char *back = write_all_by_new_node(&past);

    expect_same_text(before, back, "put back");
    cr_log_info("%zu bytes were the same four times", strlen(before));
    free(before);
    free(held);
    free(packed);
    free(back);
    forget_all(&past);
}

/* ---- accounts deleted afterwards ---- */

Test(archives, the_name_of_a_deleted_account_disappears_from_archived_matches,
     .init = deep_only, .timeout = 600)
{
    static struct past past;
    char path[128];

    memset(&past, 0, sizeof past);
    service_begin(&past.service, never);
    fixture_begin(&past.fixture, &past.service, "template", 2);
    fixture_play(&past.fixture, ENDLESS);
    make_old(&past.service);
    run_command(&past.service, "archive");
    snprintf(path, sizeof path, "/v1/matches/%s/events", past.fixture.match);
    struct answer page = client_get(&past.fixture.players[1], "%s", path);

    cr_assert_eq(page.status, 200);
    cr_assert(strstr(page.body, "\"bea\"") != NULL);
    answer_clear(&page);
    surely(client_send(&past.fixture.players[1], "DELETE", "/v1/me",
                       "{\"password\":\"pass phrase of bea\"}"));
    page = client_get(&past.fixture.players[0], "%s", path);
    cr_expect_eq(page.status, 200);
    cr_expect_null(strstr(page.body, "\"bea\""), "%s", page.body);
    cr_expect_null(strstr(page.body, "\"bea "), "%s", page.body);
    cr_expect_not_null(strstr(page.body, "\"gone-"), "%s", page.body);
    answer_clear(&page);
    forget_all(&past);
}

/* ---- kill -9 ---- */

/* Copy a match this many times: all of it, with other ids. */
static void multiply(const struct service *service, int times)
{
    char sql[900];

    snprintf(
        sql, sizeof sql,
        "CREATE TEMP TABLE more AS SELECT m.*, md5('more ' || n)::uuid"
        " AS other FROM matches m, generate_series(1, %d) n;"
        " UPDATE more SET finished_at = finished_at + random() *"
        " interval '1 day';"
        " CREATE TEMP TABLE their_events AS SELECT e.*, other FROM events e "
        "JOIN"
        " more ON more.id = match_id;"
        " UPDATE more SET id = other; UPDATE their_events SET match_id = other;"
        " ALTER TABLE more DROP other; ALTER TABLE their_events DROP other;"
        " INSERT INTO matches SELECT * FROM more;"
        " INSERT INTO events SELECT * FROM their_events",
        times);
    service_sql(service, sql);
}

static const char whole_sql[] =
    "SELECT count(*) FROM matches m WHERE seq <> (SELECT count(*) FROM events e"
    " WHERE e.match_id = m.id) + coalesce((SELECT events FROM archives a"
    " WHERE a.match_id = m.id), 0)";

static const char rows_sql[] =
    "SELECT ('x' || md5(string_agg(e::text, E'\\n' ORDER BY match_id, seq)))"
    "::bit(60)::bigint FROM events e";

static const char archives_sql[] = "SELECT count(*) FROM archives";

/* Kill it after it has done some more; false: it ended by itself. */
static bool kill_at_work(const struct service *service, const char *command,
                         long sign)
{
    const struct timespec pause = {.tv_nsec = 3000000};
    long before = number(service, archives_sql);
    pid_t pid = begin_command(service, command);
    int status = -1;

    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (sign * (number(service, archives_sql) - before) > 20) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return true;
        }
        nanosleep(&pause, NULL);
    }
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return false;
}

/* Archiving is slowed down, so that it is not over before the test looks. */
static const char slow_sql[] =
    "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN PERFORM pg_sleep(0.004); RETURN coalesce(NEW, OLD); END $$;"
    " CREATE TRIGGER slowly BEFORE INSERT OR DELETE ON archives"
    " FOR EACH ROW EXECUTE FUNCTION slowly()";

Test(archives, a_node_killed_while_archiving_loses_and_duplicates_nothing,
     .init = deep_only, .timeout = 600)
{
    const int matches = 100;
    struct service service;
    struct fixture fixture;
    int kills = 0;

    service_begin(&service, never);
    fixture_begin(&fixture, &service, "template", 3);
    fixture_play(&fixture, ENDLESS);
    make_old(&service);
    service_sql(&service, "DELETE FROM ladder_matches");
    multiply(&service, matches);
    service_sql(&service, slow_sql);
    long rows = number(&service, rows_sql);

    for (; kill_at_work(&service, "archive", 1); kills++)
        cr_assert_eq(number(&service, whole_sql), 0, "after %d kills", kills);
    cr_expect_gt(kills, 0);
    cr_expect_eq(number(&service, archives_sql), matches + 1);
    cr_expect_eq(number(&service, whole_sql), 0);
    for (; kill_at_work(&service, "unarchive", -1); kills++)
        cr_assert_eq(number(&service, whole_sql), 0, "after %d kills", kills);
    cr_expect_eq(number(&service, rows_sql), rows, "row by row");
    cr_log_info("%d kills", kills);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- nodes, gradually ---- */

Test(archives, nodes_archive_old_matches_while_others_are_played,
     .init = deep_only, .timeout = 600)
{
    enum { MATCHES = 100 };
    static const char *const soon[] = {"--archive-days=1", "--delete-days=0",
                                       NULL};
    const struct timespec pause = {.tv_nsec = 20000000};
    struct service service, other;
    struct fixture fixture;

    service_begin(&service, soon);
    fixture_begin(&fixture, &service, "template", 2);
    fixture_play(&fixture, ENDLESS);
    make_old(&service);
    service_sql(&service, "DELETE FROM ladder_matches");
    multiply(&service, MATCHES);
    cr_expect_eq(number(&service, archives_sql), 0, "archives are new here");
    service_sql(&service, "UPDATE migrations SET applied_at = applied_at -"
                          " interval '2 days'");
    service_signal(&service, SIGTERM);
    service_start(&service);
    service_join(&other, &service);
    while (number(&service, archives_sql) < MATCHES + 1) {
        if (fixture.is_over)
            fixture_begin_again(&fixture, "template");
        fixture_play(&fixture, 2);
        nanosleep(&pause, NULL);
    }
    cr_expect_eq(number(&service, whole_sql), 0);
    fixture_play(&fixture, ENDLESS);
    fixture_expect_complete_log(&fixture, 0);
    service_end(&other);
    fixture_end(&fixture);
    service_end(&service);
}
