/* Accounts and their tokens, as a client sees them. */
#include "depth.h"
#include "http.h"
#include "race.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH = 256, BODY = 512 };

/* Send a request, and expect this status and (NULL: any) problem. */
static void expect(struct client *client, const char *method, const char *path,
                   const char *body, long status, const char *problem)
{
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, status, "%s %s %s: %s", method, path,
                 body ? body : "", answer.body);
    if (problem)
        cr_expect_str_eq(answer_problem(&answer), problem, "%s %s %s", method,
                         path, body ? body : "");
    answer_clear(&answer);
}

/* A client with the token of a response to POST /v1/tokens. */
static struct client bearer(struct client *owner, const char *body, char *id)
{
    struct client client = client_open(owner->service);
    struct answer made = client_send(owner, "POST", "/v1/tokens", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(client.token, sizeof client.token, "%s",
             answer_text(&made, "token"));
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
    return client;
}

static const char new_match[] =
    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}";

/* ---- tokens ---- */

Test(accounts, a_token_does_what_its_scopes_permit_until_it_is_revoked,
     .init = shared_setup, .fini = shared_teardown)
{
    char id[64], path[PATH], location[PATH];

    struct client ada = client_account(&test_service, "ada");
    struct answer made = client_send(&ada, "POST", "/v1/tokens",
                                     "{\"label\":\"für unterwegs\",\"scopes\":"
                                     "[\"match:read\"],\"expires_in\":60}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(path, sizeof path, "/v1/tokens/%s", answer_text(&made, "id"));
    answer_header(&made, "Location", location, sizeof location);
    cr_expect_str_eq(location, path);
    cr_expect_str_eq(answer_text(&made, "label"), "für unterwegs");
    cr_expect_str_eq(answer_text(&made, "kind"), "token");
    cr_expect_eq(strncmp(answer_text(&made, "token"), "fth_", 4), 0);
    answer_clear(&made);

    struct client bot = bearer(&ada,
                               "{\"label\":\"bot\",\"scopes\":[\"bot:play\","
                               "\"match:read\"],\"expires_in\":3600}",
                               id);
    struct answer listed = client_get(&ada, "/v1/tokens");
    const json_t *data = json_object_get(listed.json, "data");

    cr_assert_eq(json_array_size(data), 3, "%s", listed.body);
    cr_expect_str_eq(
        json_string_value(json_object_get(json_array_get(data, 0), "id")), id);
    cr_expect(
        json_is_true(json_object_get(json_array_get(data, 2), "current")));
    cr_expect_null(strstr(listed.body, "fth_"));
    answer_clear(&listed);

    expect(&bot, "POST", "/v1/matches", new_match, 201, NULL);
    expect(&bot, "GET", "/v1/me", NULL, 200, NULL);
    expect(&bot, "GET", "/v1/tokens", NULL, 403, "forbidden");
    expect(&bot, "GET", "/v1/me/export", NULL, 403, "forbidden");
    expect(&bot, "DELETE", "/v1/me", "{\"password\":\"pass phrase of @ada\"}",
           403, "forbidden");
    snprintf(path, sizeof path, "/v1/tokens/%s", id);
    expect(&bot, "DELETE", path, NULL, 403, "forbidden");
    expect(&ada, "DELETE", path, NULL, 204, NULL);
    expect(&bot, "GET", "/v1/me", NULL, 401, "invalid-token");
    expect(&ada, "DELETE", path, NULL, 404, "not-found");
    client_close(&ada);
    client_close(&bot);
}

Test(accounts, a_token_request_that_is_not_permitted_is_refused_with_its_place,
     .init = shared_setup, .fini = shared_teardown)
{
    static const struct {
        const char *body;
        long status;
        const char *pointer;
    } rows[] = {
        {"{\"scopes\":[\"match:read\"],\"expires_in\":60}", 400, "/label"},
        {"{\"label\":\"\",\"scopes\":[\"match:read\"],\"expires_in\":60}", 400,
         "/label"},
        {"{\"label\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         "aaaaaaaaaa\",\"scopes\":[\"match:read\"],\"expires_in\":60}",
         400, "/label"},
        {"{\"label\":\"a\",\"scopes\":[],\"expires_in\":60}", 400, "/scopes"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\",\"all\"],"
         "\"expires_in\":60}",
         400, "/scopes/1"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\",7],\"expires_in\":60}",
         400, "/scopes/1"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\",\"match:read\"],"
         "\"expires_in\":60}",
         400, "/scopes/1"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\"],\"expires_in\":59}", 400,
         "/expires_in"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\"],"
         "\"expires_in\":31536001}",
         400, "/expires_in"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\"],\"expires_in\":60,"
         "\"for\":\"ever\"}",
         400, "/for"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\",\"admin\"],"
         "\"expires_in\":60}",
         403, "/scopes/1"},
        /* Without the password. */
        {"{\"label\":\"a\",\"scopes\":[\"match:read\",\"account:write\"],"
         "\"expires_in\":60}",
         403, "/scopes/1"},
        {"{\"label\":\"a\",\"scopes\":[\"match:read\"],"
         "\"expires_in\":31536000}",
         403, "/expires_in"},
    };

    struct client ada = client_account(&test_service, "ada");

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct answer no =
            client_send(&ada, "POST", "/v1/tokens", rows[i].body);
        const json_t *error =
            json_array_get(json_object_get(no.json, "errors"), 0);
        const char *pointer =
            json_string_value(json_object_get(error, "pointer"));

        cr_expect_eq(no.status, rows[i].status, "%s: %s", rows[i].body,
                     no.body);
        cr_expect_str_eq(pointer ? pointer : "", rows[i].pointer, "%s: %s",
                         rows[i].body, no.body);
        answer_clear(&no);
    }
    for (int i = 0; i < 50; i++)
        expect(&ada, "POST", "/v1/tokens",
               "{\"label\":\"one of many\",\"scopes\":[\"match:read\"],"
               "\"expires_in\":60}",
               201, NULL);
    expect(&ada, "POST", "/v1/tokens",
           "{\"label\":\"too many\",\"scopes\":[\"match:read\"],"
           "\"expires_in\":60}",
           409, "too-many-tokens");
    client_close(&ada);
}

