/* Alerts and dashboard use existing metrics: every name and label in their
 * expressions is on the page of a running node. */
#include "match_fixture.h"
#include "pages.h"
#include "raw.h"
#include "service.h"

#include "api/routes.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 96, CHECKED_LEAST = 80 };

/* The page, and how many names were looked up in it. */
struct looking {
    const char *page, *where;
    size_t names;
};

/* ---- the page ---- */

/* Is there a sample of this metric, with this label unless it is NULL? */
static bool has_sample(const char *page, const char *name, const char *label)
{
    char begin[WORD_SIZE + 2], within[2][WORD_SIZE + 4];
    int length = snprintf(begin, sizeof begin, "\n%s", name);

    snprintf(within[0], sizeof within[0], "{%s=\"", label);
    snprintf(within[1], sizeof within[1], ",%s=\"", label);
    for (const char *at = page; (at = strstr(at, begin)) != NULL; at++) {
        char line[512];

        if (at[length] != ' ' && at[length] != '{')
            continue;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
        if (!*label || strstr(line, within[0]) || strstr(line, within[1]))
            return true;
    }
    return false;
}

/* Labels that Prometheus adds. */
static bool is_prometheus_own(const char *word)
{
    return strcmp(word, "up") == 0 || strcmp(word, "job") == 0 ||
           strcmp(word, "instance") == 0;
}

/* ---- expressions ---- */

/* Advances *at past a word: a letter, then letters and digits. */
static void take_word(const char **at, char word[WORD_SIZE])
{
    size_t n = 0;

    while (isalnum((unsigned char)**at) || **at == '_' || **at == ':') {
        if (n + 1 < WORD_SIZE)
            word[n++] = **at;
        ++*at;
    }
    word[n] = '\0';
}

static const char *skip_spaces(const char *at)
{
    return at + strspn(at, " \n");
}

/* A route in a matcher is one of our routes; each of several is. */
static void check_routes(const struct looking *looking, const char *value,
                         size_t length)
{
    char text[512], *rest = text;

    snprintf(text, sizeof text, "%.*s", (int)length, value);
    for (char *one; (one = strsep(&rest, "|")) != NULL;) {
        bool is_route = false;

        for (size_t i = 0; i < route_count; i++)
            is_route = is_route || strcmp(routes[i].template, one) == 0;
        cr_expect(is_route, "%s: no route %s", looking->where, one);
    }
}

/* The braces after a name: returns the text after them. */
static const char *check_matchers(const struct looking *looking,
                                  const char *name, const char *at)
{
    while (*at && *at != '}') {
        char label[WORD_SIZE];

        at = skip_spaces(at + 1);
        take_word(&at, label);
        cr_expect(is_prometheus_own(label) || is_prometheus_own(name) ||
                      has_sample(looking->page, name, label),
                  "%s: %s has no label %s", looking->where, name, label);
        at += strcspn(at, "\"");
        const size_t length = strcspn(at + 1, "\"");

        if (strcmp(label, "route") == 0)
            check_routes(looking, at + 1, length);
        at = skip_spaces(at + length + 2);
    }
    return *at ? at + 1 : at;
}

