/* Compressed responses. */
#include "http.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fixture fixture;

static void setup(void)
{
    shared_setup();
    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
}

static void teardown(void)
{
    fixture_end(&fixture);
    shared_teardown();
}

/* Expect a resource of the match to be the same bytes with and without gzip,
 * and the compressed response to be marked as such. */
static void expect_compressed(const char *what)
{
    char coding[32], vary[64];
    struct answer plain = fixture_get(&fixture, 0, what);

    answer_header(&plain, "Content-Encoding", coding, sizeof coding);
    answer_header(&plain, "Vary", vary, sizeof vary);
    cr_expect_str_eq(coding, "");
    cr_expect(strstr(vary, "Accept-Encoding"), "%s", vary);
    fixture.players[0].codings = "gzip";
    for (int times = 0; times < 2; times++) { /* the second one is cached */
        struct answer packed = fixture_get(&fixture, 0, what);
        char length[32];

        answer_header(&packed, "Content-Encoding", coding, sizeof coding);
        answer_header(&packed, "Vary", vary, sizeof vary);
        answer_header(&packed, "Content-Length", length, sizeof length);
        cr_expect_str_eq(coding, "gzip", "%s", what);
        cr_expect(strstr(vary, "Accept-Encoding"), "%s", vary);
        cr_expect_str_eq(packed.body, plain.body);
        cr_expect_gt(strtol(length, NULL, 10), 0);
        cr_expect_lt(strtol(length, NULL, 10), (long)plain.length / 2,
                     "%s of %zu bytes", length, plain.length);
        answer_clear(&packed);
    }
    fixture.players[0].codings = NULL;
    answer_clear(&plain);
}

Test(compress, documents_of_a_match_are_compressed_for_clients_that_accept_it,
     .init = setup, .fini = teardown)
{
    char past[64];

    fixture_play(&fixture, 16);
    snprintf(past, sizeof past, "/state?at_seq=%ld", fixture.seq - 2);
    expect_compressed("/state");
    expect_compressed(past);
    expect_compressed("/events");
}

Test(compress, a_client_that_refuses_gzip_gets_plain_bytes, .init = setup,
     .fini = teardown)
{
    static const char *const refusals[] = {
        "Accept-Encoding: gzip;q=0",
        "Accept-Encoding: identity",
        "Accept-Encoding: br",
    };

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char coding[32];

        client_with(&fixture.players[0], refusals[i]);
        struct answer got = fixture_get(&fixture, 0, "/state");

        answer_header(&got, "Content-Encoding", coding, sizeof coding);
        cr_expect_str_eq(coding, "", "%s", refusals[i]);
        cr_expect_not_null(got.json);
        answer_clear(&got);
    }
}

Test(compress, small_documents_and_tokens_are_not_compressed, .init = setup,
     .fini = teardown)
{
    static const char body[] = "{\"label\":\"phone\",\"expires_in\":600,"
                               "\"scopes\":[\"match:read\"]}";
    char coding[32];

    fixture.players[0].codings = "gzip";
    struct answer small =
        client_send(&fixture.players[0], "GET", "/v1/me", NULL);
    struct answer token =
        client_send(&fixture.players[0], "POST", "/v1/tokens", body);

    answer_header(&small, "Content-Encoding", coding, sizeof coding);
    cr_expect_str_eq(coding, "");
    answer_header(&token, "Content-Encoding", coding, sizeof coding);
    cr_expect_eq(token.status, 201, "%s", token.body);
    cr_expect_str_eq(coding, "");
    answer_clear(&small);
    answer_clear(&token);
}

/* A client plays and asks again with the tag of a compressed state. */
Test(compress, the_tag_of_a_compressed_state_is_weak_and_works, .init = setup,
     .fini = teardown)
{
    struct client *player = &fixture.players[0];
    char tag[64], header[96], move[128], body[160], path[128];

    player->codings = "gzip";
    struct answer state = fixture_get(&fixture, 0, "/state");

    answer_header(&state, "ETag", tag, sizeof tag);
    cr_expect_eq(strncmp(tag, "W/\"", 3), 0, "%s", tag);
    snprintf(header, sizeof header, "If-None-Match: %s", tag);
    client_with(player, header);
    struct answer known = fixture_get(&fixture, 0, "/state");

    cr_expect_eq(known.status, 304);
    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    snprintf(header, sizeof header, "If-Match: %s", tag);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    client_with(player, header);
    struct answer done = client_send(player, "POST", path, body);

    cr_expect_eq(done.status, 201, "%s", done.body);
    answer_clear(&state);
    answer_clear(&known);
    answer_clear(&done);
}