/* Run the program with this command; returns its status. */
static int operate(const struct service *service, const char *command,
                   const char *name)
{
    setenv("FATHOM_DATABASE", service->database, 1);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execl(service_program(), "fathomd", command, name, (char *)NULL);
        _exit(127);
    }
    close(nowhere);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(accounts, an_operator_grants_and_revokes_administrator_rights,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char boss[] = "{\"label\":\"boss\",\"scopes\":[\"admin\","
                               "\"match:read\"],\"expires_in\":60,"
                               "\"password\":\"pass phrase of @ada\"}";
    char id[64];
    long status = 200;

    struct client ada = client_account(&test_service, "ada");

    cr_expect_eq(operate(&test_service, "grant-admin", "nobody"), 1);
    cr_expect_eq(operate(&test_service, "grant-admin", NULL), 2);
    expect(&ada, "POST", "/v1/tokens", boss, 403, "forbidden");
    cr_expect_eq(operate(&test_service, "grant-admin", ada.name), 0);
    /* From the next sign-in on. */
    struct client again = client_again(&test_service, &ada);

    client_sign_in(&again);
    struct client head = bearer(&again, boss, id);

    expect(&head, "GET", "/v1/matches", NULL, 200, NULL);
    cr_expect_eq(operate(&test_service, "revoke-admin", ada.name), 0);
    for (int i = 0; i < 12000 && status != 401; i++) {
        struct answer try = client_get(&head, "/v1/matches");
        const struct timespec pause = {.tv_nsec = 5000000};

        status = try.status;
        answer_clear(&try);
        nanosleep(&pause, NULL);
    }
    cr_expect_eq(status, 401);
    expect(&again, "GET", "/v1/me", NULL, 401, "invalid-token");
    expect(&ada, "GET", "/v1/me", NULL, 200, NULL);
    expect(&ada, "POST", "/v1/tokens", boss, 403, "forbidden");
    client_close(&ada);
    client_close(&again);
    client_close(&head);
}

/* ---- password changes ---- */