/* Labels in brackets, after `by` and the like. */
static const char *check_labels(const struct looking *looking, const char *at)
{
    while (*at && *at != ')') {
        char label[WORD_SIZE], within[2][WORD_SIZE + 4];

        at = skip_spaces(at + 1);
        take_word(&at, label);
        snprintf(within[0], sizeof within[0], "{%s=\"", label);
        snprintf(within[1], sizeof within[1], ",%s=\"", label);
        cr_expect(is_prometheus_own(label) ||
                      strstr(looking->page, within[0]) ||
                      strstr(looking->page, within[1]),
                  "%s: nothing has the label %s", looking->where, label);
        at = skip_spaces(at);
    }
    return at;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/* A word in an expression, which continues at `at`. */
static const char *check_word(struct looking *looking, const char *word,
                              const char *at)
{
    static const char *const grouping[] = {"by", "without", "on", "ignoring",
                                           NULL};
    static const char *const others[] = {"and",  "or",     "unless",
                                         "bool", "offset", NULL};

    at = skip_spaces(at);
    if (is_one_of(word, grouping))
        return check_labels(looking, at);
    if (*at == '(' || is_one_of(word, others))
        return at; /* a function; an operator */
    if (strncmp(at, "by", 2) == 0 || strncmp(at, "without", 7) == 0)
        return at; /* an aggregation */
    looking->names++;
    cr_expect(is_prometheus_own(word) || has_sample(looking->page, word, ""),
              "%s: no metric %s", looking->where, word);
    return *at == '{' ? check_matchers(looking, word, at) : at;
}

static void check_expression(struct looking *looking, const char *text)
{
    for (const char *at = text; *at;) {
        char word[WORD_SIZE];

        if (*at == '[') {
            at += strcspn(at, "]");
        } else if (isdigit((unsigned char)*at)) {
            while (isalnum((unsigned char)*at) || *at == '.')
                at++; /* a number; a duration */
        } else if (isalpha((unsigned char)*at) || *at == '_') {
            take_word(&at, word);
            at = check_word(looking, word, at);
        } else {
            at++;
        }
    }
}

/* ---- the files ---- */

/* The expressions of rules: "expr: …" to the end of the line, or ">-" and the
 * lines that are indented further. */
static void check_rules(struct looking *looking)
{
    static const char key[] = "        expr: ";
    char *rules = page_read("docker/monitoring/alerts.yaml");

    looking->where = "alerts.yaml";
    for (const char *at = rules; (at = strstr(at, key)) != NULL;) {
        char text[1024];
        size_t length;

        at += sizeof key - 1;
        length = strcspn(at, "\n");
        if (strncmp(at, ">-", 2) == 0)
            while (strncmp(at + length, "\n          ", 11) == 0)
                length += 1 + strcspn(at + length + 1, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        check_expression(looking, text);
    }
    free(rules);
}

static void check_panel(struct looking *looking, const json_t *panel)
{
    const json_t *target;
    size_t i;

    looking->where = json_string_value(json_object_get(panel, "title"));
    json_array_foreach(json_object_get(panel, "targets"), i, target)
    {
        const char *text = json_string_value(json_object_get(target, "expr"));

        cr_assert_not_null(text, "%s", looking->where);
        check_expression(looking, text);
    }
}

static void check_dashboard(struct looking *looking)
{
    char *text = page_read("docker/monitoring/grafana.json");
    json_t *dashboard = json_loads(text, 0, NULL);
    const json_t *panel;
    size_t i;

    cr_assert_not_null(dashboard);
    json_array_foreach(json_object_get(dashboard, "panels"), i, panel)
        check_panel(looking, panel);
    json_decref(dashboard);
    free(text);
}

/* ---- a node that has seen every kind of request ---- */

static void live(struct fixture *fixture)
{
    char legal[96];
    int seat = fixture_choose_any(fixture, legal, sizeof legal);
    struct answer answers[] = {
        fixture_post(fixture, seat, "take", fixture->seq, NULL),
        fixture_post(fixture, seat, legal, fixture->seq, NULL),
        fixture_get(fixture, 0, "/state"),
        client_send(&fixture->players[0], "POST", "/v1/records/verify",
                    "{\"record\":\"no record\"}"),
    };

    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        answer_clear(&answers[i]);
}

Test(metrics, alerts_and_dashboard_use_existing_metrics, .timeout = 600)
{
    static const char *const settings[] = {"--database-disk-bytes=80000000000",
                                           NULL};
    struct looking looking = {.names = 0};
    struct service service;
    struct fixture fixture;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    live(&fixture);
    char *page = raw_metrics(&service);

    looking.page = page;
    check_rules(&looking);
    check_dashboard(&looking);
    cr_expect_gt(looking.names, CHECKED_LEAST);
    free(page);
    fixture_end(&fixture);
    service_end(&service);
}
