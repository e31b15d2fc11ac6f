/* Guests: they play at once, casual matches only, and keep what they played
 * when they choose a name and a password. */
#include "depth.h"
#include "http.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 160 };

static const char own_match[] =
    "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\"]}";
static const char chosen[] =
    "{\"name\":\"@Carol\",\"password\":\"a sentence of @carol\"}";

/* A new guest; its name is guest-…. */
static struct client guest_begin(struct service *service)
{
    struct client guest = client_open(service);
    struct answer made = client_send(&guest, "POST", "/v1/guests", NULL);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(guest.token, sizeof guest.token, "%s",
             answer_text(&made, "token"));
    snprintf(guest.name, sizeof guest.name, "%s",
             json_string_value(json_object_get(
                 json_object_get(made.json, "account"), "name")));
    cr_expect_eq(strncmp(guest.name, "guest-", 6), 0, "%s", made.body);
    answer_clear(&made);
    return guest;
}

static void expect(struct client *client, const char *method, const char *path,
                   const char *body, long status, const char *problem)
{
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, status, "%s %s: %s", method, path, answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem, "%s %s", method, path);
    answer_clear(&answer);
}

static void make_match(struct client *client, const char *body, char id[64])
{
    struct answer made = client_send(client, "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

/* The name in the first seat of the match. */
static void first_name(struct client *client, const char *match, char out[64])
{
    struct answer answer = client_get(client, "/v1/matches/%s", match);
    const json_t *seat =
        json_array_get(json_object_get(answer.json, "seats"), 0);
    const char *name = json_string_value(
        json_object_get(json_object_get(seat, "player"), "name"));

    snprintf(out, 64, "%s", name ? name : "");
    answer_clear(&answer);
}

Test(guests, a_guest_plays_casual_matches_and_nothing_rated,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char rated[] =
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true,"
        "\"clock\":{\"turn_seconds\":600,\"policy\":\"automatic\"}}";
    static const char challenge[] =
        "{\"game\":\"template\",\"players\":[\"%s\"],\"rated\":true,"
        "\"clock\":{\"turn_seconds\":600,\"policy\":\"automatic\"}}";
    struct client ada = client_account(&test_service, "ada");
    struct client guest = guest_begin(&test_service);
    char id[64], path[PATH], body[256];

    make_match(&guest, own_match, id);
    expect(&guest, "POST", "/v1/matches", rated, 403, "guest-account");
    expect(&guest, "PUT", "/v1/queue/template", "{\"seats\":[2]}", 403,
           "guest-account");
    make_match(&ada, rated, id);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", id);
    expect(&guest, "POST", path, NULL, 403, "guest-account");
    snprintf(body, sizeof body, challenge, ada.name);
    expect(&guest, "POST", "/v1/challenges", body, 403, "guest-account");
    snprintf(body, sizeof body, challenge, guest.name);
    struct answer asked = client_send(&ada, "POST", "/v1/challenges", body);

    cr_assert_eq(asked.status, 201, "%s", asked.body);
    snprintf(path, sizeof path, "/v1/challenges/%s/answers",
             answer_text(&asked, "id"));
    expect(&guest, "POST", path, "{\"accept\":true}", 403, "guest-account");
    expect(&guest, "POST", path, "{\"accept\":false}", 201, "");
    answer_clear(&asked);
    client_close(&guest);
    client_close(&ada);
}

/* Another node is notified of the session and of the match in any order. */
static void expect_own_name(struct client *client, const char *name)
{
    bool is_known = false;

    for (int i = 0; i < 12000 && !is_known; i++) {
        struct answer me = client_get(client, "/v1/me");

        is_known = strcmp(answer_text(&me, "name"), name) == 0;
        answer_clear(&me);
    }
    cr_expect(is_known);
}

/* On another node, too, which has the match and the session in memory. */
Test(guests, a_name_and_a_password_keep_matches_and_session, .init = deep_only)
{
    struct service service, second;
    char id[64], path[PATH], name[64];

    service_begin(&service, NULL);
    service_join(&second, &service);
    struct client guest = guest_begin(&service);
    struct client there = client_again(&second, &guest);

    make_match(&guest, own_match, id);
    first_name(&there, id, name);
    cr_expect_str_eq(name, guest.name);
    expect(&there, "GET", "/v1/me", NULL, 200, "");
    struct answer kept = client_send(&guest, "PATCH", "/v1/me", chosen);

    cr_assert_eq(kept.status, 200, "%s", kept.body);
    cr_expect_str_eq(answer_text(&kept, "name"), "carol");
    cr_expect(json_is_false(json_object_get(kept.json, "guest")));
    answer_clear(&kept);
    snprintf(path, sizeof path, "/v1/players/%s", guest.name);
    expect(&there, "GET", path, NULL, 404, "not-found");
    for (int i = 0; i < 12000 && strcmp(name, "carol") != 0; i++)
        first_name(&there, id, name);
    cr_expect_str_eq(name, "carol");
    expect_own_name(&there, "carol");
    expect(&guest, "POST", "/v1/sessions", chosen, 201, "");
    client_close(&there);
    client_close(&guest);
    service_end(&second);
    service_end(&service);
}

Test(guests, a_name_is_refused_as_for_a_new_account_and_changes_nothing,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client guest = guest_begin(&test_service);
    char taken[128];

    snprintf(taken, sizeof taken,
             "{\"name\":\"%s\",\"password\":\"a sentence of @carol\"}",
             ada.name);
    expect(&guest, "PATCH", "/v1/me", taken, 409, "name-taken");
    expect(&guest, "PATCH", "/v1/me",
           "{\"name\":\"guest-abcdefgh\",\"password\":\"a sentence of x\"}",
           409, "name-reserved");
    expect(&guest, "PATCH", "/v1/me",
           "{\"name\":\"a b\",\"password\":\"a sentence of @carol\"}", 400,
           "invalid-fields");
    expect(&guest, "PATCH", "/v1/me",
           "{\"name\":\"@carol\",\"password\":\"password\"}", 422,
           "unacceptable-password");
    expect(&guest, "PATCH", "/v1/me", "{\"password\":\"a sentence of @carol\"}",
           400, "invalid-fields");
    struct answer me = client_get(&guest, "/v1/me");

    cr_expect_str_eq(answer_text(&me, "name"), guest.name);
    cr_expect(json_is_true(json_object_get(me.json, "guest")), "%s", me.body);
    answer_clear(&me);
    expect(&ada, "PATCH", "/v1/me", chosen, 400, "invalid-fields");
    client_close(&guest);
    client_close(&ada);
}

Test(guests, nobody_signs_in_as_a_guest, .init = shared_setup,
     .fini = shared_teardown)
{
    struct client guest = guest_begin(&test_service);
    struct client nobody = client_open(&test_service);
    char body[128];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}",
             guest.name, "any password");
    expect(&nobody, "POST", "/v1/sessions", body, 401, "wrong-credentials");
    expect(&nobody, "POST", "/v1/accounts",
           "{\"name\":\"guest-abcdefgh\",\"password\":\"a sentence of x\"}",
           409, "name-reserved");
    client_close(&nobody);
    client_close(&guest);
}

