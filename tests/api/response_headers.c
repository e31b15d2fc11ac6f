/* A response that is sent again has the headers of its own request, and none of
 * the requests before. */
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Units refill slowly: they become fewer from request to request. */
static const char *const settings[] = {
    "--rate-address=100000/86400", "--rate-token=100000/86400",
    "--cors-origins=https://a.example", NULL};

static struct service service;
static struct fixture fixture;

static void setup(void)
{
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
}

static void teardown(void)
{
    fixture_end(&fixture);
    service_end(&service);
}

/* GET the state with one more header, or NULL. */
static struct answer ask(const char *header)
{
    if (header)
        client_with(&fixture.players[0], header);
    return fixture_get(&fixture, 0, "/state");
}

static void expect_header(const struct answer *answer, const char *name,
                          const char *want)
{
    char value[256];

    answer_header(answer, name, value, sizeof value);
    cr_expect_str_eq(value, want, "%s is \"%s\"", name, value);
}

/* The units that are left of the limit for addresses. */
static long units_left(const struct answer *answer)
{
    char levels[256];
    long left = -1;

    answer_header(answer, "RateLimit", levels, sizeof levels);
    cr_assert_eq(sscanf(levels, "\"address\";r=%ld", &left), 1, "%s", levels);
    return left;
}

Test(response_headers, each_response_has_its_id_and_its_limits, .init = setup,
     .fini = teardown)
{
    long first = 0, last = 0;

    for (int i = 0; i < 5; i++) {
        char id[16], header[48];

        snprintf(id, sizeof id, "read-%d", i);
        snprintf(header, sizeof header, "X-Request-Id: %s", id);
        struct answer state = ask(header);

        cr_assert_eq(state.status, 200);
        expect_header(&state, "X-Request-Id", id);
        last = units_left(&state);
        first = i == 0 ? last : first;
        answer_clear(&state);
    }
    /* A request may be charged less only after its response was sent. */
    cr_expect_lt(last, first);
}

Test(response_headers, the_id_and_the_limits_are_sent_once, .init = setup,
     .fini = teardown)
{
    for (int i = 0; i < 3; i++) {
        struct answer state = ask(NULL);
        const char *id = strstr(state.headers, "X-Request-Id:");
        const char *levels = strstr(state.headers, "RateLimit:");

        cr_assert(id && levels, "%s", state.headers);
        cr_expect_null(strstr(id + 1, "X-Request-Id:"));
        cr_expect_null(strstr(levels + 1, "RateLimit:"));
        answer_clear(&state);
    }
}

Test(response_headers, rare_headers_do_not_stay, .init = setup,
     .fini = teardown)
{
    static const char trace[] =
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    char header[80];

    snprintf(header, sizeof header, "traceparent: %s", trace);
    for (int i = 0; i < 3; i++) {
        struct answer plain = ask(NULL);
        struct answer traced = ask(header);
        struct answer shared = ask("Origin: https://a.example");

        expect_header(&plain, "traceparent", "");
        expect_header(&plain, "Access-Control-Allow-Origin", "");
        expect_header(&traced, "traceparent", trace);
        expect_header(&shared, "traceparent", "");
        expect_header(&shared, "Access-Control-Allow-Origin",
                      "https://a.example");
        cr_expect_str_eq(plain.body, traced.body);
        cr_expect_str_eq(plain.body, shared.body);
        answer_clear(&plain);
        answer_clear(&traced);
        answer_clear(&shared);
    }
}

Test(response_headers, codings_and_304_have_their_own, .init = setup,
     .fini = teardown)
{
    for (int i = 0; i < 3; i++) {
        struct answer plain = ask(NULL);
        char tag[80], header[128];

        answer_header(&plain, "ETag", tag, sizeof tag);
        snprintf(header, sizeof header, "If-None-Match: %s", tag);
        struct answer known = ask(header);

        fixture.players[0].codings = "gzip";
        struct answer packed = ask(NULL);

        fixture.players[0].codings = NULL;
        expect_header(&plain, "Content-Encoding", "");
        expect_header(&packed, "Content-Encoding", "gzip");
        cr_expect_str_eq(plain.body, packed.body);
        cr_expect_eq(known.status, 304);
        expect_header(&known, "ETag", tag);
        expect_header(&known, "Content-Type", "");
        answer_clear(&plain);
        answer_clear(&known);
        answer_clear(&packed);
    }
}

/* Both read over one connection, which is served by one thread. */
Test(response_headers, each_viewer_has_its_own, .init = setup, .fini = teardown)
{
    static const char *const below[] = {"/state", "/legal-moves"};
    enum { ALL = sizeof below / sizeof *below };
    struct client *client = &fixture.players[0];
    const struct client first = *client;

    for (int i = 0; i < 3 * ALL; i++) {
        struct answer own = fixture_get(&fixture, 0, below[i % ALL]);

        memcpy(client->token, fixture.players[1].token, sizeof client->token);
        struct answer other = fixture_get(&fixture, 0, below[i % ALL]);

        memcpy(client->token, first.token, sizeof client->token);
        cr_expect_eq(other.status, 200);
        cr_expect_str_neq(own.body, other.body, "%s", below[i % ALL]);
        answer_clear(&own);
        answer_clear(&other);
    }
}

Test(response_headers, after_a_move_the_new_state_is_sent, .init = setup,
     .fini = teardown)
{
    for (int i = 0; i < 3; i++) {
        struct answer before = ask(NULL), again = ask(NULL);

        cr_assert_eq(fixture_play(&fixture, 1), 1);
        struct answer after = ask(NULL);

        cr_expect_str_eq(before.body, again.body);
        cr_expect_gt(answer_number(&after, "seq"),
                     answer_number(&before, "seq"));
        answer_clear(&before);
        answer_clear(&again);
        answer_clear(&after);
    }
}