Test(accounts, a_password_change_revokes_all_tokens_but_those_to_keep,
     .init = shared_setup, .fini = shared_teardown)
{
    char id[64], body[BODY];

    struct client ada = client_account(&test_service, "ada");
    struct client other = client_open(&test_service);
    struct answer session =
        client_send(&other, "POST", "/v1/sessions",
                    "{\"name\":\"@ada\",\"password\":\"pass phrase of @ada\"}");

    snprintf(other.token, sizeof other.token, "%s",
             answer_text(&session, "token"));
    answer_clear(&session);
    struct client child = bearer(&ada,
                                 "{\"label\":\"child\",\"scopes\":"
                                 "[\"bot:play\"],\"expires_in\":60}",
                                 id);
    struct client bot = bearer(&ada,
                               "{\"label\":\"bot\",\"scopes\":[\"bot:play\"],"
                               "\"expires_in\":60}",
                               id);

    expect(&other, "GET", "/v1/me", NULL, 200, NULL);
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\",\"password\":\"a new "
           "phrase of @ada\",\"keep_tokens\":[7]}",
           400, "invalid-fields");
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\",\"password\":\"a new "
           "phrase of @ada\",\"keep_tokens\":[\"tok_none\",\"tok_none\"]}",
           400, "invalid-fields");
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\",\"password\":\"a new "
           "phrase of @ada\",\"keep_tokens\":[\"tok_none\"]}",
           400, "invalid-fields");
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"not this one\",\"password\":\"a new phrase "
           "of @ada\"}",
           403, "wrong-password");
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\","
           "\"password\":\"password123\"}",
           422, "unacceptable-password");
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\","
           "\"password\":\"1234567\"}",
           400, "invalid-fields");
    expect(&ada, "PATCH", "/v1/me", "{\"password\":\"a new phrase of @ada\"}",
           400, "invalid-fields");
    expect(&other, "GET", "/v1/me", NULL, 200, NULL);

    snprintf(body, sizeof body,
             "{\"current_password\":\"pass phrase of @ada\",\"password\":"
             "\"a new phrase of @ada\",\"keep_tokens\":[\"%s\"]}",
             id);
    struct answer changed = client_send(&ada, "PATCH", "/v1/me", body);

    cr_expect_eq(changed.status, 200, "%s", changed.body);
    cr_expect_str_eq(answer_text(&changed, "name"), ada.name);
    answer_clear(&changed);
    expect(&other, "GET", "/v1/me", NULL, 401, "invalid-token");
    expect(&child, "GET", "/v1/me", NULL, 401, "invalid-token");
    expect(&ada, "GET", "/v1/me", NULL, 200, NULL);
    expect(&bot, "GET", "/v1/me", NULL, 200, NULL);
    expect(&other, "POST", "/v1/sessions",
           "{\"name\":\"@ada\",\"password\":\"pass phrase of @ada\"}", 401,
           "wrong-credentials");
    expect(&other, "POST", "/v1/sessions",
           "{\"name\":\"@ada\",\"password\":\"a new phrase of @ada\"}", 201,
           NULL);
    client_close(&ada);
    client_close(&other);
    client_close(&child);
    client_close(&bot);
}

Test(accounts, a_token_does_not_help_to_guess_the_password,
     .init = shared_setup, .fini = shared_teardown)
{
    char retry[16];

    struct client ada = client_account(&test_service, "ada");

    for (int i = 0; i < 10; i++)
        expect(&ada, i % 2 ? "DELETE" : "PATCH", "/v1/me",
               i % 2 ? "{\"password\":\"not this one\"}"
                     : "{\"current_password\":\"not this one\",\"password\":"
                       "\"a new phrase of @ada\"}",
               403, "wrong-password");
    struct answer locked = client_send(
        &ada, "DELETE", "/v1/me", "{\"password\":\"pass phrase of @ada\"}");

    cr_expect_eq(locked.status, 429, "%s", locked.body);
    cr_expect_str_eq(answer_problem(&locked), "too-many-attempts");
    answer_header(&locked, "Retry-After", retry, sizeof retry);
    cr_expect_gt(strtol(retry, NULL, 10), 200);
    answer_clear(&locked);
    client_close(&ada);
}

