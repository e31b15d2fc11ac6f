/* A request that creates an account or issues a token, repeated with its
 * idempotency key, has the response of the first time, also from another node;
 * and only a client that has the key, and the password, gets it. */
#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define KEY_HEADER "Idempotency-Key: "
#define KEY        KEY_HEADER "5f0c9d4e-6f3e-4f5b-a1a5"
#define OTHER_KEY  KEY_HEADER "c6f9b1de-26e3-4c19-9d0b"

TestSuite(issue_keys, .init = service_setup, .fini = service_teardown);

static const char cyd[] =
    "{\"name\":\"cyd\",\"password\":\"a sentence of cyd\"}";
static const char wrong[] =
    "{\"name\":\"cyd\",\"password\":\"another sentence\"}";

static struct answer post(struct client *client, const char *path,
                          const char *key, const char *body)
{
    client_with(client, key);
    return client_send(client, "POST", path, body);
}

static bool is_replayed(const struct answer *answer)
{
    char value[8];

    answer_header(answer, "Idempotent-Replayed", value, sizeof value);
    return strcmp(value, "true") == 0;
}

/* Send it twice, the second time to another node: the same response. */
static void expect_once(struct client *client, const char *path,
                        const char *body, struct answer *first)
{
    struct service second;

    service_join(&second, &test_service);
    struct client other = client_again(&second, client);

    *first = post(client, path, KEY, body);
    struct answer again = post(&other, path, KEY, body);

    cr_expect_eq(first->status, 201, "%s: %s", path, first->body);
    cr_expect_not(is_replayed(first), "%s", path);
    cr_expect_eq(again.status, 201, "%s: %s", path, again.body);
    cr_expect(is_replayed(&again), "%s", path);
    cr_expect_str_eq(again.body, first->body, "%s", path);
    answer_clear(&again);
    client_close(&other);
    service_end(&second);
}

static void expect_problem(struct client *client, const char *path,
                           const char *key, const char *body, long status,
                           const char *problem)
{
    struct answer answer = post(client, path, key, body);

    cr_expect_eq(answer.status, status, "%s %s: %s", path, key, answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem, "%s %s", path, key);
    answer_clear(&answer);
}

static void use_token(struct client *client, const struct answer *made)
{
    snprintf(client->token, sizeof client->token, "%s",
             answer_text(made, "token"));
}

Test(issue_keys, a_guest_is_created_once)
{
    struct client client = client_open(&test_service);
    struct answer first;

    expect_once(&client, "/v1/guests", NULL, &first);
    expect_problem(&client, "/v1/guests", KEY, "{\"cookie\":true}", 422,
                   "idempotency-key-reused");
    struct answer other = post(&client, "/v1/guests", OTHER_KEY, NULL);

    cr_expect_str_neq(answer_text(&other, "token"),
                      answer_text(&first, "token"));
    use_token(&client, &first);
    struct answer me = client_get(&client, "/v1/me");

    cr_expect_eq(me.status, 200, "%s", me.body);
    answer_clear(&me);
    answer_clear(&other);
    answer_clear(&first);
    client_close(&client);
}

Test(issue_keys, an_account_is_created_once)
{
    struct client client = client_open(&test_service);
    struct answer first;

    expect_once(&client, "/v1/accounts", cyd, &first);
    expect_problem(&client, "/v1/accounts", KEY, wrong, 422,
                   "idempotency-key-reused");
    expect_problem(&client, "/v1/accounts", KEY,
                   "{\"name\":\"dan\",\"password\":\"a sentence of cyd\"}", 422,
                   "idempotency-key-reused");
    expect_problem(&client, "/v1/accounts", OTHER_KEY, cyd, 409, "name-taken");
    answer_clear(&first);
    client_close(&client);
}

Test(issue_keys, a_session_is_opened_once)
{
    struct client client = client_open(&test_service);
    struct answer first, made = post(&client, "/v1/accounts", OTHER_KEY, cyd);

    expect_once(&client, "/v1/sessions", cyd, &first);
    expect_problem(&client, "/v1/sessions", KEY, wrong, 401,
                   "wrong-credentials");
    use_token(&client, &first);
    struct answer out =
        client_send(&client, "DELETE", "/v1/sessions/current", NULL);

    cr_expect_eq(out.status, 204, "%s", out.body);
    client.token[0] = '\0';
    expect_problem(&client, "/v1/sessions", KEY, cyd, 422,
                   "idempotency-key-reused");
    answer_clear(&out);
    answer_clear(&made);
    answer_clear(&first);
    client_close(&client);
}

Test(issue_keys, a_token_is_issued_once_and_to_its_account)
{
    static const char token[] = "{\"label\":\"laptop\",\"expires_in\":3600,"
                                "\"scopes\":[\"match:read\"]}";
    static const char longer[] = "{\"label\":\"laptop\",\"expires_in\":3601,"
                                 "\"scopes\":[\"match:read\"]}";
    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    struct answer first;

    expect_once(&ada, "/v1/tokens", token, &first);
    expect_problem(&ada, "/v1/tokens", KEY, longer, 422,
                   "idempotency-key-reused");
    struct answer other = post(&bob, "/v1/tokens", KEY, token);

    cr_expect_not(is_replayed(&other));
    cr_expect_str_neq(answer_text(&other, "token"),
                      answer_text(&first, "token"));
    answer_clear(&other);
    answer_clear(&first);
    client_close(&ada);
    client_close(&bob);
}

Test(issue_keys, a_key_that_can_be_guessed_is_refused)
{
    struct client client = client_open(&test_service);

    expect_problem(&client, "/v1/guests", KEY_HEADER "guest-1", NULL, 400,
                   "malformed-request");
    client_close(&client);
}

Test(issue_keys, no_secret_is_stored)
{
    struct client client = client_open(&test_service);
    struct answer made = post(&client, "/v1/guests", KEY, NULL);

    /* Each statement fails if what it looks for is there. */
    service_sql(&test_service,
                "DO $$ BEGIN ASSERT (SELECT count(*) = 1 FROM issue_keys); "
                "ASSERT (SELECT count(*) = 0 FROM issue_keys k WHERE "
                "k::text LIKE '%5f0c9d4e%'); END $$");
    char sql[512];

    snprintf(sql, sizeof sql,
             "DO $$ BEGIN ASSERT (SELECT count(*) = 0 FROM issue_keys k, "
             "tokens t WHERE k::text || t::text LIKE '%%%s%%'); END $$",
             answer_text(&made, "token"));
    service_sql(&test_service, sql);
    answer_clear(&made);
    client_close(&client);
}
