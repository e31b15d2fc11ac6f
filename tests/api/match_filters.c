/* The filters of lists of matches. */
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TestSuite(match_filters, .init = service_setup, .fini = service_teardown);

#define RATED                                                                  \
    "\"rated\":true,\"clock\":{\"turn_seconds\":600,\"policy\":\"automatic\"}"

enum { MATCHES = 4 };

/* Matches of ada, the oldest first. */
struct stage {
    struct client ada, nobody;
    char ids[MATCHES][64];
};

static const char *const made[MATCHES] = {
    "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}",
    "{\"game\":\"otys\",\"seats\":[\"me\",\"bot:random\"]}",
    "{\"game\":\"otys\",\"seats\":[\"me\",\"open\",\"open\"]," RATED "}",
    "{\"game\":\"otys\",\"seats\":[\"me\",\"open\"],\"private\":true}",
};

static void stage_begin(struct stage *stage)
{
    stage->ada = client_account(&test_service, "ada");
    stage->nobody = client_open(&test_service);
    for (int i = 0; i < MATCHES; i++) {
        struct answer answer =
            client_send(&stage->ada, "POST", "/v1/matches", made[i]);

        cr_assert_eq(answer.status, 201, "%s", answer.body);
        snprintf(stage->ids[i], sizeof stage->ids[i], "%s",
                 answer_text(&answer, "id"));
        answer_clear(&answer);
    }
}

static void stage_end(struct stage *stage)
{
    client_close(&stage->ada);
    client_close(&stage->nobody);
}

/* The matches listed, as digits of their numbers: "210". */
static void read_list(struct stage *stage, struct client *who,
                      const char *query, char out[MATCHES + 1])
{
    struct answer list = client_get(who, "/v1/matches?%s", query);
    json_t *match;
    size_t i, length = 0;

    cr_assert_eq(list.status, 200, "%s: %s", query, list.body);
    json_array_foreach(
        json_object_get(list.json, "data"), i,
        match) for (int n = 0; n < MATCHES && length < MATCHES;
                    n++) if (strcmp(json_string_value(json_object_get(match,
                                                                      "id")),
                                    stage->ids[n]) == 0) out[length++] =
        (char)('0' + n);
    out[length] = '\0';
    answer_clear(&list);
}

/* The bot may be the one who begins. */
static void await_turn(struct stage *stage)
{
    char found[MATCHES + 1] = "";

    for (int i = 0; i < 6000 && !strchr(found, '1'); i++) {
        usleep(i > 0 ? 10000 : 0);
        read_list(stage, &stage->ada, "to_act=me", found);
    }
}

static void expect_list(struct stage *stage, struct client *who,
                        const char *query, const char *wanted)
{
    char found[MATCHES + 1];

    read_list(stage, who, query, found);
    cr_expect_str_eq(found, wanted, "%s", query);
}

Test(match_filters, select_by_status_rating_seats_and_time)
{
    static const struct {
        const char *query, *wanted;
    } lists[] = {
        {"", "3210"},
        {"status=open", "320"},
        {"status=running", "1"},
        {"status=open,running", "3210"},
        {"status=finished,aborted", ""},
        {"status=running,finished&game=otys", "1"},
        {"status=open,running&player=ada", "3210"},
        {"status=open,aborted&player=ada", "320"},
        {"rated=true", "2"},
        {"rated=false", "310"},
        {"seats=3", "2"},
        {"seats=2&rated=false&game=otys", "31"},
        {"seats=2&status=open", "30"},
        {"seats=4", ""},
        {"since=2001-01-01T00:00:00Z", "3210"},
        {"since=2101-01-01T00:00:00Z", ""},
        {"to_act=me&seats=2", "1"},
        {"to_act=me&seats=3", ""},
        {"to_act=me&since=2101-01-01T00:00:00Z", ""},
    };
    struct stage stage;

    stage_begin(&stage);
    await_turn(&stage);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        expect_list(&stage, &stage.ada, lists[i].query, lists[i].wanted);
    expect_list(&stage, &stage.nobody, "status=open,running", "210");
    stage_end(&stage);
}

Test(match_filters, a_time_of_a_match_selects_it_and_the_later_ones)
{
    struct stage stage;
    char query[128];

    stage_begin(&stage);
    struct answer match =
        client_get(&stage.ada, "/v1/matches/%s", stage.ids[2]);

    /* The time is shown in milliseconds: it is not later than the match. */
    snprintf(query, sizeof query, "since=%s",
             answer_text(&match, "created_at"));
    char found[MATCHES + 1];

    read_list(&stage, &stage.ada, query, found);
    cr_expect_eq(strncmp(found, "32", 2), 0, "%s: %s", query, found);
    answer_clear(&match);
    stage_end(&stage);
}

Test(match_filters, ids_select_matches_that_their_holder_may_read)
{
    struct stage stage;
    char query[320];

    stage_begin(&stage);
    snprintf(query, sizeof query, "ids=%s,%s,%s,m_aaaaaaaaaaaaaaaaaaaaaaaaaa",
             stage.ids[1], stage.ids[3], stage.ids[1]);
    expect_list(&stage, &stage.nobody, query, "31");
    stage_end(&stage);
}

Test(match_filters, pages_of_what_is_selected_follow_each_other)
{
    struct stage stage;
    char path[256] = "/v1/matches?seats=2&limit=1";
    int count = 0;

    stage_begin(&stage);
    for (int page = 0; page < 10; page++) {
        struct answer list = client_send(&stage.ada, "GET", path, NULL);
        char next[128];

        cr_assert_eq(list.status, 200, "%s", list.body);
        count += (int)json_array_size(json_object_get(list.json, "data"));
        snprintf(next, sizeof next, "%s", answer_text(&list, "next_cursor"));
        answer_clear(&list);
        if (!next[0])
            break;
        snprintf(path, sizeof path, "/v1/matches?seats=2&limit=1&cursor=%s",
                 next);
    }
    cr_expect_eq(count, 3);
    stage_end(&stage);
}

Test(match_filters, bad_values_are_refused)
{
    static const char *const bad[] = {
        "status=open,done",
        "status=open,",
        "status=",
        "rated=yes",
        "seats=0",
        "seats=5",
        "since=yesterday",
        "since=2026-02-30T00:00:00Z",
        "since=2026-01-01T00:00:00",
        "ids=",
        "ids=m_abc",
        "ids=m_aaaaaaaaaaaaaaaaaaaaaaaaaa&game=otys",
    };
    struct client nobody = client_open(&test_service);

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct answer answer = client_get(&nobody, "/v1/matches?%s", bad[i]);

        cr_expect_eq(answer.status, 400, "%s: %s", bad[i], answer.body);
        cr_expect_str_eq(answer_problem(&answer), "invalid-fields", "%s",
                         bad[i]);
        answer_clear(&answer);
    }
    client_close(&nobody);
}
