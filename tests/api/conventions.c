/* HTTP conventions that clients rely on, for all resources. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- tags ---- */

static void expect_304(struct client *client, const char *path)
{
    struct answer first = client_send(client, "GET", path, NULL);
    char tag[80], header[128];

    cr_assert_eq(first.status, 200, "%s", path);
    answer_header(&first, "ETag", tag, sizeof tag);
    cr_assert_eq(tag[0], '"', "%s has the tag %s", path, tag);
    snprintf(header, sizeof header, "If-None-Match: \"x\", %s", tag);
    client_with(client, header);
    struct answer again = client_send(client, "GET", path, NULL);

    client_with(client, "If-None-Match: \"another\"");
    struct answer other = client_send(client, "GET", path, NULL);

    cr_expect_eq(again.status, 304, "%s", path);
    cr_expect_eq(again.length, 0);
    cr_expect_eq(other.status, 200, "%s", path);
    cr_expect_str_eq(first.body, other.body);
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&other);
}

Test(conventions, a_response_that_the_client_has_is_not_sent_again,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char *const below[] = {"", "/state", "/legal-moves"};
    struct fixture fixture;
    char path[128];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    expect_304(&fixture.players[0], "/v1/games");
    expect_304(&fixture.players[0], "/v1/games/underwater-cities");
    expect_304(&fixture.players[0], "/v1/games/underwater-cities/components");
    expect_304(&fixture.players[0], "/v1/games/underwater-cities/phrases");
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        snprintf(path, sizeof path, "/v1/matches/%s%s", fixture.match,
                 below[i]);
        expect_304(&fixture.players[0], path);
    }
    snprintf(path, sizeof path, "/v1/matches/%s/resignation", fixture.match);
    struct answer over = client_send(&fixture.players[1], "POST", path, NULL);

    cr_expect_eq(over.status, 201, "%s", over.body);
    answer_clear(&over);
    snprintf(path, sizeof path, "/v1/matches/%s/position", fixture.match);
    expect_304(&fixture.players[0], path);
    fixture_end(&fixture);
}

Test(conventions, a_list_that_the_client_has_is_not_sent_again,
     .init = service_setup, .fini = service_teardown)
{
    static const char *const paths[] = {
        "/v1/matches",
        "/v1/matches?status=running",
        "/v1/config",
        "/v1/bots",
        "/v1/seasons",
        "/v1/leaderboards/underwater-cities?seats=2",
        "/v1/players/ada",
        "/v1/players/ada/matches",
        "/v1/players/ada/ratings",
        "/v1/players/ada/ratings/history?game=underwater-cities&seats=2",
        "/v1/players/ada/statistics",
    };
    struct client ada = client_account(&test_service, "ada");
    char before[80], after[80];

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        expect_304(&ada, paths[i]);
    struct answer first = client_get(&ada, "/v1/matches");
    struct answer made = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}");
    struct answer second = client_get(&ada, "/v1/matches");

    answer_header(&first, "ETag", before, sizeof before);
    answer_header(&second, "ETag", after, sizeof after);
    cr_expect_str_neq(before, after);
    answer_clear(&first);
    answer_clear(&made);
    answer_clear(&second);
    client_close(&ada);
}

/* ---- a client that has seen more than the node, or than there is ---- */

Test(conventions, every_reading_of_a_match_takes_the_seq_that_was_seen,
     .init = service_setup, .fini = service_teardown)
{
    static const char *const readings[] = {"", "/state", "/legal-moves",
                                           "/events"};
    static const char *const later[] = {"/position", "/record"};
    struct fixture fixture;
    struct service second;

    service_join(&second, &test_service);
    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct client other = client_again(&second, &fixture.players[0]);

    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        struct answer answer = client_get(&other, "/v1/matches/%s%s?min_seq=1",
                                          fixture.match, readings[i]);

        cr_expect_eq(answer.status, 200, "%s: %s", readings[i], answer.body);
        cr_expect_geq(answer_number(&answer, "seq"), 1, "%s", readings[i]);
        answer_clear(&answer);
    }
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/resignation", fixture.match);
    struct answer over = client_send(&fixture.players[1], "POST", path, NULL);

    cr_expect_eq(over.status, 201, "%s", over.body);
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        struct answer answer =
            client_get(&other, "/v1/matches/%s%s?min_seq=%ld", fixture.match,
                       later[i], answer_number(&over, "seq"));

        cr_expect_eq(answer.status, 200, "%s: %s", later[i], answer.body);
        answer_clear(&answer);
    }
    answer_clear(&over);
    client_close(&other);
    fixture_end(&fixture);
    service_end(&second);
}

