/* Session cookies: they authenticate pages of this service, and no others. */
#include "http.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { COOKIE = 160, BODY = 256 };

static const char same_origin[] = "Sec-Fetch-Site: same-origin";

/* Sign in as this account with a session cookie, with one more header; write
 * its "name=value" to out. */
static struct answer sign_in(struct client *page, const char *name,
                             const char *header, char out[COOKIE])
{
    char body[BODY], set[512];

    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"pass phrase of %s\","
             "\"cookie\":true}",
             name, name);
    client_with(page, header);
    struct answer answer = client_send(page, "POST", "/v1/sessions", body);

    answer_header(&answer, "Set-Cookie", set, sizeof set);
    snprintf(out, COOKIE, "%.*s", (int)strcspn(set, ";"), set);
    return answer;
}

static long status_with(struct client *page, const char *method,
                        const char *path, const char *cookie,
                        const char *header)
{
    char sent[COOKIE + 16];

    snprintf(sent, sizeof sent, "Cookie: %s", cookie);
    client_with(page, sent);
    if (header)
        client_with(page, header);
    struct answer answer = client_send(page, method, path, NULL);
    long status = answer.status;

    answer_clear(&answer);
    return status;
}

/* An account, and a page that is signed in to it. */
struct visit {
    struct client ada, page;
    char cookie[COOKIE];
};

static struct visit visit_begin(void)
{
    struct visit visit = {.ada = client_account(&test_service, "ada"),
                          .page = client_open(&test_service)};
    struct answer made =
        sign_in(&visit.page, visit.ada.name, same_origin, visit.cookie);

    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
    return visit;
}

static void visit_end(struct visit *visit)
{
    client_close(&visit->page);
    client_close(&visit->ada);
}

Test(session_cookie, scripts_cannot_read_the_token_and_https_gets_a_host_cookie,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client page = client_open(&test_service);
    char cookie[COOKIE], set[512];
    struct answer plain = sign_in(&page, ada.name, same_origin, cookie);

    answer_header(&plain, "Set-Cookie", set, sizeof set);
    cr_expect_null(json_object_get(plain.json, "token"), "%s", plain.body);
    cr_expect_null(strstr(plain.body, "fth_"));
    cr_expect_eq(strncmp(cookie, "fathom_session=fth_", 19), 0, "%s", set);
    cr_expect(strstr(set, "; Path=/;") && strstr(set, "; HttpOnly") &&
                  strstr(set, "; SameSite=Strict") && !strstr(set, "Secure") &&
                  strstr(set, "; Max-Age=2"),
              "%s", set);
    answer_clear(&plain);
    client_with(&page, "Origin: https://fathom.example");
    struct answer secure = sign_in(&page, ada.name, same_origin, cookie);

    answer_header(&secure, "Set-Cookie", set, sizeof set);
    cr_expect_eq(strncmp(cookie, "__Host-fathom_session=fth_", 26), 0, "%s",
                 set);
    cr_expect(strstr(set, "; Secure") && !strstr(set, "Domain"), "%s", set);
    cr_expect_eq(status_with(&page, "GET", "/v1/me", cookie, same_origin), 200);
    answer_clear(&secure);
    client_close(&page);
    client_close(&ada);
}

