/* The check of responses against openapi.yaml finds errors. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FOLDER = 48 };

/* Does the check accept this response?  is_whole: as the only one of a complete
 * run. */
static bool is_good(const char *line, bool is_whole)
{
    char folder[FOLDER] = "/tmp/fathom-replies.XXXXXX", name[FOLDER + 8],
         command[160];

    cr_assert_not_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/a", folder);
    FILE *file = fopen(name, "w");

    cr_assert_not_null(file);
    fprintf(file, "%s\n", line);
    fclose(file);
    snprintf(command, sizeof command,
             "node tests/api/check-replies.cjs %s %s >/dev/null 2>&1", folder,
             is_whole ? "whole" : "");
    int status = system(command); /* allowed: a tool of the tests */

    unlink(name);
    rmdir(folder);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

#define ID   "X-Request-Id: a\\r\\n"
#define JSON "Content-Type: application/json\\r\\n"
#define PLAYER_WITH(more)                                                      \
    "{\"name\":\"ada\",\"kind\":\"human\","                                    \
    "\"created_at\":\"2026-11-20T19:59:23.344Z\",\"bot\":null" more "}"
#define PLAYER PLAYER_WITH("")
#define LINE(path, status, headers, body)                                      \
    "{\"test\":\"a\",\"method\":\"GET\",\"path\":\"/v1/players/ada" path       \
    "\",\"template\":\"/v1/players/{name}\",\"status\":" status                \
    ",\"has_sent\":false,\"headers\":\"HTTP/1.1 200 OK\\r\\n" headers          \
    "\",\"body\":" body "}"
#define REFUSED(slug) REFUSED_WITH(slug, "")
#define REFUSED_WITH(slug, more)                                               \
    LINE("", "404", ID "Content-Type: application/problem+json\\r\\n",         \
         "{\"type\":\"/problems/" slug                                         \
         "\",\"title\":\"a\",\"status\":404,\"detail\":\"a\","                 \
         "\"instance\":\"/v1/players/ada\",\"request_id\":\"a\"" more "}")
#define SENT(body)                                                             \
    "{\"test\":\"a\",\"method\":\"POST\",\"path\":\"/v1/sessions\","           \
    "\"template\":\"/v1/sessions\",\"status\":201,\"has_sent\":true,"          \
    "\"headers\":\"HTTP/1.1 201 Created\\r\\n" ID JSON "\",\"sent\":" body     \
    ",\"body\":{\"token\":\"fth_cjvdhzavndpnsro64soacsdfo74kkjxepql5xo2spz"    \
    "lmy3aiiona\",\"expires_at\":\"2026-12-20T19:59:23.540Z\",\"device\":"     \
    "\"dev_w3yvvp5mlzxn6rnrq7mrv2yxhdnrj7tiuyhcbkq5o7cdswqxyb2q\","            \
    "\"account\":{"                                                            \
    "\"id\":\"u_r2wacpruhf4hf3afuiorjwekvu\",\"name\":\"ada\","                \
    "\"kind\":\"human\",\"created_at\":\"2026-11-20T19:59:23.344Z\","          \
    "\"guest\":false}}}"

Test(replies, documented_responses_pass)
{
    cr_expect(is_good(LINE("", "200", ID JSON, PLAYER), false));
    cr_expect(is_good(REFUSED("not-found"), false));
    cr_expect(is_good(REFUSED_WITH("not-found", ",\"errors\":[{\"code\":\"a\","
                                                "\"detail\":\"a\"}]"),
                      false));
    cr_expect(is_good(SENT("{\"name\":\"ada\",\"password\":\"x\"}"), false));
}

Test(replies, a_run_without_some_documented_response_fails)
{
    cr_expect_not(is_good(LINE("", "200", ID JSON, PLAYER), true));
}

Test(replies, undocumented_responses_are_found)
{
    static const struct {
        const char *claim, *line;
    } bad[] = {
        {"a status", LINE("", "418", ID JSON, PLAYER)},
        {"a header that is missing", LINE("", "200", JSON, PLAYER)},
        {"a header of no form",
         LINE("", "200", ID JSON "RateLimit: 5;w=1\\r\\n", PLAYER)},
        {"a type", LINE("", "200", ID "Content-Type: text/css\\r\\n", PLAYER)},
        {"a member that is missing", LINE("", "200", ID JSON, "{}")},
        {"a member that is not documented",
         LINE("", "200", ID JSON, PLAYER_WITH(",\"x\":1"))},
        {"a member of an element that is not documented",
         REFUSED_WITH("not-found", ",\"errors\":[{\"code\":\"a\",\"detail\":"
                                   "\"a\",\"x\":1}]")},
        {"a problem of another operation", REFUSED("seat-taken")},
        {"a parameter that was taken", LINE("?x=1", "200", ID JSON, PLAYER)},
        {"a body that was taken", SENT("{\"name\":\"ada\",\"pass\":\"x\"}")},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(is_good(bad[i].line, false), "%s", bad[i].claim);
}