Test(conventions, a_cursor_ahead_of_the_match_is_refused, .init = service_setup,
     .fini = service_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct client *ada = &fixture.players[0];
    struct answer state = fixture_get(&fixture, 0, "/state");
    const long seq = answer_number(&state, "seq");

    for (int wait = 0; wait <= 5; wait += 5) {
        struct answer list =
            client_get(ada, "/v1/matches/%s/events?wait=%d&after=%ld",
                       fixture.match, wait, seq + 1);

        cr_expect_eq(list.status, 400, "%s", list.body);
        cr_expect_str_eq(answer_problem(&list), "invalid-cursor");
        answer_clear(&list);
    }
    client_with(ada, "Accept: text/event-stream");
    client_with(ada, "Last-Event-ID: 99999");
    struct answer stream =
        client_get(ada, "/v1/matches/%s/events", fixture.match);

    cr_expect_eq(stream.status, 400, "%s", stream.body);
    cr_expect_str_eq(answer_problem(&stream), "invalid-cursor");
    answer_clear(&stream);
    answer_clear(&state);
    fixture_end(&fixture);
}

/* ---- pages of other origins ---- */

Test(conventions, no_response_can_be_embedded_by_another_site,
     .init = service_setup, .fini = service_teardown)
{
    static const char *const paths[] = {"/", "/docs", "/v1/games",
                                        "/v1/nothing", "/openapi.yaml"};
    struct client client = client_open(&test_service);

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct answer answer = client_send(&client, "GET", paths[i], NULL);
        char policy[32];

        answer_header(&answer, "Cross-Origin-Resource-Policy", policy,
                      sizeof policy);
        cr_expect_str_eq(policy, "same-origin", "%s", paths[i]);
        answer_clear(&answer);
    }
    client_close(&client);
}

/* ---- versions of documents ---- */

Test(conventions, components_of_a_version_are_cached_for_ever,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client client = client_open(&test_service);
    struct answer game =
        client_send(&client, "GET", "/v1/games/underwater-cities", NULL);
    struct answer fixed =
        client_send(&client, "GET", answer_text(&game, "components_url"), NULL);
    struct answer now = client_send(
        &client, "GET", "/v1/games/underwater-cities/components", NULL);
    struct answer old = client_send(
        &client, "GET", "/v1/games/underwater-cities/components?v=0", NULL);
    char caching[96];

    answer_header(&fixed, "Cache-Control", caching, sizeof caching);
    cr_expect_str_eq(caching, "public, max-age=31536000, immutable");
    answer_header(&now, "Cache-Control", caching, sizeof caching);
    cr_expect_str_eq(caching, "public, max-age=60");
    answer_header(&old, "Cache-Control", caching, sizeof caching);
    cr_expect_str_eq(caching, "public, max-age=60");
    cr_expect_str_eq(fixed.body, now.body);
    cr_expect_str_eq(old.body, now.body);
    answer_clear(&game);
    answer_clear(&fixed);
    answer_clear(&now);
    answer_clear(&old);
    client_close(&client);
}

Test(conventions, the_etag_of_a_state_has_its_seq_and_viewer,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    char tag[64], want[64];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client nobody = client_open(&test_service);

    for (int seat = 0; seat < 3; seat++) {
        struct answer state =
            client_get(seat < 2 ? &fixture.players[seat] : &nobody,
                       "/v1/matches/%s/state", fixture.match);

        if (seat < 2)
            snprintf(want, sizeof want, "\"%ld.%d\"", fixture.seq, seat);
        else
            snprintf(want, sizeof want, "\"%ld.spectator\"", fixture.seq);
        answer_header(&state, "ETag", tag, sizeof tag);
        cr_expect_str_eq(tag, want);
        answer_clear(&state);
    }
    client_close(&nobody);
    fixture_end(&fixture);
}

Test(conventions, an_earlier_state_has_an_etag_of_its_own, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    char path[128], tag[64], want[64];

    fixture_begin(&fixture, &test_service, "template", 2);
    long then = fixture.seq;

    fixture_play(&fixture, 3);
    snprintf(path, sizeof path, "/v1/matches/%s/state?at_seq=%ld",
             fixture.match, then);
    struct answer past = client_send(&fixture.players[1], "GET", path, NULL);

    snprintf(want, sizeof want, "\"%ld.1-past\"", then);
    answer_header(&past, "ETag", tag, sizeof tag);
    cr_expect_str_eq(tag, want);
    expect_304(&fixture.players[1], path);
    answer_clear(&past);
    fixture_end(&fixture);
}

