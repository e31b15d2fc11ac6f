/* Documentation over HTTP: the page /docs and the other pages. */
#include "depth.h"
#include "http.h"
#include "rules/game.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum {
    NAME = 96,
    NO_BROWSER = 77, /* docs-page.cjs exits with this */
};

/* The first part of the page with a name such as "/docs/start-0123.js". */
static void find_part(const struct answer *page, const char *begin, char *out)
{
    const char *at = strstr(page->body, begin);

    cr_assert_not_null(at, "%s is not on the page", begin);
    snprintf(out, NAME, "%.*s", (int)strcspn(at, "\""), at);
}

Test(docs, a_browser_draws_the_page_from_this_service_alone, .init = deep_only)
{
    struct service service;
    char command[160];

    service_begin(&service, NULL);
    snprintf(command, sizeof command, "node tests/api/docs-page.cjs %s",
             service.url);
    int status = system(command); /* allowed: a tool of the tests */

    service_end(&service);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect_eq(status, 0, "the page is not as it should be");
}

Test(docs, pages_may_not_load_anything_from_elsewhere, .init = shared_setup,
     .fini = shared_teardown)
{
    static const char *const pages[] = {"/", "/docs", "/problems",
                                        "/problems/not-found"};
    char policy[512];

    struct client nobody = client_open(&test_service);

    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct answer page = client_get(&nobody, "%s", pages[i]);

        answer_header(&page, "Content-Security-Policy", policy, sizeof policy);
        cr_expect_eq(page.status, 200);
        cr_expect(strncmp(policy, "default-src 'none'; ", 20) == 0, "%s: %s",
                  pages[i], policy);
        cr_expect(strstr(policy, "frame-ancestors 'none'") != NULL);
        cr_expect(!strstr(policy, "unsafe") && !strstr(policy, "http"));
        cr_expect(!strstr(page.body, "http://") &&
                  !strstr(page.body, "https://"));
        answer_clear(&page);
    }
    client_close(&nobody);
}

Test(docs, parts_of_the_page_are_cached_for_long, .init = shared_setup,
     .fini = shared_teardown)
{
    char name[NAME], caching[64], tag[64], header[96];

    struct client nobody = client_open(&test_service);
    struct answer page = client_get(&nobody, "/docs");

    find_part(&page, "/docs/start-", name);
    struct answer part = client_get(&nobody, "%s", name);

    answer_header(&part, "Cache-Control", caching, sizeof caching);
    cr_expect_str_eq(caching, "public, max-age=31536000, immutable");
    answer_header(&part, "ETag", tag, sizeof tag);
    snprintf(header, sizeof header, "If-None-Match: %s", tag);
    client_with(&nobody, header);
    struct answer again = client_get(&nobody, "%s", name);

    client_with(&nobody, "Accept: image/png");
    struct answer other = client_get(&nobody, "%s", name);
    struct answer none = client_get(&nobody, "/docs/start.js");

    cr_expect_eq(part.status, 200);
    cr_expect_eq(again.status, 304);
    cr_expect_eq(other.status, 406);
    cr_expect_eq(none.status, 404);
    answer_clear(&page);
    answer_clear(&part);
    answer_clear(&again);
    answer_clear(&other);
    answer_clear(&none);
    client_close(&nobody);
}

Test(docs, the_web_page_trusts_no_text_and_caches_its_parts_for_long,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char *const parts[] = {"app.css", "app.js", "icon.svg",
                                        "preact-license.txt"};
    char name[NAME], caching[64], policy[512], tag[64], header[96];

    struct client nobody = client_open(&test_service);
    struct answer page = client_get(&nobody, "/");

    answer_header(&page, "Content-Security-Policy", policy, sizeof policy);
    cr_expect(strstr(policy, "require-trusted-types-for 'script'") != NULL);
    find_part(&page, "/web/", name);
    *strrchr(name, '/') = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct answer part = client_get(&nobody, "%s/%s", name, parts[i]);

        answer_header(&part, "Cache-Control", caching, sizeof caching);
        answer_header(&part, "ETag", tag, sizeof tag);
        snprintf(header, sizeof header, "If-None-Match: %s", tag);
        client_with(&nobody, header);
        struct answer again = client_get(&nobody, "%s/%s", name, parts[i]);

        cr_expect_eq(part.status, 200);
        cr_expect_str_eq(caching, "public, max-age=31536000, immutable");
        cr_expect_eq(again.status, 304);
        answer_clear(&part);
        answer_clear(&again);
    }
    answer_clear(&page);
    client_close(&nobody);
}

Test(docs, the_page_and_the_contract_are_revalidated, .init = shared_setup,
     .fini = shared_teardown)
{
    static const char *const paths[] = {"/", "/docs", "/openapi.yaml",
                                        "/openapi.json",
                                        "/openapi.yaml?game=otys"};
    char caching[64], tag[64], header[96];

    struct client nobody = client_open(&test_service);

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct answer first = client_get(&nobody, "%s", paths[i]);

        answer_header(&first, "Cache-Control", caching, sizeof caching);
        answer_header(&first, "ETag", tag, sizeof tag);
        snprintf(header, sizeof header, "If-None-Match: %s", tag);
        client_with(&nobody, header);
        struct answer again = client_get(&nobody, "%s", paths[i]);

        cr_expect_str_eq(caching, "no-cache");
        cr_expect_eq(again.status, 304);
        answer_clear(&first);
        answer_clear(&again);
    }
    client_close(&nobody);
}

