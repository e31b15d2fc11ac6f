/* Promises of every route: each refuses what all routes refuse, and responds as
 * in openapi.yaml. */
#include "depth.h"
#include "samples.h"

#include "api/routes.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A way to make a valid request invalid. */
struct spoiler {
    const char *header, *after, *body;
    size_t length;
    long status;
    const char *problem;
};

static bool always(const struct route *route)
{
    (void)route;
    return true;
}

static bool looks_at_bodies(const struct route *route)
{
    return strcmp(route->method, "GET") != 0;
}

/* Change the sample of each route concerned: all are refused in this way, and
 * nothing visible has changed. */
static void sweep(const struct spoiler *spoiler,
                  bool (*is_concerned)(const struct route *route))
{
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < route_count; i++) {
        if (!is_concerned(&routes[i]))
            continue;
        struct answer answer = sample_send(
            &scene, sample_of(&routes[i]), routes[i].method, spoiler->header,
            spoiler->after, spoiler->body, spoiler->length);

        cr_expect_eq(answer.status, spoiler->status, "%s %s: %ld %.200s",
                     routes[i].method, routes[i].template, answer.status,
                     answer.body);
        cr_expect_str_eq(answer_problem(&answer), spoiler->problem,
                         "%s %s: %.200s", routes[i].method, routes[i].template,
                         answer.body);
        answer_clear(&answer);
    }
    expect_unchanged(&scene, spoiler->problem);
    scene_end(&scene);
}

Test(sweep, an_unsupported_type_is_not_acceptable, .init = deep_only)
{
    sweep(&(struct spoiler){.header = "Accept: application/x-nothing",
                            .status = 406,
                            .problem = "not-acceptable"},
          always);
}

Test(sweep, a_url_is_at_most_4_kib, .init = deep_only)
{
    char *after = calloc(1, 5000);

    snprintf(after, 5000, "?x=%04500d", 0);
    sweep(&(struct spoiler){.after = after,
                            .status = 414,
                            .problem = "uri-too-long"},
          always);
    free(after);
}

/* "?x&x&x": in all, `count` of them. */
static void sweep_parameters(size_t count)
{
    char *after = calloc(1, 2 * count + 1);

    for (size_t i = 0; i < count; i++)
        memcpy(after + 2 * i, i ? "&x" : "?x", 2);
    sweep(&(struct spoiler){.after = after,
                            .status = 400,
                            .problem = "malformed-request"},
          always);
    free(after);
}

Test(sweep, a_query_has_at_most_16_parameters, .init = deep_only)
{
    sweep_parameters(17);
    sweep_parameters(1500);
}

Test(sweep, headers_are_at_most_8_kib, .init = deep_only)
{
    char header[9000];

    snprintf(header, sizeof header, "X-Much: %08500d", 0);
    sweep(&(struct spoiler){.header = header,
                            .status = 431,
                            .problem = "headers-too-large"},
          always);
}

Test(sweep, a_body_is_at_most_64_kib, .init = deep_only)
{
    enum { LENGTH = 64 * 1024 + 1 };
    char *body = calloc(1, LENGTH);

    memset(body, ' ', LENGTH);
    sweep(&(struct spoiler){.body = body,
                            .length = LENGTH,
                            .status = 413,
                            .problem = "content-too-large"},
          always);
    free(body);
}

Test(sweep, a_body_must_be_json)
{
    sweep(&(struct spoiler){.header = "Content-Type: text/plain",
                            .body = "{}",
                            .length = 2,
                            .status = 415,
                            .problem = "unsupported-media-type"},
          looks_at_bodies);
}

Test(sweep, a_body_must_be_complete, .init = deep_only)
{
    sweep(&(struct spoiler){.body = "{\"a\":",
                            .length = 5,
                            .status = 400,
                            .problem = "malformed-request"},
          looks_at_bodies);
}

Test(sweep, undocumented_members_of_a_body_are_refused, .init = deep_only)
{
    sweep(&(struct spoiler){.body = "{\"surprise\":1}",
                            .length = 14,
                            .status = 400,
                            .problem = "invalid-fields"},
          looks_at_bodies);
}

Test(sweep, undocumented_parameters_of_a_query_are_refused, .init = deep_only)
{
    sweep(&(struct spoiler){.after = "?surprise=1",
                            .status = 400,
                            .problem = "invalid-fields"},
          always);
}

Test(sweep, an_incomplete_escape_in_a_query_is_refused, .init = deep_only)
{
    sweep(&(struct spoiler){.after = "?x=%2",
                            .status = 400,
                            .problem = "malformed-request"},
          always);
}

/* ---- unknown resources ---- */

/* The template with ids that do not exist: "/v1/matches/m_aaa…/seats/0". */
static bool name_nothing(const char *template, char *out, size_t size)
{
    static const struct {
        const char *variable, *nothing;
    } unknown[] = {
        {"{match}", "m_aaaaaaaaaaaaaaaaaaaaaaaaaa"},
        {"{token}", "tok_aaaaaaaaaaaaaaaaaaaaaaaaaa"},
        {"{challenge}", "c_aaaaaaaaaaaaaaaaaaaaaaaaaa"},
        {"{seat}", "0"},
        {"{name}", "nothing"},
        {"{problem}", "nothing"},
        {"{game}", "nothing"},
        {"{file}", "nothing"},
    };

    snprintf(out, size, "%s", template);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        char *at = strstr(out, unknown[i].variable), rest[128];

        if (!at)
            continue;
        snprintf(rest, sizeof rest, "%s", at + strlen(unknown[i].variable));
        snprintf(at, size - (size_t)(at - out), "%s%s", unknown[i].nothing,
                 rest);
    }
    return strcmp(template, out) != 0;
}