Test(conventions, the_etag_of_a_state_is_accepted_by_if_match,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    char move[128], tag[64], header[96], path[128], body[160];

    fixture_begin(&fixture, &test_service, "template", 2);
    cr_assert(fixture_choose(&fixture, 1, move, sizeof move));
    struct answer state = fixture_get(&fixture, 1, "/state");

    answer_header(&state, "ETag", tag, sizeof tag);
    snprintf(header, sizeof header, "If-Match: %s", tag);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    client_with(&fixture.players[1], header);
    struct answer done = client_send(&fixture.players[1], "POST", path, body);
    struct answer after = fixture_get(&fixture, 1, "/state");
    char next[64];

    answer_header(&done, "ETag", tag, sizeof tag);
    answer_header(&after, "ETag", next, sizeof next);
    cr_expect_eq(done.status, 201, "%s", done.body);
    cr_expect_str_eq(tag, next);
    answer_clear(&state);
    answer_clear(&done);
    answer_clear(&after);
    fixture_end(&fixture);
}

/* Choose a card as seat 1, and tell the seq of the state by a header, by the
 * body, or by both. */
static void expect_choice(const char *weak, bool in_header, bool in_body)
{
    struct fixture fixture;
    char move[128], header[96], path[128], body[192], seq[32] = "";

    fixture_begin(&fixture, &test_service, "template", 2);
    cr_assert(fixture_choose(&fixture, 1, move, sizeof move));
    snprintf(header, sizeof header, "If-Match: %s\"%ld.1\"", weak, fixture.seq);
    if (in_header)
        client_with(&fixture.players[1], header);
    if (in_body)
        snprintf(seq, sizeof seq, ",\"seq\":%ld", fixture.seq);
    snprintf(body, sizeof body, "{\"move\":\"%s\"%s}", move, seq);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    struct answer done = client_send(&fixture.players[1], "POST", path, body);

    cr_expect_eq(done.status, 201, "%s", done.body);
    answer_clear(&done);
    fixture_end(&fixture);
}

Test(conventions, a_weak_etag_is_accepted_by_if_match, .init = shared_setup,
     .fini = shared_teardown)
{
    expect_choice("W/", true, false);
}

Test(conventions, seq_in_the_body_stands_for_if_match, .init = shared_setup,
     .fini = shared_teardown)
{
    expect_choice("", false, true);
}

Test(conventions, seq_in_the_body_may_repeat_if_match, .init = shared_setup,
     .fini = shared_teardown)
{
    expect_choice("", true, true);
}

Test(conventions, simultaneous_choices_do_not_fail_each_others_preconditions,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    char move[2][128];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    cr_assert(fixture_choose(&fixture, 0, move[0], sizeof move[0]));
    cr_assert(fixture_choose(&fixture, 1, move[1], sizeof move[1]));
    long seq = fixture.seq;
    struct answer first = fixture_post(&fixture, 0, move[0], seq, NULL);
    struct answer second = fixture_post(&fixture, 1, move[1], seq, NULL);
    struct answer third = fixture_post(&fixture, 0, move[0], seq, NULL);

    cr_expect_eq(first.status, 201);
    cr_expect_eq(second.status, 201, "%s", second.body);
    cr_expect_eq(third.status, 412, "%s", third.body);
    answer_clear(&first);
    answer_clear(&second);
    answer_clear(&third);
    fixture_end(&fixture);
}

/* ---- heads and ids ---- */

Test(conventions, valid_request_ids_are_returned_and_others_replaced,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char trace[] =
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    char header[128], id[128];

    struct client nobody = client_open(&test_service);

    snprintf(header, sizeof header, "traceparent: %s", trace);
    client_with(&nobody, "X-Request-Id: my.request-1");
    client_with(&nobody, header);
    struct answer good = client_get(&nobody, "/v1/nothing");

    client_with(&nobody, "X-Request-Id: <script>\"");
    struct answer bad = client_get(&nobody, "/v1/nothing");

    answer_header(&good, "X-Request-Id", id, sizeof id);
    cr_expect_str_eq(id, "my.request-1");
    cr_expect_str_eq(answer_text(&good, "request_id"), "my.request-1");
    answer_header(&good, "traceparent", id, sizeof id);
    cr_expect_str_eq(id, trace);
    answer_header(&bad, "X-Request-Id", id, sizeof id);
    cr_expect_eq(strlen(id), 32);
    cr_expect_str_eq(answer_text(&bad, "request_id"), id);
    answer_clear(&good);
    answer_clear(&bad);
    client_close(&nobody);
}

