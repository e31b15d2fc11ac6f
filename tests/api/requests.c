/* Generated requests: thousands made from openapi.yaml, and raw ones that are
 * hardly HTTP.  The service responds as documented or closes the connection,
 * keeps running, and changes no match of another account.
 *
 * FATHOM_REQUESTS is how many are made, FATHOM_MUTATED how many of the raw ones
 * and of cursors are mutated, FATHOM_SEED the seed. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    RAW_MAX = 200000,
    MOMENT_MS = 500,
    MUTATED_MOMENT_MS = 20, /* most of them are not complete */
    PATIENCE_MS = 15000,
};

/* ---- made from openapi.yaml ---- */

static long number_from(const char *variable, long usual)
{
    const char *text = getenv(variable);

    return text ? strtol(text, NULL, 10) : usual;
}

Test(requests, generated_requests_have_documented_responses, .init = deep_only)
{
    struct service service;
    char command[256];

    if (access("build/contract/node_modules/ajv", F_OK) != 0) {
        cr_skip("the packages are missing (tools/npm-install.sh contract)");
        return;
    }
    service_expose();
    service_begin(&service, NULL);
    snprintf(command, sizeof command,
             "node tests/requests/run.cjs %s %ld %ld build/requests",
             service.url, number_from("FATHOM_SEED", 1),
             number_from("FATHOM_REQUESTS", 800));
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0, "a response was not as documented");
    cr_expect(!service_logged(&service, "internal-error"));
    service_end(&service);
}

/* ---- stored requests ---- */

/* Put the match and the token of a stranger in the placeholders of a file. */
static size_t fill_in(const char *file, const char *match, const char *token,
                      char *out)
{
    static const char words[][8] = {"{MATCH}", "{TOKEN}"};
    const char *values[] = {match, token};
    static char text[RAW_MAX];
    FILE *from = fopen(file, "rb");
    size_t length = from ? fread(text, 1, sizeof text, from) : 0, size = 0;

    cr_assert(from && length < sizeof text / 2, "%s", file);
    fclose(from);
    for (size_t i = 0; i < length; i++) {
        int which = -1;

        for (int k = 0; k < 2; k++)
            if (length - i >= 7 && memcmp(text + i, words[k], 7) == 0)
                which = k;
        if (which < 0) {
            out[size++] = text[i];
            continue;
        }
        memcpy(out + size, values[which], strlen(values[which]));
        size += strlen(values[which]);
        i += 6;
    }
    return size;
}

static int connect_to(const struct service *service)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    at.sin_port =
        htons((uint16_t)strtol(strrchr(service->url, ':') + 1, NULL, 10));
    cr_assert_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* Is the response complete, by its Content-Length? */
static bool is_whole(const char *reply, size_t size)
{
    const char *end = strstr(reply, "\r\n\r\n");
    const char *length = strcasestr(reply, "\r\nContent-Length:");

    if (!end || strncmp(reply, "HTTP/1.1 100", 12) == 0)
        return false;
    return length && length < end &&
           size >= (size_t)(end + 4 - reply) + strtoul(length + 17, NULL, 10);
}

/* Read until the response is complete, or the connection ends.  After a moment
 * the sending side is closed, in case the service waits for more.  False when
 * nothing helps. */
static bool read_reply(int fd, int moment_ms, char *reply, size_t reply_size)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int wait_ms = moment_ms;
    size_t got = 0;

    reply[0] = '\0';
    while (!is_whole(reply, got) && got + 1 < reply_size) {
        if (poll(&ready, 1, wait_ms) == 1) {
            ssize_t n = recv(fd, reply + got, reply_size - got - 1, 0);

            if (n <= 0)
                return true;
            got += (size_t)n;
            reply[got] = '\0';
        } else if (wait_ms == moment_ms) {
            shutdown(fd, SHUT_WR);
            wait_ms = PATIENCE_MS;
        } else {
            return false;
        }
    }
    return true;
}

static bool exchange(const struct service *service, const char *bytes,
                     size_t size, int moment_ms, char *reply, size_t reply_size)
{
    int fd = connect_to(service);
    ssize_t n = 1;

    for (size_t sent = 0; sent < size && n > 0; sent += (size_t)n)
        n = send(fd, bytes + sent, size - sent, MSG_NOSIGNAL);
    bool is_over = read_reply(fd, moment_ms, reply, reply_size);

    close(fd);
    return is_over;
}

