/* Bots and challenges over HTTP: documents, notices and refusals. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char rules[] =
    "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],"
    "\"clocks\":[\"none\",\"turn\"],\"rated\":[\"casual\"],\"at_once\":1}";

static struct answer post(struct client *client, const char *path,
                          const char *body)
{
    return client_send(client, "POST", path, body);
}

/* Expect the status, and the problem if it is one; releases the response. */
static void expect(struct answer answer, long status, const char *problem)
{
    cr_expect_eq(answer.status, status, "%ld %s", answer.status, answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem);
    answer_clear(&answer);
}

/* ada creates a challenge; its id is written to id. */
static void challenge(struct client *client, const char *body, char id[64])
{
    struct answer made = post(client, "/v1/challenges", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

static struct answer reply_to(struct client *client, const char *id,
                              const char *body)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/challenges/%s/answers", id);
    return post(client, path, body);
}

static json_t *member(const struct answer *answer, const char *key)
{
    return json_object_get(answer->json, key);
}

/* ---- guests ---- */

Test(challenges, guests_challenge_bots_and_no_people, .init = shared_setup,
     .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client deep = client_bot(&test_service, "deep");
    struct client guest = client_open(&test_service);
    struct answer made = post(&guest, "/v1/guests", NULL);
    struct answer declared =
        client_send(&deep, "PUT", "/v1/me/bot",
                    "{\"games\":[{\"game\":\"template\",\"seats\":[2,3]}],"
                    "\"clocks\":[\"none\"],\"rated\":[\"casual\"],"
                    "\"at_once\":3}");

    cr_assert_eq(declared.status, 200, "%s", declared.body);
    snprintf(guest.token, sizeof guest.token, "%s",
             answer_text(&made, "token"));
    expect(post(&guest, "/v1/challenges",
                "{\"players\":[\"@ada\"],\"game\":\"template\"}"),
           403, "guest-account");
    expect(post(&guest, "/v1/challenges",
                "{\"players\":[\"@deep\",\"@ada\"],\"game\":\"template\"}"),
           403, "guest-account");
    expect(post(&guest, "/v1/challenges",
                "{\"players\":[\"@deep\"],\"game\":\"template\","
                "\"rated\":true}"),
           403, "guest-account");
    expect(post(&guest, "/v1/challenges",
                "{\"players\":[\"@deep\"],\"game\":\"template\"}"),
           201, "");
    answer_clear(&made);
    answer_clear(&declared);
    client_close(&ada);
    client_close(&deep);
    client_close(&guest);
}

/* ---- bots ---- */

Test(challenges, a_bot_is_marked_in_every_document, .init = shared_setup,
     .fini = shared_teardown)
{
    char path[128];

    struct client ada = client_account(&test_service, "ada");
    struct client deep = client_bot(&test_service, "deep");
    struct answer me = client_get(&deep, "/v1/me");
    struct answer profile = client_get(&ada, "/v1/players/@deep");
    struct answer person = client_get(&ada, "/v1/players/@ada");
    struct answer made =
        post(&ada, "/v1/matches",
             "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}");

    cr_expect_str_eq(answer_text(&me, "kind"), "bot");
    cr_expect_str_eq(answer_text(&profile, "kind"), "bot");
    cr_expect(json_is_null(member(&profile, "bot")), "nothing is declared");
    cr_expect_str_eq(answer_text(&person, "kind"), "human");
    cr_expect(json_is_null(member(&person, "bot")));
    snprintf(path, sizeof path, "/v1/matches/%s/seats",
             answer_text(&made, "id"));
    struct answer joined = post(&deep, path, NULL);

    cr_expect(answer_has(&joined, "{\"name\":\"@deep\",\"display_name\":null,"
                                  "\"kind\":\"bot\"}"),
              "%s", joined.body);
    expect(post(&deep, "/v1/tokens",
                "{\"label\":\"a\",\"scopes\":[\"match:play\"],"
                "\"expires_in\":60}"),
           403, "forbidden");
    expect(post(&ada, "/v1/accounts",
                "{\"name\":\"robo\",\"password\":\"pass phrase of robo\","
                "\"kind\":\"robot\"}"),
           400, "invalid-fields");
    expect(post(&ada, "/v1/accounts",
                "{\"name\":\"house-robo\",\"password\":\"pass phrase of r\"}"),
           409, "name-reserved");
    answer_clear(&me);
    answer_clear(&profile);
    answer_clear(&person);
    answer_clear(&made);
    answer_clear(&joined);
    client_close(&ada);
    client_close(&deep);
}

Test(challenges, the_rules_that_a_bot_declares_are_public,
     .init = service_setup, .fini = service_teardown)
{
    static const char *const wrong[] = {
        "{}",
        "{\"games\":[],\"clocks\":[],\"rated\":[],\"at_once\":1}",
        "{\"games\":[{\"game\":\"chess\",\"seats\":[2]}],\"clocks\":[\"none\"],"
        "\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[1]}],\"clocks\":"
        "[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[9]}],\"clocks\":"
        "[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":2}],\"clocks\":"
        "[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2]},{\"game\":"
        "\"template\",\"seats\":[3]}],\"clocks\":[\"none\"],\"rated\":"
        "[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2],\"x\":1}],"
        "\"clocks\":[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[7],\"clocks\":[\"none\"],\"rated\":[\"casual\"],"
        "\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],\"clocks\":"
        "[\"hourglass\"],\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],\"clocks\":"
        "[\"none\",\"none\"],\"rated\":[\"casual\"],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],\"clocks\":"
        "[\"none\"],\"rated\":[7],\"at_once\":1}",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],\"clocks\":"
        "[\"none\"],\"rated\":[\"casual\"],\"at_once\":101}",
    };

    struct client ada = client_account(&test_service, "ada");
    struct client deep = client_bot(&test_service, "deep");

    expect(client_get(&deep, "/v1/me/bot"), 404, "not-found");
    expect(client_get(&ada, "/v1/me/bot"), 403, "not-a-bot");
    expect(client_send(&ada, "PUT", "/v1/me/bot", rules), 403, "not-a-bot");
    expect(client_send(&ada, "DELETE", "/v1/me/bot", NULL), 403, "not-a-bot");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(client_send(&deep, "PUT", "/v1/me/bot", wrong[i]), 400,
               "invalid-fields");
    expect(client_get(&deep, "/v1/me/bot"), 404, "not-found");
    expect(client_send(&deep, "PUT", "/v1/me/bot", rules), 200, "");
    struct answer own = client_get(&deep, "/v1/me/bot");
    struct answer profile = client_get(&ada, "/v1/players/@deep");
    struct answer export = client_get(&deep, "/v1/me/export");
    struct answer first = client_get(&ada, "/v1/bots?limit=1");
    struct answer rest = client_get(&ada, "/v1/bots?game=template&cursor=%s",
                                    answer_text(&first, "next_cursor"));

    cr_expect_eq(answer_number(&own, "at_once"), 1);
    cr_expect_eq(answer_number(&own, "playing"), 0);
    cr_expect_not_null(strstr(
        profile.body, "\"games\":[{\"game\":\"template\",\"seats\":[2]}]"));
    cr_expect_not_null(strstr(export.body, "\"bot\":{\"games\""));
    cr_expect(answer_has(&first, "\"name\":\"@deep\""), "%s", first.body);
    cr_expect_eq(json_array_size(member(&rest, "data")), 3);
    cr_expect_not_null(strstr(rest.body, "\"name\":\"house-greedy\",\"kind\":"
                                         "\"bot\",\"house\":true"));
    expect(client_get(&ada, "/v1/bots?cursor=%%21"), 400, "invalid-cursor");
    expect(client_send(&deep, "DELETE", "/v1/me/bot", NULL), 204, "");
    expect(client_get(&deep, "/v1/me/bot"), 404, "not-found");
    answer_clear(&own);
    answer_clear(&profile);
    answer_clear(&export);
    answer_clear(&first);
    answer_clear(&rest);
    client_close(&ada);
    client_close(&deep);
}

