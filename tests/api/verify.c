/* Verification of records. */
#include "match_fixture.h"
#include "raw.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct answer verify(struct client *who, const char *record)
{
    json_t *body = json_pack("{s:s}", "record", record);
    char *text = json_dumps(body, JSON_COMPACT);
    struct answer answer = client_send(who, "POST", "/v1/records/verify", text);

    json_decref(body);
    free(text);
    return answer;
}

/* The record of a match that was played to its end. */
static char *play_one(struct fixture *fixture, struct answer *match)
{
    fixture_play(fixture, 10000);
    *match = fixture_get(fixture, 0, "");
    struct answer record = fixture_get(fixture, 0, "/record");
    char *text = strdup(record.body);

    cr_assert_eq(record.status, 200, "%s", record.body);
    answer_clear(&record);
    return text;
}

static size_t lines_before(const char *text, const char *end)
{
    size_t lines = 0;

    for (; text < end; text++)
        lines += *text == '\n';
    return lines;
}

Test(verify, a_record_leads_to_the_result_of_its_match, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct answer match;

    fixture_begin(&fixture, &test_service, "template", 3);
    struct client anybody = client_open(&test_service);
    char *record = play_one(&fixture, &match);
    struct answer verdict = verify(&anybody, record);
    json_t *result = json_object_get(match.json, "result");

    cr_assert_eq(verdict.status, 200, "%s", verdict.body);
    cr_expect(json_is_true(json_object_get(verdict.json, "valid")), "%s",
              verdict.body);
    cr_expect_str_eq(answer_text(&verdict, "game"), "template");
    cr_expect_eq(answer_number(&verdict, "seats"), 3);
    cr_expect(json_is_true(json_object_get(verdict.json, "ended")));
    cr_expect(json_equal(json_object_get(verdict.json, "scores"),
                         json_object_get(result, "scores")));
    cr_expect_eq(
        (size_t)answer_number(&verdict, "moves"),
        lines_before(strstr(record, "\n\n") + 2, record + strlen(record)));
    answer_clear(&match);
    answer_clear(&verdict);
    free(record);
    client_close(&anybody);
    fixture_end(&fixture);
}

Test(verify, a_changed_line_is_found, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct answer match;

    fixture_begin(&fixture, &test_service, "template", 2);
    char *record = play_one(&fixture, &match);
    char *third = strstr(record, "\n\n") + 2;

    for (int i = 0; i < 2; i++)
        third = strchr(third, '\n') + 1;
    *third = *third == '0' ? '1' : '0';
    struct answer verdict = verify(&fixture.players[0], record);

    cr_expect_eq(verdict.status, 200);
    cr_expect(json_is_false(json_object_get(verdict.json, "valid")));
    cr_expect_eq((size_t)answer_number(&verdict, "line"),
                 lines_before(record, third) + 1);
    cr_expect_neq(answer_text(&verdict, "reason")[0], '\0');
    answer_clear(&match);
    answer_clear(&verdict);
    free(record);
    fixture_end(&fixture);
}

/* A number of decisions, each undone; new text. */
static char *long_record(int decisions)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    fprintf(to, "game template\nruleset 3\ndeck numbers 1\nseats 2\nsecret "
                "7cbf19fb6e1b09694da27589f80e7dea340e06ac59070e6f117e078af5c90"
                "5b0\n\n");
    for (int i = 0; i < decisions; i++)
        fprintf(to, "0 choose 13\n0 undo 1\n");
    fclose(to);
    return text;
}

Test(verify, a_record_that_takes_too_long_is_refused)
{
    static const char *const settings[] = {"--replay-ms=1", NULL};
    struct service service;
    char *text = long_record(2500);

    service_begin(&service, settings);
    struct client anybody = client_open(&service);
    struct answer answer = verify(&anybody, text);

    cr_expect_eq(answer.status, 422, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), "record-too-long");
    answer_clear(&answer);
    client_close(&anybody);
    service_end(&service);
    service_begin(&service, NULL);
    anybody = client_open(&service);
    answer = verify(&anybody, text);
    cr_expect(json_is_true(json_object_get(answer.json, "valid")), "%s",
              answer.body);
    cr_expect_eq(answer_number(&answer, "moves"), 5000);
    answer_clear(&answer);
    free(text);
    client_close(&anybody);
    service_end(&service);
}