/* ---- lists ---- */

Test(conventions, cursors_lead_through_a_list, .init = shared_setup,
     .fini = shared_teardown)
{
    enum { MATCHES = 7, LIMIT = 3 };
    char path[256] = "/v1/matches?limit=3&player=@ada", link[256];
    int seen = 0, pages = 0;

    struct client ada = client_account(&test_service, "ada");

    for (int i = 0; i < MATCHES; i++) {
        struct answer made =
            client_send(&ada, "POST", "/v1/matches",
                        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}");

        cr_assert_eq(made.status, 201);
        answer_clear(&made);
    }
    for (bool more = true; more; pages++) {
        struct answer page = client_get(&ada, "%s", path);

        cr_assert_eq(page.status, 200, "%s", page.body);
        seen += (int)json_array_size(json_object_get(page.json, "data"));
        more = !json_is_null(json_object_get(page.json, "next_cursor"));
        answer_header(&page, "Link", link, sizeof link);
        cr_expect_eq(link[0] == '<', more);
        snprintf(path, sizeof path, "%.*s", (int)strcspn(link + 1, ">"),
                 more ? link + 1 : "");
        answer_clear(&page);
    }
    cr_expect_eq(seen, MATCHES);
    cr_expect_eq(pages, 3);
    client_close(&ada);
}

Test(conventions, private_matches_are_listed_only_for_their_players,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer made = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"private\":true}");
    struct answer own = client_get(&ada, "/v1/matches?player=@ada");
    struct answer other = client_get(&bea, "/v1/matches?player=@ada");

    cr_expect_eq(made.status, 201);
    cr_expect_eq(json_array_size(json_object_get(own.json, "data")), 1);
    cr_expect_eq(json_array_size(json_object_get(other.json, "data")), 0);
    answer_clear(&made);
    answer_clear(&own);
    answer_clear(&other);
    client_close(&ada);
    client_close(&bea);
}

Test(conventions, a_seat_left_before_the_start_can_be_taken_again,
     .init = shared_setup, .fini = shared_teardown)
{
    char path[128];

    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer made = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"open\"]}");

    snprintf(path, sizeof path, "/v1/matches/%s/seats",
             answer_text(&made, "id"));
    struct answer state =
        client_get(&ada, "/v1/matches/%s/state", answer_text(&made, "id"));
    struct answer joined = client_send(&bea, "POST", path, "{\"seat\":2}");

    strcat(path, "/2"); /* allowed: a literal into room enough */
    struct answer left = client_send(&bea, "DELETE", path, NULL);

    path[strlen(path) - 2] = '\0';
    struct answer again = client_send(&bea, "POST", path, NULL);

    cr_expect_eq(state.status, 200);
    cr_expect(json_is_null(json_object_get(state.json, "view")));
    cr_expect_eq(joined.status, 201, "%s", joined.body);
    cr_expect_eq(left.status, 204);
    cr_expect_eq(again.status, 201, "%s", again.body);
    answer_clear(&made);
    answer_clear(&state);
    answer_clear(&joined);
    answer_clear(&left);
    answer_clear(&again);
    client_close(&ada);
    client_close(&bea);
}

Test(conventions, an_earlier_state_can_be_read, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    char what[64];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct answer then = fixture_get(&fixture, 0, "/state");
    long seq = fixture.seq;

    fixture_play(&fixture, 10);
    snprintf(what, sizeof what, "/state?at_seq=%ld", seq);
    struct answer again = fixture_get(&fixture, 0, what);

    cr_expect_eq(again.status, 200, "%s", again.body);
    cr_expect_str_eq(then.body, again.body);
    answer_clear(&then);
    answer_clear(&again);
    fixture_end(&fixture);
}

/* ---- health probes ---- */

static long ask_admin(struct service *service, const char *path)
{
    char url[128];
    long status = 0;
    CURL *curl = curl_easy_init();

    snprintf(url, sizeof url, "%s%s", service->admin, path);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 10L);
    curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(curl);
    return status;
}

Test(conventions, the_admin_listener_serves_probes_and_metrics,
     .init = shared_setup, .fini = shared_teardown)
{
    cr_expect_eq(ask_admin(&test_service, "/livez"), 200);
    cr_expect_eq(ask_admin(&test_service, "/readyz"), 200);
    cr_expect_eq(ask_admin(&test_service, "/metrics"), 200);
    cr_expect_eq(ask_admin(&test_service, "/v1/games"), 404);
}

/* ---- slow clients ---- */

