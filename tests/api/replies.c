/* The check of responses against openapi.yaml finds errors. */
#include "depth.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FOLDER = 48, SAID = 16384 };

/* Check responses, of a complete run or not: true if the check accepts them.
 * said is what it prints.  Node.js takes longer to start than to check, so
 * several are checked at once. */
static bool are_good(const char *lines, bool is_whole, char said[SAID])
{
    char folder[FOLDER] = "/tmp/fathom-replies.XXXXXX", name[FOLDER + 8],
         command[160];

    cr_assert_not_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/a", folder);
    FILE *file = fopen(name, "w");

    cr_assert_not_null(file);
    fputs(lines, file);
    fclose(file);
    snprintf(command, sizeof command,
             "node tests/api/check-replies.cjs %s %s 2>&1", folder,
             is_whole ? "whole" : "");
    FILE *check = popen(command, "r"); /* allowed: a tool of the tests */

    cr_assert_not_null(check);
    said[fread(said, 1, SAID - 1, check)] = '\0';
    int status = pclose(check);

    unlink(name);
    rmdir(folder);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

#define ID    "X-Request-Id: a\\r\\n"
#define JSON  "Content-Type: application/json\\r\\n"
#define FOUND ID JSON "ETag: \\\"a\\\"\\r\\n"
#define PLAYER_WITH(more)                                                      \
    "{\"name\":\"ada\",\"display_name\":null,\"kind\":\"human\","              \
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
    "\"id\":\"u_r2wacpruhf4hf3afuiorjwekvu\",\"name\":\"ada\",\"display_"      \
    "name\":null,"                                                             \
    "\"kind\":\"human\",\"created_at\":\"2026-11-20T19:59:23.344Z\","          \
    "\"guest\":false}}}"

Test(replies, documented_responses_pass)
{
    static const char lines[] =
        LINE("", "200", FOUND, PLAYER) "\n" REFUSED("not-found") "\n" REFUSED_WITH(
            "not-found",
            ",\"errors\":[{\"code\":\"a\","
            "\"detail\":\"a\"}]") "\n" SENT("{\"name\":\"ada\",\"password\":"
                                            "\"x\"}") "\n";
    static char said[SAID];

    cr_expect(are_good(lines, false, said), "%s", said);
    cr_expect_not_null(strstr(said, "4 replies"), "%s", said);
}

Test(replies, a_run_without_some_documented_response_fails, .init = deep_only)
{
    static char said[SAID];

    cr_expect_not(are_good(LINE("", "200", FOUND, PLAYER) "\n", true, said));
    cr_expect_not_null(strstr(said, "; 0 are not as"), "%s", said);
}

Test(replies, undocumented_responses_are_found)
{
    static const struct {
        const char *claim, *line;
    } bad[] = {
        {"a status", LINE("", "418", FOUND, PLAYER)},
        {"a header that is missing", LINE("", "200", JSON, PLAYER)},
        {"a header of no form",
         LINE("", "200", FOUND "RateLimit: 5;w=1\\r\\n", PLAYER)},
        {"a type", LINE("", "200", ID "Content-Type: text/css\\r\\n", PLAYER)},
        {"a member that is missing", LINE("", "200", FOUND, "{}")},
        {"a member that is not documented",
         LINE("", "200", FOUND, PLAYER_WITH(",\"x\":1"))},
        {"a member of an element that is not documented",
         REFUSED_WITH("not-found", ",\"errors\":[{\"code\":\"a\",\"detail\":"
                                   "\"a\",\"x\":1}]")},
        {"a problem of another operation", REFUSED("seat-taken")},
        {"a parameter that was taken", LINE("?x=1", "200", FOUND, PLAYER)},
        {"a body that was taken", SENT("{\"name\":\"ada\",\"pass\":\"x\"}")},
    };

    enum { BAD = sizeof bad / sizeof *bad };
    static char lines[BAD * 2048], said[SAID];
    size_t length = 0;

    /* The check begins what it says of a response with the name of the test. */
    for (size_t i = 0; i < BAD; i++)
        length += (size_t)snprintf(lines + length, sizeof lines - length,
                                   "{\"test\":\"<%s>\"%s\n", bad[i].claim,
                                   bad[i].line + strlen("{\"test\":\"a\""));
    cr_assert_lt(length, sizeof lines);
    cr_expect_not(are_good(lines, false, said));
    for (size_t i = 0; i < BAD; i++) {
        char name[80];

        snprintf(name, sizeof name, "<%s>: ", bad[i].claim);
        cr_expect_not_null(strstr(said, name), "%s: %s", bad[i].claim, said);
    }
}