/* ---- challenges ---- */

/* Expect the next notice of this type to have this status. */
static void expect_notice(struct sse *sse, const char *type, const char *status)
{
    struct sse_event event;
    char says[40];

    cr_assert(sse_next(sse, SSE_WAIT_MS, &event), "no notice of a %s", type);
    snprintf(says, sizeof says, "\"status\":\"%s\"", status);
    cr_expect_str_eq(event.type, type);
    cr_expect_not_null(strstr(event.data, says), "%s", event.data);
    sse_event_clear(&event);
}

Test(challenges, a_bot_is_notified_of_a_challenge_accepts_it_and_plays,
     .init = shared_setup, .fini = shared_teardown)
{
    struct sse sse;
    char id[64];

    struct client ada = client_account(&test_service, "ada");
    struct client deep = client_bot(&test_service, "deep");

    expect(client_send(&deep, "PUT", "/v1/me/bot", rules), 200, "");
    sse_open(&sse, &deep, "/v1/me/events", NULL);
    challenge(&ada,
              "{\"players\":[\"@deep\"],\"game\":\"template\",\"options\":"
              "{\"hand\":5},\"clock\":{\"turn_seconds\":60},\"private\":true,"
              "\"expires_in\":60}",
              id);
    expect_notice(&sse, "challenge", "waiting");
    struct answer seen = client_get(&deep, "/v1/challenges/%s", id);

    cr_expect_str_eq(answer_text(&seen, "status"), "waiting");
    cr_expect_not_null(strstr(seen.body, "\"hand\":5"));
    cr_expect(answer_has(&seen, "\"name\":\"@deep\",\"display_name\":null,"
                                "\"kind\":\"bot\","
                                "\"answer\":\"none\""));
    struct answer made = reply_to(&deep, id, "{\"accept\":true}");

    cr_expect_eq(made.status, 201, "%s", made.body);
    cr_expect_str_eq(answer_text(&made, "status"), "accepted");
    expect_notice(&sse, "match", "running");
    expect_notice(&sse, "challenge", "accepted");
    struct answer match =
        client_get(&ada, "/v1/matches/%s", answer_text(&made, "match"));

    cr_expect_str_eq(answer_text(&match, "status"), "running");
    cr_expect(json_is_true(member(&match, "private")));
    /* Accept it again, and make a challenge beyond its rules. */
    expect(reply_to(&deep, id, "{\"accept\":true}"), 201, "");
    struct answer full =
        post(&ada, "/v1/challenges",
             "{\"players\":[\"@deep\"],\"game\":\"template\"}");

    cr_expect_eq(full.status, 409);
    cr_expect_str_eq(answer_problem(&full), "challenge-not-taken");
    cr_expect_str_eq(answer_text(&full, "player"), deep.name);
    cr_expect_str_eq(answer_text(&full, "rule"), "at_once");
    sse_close(&sse);
    answer_clear(&seen);
    answer_clear(&made);
    answer_clear(&match);
    answer_clear(&full);
    client_close(&ada);
    client_close(&deep);
}

