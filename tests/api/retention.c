/* Matches that the service deleted: clients get what they get for a match that
 * never existed, from every node. */
#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <time.h>

static const char two[] = "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}";

static void create_and_abort(struct client *client, char id[64])
{
    char path[128];
    struct answer answer = client_send(client, "POST", "/v1/matches", two);

    cr_assert_eq(answer.status, 201, "%s", answer.body);
    snprintf(id, 64, "%s", answer_text(&answer, "id"));
    answer_clear(&answer);
    snprintf(path, sizeof path, "/v1/matches/%s/abort", id);
    answer = client_send(client, "POST", path, NULL);
    cr_assert_eq(answer.status, 201, "%s", answer.body);
    answer_clear(&answer);
}

static long status_of(struct client *client, const char *id)
{
    struct answer answer = client_get(client, "/v1/matches/%s", id);
    const long status = answer.status;

    answer_clear(&answer);
    return status;
}

static void await_deletion(struct client *client, const char *id)
{
    const struct timespec pause = {.tv_nsec = 20000000};

    for (int tries = 0; tries < 3000 && status_of(client, id) == 200; tries++)
        nanosleep(&pause, NULL);
}

static void expect_unknown(struct client *client, const char *method,
                           const char *id, const char *what, const char *body)
{
    char path[160];

    snprintf(path, sizeof path, "/v1/matches/%s%s", id, what);
    client_with(client, "If-Match: *");
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, 404, "%s %s: %s", method, path, answer.body);
    cr_expect_str_eq(answer_problem(&answer), "not-found", "%s %s", method,
                     path);
    answer_clear(&answer);
}

static void expect_unknown_everywhere(struct client *client, const char *id)
{
    expect_unknown(client, "GET", id, "", NULL);
    expect_unknown(client, "GET", id, "/state", NULL);
    expect_unknown(client, "GET", id, "/events", NULL);
    expect_unknown(client, "GET", id, "/legal-moves", NULL);
    expect_unknown(client, "GET", id, "/record", NULL);
    expect_unknown(client, "GET", id, "/position", NULL);
    expect_unknown(client, "POST", id, "/abort", NULL);
    expect_unknown(client, "POST", id, "/moves", "{\"move\":\"pass\"}");
}

Test(retention, a_deleted_match_is_unknown_at_every_node, .timeout = 120)
{
    struct service service, other;
    char old[64], fresh[64];

    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");

    create_and_abort(&ada, old);
    service_sql(&service,
                "UPDATE matches SET created_at = created_at - interval '8"
                " days', finished_at = finished_at - interval '8 days',"
                " moved_at = moved_at - interval '8 days'");
    create_and_abort(&ada, fresh);
    /* A node deletes when it starts, then once a minute. */
    service_join(&other, &service);
    struct client there = client_again(&other, &ada);

    await_deletion(&ada, old);
    expect_unknown_everywhere(&ada, old);
    expect_unknown_everywhere(&there, old);
    cr_expect_eq(status_of(&ada, fresh), 200);
    cr_expect_eq(status_of(&there, fresh), 200);
    client_close(&there);
    client_close(&ada);
    service_end(&other);
    service_end(&service);
}