Test(accounts, wrong_passwords_of_strangers_do_not_lock_out_a_known_device,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char wrong[] =
        "{\"name\":\"@ada\",\"password\":\"not this phrase\"}";
    static const char right[] =
        "{\"name\":\"@ada\",\"password\":\"pass phrase of @ada\"}";
    char body[BODY], device[80];

    struct client ada = client_account(&test_service, "ada");
    struct client other = client_open(&test_service);
    struct answer first = client_send(&ada, "POST", "/v1/sessions", right);

    snprintf(device, sizeof device, "%s", answer_text(&first, "device"));
    cr_expect_eq(strncmp(device, "dev_", 4), 0, "%s", first.body);
    answer_clear(&first);
    for (int i = 0; i < 10; i++)
        expect(&other, "POST", "/v1/sessions", wrong, 401, "wrong-credentials");
    expect(&other, "POST", "/v1/sessions", right, 429, "too-many-attempts");
    snprintf(body, sizeof body,
             "{\"name\":\"@ada\",\"password\":\"pass phrase of @ada\","
             "\"device\":\"%s\"}",
             device);
    struct answer again = client_send(&other, "POST", "/v1/sessions", body);

    cr_expect_eq(again.status, 201, "%s", again.body);
    cr_expect_str_eq(answer_text(&again, "device"), device);
    answer_clear(&again);
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\",\"password\":\"a new "
           "phrase of @ada\"}",
           200, NULL);
    expect(&other, "POST", "/v1/sessions",
           "{\"name\":\"@ada\",\"password\":\"a\",\"device\":7}", 400,
           "invalid-fields");
    expect(&ada, "DELETE", "/v1/me", "{\"password\":\"a new phrase of @ada\"}",
           204, NULL);
    client_close(&ada);
    client_close(&other);
}

/* ---- deletion ---- */

/* A running match of two players. */
static void begin_match(struct client *one, struct client *two, char *id)
{
    char path[PATH];
    struct answer made = client_send(one, "POST", "/v1/matches", new_match);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", id);
    expect(two, "POST", path, "{}", 201, NULL);
}

Test(accounts, a_deleted_account_is_found_nowhere, .init = shared_setup,
     .fini = shared_teardown)
{
    char match[64];

    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");

    begin_match(&ada, &bea, match);
    expect(&ada, "DELETE", "/v1/me", "{\"password\":\"not this one\"}", 403,
           "wrong-password");
    expect(&ada, "DELETE", "/v1/me", NULL, 400, "malformed-request");
    expect(&ada, "DELETE", "/v1/me", "{\"password\":\"pass phrase of @ada\"}",
           204, NULL);
    expect(&ada, "GET", "/v1/me", NULL, 401, "invalid-token");
    expect(&ada, "DELETE", "/v1/me", "{\"password\":\"pass phrase of @ada\"}",
           401, "invalid-token");
    expect(&bea, "GET", "/v1/players/@ada", NULL, 404, "not-found");
    expect(&bea, "GET", "/v1/players/@ada/matches", NULL, 404, "not-found");

    struct answer seen = client_get(&bea, "/v1/matches/%s", match);
    struct answer events = client_get(&bea, "/v1/matches/%s/events", match);
    struct answer list = client_get(&bea, "/v1/matches?player=@bea");

    cr_expect_str_eq(answer_text(&seen, "status"), "finished");
    cr_expect_not_null(strstr(seen.body, "\"gone-"), "%s", seen.body);
    cr_expect_not(answer_has(&seen, "\"@ada\""));
    cr_expect_not(answer_has(&events, "\"@ada\""));
    cr_expect_not(answer_has(&list, "\"@ada\""));
    answer_clear(&seen);
    answer_clear(&events);
    answer_clear(&list);
    expect(&bea, "POST", "/v1/accounts",
           "{\"name\":\"gone-abc\",\"password\":\"pass phrase of @ada\"}", 409,
           "name-reserved");
    expect(&bea, "POST", "/v1/accounts",
           "{\"name\":\"@ada\",\"password\":\"pass phrase of @ada\"}", 409,
           "name-taken");
    client_close(&ada);
    client_close(&bea);
}