Test(challenges, a_challenge_that_is_not_possible_is_refused_with_a_reason,
     .init = shared_setup, .fini = shared_teardown)
{
    static const struct {
        const char *body;
        long status;
        const char *problem, *says;
    } rows[] = {
        {"{\"players\":[],\"game\":\"template\"}", 400, "invalid-fields",
         "/players"},
        {"{\"players\":[\"@bob\",\"@cyd\",\"@dan\",\"@eve\"],\"game\":"
         "\"template\"}",
         400, "invalid-fields", "/players"},
        {"{\"players\":[7],\"game\":\"template\"}", 400, "invalid-fields",
         "/players/0"},
        {"{\"players\":[\"@bob\"],\"game\":\"template\",\"expires_in\":59}",
         400, "invalid-fields", "/expires_in"},
        {"{\"players\":[\"@ada\"],\"game\":\"template\"}", 422,
         "invalid-settings", "/players/0"},
        {"{\"players\":[\"@bob\",\"@BOB\"],\"game\":\"template\"}", 422,
         "invalid-settings", "/players/1"},
        {"{\"players\":[\"nobody\"],\"game\":\"template\"}", 422,
         "unknown-player", "/players/0"},
        {"{\"players\":[\"@bob\"],\"game\":\"chess\"}", 422, "unknown-game",
         ""},
        {"{\"players\":[\"@bob\"],\"game\":\"template\",\"options\":"
         "{\"hand\":99}}",
         422, "invalid-settings", "/options/hand"},
        {"{\"players\":[\"@bob\"],\"game\":\"template\",\"options\":"
         "{\"colour\":1}}",
         422, "invalid-settings", "/options/colour"},
        {"{\"players\":[\"@bob\"],\"game\":\"template\",\"rated\":true,"
         "\"clock\":null}",
         422, "unfair", "/clock"},
        {"{\"players\":[\"@bob\"],\"game\":\"template\",\"rated\":true,"
         "\"clock\":{\"turn_seconds\":60,\"policy\":\"claim\"}}",
         422, "unfair", "/clock/policy"},
        {"{\"players\":[\"@deep\"],\"game\":\"template\"}", 409,
         "challenge-not-taken", "\"rule\":\"rules\""},
    };

    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    struct client deep = client_bot(&test_service, "deep");

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct answer no = post(&ada, "/v1/challenges", rows[i].body);

        cr_expect_eq(no.status, rows[i].status, "%s: %s", rows[i].body,
                     no.body);
        cr_expect_str_eq(answer_problem(&no), rows[i].problem);
        cr_expect_not_null(strstr(no.body, rows[i].says), "%s: %s",
                           rows[i].body, no.body);
        answer_clear(&no);
    }
    struct answer none = client_get(&ada, "/v1/challenges");

    cr_expect_eq(json_array_size(member(&none, "data")), 0);
    answer_clear(&none);
    client_close(&ada);
    client_close(&bob);
    client_close(&deep);
}