static int connect_to(const struct service *service)
{
    const char *port = strrchr(service->address, ':');
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port =
                                 htons((uint16_t)strtoul(port + 1, NULL, 10)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    cr_assert_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

Test(conventions, a_client_that_sends_its_request_too_slowly_is_disconnected,
     .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=2", NULL};
    static const char start[] = "GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Drip: ";
    const struct timespec pause = {0, 300000000};
    struct service service;
    bool is_cut = false;

    service_begin(&service, settings);
    int fd = connect_to(&service);

    cr_assert_gt(send(fd, start, sizeof start - 1, MSG_NOSIGNAL), 0);
    for (int i = 0; i < 200 && !is_cut; i++) {
        char byte;

        nanosleep(&pause, NULL);
        is_cut = send(fd, "a", 1, MSG_NOSIGNAL) < 0 ||
                 recv(fd, &byte, 1, MSG_DONTWAIT) == 0;
    }
    cr_expect(is_cut, "it dripped for a minute");
    close(fd);
    service_end(&service);
}

/* ---- the tag of legal moves ---- */

static void tag_of_moves(struct fixture *fixture, char *out, size_t size)
{
    struct answer list = fixture_get(fixture, 0, "/legal-moves");

    cr_assert_eq(list.status, 200, "%s", list.body);
    answer_header(&list, "ETag", out, size);
    answer_clear(&list);
}

/* Returns the seq of the match. */
static long resign(struct fixture *fixture, int seat)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/resignation", fixture->match);
    struct answer left =
        client_send(&fixture->players[seat], "POST", path, "{}");
    const long seq = answer_number(&left, "seq");

    cr_assert_eq(left.status, 201, "%s", left.body);
    answer_clear(&left);
    return seq;
}

static void delete_account(struct client *player)
{
    char body[128];

    snprintf(body, sizeof body, "{\"password\":\"pass phrase of %s\"}",
             player->name);
    struct answer gone = client_send(player, "DELETE", "/v1/me", body);

    cr_assert_eq(gone.status, 204, "%s", gone.body);
    answer_clear(&gone);
}

/* An account that is deleted loses its name, which texts of moves have, without
 * an event. */
Test(conventions, the_tag_of_legal_moves_changes_with_a_name,
     .init = shared_setup, .fini = shared_teardown)
{
    enum { PATIENCE_MS = 30000 };
    struct fixture fixture;
    char move[128], want[160], before[96], now[64] = "", header[96];
    bool is_changed = false;

    fixture_begin(&fixture, &test_service, "otys", 3);
    while (!fixture_choose(&fixture, 0, move, sizeof move))
        fixture_play(&fixture, 1);
    snprintf(want, sizeof want, "\"%ld.0.", resign(&fixture, 1));
    tag_of_moves(&fixture, before, sizeof before);
    delete_account(&fixture.players[1]);
    const long until = raw_now_ms() + PATIENCE_MS;

    while (!is_changed && raw_now_ms() < until) {
        tag_of_moves(&fixture, now, sizeof now);
        is_changed = strcmp(now, before) != 0;
    }
    cr_expect(is_changed);
    cr_expect_eq(strncmp(before, want, strlen(want)), 0, "%s", before);
    cr_expect_eq(strncmp(now, want, strlen(want)), 0, "%s", now);
    snprintf(header, sizeof header, "If-Match: %s", now);
    snprintf(want, sizeof want, "{\"move\":\"%s\"}", move);
    client_with(&fixture.players[0], header);
    snprintf(before, sizeof before, "/v1/matches/%s/moves", fixture.match);
    struct answer done = client_send(&fixture.players[0], "POST", before, want);

    cr_expect_eq(done.status, 201, "%s", done.body);
    answer_clear(&done);
    fixture_end(&fixture);
}

Test(conventions, the_problem_of_large_headers_says_how_large_they_may_be,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client nobody = client_open(&test_service);
    char header[9000], most[16];

    struct answer config = client_get(&nobody, "/v1/config");
    json_t *limits = json_object_get(config.json, "limits");

    snprintf(
        most, sizeof most, "%lld KiB",
        (long long)json_integer_value(json_object_get(limits, "header_bytes")) /
            1024);
    snprintf(header, sizeof header, "X-Much: %08500d", 0);
    client_with(&nobody, header);
    struct answer refused = client_get(&nobody, "/v1/games");

    cr_expect_eq(refused.status, 431);
    cr_expect(strstr(answer_text(&refused, "detail"), most), "%s",
              refused.body);
    answer_clear(&refused);
    answer_clear(&config);
    client_close(&nobody);
}