Test(accounts, an_export_has_all_stored_data_and_no_secret,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char other[] = "bea_1"; /* no id has such letters */
    char match[64], id[64];

    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, other);
    struct client bot = bearer(&ada,
                               "{\"label\":\"my bot\",\"scopes\":[\"bot:play\"]"
                               ",\"expires_in\":60}",
                               id);

    begin_match(&bea, &ada, match);
    for (int i = 0; i < 105; i++)
        expect(&ada, "POST", "/v1/matches", new_match, 201, NULL);
    expect(&bea, "POST", "/v1/sessions",
           "{\"name\":\"@ada\",\"password\":\"not this one\"}", 401, NULL);
    struct answer all = client_get(&ada, "/v1/me/export");
    const json_t *matches = json_object_get(all.json, "matches");
    const json_t *last = json_array_get(matches, 105);
    const json_t *seats = json_object_get(last, "seats");

    cr_assert_eq(all.status, 200, "%s", all.body);
    cr_expect_eq(json_array_size(matches), 106);
    cr_expect_str_eq(json_string_value(json_object_get(last, "match")), match);
    cr_expect_eq(json_array_size(seats), 1);
    cr_expect_eq(json_integer_value(json_array_get(seats, 0)), 1);
    cr_expect_eq(json_array_size(json_object_get(all.json, "tokens")), 2);
    cr_expect_eq(json_array_size(json_object_get(all.json, "devices")), 1);
    cr_expect_eq(json_integer_value(json_object_get(
                     json_object_get(all.json, "sign_in"), "failures")),
                 1);
    cr_expect_null(strstr(all.body, ada.token));
    cr_expect_null(strstr(all.body, "fth_"));
    cr_expect_null(strstr(all.body, bot.token));
    cr_expect_null(strstr(all.body, "pass phrase"));
    cr_expect_null(strstr(all.body, "argon2"));
    cr_expect_null(strstr(all.body, "dev_"));
    cr_expect_null(strstr(all.body, other));
    answer_clear(&all);
    client_close(&ada);
    client_close(&bea);
    client_close(&bot);
}

/* ---- lists ---- */

Test(accounts, a_players_matches_are_listed_page_by_page, .init = shared_setup,
     .fini = shared_teardown)
{
    char path[PATH], begin[PATH], link[PATH], match[64];
    size_t seen = 0;

    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");

    snprintf(begin, sizeof begin,
             "/v1/players/%s/matches?status=open&limit=2&game=template",
             account_name("ADA"));
    memcpy(path, begin, sizeof path);
    for (int i = 0; i < 5; i++)
        expect(&ada, "POST", "/v1/matches", new_match, 201, NULL);
    expect(&ada, "POST", "/v1/matches",
           "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
           "\"private\":true}",
           201, NULL);
    expect(&bea, "POST", "/v1/matches", new_match, 201, NULL);
    begin_match(&ada, &bea, match);
    for (bool more = true; more;) {
        struct answer page = client_get(&bea, "%s", path);

        cr_assert_eq(page.status, 200, "%s", page.body);
        seen += json_array_size(json_object_get(page.json, "data"));
        answer_header(&page, "Link", link, sizeof link);
        more = link[0] == '<';
        cr_expect_eq(more,
                     !json_is_null(json_object_get(page.json, "next_cursor")));
        if (more) {
            snprintf(path, sizeof path, "%.*s", (int)strcspn(link + 1, ">"),
                     link + 1);
            cr_expect_eq(strncmp(path, begin, strlen(begin)), 0, "%s", link);
            cr_expect_eq(strncmp(path + strlen(begin), "&cursor=", 8), 0);
        }
        answer_clear(&page);
    }
    cr_expect_eq(seen, 5);
    expect(&bea, "GET", "/v1/players/nobody/matches", NULL, 404, "not-found");
    expect(&bea, "GET", "/v1/players/@ada/matches?player=@bea", NULL, 400,
           "invalid-fields");
    expect(&bea, "GET", "/v1/players/@ada/matches?cursor=x", NULL, 400,
           "invalid-cursor");
    client_close(&ada);
    client_close(&bea);
}

/* ---- secrets ---- */