Test(challenges,
     a_rated_challenge_has_a_clock_and_a_repeated_key_creates_no_second)
{
    static const char body[] =
        "{\"players\":[\"@bob\"],\"game\":\"template\",\"rated\":true}";
    struct service service;
    char replayed[8];

    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");
    struct client bob = client_account(&service, "bob");

    client_with(&ada, "Idempotency-Key: k1");
    struct answer first = post(&ada, "/v1/challenges", body);

    client_with(&ada, "Idempotency-Key: k1");
    struct answer again = post(&ada, "/v1/challenges", body);

    client_with(&ada, "Idempotency-Key: k1");
    struct answer other =
        post(&ada, "/v1/challenges",
             "{\"players\":[\"@bob\"],\"game\":\"template\"}");

    cr_expect_eq(first.status, 201, "%s", first.body);
    cr_expect_not_null(strstr(first.body, "\"turn_seconds\":86400"), "%s",
                       first.body);
    cr_expect_not_null(strstr(first.body, "\"policy\":\"automatic\""));
    cr_expect_eq(again.status, 201);
    cr_expect_str_eq(again.body, first.body);
    answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
    cr_expect_str_eq(replayed, "true");
    cr_expect_eq(other.status, 422);
    cr_expect_str_eq(answer_problem(&other), "idempotency-key-reused");
    client_with(&ada, "Idempotency-Key: not good");
    expect(post(&ada, "/v1/challenges", body), 400, "malformed-request");
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&other);
    client_close(&ada);
    client_close(&bob);
    service_end(&service);
}