static const struct {
    const char *record;
    long line;
    const char *says;
} nonsense[] = {
    {"x", 1, "game"},
    {"\n", 1, "game"},
    {"game chess\n", 1, "chess"},
    {"game template\nseats 9\n", 2, "seats"},
    {"game template\n\n", 2, "ruleset"},
    {"game \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3"
     "\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3"
     "\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3"
     "\xa9\xc3\xa9\xc3\xa9x\xc3\xa9\n",
     1, "Unknown game"},
};

Test(verify, an_invalid_record_is_refused_with_line_and_reason,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client anybody = client_open(&test_service);

    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        struct answer verdict = verify(&anybody, nonsense[i].record);

        cr_expect_eq(verdict.status, 200, "%s", verdict.body);
        cr_expect(!json_is_true(json_object_get(verdict.json, "valid")));
        cr_expect_eq(answer_number(&verdict, "line"), nonsense[i].line, "%s",
                     verdict.body);
        cr_expect(strstr(answer_text(&verdict, "reason"), nonsense[i].says),
                  "%s", verdict.body);
        answer_clear(&verdict);
    }
    struct answer empty = verify(&anybody, "");
    struct answer none =
        client_send(&anybody, "POST", "/v1/records/verify", "{}");

    cr_expect_eq(empty.status, 400);
    cr_expect_eq(none.status, 400);
    answer_clear(&empty);
    answer_clear(&none);
    client_close(&anybody);
}

/* It may be true: only a newer version of the service can tell. */
Test(verify, a_record_of_a_newer_version_is_neither_valid_nor_invalid,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client anybody = client_open(&test_service);
    struct answer verdict = verify(&anybody, "game otys\nruleset 999\n");

    cr_expect_eq(verdict.status, 200, "%s", verdict.body);
    cr_expect(json_is_null(json_object_get(verdict.json, "valid")));
    cr_expect_eq(answer_number(&verdict, "line"), 2);
    cr_expect(strstr(answer_text(&verdict, "reason"), "ruleset 999"), "%s",
              verdict.body);
    answer_clear(&verdict);
    client_close(&anybody);
}

/* ---- several at once ---- */

enum { CLIENTS = 12 };

/* Send the same record, over connections from 127.0.0.`from`. */
static void send_from_many(const struct service *service, int from,
                           const char *record, int fd[CLIENTS])
{
    json_t *body = json_pack("{s:s}", "record", record);
    char *text = json_dumps(body, JSON_COMPACT);
    char head[256];
    int length = snprintf(head, sizeof head,
                          "POST /v1/records/verify HTTP/1.1\r\nHost: x\r\n"
                          "Content-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n",
                          strlen(text));

    for (int i = 0; i < CLIENTS; i++) {
        fd[i] = raw_connect(service, from);
        cr_assert(raw_send(fd[i], head, (size_t)length));
        cr_assert(raw_send(fd[i], text, strlen(text)));
    }
    json_decref(body);
    free(text);
}

static int first_status(int fd)
{
    char text[2048];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int first = 0, last = 0;

    for (int i = 0; i < 600 && first == 0; i++) {
        raw_read(fd, &reply, 100);
        raw_count(text, &first, &last);
    }
    close(fd);
    return first;
}

/* They are replayed one after the other, those of two addresses in turn; none
 * is refused. */
Test(verify, many_records_of_one_client_leave_room_for_those_of_another,
     .init = shared_setup, .fini = shared_teardown)
{
    int one[CLIENTS], other[CLIENTS];
    char *record = long_record(2500);

    send_from_many(&test_service, 2, record, one);
    send_from_many(&test_service, 3, record, other);
    for (int i = 0; i < CLIENTS; i++) {
        cr_expect_eq(first_status(other[i]), 200);
        cr_expect_eq(first_status(one[i]), 200);
    }
    free(record);
}

/* ---- the commitment ---- */

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define NOT_HEX                                                                \
    "000000000000000000000000000000000000000000000000000000000000000G"

/* The command of docs/ranked.md, as a player runs it. */
static void hash_by_hand(const char *match, const char *record, char out[65])
{
    const char *secret = strstr(record, "\nsecret ");
    char digits[65];
    int line[2];
    pid_t pid;

    cr_assert_not_null(secret);
    snprintf(digits, sizeof digits, "%.64s", secret + 8);
    cr_assert_eq(pipe(line), 0);
    pid = fork();
    if (pid == 0) {
        dup2(line[1], 1);
        execl("/bin/sh", "sh", "-c",
              "printf 'fathom-commitment-1 %s %s' \"$1\" \"$2\" | sha256sum",
              "sh", match, digits, (char *)NULL);
        _exit(127);
    }
    close(line[1]);
    cr_assert_eq(read(line[0], out, 64), 64);
    out[64] = '\0';
    close(line[0]);
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
}