Test(session_cookie, only_own_pages_are_authenticated, .init = shared_setup,
     .fini = shared_teardown)
{
    static const struct {
        const char *method, *header;
        long status;
    } tries[] = {
        {"GET", "Sec-Fetch-Site: same-origin", 200},
        {"GET", NULL, 200}, /* no browser sends Origin with it over http */
        {"GET", "Sec-Fetch-Site: same-site", 401},
        {"GET", "Sec-Fetch-Site: cross-site", 401},
        {"GET", "Sec-Fetch-Site: none", 401},
        {"GET", "Origin: http://other.example", 401},
        {"POST", "Sec-Fetch-Site: same-origin", 201},
        {"POST", NULL, 401},
        {"POST", "Sec-Fetch-Site: cross-site", 401},
        {"POST", "Origin: http://other.example", 401},
        {"POST", "Origin: null", 401},
    };
    struct visit visit = visit_begin();
    char own[128];

    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        bool reads = tries[i].method[0] == 'G';
        const char *path = reads ? "/v1/me" : "/v1/stream-tickets";

        cr_expect_eq(status_with(&visit.page, tries[i].method, path,
                                 visit.cookie, tries[i].header),
                     tries[i].status, "%s %s", tries[i].method,
                     tries[i].header ? tries[i].header : "");
    }
    snprintf(own, sizeof own, "Origin: http://%s",
             strstr(test_service.url, "//") + 2);
    cr_expect_eq(status_with(&visit.page, "POST", "/v1/stream-tickets",
                             visit.cookie, own),
                 201);
    visit_end(&visit);
}

Test(session_cookie, a_page_of_another_origin_cannot_get_one,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char *const headers[] = {"Sec-Fetch-Site: cross-site",
                                          "Sec-Fetch-Site: same-site",
                                          "Origin: https://other.example"};
    struct client ada = client_account(&test_service, "ada");
    struct client page = client_open(&test_service);
    char cookie[COOKIE];

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct answer answer = sign_in(&page, ada.name, headers[i], cookie);

        cr_expect_eq(answer.status, 400, "%s", answer.body);
        cr_expect_str_eq(cookie, "");
        cr_expect(strstr(answer.body, "/cookie"), "%s", answer.body);
        answer_clear(&answer);
    }
    client_close(&page);
    client_close(&ada);
}

Test(session_cookie, a_stream_needs_nothing_else, .init = shared_setup,
     .fini = shared_teardown)
{
    struct visit visit = visit_begin();
    char sent[COOKIE + 16];
    struct sse sse;

    snprintf(sent, sizeof sent, "Cookie: %s", visit.cookie);
    client_with(&visit.page, sent);
    client_with(&visit.page, same_origin);
    sse_open(&sse, &visit.page, "/v1/me/events", NULL);
    cr_expect(sse_answered(&sse));
    cr_expect_eq(sse.status, 200);
    sse_close(&sse);
    visit_end(&visit);
}

Test(session_cookie, authorization_takes_precedence, .init = shared_setup,
     .fini = shared_teardown)
{
    struct visit visit = visit_begin();

    cr_expect_eq(status_with(&visit.page, "GET", "/v1/me", visit.cookie,
                             "Authorization: Bearer fth_nonsense"),
                 401);
    visit_end(&visit);
}

/* The cookie that a response makes the browser delete, "" for none. */
static void deleted_cookie(const struct answer *answer, char out[COOKIE])
{
    char set[512];

    answer_header(answer, "Set-Cookie", set, sizeof set);
    snprintf(out, COOKIE, "%.*s", (int)strcspn(set, "="), set);
    if (!strstr(set, "Max-Age=0"))
        *out = '\0';
}

Test(session_cookie, it_is_deleted_at_sign_out_and_when_it_is_not_valid,
     .init = shared_setup, .fini = shared_teardown)
{
    struct visit visit = visit_begin();
    char sent[COOKIE + 16], name[COOKIE];

    snprintf(sent, sizeof sent, "Cookie: %s", visit.cookie);
    client_with(&visit.page, sent);
    client_with(&visit.page, same_origin);
    struct answer out =
        client_send(&visit.page, "DELETE", "/v1/sessions/current", NULL);

    deleted_cookie(&out, name);
    cr_expect_eq(out.status, 204);
    cr_expect_str_eq(name, "fathom_session");
    answer_clear(&out);
    client_with(&visit.page, sent);
    client_with(&visit.page, same_origin);
    struct answer late = client_get(&visit.page, "/v1/me");

    deleted_cookie(&late, name);
    cr_expect_eq(late.status, 401);
    cr_expect_str_eq(answer_problem(&late), "invalid-token");
    cr_expect_str_eq(name, "fathom_session");
    answer_clear(&late);
    visit_end(&visit);
}