Test(challenges, only_its_players_list_answer_and_cancel_a_challenge,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char ask_bob[] =
        "{\"players\":[\"@bob\"],\"game\":\"template\"}";
    char declined[64], cancelled[64], id[64], path[128];

    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    struct client eve = client_account(&test_service, "eve");

    challenge(&ada, ask_bob, declined);
    challenge(&ada, ask_bob, cancelled);
    expect(reply_to(&bob, declined, "{\"accept\":false}"), 201, "");
    expect(reply_to(&bob, declined, "{\"accept\":true}"), 409,
           "challenge-over");
    expect(reply_to(&bob, declined, "{}"), 400, "invalid-fields");
    expect(reply_to(&eve, cancelled, "{\"accept\":true}"), 404, "not-found");
    snprintf(path, sizeof path, "/v1/challenges/%s", cancelled);
    expect(client_send(&bob, "DELETE", path, NULL), 403, "not-challenger");
    expect(client_send(&eve, "DELETE", path, NULL), 404, "not-found");
    expect(client_send(&ada, "DELETE", path, NULL), 204, "");
    expect(client_send(&ada, "DELETE", path, NULL), 204, "");
    expect(client_get(&eve, "/v1/challenges/%s", cancelled), 404, "not-found");
    snprintf(path, sizeof path, "/v1/challenges/%s", declined);
    expect(client_send(&ada, "DELETE", path, NULL), 409, "challenge-over");
    for (int i = 0; i < 10; i++) {
        challenge(&ada, ask_bob, id);
        challenge(&ada, "{\"players\":[\"@eve\"],\"game\":\"template\"}", id);
    }
    struct answer full = post(&ada, "/v1/challenges", ask_bob);

    cr_expect_str_eq(answer_text(&full, "limit"), "waiting");
    cr_expect_eq(answer_number(&full, "most"), 20);
    expect(full, 409, "too-many-challenges");
    struct answer page = client_get(&bob, "/v1/challenges?limit=7");
    struct answer rest = client_get(&bob, "/v1/challenges?limit=7&cursor=%s",
                                    answer_text(&page, "next_cursor"));
    struct answer over = client_get(&ada, "/v1/challenges?status=cancelled");
    struct answer export = client_get(&bob, "/v1/me/export");

    cr_expect_eq(json_array_size(member(&page, "data")), 7);
    cr_expect_eq(json_array_size(member(&rest, "data")), 3);
    cr_expect_null(strstr(rest.body, "cancelled"), "it waits no more");
    cr_expect_null(strstr(rest.body, "declined"), "it waits no more");
    cr_expect_eq(json_array_size(member(&over, "data")), 1);
    cr_expect_not_null(strstr(over.body, cancelled));
    expect(client_get(&bob, "/v1/challenges?status=over"), 400,
           "invalid-fields");
    cr_expect_eq(json_array_size(member(&export, "challenges")), 12);
    expect(client_get(&bob, "/v1/challenges?cursor=x"), 400, "invalid-cursor");
    answer_clear(&page);
    answer_clear(&rest);
    answer_clear(&over);
    answer_clear(&export);
    client_close(&ada);
    client_close(&bob);
    client_close(&eve);
}

/* Strangers reach a limit of bob's; the response to one whom bob or another
 * player has blocked is the same as to others, and names nobody. */
Test(challenges, a_refused_stranger_learns_nothing_about_blocks,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char ask_bob[] =
        "{\"players\":[\"@bob\"],\"game\":\"template\"}";
    static const char ask_both[] =
        "{\"players\":[\"@cyd\",\"@bob\"],\"game\":\"template\"}";
    char id[64];

    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    struct client cyd = client_account(&test_service, "cyd");
    struct client eve = client_account(&test_service, "eve");

    expect(client_send(&bob, "PUT", "/v1/me/blocks/@eve", NULL), 204, "");
    expect(client_send(&cyd, "PUT", "/v1/me/blocks/@eve", NULL), 204, "");
    for (int i = 0; i < 10; i++)
        challenge(&ada, ask_bob, id);
    struct client *const asked_by[] = {&ada, &eve};

    for (int i = 0; i < 2; i++) {
        struct answer alone = post(asked_by[i], "/v1/challenges", ask_bob);
        struct answer both = post(asked_by[i], "/v1/challenges", ask_both);

        cr_expect_str_eq(answer_text(&alone, "limit"), "strangers");
        cr_expect_eq(answer_number(&alone, "most"), 10);
        cr_expect_str_eq(answer_text(&both, "limit"), "strangers");
        cr_expect(!answer_mentions(&both, "bob") &&
                      !answer_mentions(&both, "cyd"),
                  "%s", both.body);
        expect(alone, 409, "too-many-challenges");
        expect(both, 409, "too-many-challenges");
    }
    client_close(&ada);
    client_close(&bob);
    client_close(&cyd);
    client_close(&eve);
}