Test(sweep, unknown_ids_are_not_found)
{
    struct scene scene;
    char path[SCENE_TEXT];

    scene_begin(&scene, NULL);
    for (size_t i = 0; i < route_count; i++) {
        struct sample nothing = *sample_of(&routes[i]);

        if (!name_nothing(routes[i].template, path, sizeof path))
            continue;
        nothing.path = path;
        struct answer answer = sample_send(&scene, &nothing, routes[i].method,
                                           NULL, NULL, NULL, 0);

        cr_expect_eq(answer.status, 404, "%s %s: %ld %s", routes[i].method,
                     path, answer.status, answer.body);
        cr_expect_str_eq(answer_problem(&answer), "not-found");
        answer_clear(&answer);
    }
    scene_end(&scene);
}

/* ---- methods ---- */

/* Is it one of the path's methods? */
static bool knows(const char *template, const char *method)
{
    for (size_t i = 0; i < route_count; i++)
        if (strcmp(routes[i].template, template) == 0 &&
            strcmp(routes[i].method, method) == 0)
            return true;
    return false;
}

/* Expect exactly the path's methods in Allow. */
static void expect_allow(const char *template, const struct answer *answer)
{
    static const char *const methods[] = {"GET",  "POST",   "PUT",
                                          "HEAD", "DELETE", "PATCH"};
    char allow[80];

    answer_header(answer, "Allow", allow, sizeof allow);
    cr_expect(strstr(allow, "OPTIONS") != NULL, "%s: %s", template, allow);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const char *real = strcmp(methods[i], "HEAD") == 0 ? "GET" : methods[i];

        cr_expect_eq(strstr(allow, methods[i]) != NULL, knows(template, real),
                     "%s: %s in %s", template, methods[i], allow);
    }
}

Test(sweep, a_wrong_method_is_refused_with_the_right_ones, .init = deep_only)
{
    static const char *const methods[] = {"GET",    "POST",  "PUT", "PATCH",
                                          "DELETE", "TRACE", "BREW"};
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < route_count; i++) {
        const struct sample *sample = sample_of(&routes[i]);

        for (size_t j = 0; j < sizeof methods / sizeof *methods; j++) {
            if (knows(routes[i].template, methods[j]))
                continue;
            struct answer no =
                sample_send(&scene, sample, methods[j], NULL, NULL, NULL, 0);

            cr_expect_eq(no.status, 405, "%s %s: %ld", methods[j],
                         routes[i].template, no.status);
            cr_expect_str_eq(answer_problem(&no), "method-not-allowed");
            expect_allow(routes[i].template, &no);
            answer_clear(&no);
        }
        struct answer options =
            sample_send(&scene, sample, "OPTIONS", NULL, NULL, NULL, 0);

        cr_expect_eq(options.status, 204);
        expect_allow(routes[i].template, &options);
        answer_clear(&options);
    }
    expect_unchanged(&scene, "wrong methods");
    scene_end(&scene);
}

/* Compare a HEAD of the route with a GET just before it; returns whether their
 * lengths agree. */
static bool head_is_like_get(struct scene *scene, const struct route *route)
{
    char length[32], type[2][64];
    struct answer get =
        sample_send(scene, sample_of(route), "GET", NULL, NULL, NULL, 0);
    struct answer head =
        sample_send(scene, sample_of(route), "HEAD", NULL, NULL, NULL, 0);

    answer_header(&head, "Content-Length", length, sizeof length);
    answer_header(&get, "Content-Type", type[0], sizeof type[0]);
    answer_header(&head, "Content-Type", type[1], sizeof type[1]);
    cr_expect_eq(get.status, 200, "%s: %s", route->template, get.body);
    cr_expect_eq(head.status, 200, "%s", route->template);
    cr_expect_eq(head.length, 0);
    cr_expect_str_eq(type[0], type[1]);
    const bool is_same = strtoul(length, NULL, 10) == get.length;

    answer_clear(&get);
    answer_clear(&head);
    return is_same;
}

/* A cursor of /v1/me/events lists all running transactions, also those of other
 * tests: its length can differ, and then another attempt is made. */
Test(sweep, head_has_the_headers_of_get_without_the_body, .init = deep_only)
{
    enum { TRIES = 20 };
    struct scene scene;

    scene_begin(&scene, NULL);
    for (size_t i = 0; i < route_count; i++) {
        bool is_same = strcmp(routes[i].method, "GET") != 0;

        for (int n = 0; n < TRIES && !is_same; n++)
            is_same = head_is_like_get(&scene, &routes[i]);
        cr_expect(is_same, "%s", routes[i].template);
    }
    scene_end(&scene);
}
