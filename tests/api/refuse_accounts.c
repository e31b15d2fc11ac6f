/* Invalid accounts and sessions. */
#include "scene.h"

#include <criterion/criterion.h>

static const struct bad accounts[] = {
    {"no name", NONE, "POST", "/v1/accounts",
     "{\"password\":\"long enough 1\"}", 0, 0, 400, "invalid-fields",
     "\"/name\""},
    {"no password", NONE, "POST", "/v1/accounts", "{\"name\":\"eve\"}", 0, 0,
     400, "invalid-fields", "\"/password\""},
    {"a short name", NONE, "POST", "/v1/accounts",
     "{\"name\":\"ev\",\"password\":\"long enough 1\"}", 0, 0, 400,
     "invalid-fields", "\"/name\""},
    {"a name with blanks", NONE, "POST", "/v1/accounts",
     "{\"name\":\"e v e\",\"password\":\"long enough 1\"}", 0, 0, 400,
     "invalid-fields", "\"/name\""},
    {"a name beyond ASCII", NONE, "POST", "/v1/accounts",
     "{\"name\":\"\xc3\xa9v\xc3\xa9\",\"password\":\"long enough 1\"}", 0, 0,
     400, "invalid-fields", "\"/name\""},
    {"a number for a name", NONE, "POST", "/v1/accounts",
     "{\"name\":12345,\"password\":\"long enough 1\"}", 0, 0, 400,
     "invalid-fields", "\"type\""},
    {"a short password", NONE, "POST", "/v1/accounts",
     "{\"name\":\"eve\",\"password\":\"1234567\"}", 0, 0, 400, "invalid-fields",
     "\"/password\""},
    {"a common password", NONE, "POST", "/v1/accounts",
     "{\"name\":\"eve\",\"password\":\"password\"}", 0, 0, 422,
     "unacceptable-password", 0},
    {"a name that is taken", NONE, "POST", "/v1/accounts",
     "{\"name\":\"ada\",\"password\":\"long enough 1\"}", 0, 0, 409,
     "name-taken", 0},
    {"a name taken in other case", NONE, "POST", "/v1/accounts",
     "{\"name\":\"ADA\",\"password\":\"long enough 1\"}", 0, 0, 409,
     "name-taken", 0},
    {"a reserved name", NONE, "POST", "/v1/accounts",
     "{\"name\":\"adm1n\",\"password\":\"long enough 1\"}", 0, 0, 409,
     "name-reserved", "fathom, moderator"},
    {"a wrong password", NONE, "POST", "/v1/sessions",
     "{\"name\":\"ada\",\"password\":\"not the right one\"}", 0, 0, 401,
     "wrong-credentials", 0},
    {"an unknown name", NONE, "POST", "/v1/sessions",
     "{\"name\":\"nobody\",\"password\":\"not the right one\"}", 0, 0, 401,
     "wrong-credentials", 0},
    {"an unknown player", NONE, "GET", "/v1/players/nobody", 0, 0, 0, 404,
     "not-found", 0},
    {"a player of hostile name", NONE, "GET", "/v1/players/%27%20OR%201=1", 0,
     0, 0, 404, "not-found", 0},
};

Test(refusals, accounts_need_valid_names_and_passwords)
{
    EXPECT_ALL_REFUSED(accounts);
}

Test(refusals, many_wrong_passwords_lock_the_name_for_a_while)
{
    enum { FAILURES = 10 };
    static const char wrong[] =
        "{\"name\":\"ada\",\"password\":\"not the right one\"}";
    struct service service;
    char retry[16];

    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");

    for (int i = 0; i < FAILURES; i++) {
        struct answer no = client_send(&ada, "POST", "/v1/sessions", wrong);

        cr_expect_eq(no.status, 401, "%d: %s", i, no.body);
        answer_clear(&no);
    }
    struct answer locked = client_send(&ada, "POST", "/v1/sessions", wrong);

    cr_expect_eq(locked.status, 429, "%s", locked.body);
    cr_expect_str_eq(answer_problem(&locked), "too-many-attempts");
    answer_header(&locked, "Retry-After", retry, sizeof retry);
    cr_expect_str_neq(retry, "");
    answer_clear(&locked);
    client_close(&ada);
    service_end(&service);
}
