/* Display names over HTTP: set by their owners, and shown wherever a player
 * is. */
#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

TestSuite(display_names, .init = service_setup, .fini = service_teardown);

static struct answer set(struct client *client, const char *body)
{
    return client_send(client, "PATCH", "/v1/me", body);
}

static const char *display_of(const json_t *player)
{
    return json_string_value(json_object_get(player, "display_name"));
}

/* The display name in the first element of a list of the document. */
static const char *first_display(const struct answer *answer, const char *list)
{
    const json_t *first =
        json_array_get(json_object_get(answer->json, list), 0);
    const json_t *player = json_object_get(first, "player");

    return display_of(player ? player : first);
}

Test(display_names, are_shown_in_accounts_profiles_matches_and_challenges)
{
    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    char tag[80], other[80];
    struct answer made = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\"]}");
    struct answer before =
        client_get(&bob, "/v1/matches/%s", answer_text(&made, "id"));
    struct answer done = set(&ada, "{\"display_name\":\"Zoe\\u0308\"}");
    struct answer me = client_get(&ada, "/v1/me");
    struct answer profile = client_get(&bob, "/v1/players/ada");
    struct answer match =
        client_get(&bob, "/v1/matches/%s", answer_text(&made, "id"));
    struct answer challenge =
        client_send(&ada, "POST", "/v1/challenges",
                    "{\"game\":\"template\",\"players\":[\"bob\"]}");

    cr_assert_eq(done.status, 200, "%s", done.body);
    cr_expect_str_eq(display_of(done.json), "Zo\xc3\xab");
    cr_expect_str_eq(display_of(me.json), "Zo\xc3\xab");
    cr_expect_str_eq(display_of(profile.json), "Zo\xc3\xab");
    cr_expect_null(first_display(&before, "seats"));
    cr_expect_str_eq(first_display(&match, "seats"), "Zo\xc3\xab");
    cr_expect_eq(challenge.status, 201, "%s", challenge.body);
    cr_expect_str_eq(first_display(&challenge, "players"), "Zo\xc3\xab");
    answer_header(&before, "ETag", tag, sizeof tag);
    answer_header(&match, "ETag", other, sizeof other);
    cr_expect_str_neq(tag, other, "the match is another document now");
    answer_clear(&done);
    done = set(&ada, "{\"display_name\":null}");
    cr_expect_eq(done.status, 200, "%s", done.body);
    cr_expect(json_is_null(json_object_get(done.json, "display_name")));
    answer_clear(&made);
    answer_clear(&before);
    answer_clear(&done);
    answer_clear(&me);
    answer_clear(&profile);
    answer_clear(&match);
    answer_clear(&challenge);
    client_close(&ada);
    client_close(&bob);
}

Test(display_names, that_are_not_names_are_refused_with_the_reason)
{
    static const struct {
        const char *body;
        long status;
        const char *problem, *has;
    } rows[] = {
        {"{\"display_name\":\"\"}", 400, "invalid-fields", "\"length\""},
        {"{\"display_name\":\"abcdefghijklmnopqrstuvwxy\"}", 400,
         "invalid-fields", "\"length\""},
        {"{\"display_name\":\"a\\u202eb\"}", 400, "invalid-fields",
         "\"character\""},
        {"{\"display_name\":\"a  b\"}", 400, "invalid-fields", "\"place\""},
        {"{\"display_name\":\"42\"}", 400, "invalid-fields", "\"letter\""},
        {"{\"display_name\":\"\\u0430da\"}", 400, "invalid-fields",
         "\"scripts\""},
        {"{\"display_name\":\"Fathom Team\"}", 409, "name-reserved",
         "looks like"},
        {"{\"display_name\":7}", 400, "invalid-fields", "\"type\""},
        {"{\"display_name\":\"Ada\",\"password\":\"a fine phrase\"}", 400,
         "invalid-fields", "\"unknown\""},
    };
    struct client ada = client_account(&test_service, "ada");

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct answer answer = set(&ada, rows[i].body);

        cr_expect_eq(answer.status, rows[i].status, "%s: %s", rows[i].body,
                     answer.body);
        cr_expect_str_eq(answer_problem(&answer), rows[i].problem, "%s",
                         rows[i].body);
        cr_expect_not_null(strstr(answer.body, rows[i].has), "%s: %s",
                           rows[i].body, answer.body);
        answer_clear(&answer);
    }
    client_close(&ada);
}

Test(display_names, of_guests_stay_when_they_become_accounts)
{
    struct client guest = client_open(&test_service);
    struct answer made = client_send(&guest, "POST", "/v1/guests", NULL);

    snprintf(guest.token, sizeof guest.token, "%s",
             answer_text(&made, "token"));
    struct answer done = set(&guest, "{\"display_name\":\"Anna\"}");
    struct answer kept = set(&guest, "{\"name\":\"anna-k\",\"password\":"
                                     "\"a sentence of anna\"}");

    cr_expect_eq(done.status, 200, "%s", done.body);
    cr_expect_eq(kept.status, 200, "%s", kept.body);
    cr_expect_str_eq(answer_text(&kept, "name"), "anna-k");
    cr_expect_str_eq(display_of(kept.json), "Anna");
    answer_clear(&made);
    answer_clear(&done);
    answer_clear(&kept);
    client_close(&guest);
}