/* Send bytes and expect an allowed response.  Returns whether there was one. */
static bool expect_answer(struct fixture *fixture, const char *name,
                          const char *bytes, size_t size, int moment_ms,
                          const char *token)
{
    static char reply[RAW_MAX];
    bool is_over =
        exchange(fixture->service, bytes, size, moment_ms, reply, sizeof reply);
    long status =
        strncmp(reply, "HTTP/1.1 ", 9) == 0 ? strtol(reply + 9, NULL, 10) : 0;
    bool is_good = status < 500 || status == 501 || status == 505;
    bool is_http = reply[0] == '\0' || status >= 100;
    bool is_discreet = !strstr(reply, token);

    cr_expect(is_over, "%s: neither an end nor a response", name);
    cr_expect(is_good, "%s: %.300s", name, reply);
    cr_expect(is_http, "%s: %.300s", name, reply);
    cr_expect(is_discreet, "%s: reveals a token", name);
    return is_over && is_good && is_http && is_discreet;
}

static void replay(struct fixture *fixture, const char *file, const char *token)
{
    static char bytes[RAW_MAX];
    size_t size = fill_in(file, fixture->match, token, bytes);

    expect_answer(fixture, file, bytes, size, MOMENT_MS, token);
}

Test(requests, malformed_http_is_refused_without_harm, .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=2", NULL};
    struct service service;
    struct fixture fixture;
    glob_t files;

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    fixture_play(&fixture, 4);
    struct client stranger = client_account(&service, "stranger");
    char *before = fixture_fingerprint(&fixture);

    cr_assert_eq(glob("tests/api/corpus/*.http", 0, NULL, &files), 0);
    cr_assert_geq(files.gl_pathc, 60);
    for (size_t i = 0; i < files.gl_pathc; i++)
        replay(&fixture, files.gl_pathv[i], stranger.token);
    globfree(&files);
    char *after = fixture_fingerprint(&fixture);

    cr_expect_str_eq(before, after);
    cr_expect(!service_logged(&service, "internal-error"));
    free(before);
    free(after);
    client_close(&stranger);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- mutated ---- */

static const char *const inserted[] = {
    "\r\n",
    "\r\n\r\n",
    "\n",
    " ",
    "\t",
    ":",
    ",",
    "\"",
    "{",
    "[",
    "%00",
    "%ff",
    "%2e%2e/",
    "?a=b&",
    "&limit=100",
    "&cursor=",
    "-1",
    "99999999999999999999",
    "\xff\xfe",
    "\xed\xa0\x80",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Expect: 100-continue\r\n",
    "If-Match: \"1.0\"\r\n",
    "If-None-Match: *\r\n",
    "Accept: text/event-stream\r\n",
    "Last-Event-ID: 4\r\n",
    "HTTP/1.0",
};

/* Change something between first and last in one way.  Returns the new size. */
static size_t mutate(struct fixture *fixture, char *bytes, size_t size,
                     size_t first, size_t last)
{
    enum { SPAN = 16 };
    const size_t at = first + fixture_random(fixture, (unsigned)(last - first));
    size_t span = 1 + fixture_random(fixture, SPAN);
    const char *text =
        inserted[fixture_random(fixture, sizeof inserted / sizeof *inserted)];

    if (span > size - at)
        span = size - at;
    switch (fixture_random(fixture, 5)) {
    case 0: bytes[at] ^= (char)(1U << fixture_random(fixture, 8)); return size;
    case 1: bytes[at] = (char)fixture_random(fixture, 256); return size;
    case 2:
        memmove(bytes + at, bytes + at + span, size - at - span);
        return size - span;
    case 3:
        memmove(bytes + at + span, bytes + at, size - at);
        return size + span;
    }
    memmove(bytes + at + strlen(text), bytes + at, size - at);
    memcpy(bytes + at, text, strlen(text));
    return size + strlen(text);
}

/* Mutate the bytes from first to last this often, and send them.  Failed
 * requests are stored in build/requests/. */
static void send_mutated(struct fixture *fixture, const char *name,
                         const char *bytes, size_t size, size_t first,
                         size_t last, const char *token)
{
    static char mutated[RAW_MAX];
    const unsigned times = 1 + fixture_random(fixture, 3);
    char path[128];

    memcpy(mutated, bytes, size);
    for (unsigned i = 0; i < times && last > first && last <= size; i++)
        size = mutate(fixture, mutated, size, first, last);
    if (expect_answer(fixture, name, mutated, size, MUTATED_MOMENT_MS, token))
        return;
    snprintf(path, sizeof path, "build/requests/mutated-%s",
             strrchr(name, '/') + 1);
    mkdir("build/requests", 0777);
    FILE *file = fopen(path, "wb");

    if (file) {
        fwrite(mutated, 1, size, file);
        fclose(file);
    }
}

Test(requests, mutated_requests_get_documented_responses)
{
    enum { LONG = 20000 }; /* these take long, and show nothing more */
    static const char *const settings[] = {
        "--request-seconds=2", "--rate-address=0", "--rate-token=0", NULL};
    static char bytes[RAW_MAX];
    const long most = number_from("FATHOM_MUTATED", 300);
    struct service service;
    struct fixture fixture;
    glob_t files;

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    fixture.chance ^= (uint64_t)number_from("FATHOM_SEED", 1) << 20;
    struct client stranger = client_account(&service, "stranger");
    char *before = fixture_fingerprint(&fixture);

    cr_assert_eq(glob("tests/api/corpus/*.http", 0, NULL, &files), 0);
    for (long i = 0; i < most; i++) {
        const char *name =
            files.gl_pathv[fixture_random(&fixture, (unsigned)files.gl_pathc)];
        size_t size = fill_in(name, fixture.match, stranger.token, bytes);

        if (size < LONG)
            send_mutated(&fixture, name, bytes, size, 0, size, stranger.token);
    }
    globfree(&files);
    char *after = fixture_fingerprint(&fixture);

    cr_expect_str_eq(before, after);
    cr_expect(!service_logged(&service, "internal-error"));
    free(before);
    free(after);
    client_close(&stranger);
    fixture_end(&fixture);
    service_end(&service);
}

/* A request for the second page of a list, with the cursor of the first page,
 * and the place of the cursor in it. */
static size_t ask_second_page(struct client *client, const char *list,
                              char *out, size_t room, size_t *first,
                              size_t *last)
{
    struct answer page = client_get(client, "%s?limit=1", list);
    const char *cursor = answer_text(&page, "next_cursor");
    int size = snprintf(out, room,
                        "GET %s?limit=1&cursor=%s HTTP/1.1\r\nHost: x\r\n"
                        "Authorization: Bearer %s\r\n\r\n",
                        list, *cursor ? cursor : "x", client->token);

    *first = strlen("GET ?limit=1&cursor=") + strlen(list);
    *last = *first + (*cursor ? strlen(cursor) : 1);
    answer_clear(&page);
    return (size_t)size;
}

Test(requests, mutated_cursors_are_refused_or_return_a_page)
{
    static const char *const settings[] = {"--rate-address=0", "--rate-token=0",
                                           NULL};
    static const char *const lists[] = {
        "/v1/matches",
        "/v1/players/ada/matches",
        "/v1/me/events",
        "/v1/seasons",
        "/v1/challenges",
        "/v1/leaderboards/underwater-cities",
        "/v1/players/ada/ratings/history",
        "/v1/bots",
    };
    const long most = number_from("FATHOM_MUTATED", 300);
    struct service service;
    struct fixture fixture;
    char bytes[2048];
    size_t first, last;

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    fixture_begin_again(&fixture, "template");
    fixture_begin_again(&fixture, "template");
    fixture.chance ^= (uint64_t)number_from("FATHOM_SEED", 1) << 20;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        size_t size = ask_second_page(&fixture.players[0], lists[k], bytes,
                                      sizeof bytes, &first, &last);

        for (long i = 0; i < most / 8; i++)
            send_mutated(&fixture, lists[k], bytes, size, first, last,
                         fixture.players[0].token);
    }
    cr_expect(!service_logged(&service, "internal-error"));
    fixture_end(&fixture);
    service_end(&service);
}
