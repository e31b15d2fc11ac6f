/* openapi.yaml, errors.def and the service agree. */
#include "contract.h"
#include "api/routes.h"
#include "http.h"
#include "service.h"

#include "api/http/responses/problem.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_contract(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen("openapi.yaml", "r");

    cr_assert_not_null(file);
    cr_assert_gt(getdelim(&text, &size, '\0', file), 0);
    fclose(file);
    return text;
}

Test(contract, every_problem_is_documented_and_has_a_page)
{
    struct service service;
    char *text = read_contract(), line[96];

    service_begin(&service, NULL);
    struct client nobody = client_open(&service);

    for (int i = 0; i < PROBLEM_COUNT; i++) {
        snprintf(line, sizeof line, "            - /problems/%s\n",
                 problems[i].slug);
        cr_expect(strstr(text, line) != NULL, "%s is missing",
                  problems[i].slug);
        struct answer page =
            client_get(&nobody, "/problems/%s", problems[i].slug);

        cr_expect_eq(page.status, 200);
        cr_expect(strstr(page.body, problems[i].slug) != NULL);
        answer_clear(&page);
    }
    client_close(&nobody);
    service_end(&service);
    free(text);
}

Test(contract, every_documented_problem_exists)
{
    char *text = read_contract(), slug[64];

    for (const char *s = text; (s = strstr(s, "- /problems/")); s++) {
        snprintf(slug, sizeof slug, "%.*s", (int)strcspn(s + 12, "\n"), s + 12);
        cr_expect_not_null(problem_find(slug), "%s", slug);
    }
    free(text);
}

Test(contract, every_route_is_documented)
{
    char template[128];

    for (size_t i = 0; i < route_count; i++) {
        cr_expect(contract_path(routes[i].template, template, sizeof template),
                  "%s", routes[i].template);
        cr_expect_str_eq(template, routes[i].template);
        cr_expect(contract_status(routes[i].template, routes[i].method, 406),
                  "%s %s", routes[i].method, routes[i].template);
    }
}

/* The authorisation of a route, as the contract writes it. */
static void say_who(const struct route *route, char *out, size_t size)
{
    static const char *const scopes[] = {"match:read", "match:play", "bot:play",
                                         "account:write", "admin"};
    int length = snprintf(out, size, "\n%s",
                          route->who == ANYONE ? "        - {}\n" : "");

    if (route->who == NOBODY) {
        snprintf(out, size, " []\n");
        return;
    }
    if (route->scopes == 0)
        length += snprintf(out + length, size - (size_t)length,
                           "        - token: []\n");
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (route->scopes >> i & 1)
            length += snprintf(out + length, size - (size_t)length,
                               "        - token: [%s]\n", scopes[i]);
    length +=
        snprintf(out + length, size - (size_t)length, "        - cookie: []\n");
    if (strstr(route->accepts, "text/event-stream"))
        snprintf(out + length, size - (size_t)length, "        - ticket: []\n");
}

Test(contract, every_route_has_the_documented_authorisation)
{
    char want[256], said[256];

    for (size_t i = 0; i < route_count; i++) {
        say_who(&routes[i], want, sizeof want);
        cr_expect(contract_security(routes[i].template, routes[i].method, said,
                                    sizeof said),
                  "%s %s", routes[i].method, routes[i].template);
        cr_expect_str_eq(said, want, "%s %s: %s", routes[i].method,
                         routes[i].template, said);
    }
}

Test(contract, every_documented_path_is_a_route)
{
    char *text = read_contract(), path[128];
    size_t found = 0;

    for (const char *s = text; (s = strstr(s, "\n  /")); s++) {
        snprintf(path, sizeof path, "%.*s", (int)strcspn(s + 3, ":"), s + 3);
        bool is_route = false;

        for (size_t i = 0; i < route_count; i++)
            is_route |= strcmp(routes[i].template, path) == 0;
        cr_expect(is_route, "%s", path);
        found++;
    }
    cr_expect_gt(found, 10);
    free(text);
}

Test(contract, the_service_has_the_documented_versions)
{
    struct service service;
    char *text = read_contract(), line[64];

    service_begin(&service, NULL);
    struct client nobody = client_open(&service);
    struct answer config = client_get(&nobody, "/v1/config");
    const json_t *build = json_object_get(config.json, "build");
    const json_t *rulesets = json_object_get(build, "rulesets");
    struct answer game = client_get(&nobody, "/v1/games/underwater-cities");

    snprintf(line, sizeof line, "\n  version: %s\n",
             json_string_value(json_object_get(build, "version")));
    cr_expect(strstr(text, line) != NULL, "no %s", line);
    snprintf(line, sizeof line, " version: %s\n",
             answer_text(&config, "version"));
    cr_expect(strstr(text, line) != NULL, "no example with %s", line);
    cr_expect_str_eq(
        json_string_value(json_object_get(rulesets, "underwater-cities")),
        answer_text(&game, "ruleset"));
    answer_clear(&config);
    answer_clear(&game);
    client_close(&nobody);
    service_end(&service);
    free(text);
}

Test(contract, the_service_serves_its_contract)
{
    struct service service;
    char *text = read_contract();

    service_begin(&service, NULL);
    struct client nobody = client_open(&service);
    struct answer served = client_get(&nobody, "/openapi.yaml");

    cr_expect_eq(served.status, 200);
    /* Criterion waits for ever when it reports texts as long as these. */
    cr_expect(strcmp(served.body, text) == 0, "it is not openapi.yaml");
    answer_clear(&served);
    client_close(&nobody);
    service_end(&service);
    free(text);
}