Test(accounts, tokens_and_passwords_are_never_logged, .init = deep_only)
{
    const char *const settings[] = {"--log-level=debug", NULL};
    struct service service;
    char id[64], path[PATH], body[BODY];

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bot = bearer(&ada,
                               "{\"label\":\"my bot\",\"scopes\":[\"bot:play\"]"
                               ",\"expires_in\":60}",
                               id);

    expect(&bot, "POST", "/v1/matches", new_match, 201, NULL);
    /* Also in places where they do not belong. */
    snprintf(path, sizeof path, "/v1/matches/%s", ada.token);
    expect(&ada, "GET", path, NULL, 404, NULL);
    snprintf(path, sizeof path, "/v1/matches?token=%s", ada.token);
    expect(&ada, "GET", path, NULL, 400, NULL);
    snprintf(path, sizeof path, "/v1/tokens/%s", bot.token);
    expect(&ada, "DELETE", path, NULL, 404, NULL);
    snprintf(body, sizeof body, "{\"token\":\"%s\"", ada.token);
    expect(&ada, "POST", "/v1/matches", body, 400, NULL);
    expect(&ada, "PATCH", "/v1/me",
           "{\"current_password\":\"pass phrase of @ada\",\"password\":\"a new "
           "phrase of @ada\"}",
           200, NULL);
    expect(&ada, "POST", "/v1/sessions",
           "{\"name\":\"@ada\",\"password\":\"not the phrase\"}", 401, NULL);
    expect(&ada, "DELETE", "/v1/me", "{\"password\":\"a new phrase of @ada\"}",
           204, NULL);
    service_signal(&service, SIGTERM);
    cr_expect(service_logged(&service, "\"event\":\"request\""));
    cr_expect_not(service_logged(&service, ada.token + 4));
    cr_expect_not(service_logged(&service, bot.token + 4));
    cr_expect_not(service_logged(&service, "phrase"));
    cr_expect_not(service_logged(&service, "fth_"));
    service_start(&service);
    client_close(&ada);
    client_close(&bot);
    service_end(&service);
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The quickest of some refused sign-ins, in seconds; the body of the last. */
static double refusal_s(struct client *client, const char *name, char *text,
                        size_t size)
{
    double best = 1e9;
    char body[BODY];

    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"not the phrase\"}", name);
    for (int i = 0; i < 4; i++) {
        double begun = now_s();

        client_with(client, "X-Request-Id: the-same");
        struct answer no = client_send(client, "POST", "/v1/sessions", body);
        double took = now_s() - begun;

        cr_expect_eq(no.status, 401);
        snprintf(text, size, "%s", no.body);
        best = took < best ? took : best;
        answer_clear(&no);
    }
    return best;
}

Test(accounts, an_unknown_name_is_refused_like_a_known_one, .init = deep_only)
{
    const char *const settings[] = {"--password-memory-kib=19456", NULL};
    struct service service;
    char known[BODY], unknown[BODY], gone[BODY];

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bea = client_account(&service, "bea");

    expect(&bea, "DELETE", "/v1/me", "{\"password\":\"pass phrase of @bea\"}",
           204, NULL);
    double known_s = refusal_s(&ada, "ada", known, sizeof known);
    double unknown_s = refusal_s(&ada, "nobody", unknown, sizeof unknown);
    double gone_s = refusal_s(&ada, "bea", gone, sizeof gone);

    cr_expect_str_eq(known, unknown);
    cr_expect_str_eq(known, gone);
    /* The hash takes nearly all of the time: without it this would be a
     * twentieth. */
    cr_expect_gt(unknown_s, known_s / 5, "%f %f", unknown_s, known_s);
    cr_expect_lt(unknown_s, known_s * 5, "%f %f", unknown_s, known_s);
    cr_expect_gt(gone_s, known_s / 5, "%f %f", gone_s, known_s);
    client_close(&ada);
    client_close(&bea);
    service_end(&service);
}

/* A client that signs in, and when that was done. */
struct visitor {
    struct client client;
    pthread_t thread;
    double done_s;
};

static void *sign_in(void *ctx)
{
    struct visitor *visitor = ctx;

    expect(&visitor->client, "POST", "/v1/sessions",
           "{\"name\":\"@ada\",\"password\":\"pass phrase of @ada\"}", 201,
           NULL);
    visitor->done_s = now_s();
    return NULL;
}

Test(accounts, password_hashing_delays_no_other_request, .init = deep_only)
{
    enum { VISITORS = 4, OTHERS = 10 };
    const char *const settings[] = {"--password-memory-kib=65536",
                                    "--password-passes=8", "--workers=1",
                                    "--http-threads=2", NULL};
    struct service service;
    struct visitor visitors[VISITORS];
    double last_s = 0;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");

    for (int i = 0; i < VISITORS; i++) {
        visitors[i].client = client_open(&service);
        cr_assert_eq(
            pthread_create(&visitors[i].thread, NULL, sign_in, &visitors[i]),
            0);
    }
    for (int i = 0; i < OTHERS; i++) {
        struct client other = client_open(&service);

        expect(&other, "GET", "/v1/matches", NULL, 200, NULL);
        expect(&other, "GET", "/v1/games", NULL, 200, NULL);
        client_close(&other);
    }
    double others_s = now_s();

    for (int i = 0; i < VISITORS; i++) {
        pthread_join(visitors[i].thread, NULL);
        if (visitors[i].done_s > last_s)
            last_s = visitors[i].done_s;
        client_close(&visitors[i].client);
    }
    cr_expect_lt(others_s, last_s);
    client_close(&ada);
    service_end(&service);
}