static struct answer verify_commitment(struct client *who, const char *record,
                                       const char *match,
                                       const char *commitment)
{
    json_t *body = json_pack("{s:s, s:s*, s:s*}", "record", record, "match",
                             match, "commitment", commitment);
    char *text = json_dumps(body, JSON_COMPACT);
    struct answer answer = client_send(who, "POST", "/v1/records/verify", text);

    json_decref(body);
    free(text);
    return answer;
}

static void expect_commitment(struct client *who, const char *record,
                              const char *match, const char *commitment,
                              bool holds)
{
    struct answer verdict = verify_commitment(who, record, match, commitment);
    json_t *said = json_object_get(verdict.json, "commitment_holds");

    cr_assert_eq(verdict.status, 200, "%s", verdict.body);
    cr_expect(json_is_boolean(said) && json_is_true(said) == holds, "%s",
              verdict.body);
    answer_clear(&verdict);
}

Test(verify, the_commitment_of_a_match_is_that_of_its_records_secret,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    struct answer match;
    char by_hand[65];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client anybody = client_open(&test_service);
    struct answer begun = fixture_get(&fixture, 0, "");
    const char *commitment = answer_text(&begun, "commitment");

    cr_assert_not_null(commitment, "%s", begun.body);
    char *record = play_one(&fixture, &match);

    cr_expect_str_eq(answer_text(&match, "commitment"), commitment);
    hash_by_hand(fixture.match, record, by_hand);
    cr_expect_str_eq(by_hand, commitment);
    expect_commitment(&anybody, record, fixture.match, commitment, true);
    /* For another match, and with another hash. */
    expect_commitment(&anybody, record, "m_aaaaaaaaaaaaaaaaaaaaaaaaaa",
                      commitment, false);
    by_hand[0] = by_hand[0] == '0' ? '1' : '0';
    expect_commitment(&anybody, record, fixture.match, by_hand, false);
    answer_clear(&begun);
    answer_clear(&match);
    free(record);
    client_close(&anybody);
    fixture_end(&fixture);
}

Test(verify, a_malformed_match_id_or_commitment_is_refused,
     .init = shared_setup, .fini = shared_teardown)
{
    static const struct {
        const char *match, *commitment, *pointer;
    } cases[] = {
        {"open", ZEROS, "/match"},
        {"m_aaaaaaaaaaaaaaaaaaaaaaaaa", ZEROS, "/match"},
        {"m_aaaaaaaaaaaaaaaaaaaaaaaaa1", ZEROS, "/match"},
        {"x_aaaaaaaaaaaaaaaaaaaaaaaaaa", ZEROS, "/match"},
        {"m_aaaaaaaaaaaaaaaaaaaaaaaaaa", "00", "/commitment"},
        {"m_aaaaaaaaaaaaaaaaaaaaaaaaaa", NOT_HEX, "/commitment"},
    };

    struct client anybody = client_open(&test_service);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct answer answer = verify_commitment(
            &anybody, "game template\n", cases[i].match, cases[i].commitment);

        cr_expect_eq(answer.status, 400, "%zu: %s", i, answer.body);
        cr_expect_not_null(strstr(answer.body, cases[i].pointer), "%zu: %s", i,
                           answer.body);
        answer_clear(&answer);
    }
    client_close(&anybody);
}

Test(verify, a_commitment_without_its_match_is_refused, .init = shared_setup,
     .fini = shared_teardown)
{
    char zeros[65];

    struct client anybody = client_open(&test_service);

    memset(zeros, '0', 64);
    zeros[64] = '\0';
    struct answer answer =
        verify_commitment(&anybody, "game template\n", NULL, zeros);

    cr_expect_eq(answer.status, 400, "%s", answer.body);
    cr_expect_not_null(strstr(answer.body, "/match"), "%s", answer.body);
    answer_clear(&answer);
    answer = verify_commitment(&anybody, "game template\n",
                               "m_aaaaaaaaaaaaaaaaaaaaaaaaaa", NULL);
    cr_expect_eq(answer.status, 400, "%s", answer.body);
    cr_expect_not_null(strstr(answer.body, "/commitment"), "%s", answer.body);
    answer_clear(&answer);
    client_close(&anybody);
}
