/* Commands of operators: what they do to accounts and matches of a running
 * service, and the record of each action. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT = 4096 };

/* Run the program with such a command, as carla; returns its status, and its
 * output in out (NULL: ignored). */
static int operate(const struct service *service, const char *command,
                   const char *subject, char out[OUTPUT])
{
    int pipes[2], status = -1;
    size_t length = 0;
    ssize_t got;

    cr_assert_eq(pipe(pipes), 0);
    setenv("FATHOM_DATABASE", service->database, 1);
    setenv("FATHOM_PASSWORD_MEMORY_KIB", "8", 1);
    setenv("FATHOM_BY", "carla", 1);
    pid_t pid = fork();

    if (pid == 0) {
        dup2(pipes[1], STDOUT_FILENO);
        dup2(pipes[1], STDERR_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        execl(service_program(), "fathomd", command, subject, "--why",
              "a test of \"quotes\"", (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    char text[OUTPUT];

    while (length + 1 < sizeof text &&
           (got = read(pipes[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(pipes[0]);
    if (out)
        memcpy(out, text, sizeof text);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(struct client *client, const char *method, const char *path,
                   const char *body, long status, const char *problem)
{
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, status, "%s %s: %s", method, path, answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem, "%s %s", method, path);
    answer_clear(&answer);
}

/* Other nodes are notified within some milliseconds. */
static void await_refused(struct client *client)
{
    long status = 0;

    for (int i = 0; i < 12000 && status != 401; i++) {
        struct answer answer = client_get(client, "/v1/me");
        const struct timespec pause = {.tv_nsec = 5000000};

        status = answer.status;
        answer_clear(&answer);
        nanosleep(&pause, NULL);
    }
    cr_expect_eq(status, 401);
}

/* Expect such a row of operator_actions.  The statement fails without one. */
static void expect_kept(const struct service *service, const char *action,
                        const char *where)
{
    char sql[512];

    snprintf(sql, sizeof sql,
             "DO $$ BEGIN ASSERT (SELECT count(*) FROM operator_actions"
             " WHERE action = '%s' AND said_by = 'carla'"
             " AND reason = 'a test of \"quotes\"' AND db_role <> ''"
             " AND %s) = 1; END $$",
             action, where);
    service_sql(service, sql);
}

static const char phrase[] =
    "{\"name\":\"ada\",\"password\":\"pass phrase of ada\"}";
static const char wrong[] =
    "{\"name\":\"ada\",\"password\":\"no phrase of ada\"}";

Test(operators, a_banned_account_is_refused_at_all_nodes_until_it_is_unbanned,
     .init = deep_only)
{
    struct service one, two;
    char log[OUTPUT];

    service_begin(&one, NULL);
    service_join(&two, &one);
    struct client ada = client_account(&one, "ada");
    struct client bea = client_account(&one, "bea");
    struct client there = client_open(&two);

    memcpy(there.token, ada.token, sizeof there.token);
    expect(&there, "GET", "/v1/me", NULL, 200, "");
    expect(&ada, "POST", "/v1/challenges",
           "{\"game\":\"template\",\"players\":[\"bea\"]}", 201, "");
    cr_expect_eq(operate(&one, "ban", "nobody", NULL), 1);
    cr_expect_eq(operate(&one, "ban", NULL, NULL), 2);
    cr_expect_eq(operate(&one, "ban", "Ada", log), 0);
    cr_expect_not_null(strstr(log, "\"stream\":\"security\""), "%s", log);
    cr_expect_not_null(strstr(log, "\"action\":\"ban\""), "%s", log);
    expect_kept(&one, "ban",
                "account_id = (SELECT id FROM accounts WHERE name = 'ada')");
    await_refused(&there);
    await_refused(&ada);
    /* Only the right password reveals the ban. */
    ada.token[0] = '\0';
    expect(&ada, "POST", "/v1/sessions", phrase, 403, "account-banned");
    expect(&ada, "POST", "/v1/sessions", wrong, 401, "wrong-credentials");
    there.token[0] = '\0';
    expect(&there, "POST", "/v1/sessions", phrase, 403, "account-banned");
    service_sql(&one, "DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM challenges"
                      " WHERE status = 0); END $$");
    expect(&bea, "GET", "/v1/me", NULL, 200, "");
    cr_expect_eq(operate(&one, "unban", "ada", NULL), 0);
    expect(&ada, "POST", "/v1/sessions", phrase, 201, "");
    client_close(&there);
    client_close(&ada);
    client_close(&bea);
    service_end(&two);
    service_end(&one);
}

Test(operators, an_operator_revokes_all_sessions_and_tokens_of_an_account,
     .init = service_setup, .fini = service_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client more = client_again(&test_service, &ada);

    client_sign_in(&more);
    struct answer me = client_get(&ada, "/v1/me");

    /* Also by the id that is in the log. */
    cr_expect_eq(
        operate(&test_service, "end-sessions", answer_text(&me, "id"), NULL),
        0);
    answer_clear(&me);
    expect_kept(&test_service, "end-sessions", "account_id IS NOT NULL");
    await_refused(&ada);
    await_refused(&more);
    client_sign_in(&ada);
    expect(&ada, "GET", "/v1/me", NULL, 200, "");
    client_close(&ada);
    client_close(&more);
}

Test(operators, a_reset_password_is_printed_once_and_replaces_the_old_one,
     .init = service_setup, .fini = service_teardown)
{
    char out[OUTPUT], body[256], *password;

    struct client ada = client_account(&test_service, "ada");

    cr_assert_eq(operate(&test_service, "reset-password", "ada", out), 0, "%s",
                 out);
    expect_kept(&test_service, "reset-password", "account_id IS NOT NULL");
    await_refused(&ada);
    ada.token[0] = '\0';
    cr_assert_gt(strlen(out), 1);
    out[strlen(out) - 1] = '\0';
    password = strrchr(out, '\n'); /* the last line */
    cr_assert_not_null(password, "%s", out);
    expect(&ada, "POST", "/v1/sessions", phrase, 401, "wrong-credentials");
    snprintf(body, sizeof body, "{\"name\":\"ada\",\"password\":\"%.100s\"}",
             password + 1);
    expect(&ada, "POST", "/v1/sessions", body, 201, "");
    cr_expect(!service_logged(&test_service, password + 1));
    client_close(&ada);
}

Test(operators, a_guest_gets_no_password_and_no_rights, .init = service_setup,
     .fini = service_teardown)
{
    static const char *const commands[] = {"reset-password", "grant-admin"};
    struct client guest = client_open(&test_service);
    struct answer made = client_send(&guest, "POST", "/v1/guests", NULL);
    char out[OUTPUT], name[64];

    snprintf(guest.token, sizeof guest.token, "%s",
             answer_text(&made, "token"));
    snprintf(name, sizeof name, "%s",
             json_string_value(json_object_get(
                 json_object_get(made.json, "account"), "name")));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        cr_expect_eq(operate(&test_service, commands[i], name, out), 1);
        cr_expect_not_null(strstr(out, "a guest has no password"), "%s: %s",
                           commands[i], out);
    }
    expect(&guest, "GET", "/v1/me", NULL, 200, "");
    answer_clear(&made);
    client_close(&guest);
}

Test(operators, an_operator_aborts_a_running_match, .init = service_setup,
     .fini = service_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    cr_expect_eq(operate(&test_service, "abort-match", "m_nothing", NULL), 1);
    cr_expect_eq(operate(&test_service, "abort-match", fixture.match, NULL), 0);
    for (int i = 0; i < 400; i++) {
        struct answer match =
            client_get(&fixture.players[0], "/v1/matches/%s", fixture.match);
        bool is_over = strcmp(answer_text(&match, "status"), "aborted") == 0;
        const struct timespec pause = {.tv_nsec = 5000000};

        if (is_over || i == 399)
            cr_expect_str_eq(answer_text(&match, "abort_reason"), "operator",
                             "%s", match.body);
        answer_clear(&match);
        if (is_over)
            break;
        nanosleep(&pause, NULL);
    }
    expect_kept(&test_service, "abort-match", "match_id IS NOT NULL");
    /* It is over: nothing more is recorded. */
    cr_expect_eq(operate(&test_service, "abort-match", fixture.match, NULL), 1);
    expect_kept(&test_service, "abort-match", "match_id IS NOT NULL");
    fixture_end(&fixture);
}
