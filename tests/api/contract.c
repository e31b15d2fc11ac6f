/* openapi.yaml, errors.def and the service say the same. */
#include "contract.h"
#include "api/routes.h"
#include "http.h"
#include "service.h"

#include "api/problem.h"

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

Test(contract, every_problem_is_in_the_contract_and_has_a_page)
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

Test(contract, no_problem_is_in_the_contract_that_does_not_exist)
{
    char *text = read_contract(), slug[64];

    for (const char *s = text; (s = strstr(s, "- /problems/")); s++) {
        snprintf(slug, sizeof slug, "%.*s", (int)strcspn(s + 12, "\n"), s + 12);
        cr_expect_not_null(problem_find(slug), "%s", slug);
    }
    free(text);
}

Test(contract, every_route_is_in_the_contract)
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

/* Paths whose routes are being written; none of them stays here. */
static const char *const coming[] = {
    "/v1/me/events",
    "/v1/stream-tickets",
};

static bool is_coming(const char *path)
{
    for (size_t i = 0; i < sizeof coming / sizeof *coming; i++)
        if (strcmp(coming[i], path) == 0)
            return true;
    return false;
}

Test(contract, every_path_in_the_contract_is_a_route)
{
    char *text = read_contract(), path[128];
    size_t found = 0;

    for (const char *s = text; (s = strstr(s, "\n  /")); s++) {
        snprintf(path, sizeof path, "%.*s", (int)strcspn(s + 3, ":"), s + 3);
        bool is_route = is_coming(path);

        for (size_t i = 0; i < route_count; i++)
            is_route |= strcmp(routes[i].template, path) == 0;
        cr_expect(is_route, "%s", path);
        found++;
    }
    cr_expect_gt(found, 10);
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
    cr_expect_str_eq(served.body, text);
    answer_clear(&served);
    client_close(&nobody);
    service_end(&service);
    free(text);
}