Test(docs, the_contract_of_one_game_has_no_types_of_others,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char *const forms[] = {"yaml", "json"};
    struct client nobody = client_open(&test_service);

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct answer whole = client_get(&nobody, "/openapi.%s", forms[i]);
        struct answer one =
            client_get(&nobody, "/openapi.%s?game=otys", forms[i]);
        struct answer none =
            client_get(&nobody, "/openapi.%s?game=template", forms[i]);

        cr_expect_eq(whole.status, 200);
        cr_expect_not_null(strstr(whole.body, "SeasteadMove"));
        cr_expect_null(strstr(whole.body, "TemplateMove"));
        cr_expect_eq(one.status, 200);
        cr_expect_not_null(strstr(one.body, "OtysMove"));
        cr_expect_null(strstr(one.body, "SeasteadMove"));
        cr_expect_null(strstr(one.body, "UnderwaterCities"));
        cr_expect_lt(one.length, whole.length * 6 / 10);
        cr_expect_eq(none.status, 400);
        cr_expect_eq(whole.json != NULL, strcmp(forms[i], "json") == 0);
        answer_clear(&whole);
        answer_clear(&one);
        answer_clear(&none);
    }
    struct answer page = client_get(&nobody, "/docs?game=otys");
    struct answer none = client_get(&nobody, "/docs?game=template");

    cr_expect_eq(page.status, 200);
    cr_expect_eq(none.status, 400);
    for (size_t i = 0; games[i]; i++) {
        char link[64];

        if (games[i]->is_hidden)
            continue;
        snprintf(link, sizeof link, "\"/docs?game=%s\"", games[i]->id);
        cr_expect_not_null(strstr(page.body, link), "no link %s", link);
    }
    answer_clear(&page);
    answer_clear(&none);
    client_close(&nobody);
}

Test(docs, clients_that_accept_gzip_get_fewer_bytes, .init = shared_setup,
     .fini = shared_teardown)
{
    char coding[32], vary[32], tag[2][64];

    struct client nobody = client_open(&test_service);
    struct answer plain = client_get(&nobody, "/openapi.yaml");

    client_with(&nobody, "Accept-Encoding: br, gzip");
    struct answer packed = client_get(&nobody, "/openapi.yaml");

    client_with(&nobody, "Accept-Encoding: gzip;q=0");
    struct answer unwanted = client_get(&nobody, "/openapi.yaml");

    answer_header(&packed, "Content-Encoding", coding, sizeof coding);
    answer_header(&packed, "Vary", vary, sizeof vary);
    answer_header(&plain, "ETag", tag[0], sizeof tag[0]);
    answer_header(&packed, "ETag", tag[1], sizeof tag[1]);
    cr_expect_str_eq(coding, "gzip");
    cr_expect_str_eq(vary, "Accept-Encoding");
    cr_expect_str_neq(tag[0], tag[1]);
    cr_expect_lt(packed.length, plain.length / 3);
    cr_expect_eq(memcmp(packed.body, "\x1f\x8b", 2), 0);
    answer_header(&unwanted, "Content-Encoding", coding, sizeof coding);
    cr_expect_str_eq(coding, "");
    cr_expect_eq(unwanted.length, plain.length);
    answer_clear(&plain);
    answer_clear(&packed);
    answer_clear(&unwanted);
    client_close(&nobody);
}

Test(docs, every_part_that_the_page_names_exists, .init = shared_setup,
     .fini = shared_teardown)
{
    char name[NAME];
    int parts = 0;

    struct client nobody = client_open(&test_service);
    struct answer page = client_get(&nobody, "/docs");

    for (const char *at = page.body; (at = strstr(at, "\"/docs/")); at++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
        struct answer part = client_get(&nobody, "%s", name);

        cr_expect_eq(part.status, 200, "%s: %ld", name, part.status);
        cr_expect_gt(part.length, 0, "%s", name);
        answer_clear(&part);
        parts++;
    }
    cr_expect_eq(parts, 7);
    answer_clear(&page);
    client_close(&nobody);
}

Test(docs, the_licence_of_the_bundled_script_is_served, .init = shared_setup,
     .fini = shared_teardown)
{
    char name[NAME], type[64];

    struct client nobody = client_open(&test_service);
    struct answer page = client_get(&nobody, "/docs");

    find_part(&page, "/docs/LICENSE-", name);
    struct answer licence = client_get(&nobody, "%s", name);

    answer_header(&licence, "Content-Type", type, sizeof type);
    cr_expect_str_eq(type, "text/plain; charset=utf-8");
    cr_expect(strstr(licence.body, "Apache License") != NULL);
    find_part(&page, "/docs/NOTICE-", name);
    struct answer notice = client_get(&nobody, "%s", name);

    cr_expect(strstr(notice.body, "swagger-ui") != NULL, "%s", notice.body);
    answer_clear(&page);
    answer_clear(&licence);
    answer_clear(&notice);
    client_close(&nobody);
}