Test(guests, a_guest_deletes_itself_without_a_password, .init = shared_setup,
     .fini = shared_teardown)
{
    struct client guest = guest_begin(&test_service);
    struct client kept = guest_begin(&test_service);
    struct client account = client_account(&test_service, "ada");

    expect(&guest, "DELETE", "/v1/me", "{\"what\":1}", 400, "invalid-fields");
    struct answer before = client_get(&guest, "/v1/me");
    struct answer gone = client_send(&guest, "DELETE", "/v1/me", NULL);

    cr_expect_eq(before.status, 200, "%s", before.body);
    cr_expect_eq(gone.status, 204, "%s", gone.body);
    expect(&guest, "GET", "/v1/me", NULL, 401, "invalid-token");
    struct answer player = client_get(&account, "/v1/players/%s", guest.name);

    cr_expect_eq(player.status, 404, "%s", player.body);
    answer_clear(&before);
    answer_clear(&gone);
    answer_clear(&player);
    /* One that has become an account has a password. */
    struct answer promoted = client_send(&kept, "PATCH", "/v1/me", chosen);

    cr_expect_eq(promoted.status, 200, "%s", promoted.body);
    expect(&kept, "DELETE", "/v1/me", NULL, 400, "malformed-request");
    expect(&kept, "DELETE", "/v1/me", "{\"password\":\"not this one\"}", 403,
           "wrong-password");
    answer_clear(&promoted);
    client_close(&guest);
    client_close(&kept);
    client_close(&account);
}

Test(guests, guests_of_an_address_are_limited)
{
    static const char *const settings[] = {"--rate-registration=2/3600", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    expect(&nobody, "POST", "/v1/guests", NULL, 201, "");
    expect(&nobody, "POST", "/v1/guests", "{\"cookie\":true}", 201, "");
    expect(&nobody, "POST", "/v1/guests", NULL, 429, "rate-limited");
    client_close(&nobody);
    service_end(&service);
}