Test(challenges, challenges_of_an_account_are_limited_for_each_day,
     .init = deep_only)
{
    static const char *const settings[] = {"--challenges-per-day", "2", NULL};
    static const char ask_bob[] =
        "{\"players\":[\"@bob\"],\"game\":\"template\"}";
    struct service service;
    char id[64], path[128];

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bob = client_account(&service, "bob");
    struct answer config = client_get(&ada, "/v1/config");

    cr_expect_eq(answer_number(&config, "challenges_per_day"), 2);
    for (int i = 0; i < 2; i++) {
        challenge(&ada, ask_bob, id);
        snprintf(path, sizeof path, "/v1/challenges/%s", id);
        expect(client_send(&ada, "DELETE", path, NULL), 204, "");
    }
    struct answer third = post(&ada, "/v1/challenges", ask_bob);
    struct answer list = client_get(&bob, "/v1/challenges");

    cr_expect_str_eq(answer_text(&third, "limit"), "day");
    cr_expect_eq(answer_number(&third, "most"), 2);
    expect(third, 409, "too-many-challenges");
    cr_expect_eq(json_array_size(member(&list, "data")), 0, "%s", list.body);
    answer_clear(&list);
    answer_clear(&config);
    client_close(&ada);
    client_close(&bob);
    service_end(&service);
}

Test(challenges, a_refusal_does_not_reveal_who_blocked_the_account,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char ask_both[] =
        "{\"players\":[\"@cyd\",\"@ada\"],\"game\":\"template\"}";

    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    struct client cyd = client_account(&test_service, "cyd");

    expect(client_send(&ada, "PUT", "/v1/me/blocks/@Bob", NULL), 204, "");
    expect(client_send(&ada, "PUT", "/v1/me/blocks/@bob", NULL), 204, "");
    expect(client_send(&ada, "PUT", "/v1/me/blocks/@ada", NULL), 409,
           "own-account");
    expect(client_send(&ada, "PUT", "/v1/me/blocks/nobody", NULL), 404,
           "not-found");
    expect(client_send(&ada, "PUT", "/v1/me/blocks/@cyd", NULL), 204, "");
    struct answer first = client_get(&ada, "/v1/me/blocks?limit=1");
    struct answer rest = client_get(&ada, "/v1/me/blocks?cursor=%s",
                                    answer_text(&first, "next_cursor"));
    struct answer export = client_get(&ada, "/v1/me/export");
    struct answer other = client_get(&bob, "/v1/me/blocks");

    cr_expect(answer_has(&first, "[{\"name\":\"@bob\","));
    cr_expect(answer_has(&rest, "[{\"name\":\"@cyd\","), "%s", rest.body);
    cr_expect_eq(json_array_size(member(&export, "blocks")), 2);
    cr_expect_eq(json_array_size(member(&other, "data")), 0);
    struct answer refused = post(&bob, "/v1/challenges", ask_both);

    cr_expect(!answer_mentions(&refused, "ada"), "%s", refused.body);
    cr_expect(!answer_mentions(&refused, "cyd"), "%s", refused.body);
    expect(refused, 409, "challenge-refused");
    expect(client_get(&ada, "/v1/me/blocks?cursor=no+name"), 400,
           "invalid-cursor");
    expect(client_send(&ada, "DELETE", "/v1/me/blocks/@bob", NULL), 204, "");
    expect(client_send(&ada, "DELETE", "/v1/me/blocks/@bob", NULL), 204, "");
    expect(client_send(&ada, "DELETE", "/v1/me/blocks/nobody", NULL), 404,
           "not-found");
    expect(post(&bob, "/v1/challenges", ask_both), 201, "");
    answer_clear(&first);
    answer_clear(&rest);
    answer_clear(&export);
    answer_clear(&other);
    client_close(&ada);
    client_close(&bob);
    client_close(&cyd);
}
