/* Cross-origin requests: pages of listed origins may read responses; others get
 * no such headers. */
#include "depth.h"
#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const char *const two[] = {
    "--cors-origins=https://a.example, http://localhost:3000", NULL};

static void expect_header(const struct answer *answer, const char *name,
                          const char *want)
{
    char value[512];

    answer_header(answer, name, value, sizeof value);
    cr_expect_str_eq(value, want, "%s is \"%s\"", name, value);
}

static void expect_named(const struct answer *answer, const char *header,
                         const char *word)
{
    char value[512];

    answer_header(answer, header, value, sizeof value);
    cr_expect(strstr(value, word), "%s: %s names no %s", header, value, word);
}

static struct answer ask_from(struct client *client, const char *method,
                              const char *path, const char *origin)
{
    char header[128];

    snprintf(header, sizeof header, "Origin: %s", origin);
    client_with(client, header);
    if (strcmp(method, "OPTIONS") == 0)
        client_with(client, "Access-Control-Request-Method: POST");
    return client_send(client, method, path, NULL);
}

Test(cors, a_listed_origin_may_send_and_read)
{
    static const char *const sent[] = {
        "Authorization",   "Content-Type",  "If-Match",     "If-None-Match",
        "Idempotency-Key", "Last-Event-ID", "X-Request-Id", "traceparent"};
    static const char *const read[] = {
        "ETag",         "Location",           "Link",
        "RateLimit",    "RateLimit-Policy",   "Retry-After",
        "X-Request-Id", "Idempotent-Replayed"};
    struct service service;

    service_begin(&service, two);
    struct client page = client_open(&service);
    struct answer before =
        ask_from(&page, "OPTIONS", "/v1/matches", "https://a.example");
    struct answer games =
        ask_from(&page, "GET", "/v1/games", "http://localhost:3000");
    struct answer problem =
        ask_from(&page, "GET", "/v1/me", "https://a.example");

    cr_expect_eq(before.status, 204);
    expect_header(&before, "Access-Control-Allow-Origin", "https://a.example");
    expect_header(&before, "Access-Control-Allow-Methods",
                  "GET, HEAD, POST, OPTIONS");
    expect_header(&before, "Access-Control-Max-Age", "7200");
    expect_named(&before, "Vary", "Origin");
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
        expect_named(&before, "Access-Control-Allow-Headers", sent[i]);
    expect_header(&games, "Access-Control-Allow-Origin",
                  "http://localhost:3000");
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        expect_named(&games, "Access-Control-Expose-Headers", read[i]);
    expect_header(&games, "Access-Control-Allow-Credentials", "");
    cr_expect_eq(problem.status, 401);
    expect_header(&problem, "Access-Control-Allow-Origin", "https://a.example");
    answer_clear(&before);
    answer_clear(&games);
    answer_clear(&problem);
    client_close(&page);
    service_end(&service);
}

static void expect_nothing_allowed(const struct answer *answer)
{
    cr_expect_null(strstr(answer->headers, "Access-Control-"), "%s",
                   answer->headers);
}

Test(cors, an_unlisted_origin_gets_no_cors_headers)
{
    static const char *const others[] = {
        "https://b.example",     "https://a.example.b.example",
        "https://sub.a.example", "http://a.example",
        "https://a.example:444", "null",
        "https://a.example, x",  "http://localhost:30001",
        "http://localhost:300",  "*",
        "https://A.example",     ","};
    struct service service;

    service_begin(&service, two);
    struct client page = client_open(&service);

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct answer before =
            ask_from(&page, "OPTIONS", "/v1/matches", others[i]);
        struct answer games = ask_from(&page, "GET", "/v1/games", others[i]);

        expect_nothing_allowed(&before);
        expect_nothing_allowed(&games);
        cr_expect_eq(games.status, 200);
        expect_named(&games, "Vary", "Origin");
        answer_clear(&before);
        answer_clear(&games);
    }
    struct answer plain = client_get(&page, "/v1/games");

    expect_nothing_allowed(&plain);
    expect_named(&plain, "Vary", "Origin");
    answer_clear(&plain);
    client_close(&page);
    service_end(&service);
}

Test(cors, an_empty_list_permits_no_origin_and_a_star_permits_all,
     .init = deep_only)
{
    static const char *const star[] = {"--cors-origins=*", NULL};
    struct service closed, open;

    service_begin(&closed, NULL);
    service_begin(&open, star);
    struct client one = client_open(&closed), other = client_open(&open);
    struct answer no = ask_from(&one, "GET", "/v1/games", "https://a.example");
    struct answer yes =
        ask_from(&other, "GET", "/v1/games", "https://a.example");

    expect_nothing_allowed(&no);
    expect_header(&no, "Vary", "Accept-Encoding");
    expect_header(&yes, "Access-Control-Allow-Origin", "*");
    expect_header(&yes, "Access-Control-Allow-Credentials", "");
    answer_clear(&no);
    answer_clear(&yes);
    client_close(&one);
    client_close(&other);
    service_end(&open);
    service_end(&closed);
}
