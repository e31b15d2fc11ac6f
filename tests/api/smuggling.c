/* Request smuggling: requests that a proxy could read differently, and
 * malformed ones: each gets at most one response, never a server error, and
 * never occupies its connection beyond the deadline. */
#include "depth.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOST "Host: x\r\n"
#define POST "POST /v1/sessions HTTP/1.1\r\n" HOST
#define GET  "GET /v1/games HTTP/1.1\r\n"

/* The smuggled request: it would have the response 404. */
#define SECOND "GET /smuggled HTTP/1.1\r\nHost: y\r\n\r\n"

enum { NONE = 0, DEADLINE_S = 1 };

/* The bytes, and the expected status (NONE: the end of the connection). */
struct odd {
    const char *claim, *bytes;
    size_t size;
    int status;
};

#define ODD(claim, bytes, status)                                              \
    {                                                                          \
        (claim), (bytes), sizeof(bytes) - 1, (status)                          \
    }

/* clang-format off */
static const struct odd odds[] = {
    ODD("length and coding", POST "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("coding and length", POST "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("two lengths", POST "Content-Length: 0\r\nContent-Length: 34\r\n\r\n" SECOND, 400),
    ODD("one length twice", POST "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400),
    ODD("a list of lengths", POST "Content-Length: 2, 2\r\n\r\n{}", 400),
    ODD("a length with a sign", POST "Content-Length: +2\r\n\r\n{}", 400),
    ODD("a length below nothing", POST "Content-Length: -2\r\n\r\n{}", 400),
    ODD("a length in base 16", POST "Content-Length: 0x2\r\n\r\n{}", 400),
    ODD("a length of nothing", POST "Content-Length: \r\n\r\n{}", 400),
    ODD("a length beyond all", POST "Content-Length: 99999999999999999999999999\r\n\r\n{}", 413),
    ODD("a length of 2^64 - 1", POST "Content-Length: 18446744073709551615\r\n\r\n{}", 413),
    ODD("a length of 2^63", POST "Content-Length: 9223372036854775808\r\n\r\n{}", 413),
    ODD("an unknown coding", POST "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("no coding", POST "Transfer-Encoding: identity\r\n\r\n{}", 400),
    ODD("chunked, and then not", POST "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("two codings in one", POST "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("two codings", POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("a coding behind a vertical tab", POST "Transfer-Encoding: \vchunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("a coding with a space before its colon", POST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("a folded coding", POST "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("chunks in HTTP/1.0", "POST /v1/sessions HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("a chunk without a size", POST "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400),
    ODD("a chunk below nothing", POST "Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n", 400),
    ODD("a chunk beyond all", POST "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}\r\n0\r\n\r\n", 413),
    ODD("a chunk of nearly 2^64", POST "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffe\r\n{}\r\n0\r\n\r\n", NONE),
    ODD("a chunk in base 16 as in C", POST "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n", 400),
    ODD("a chunk longer than it says", POST "Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n", 400),
    ODD("a size with a space before it", POST "Transfer-Encoding: chunked\r\n\r\n 2\r\n{}\r\n0\r\n\r\n", 400),
    ODD("a length in the trailer", POST "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 50\r\n\r\n", 415),
    ODD("a body where none belongs", GET HOST "Content-Length: 34\r\n\r\n" SECOND, 200),
    ODD("a refused body that waits", "DELETE /nothing HTTP/1.1\r\n" HOST "Expect: 100-continue\r\nContent-Length: 34\r\n\r\n" SECOND, 404),
    ODD("length and coding of PATCH", "PATCH /v1/me HTTP/1.1\r\n" HOST "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SECOND, 400),
    ODD("a folded header", GET HOST "X-A: b\r\n c\r\n\r\n", 200),
    ODD("a NUL in a name", GET HOST "X\0A: b\r\n\r\n", 400),
    ODD("a NUL in a value", GET HOST "X-A: b\0c\r\n\r\n", 200),
    ODD("bare line feeds", "GET /v1/games HTTP/1.1\nHost: x\n\n", 200),
    ODD("a bare line feed in a header", POST "X: a\nContent-Length: 35\r\n\r\n" SECOND, 415),
    ODD("bare carriage returns", "GET /v1/games HTTP/1.1\rHost: x\r\r", NONE),
    ODD("no host", GET "\r\n", 400),
    ODD("two hosts", GET HOST "Host: y\r\n\r\n", 400),
    ODD("a header without a colon", GET HOST "Nonsense\r\n\r\n", 400),
    ODD("the absolute form", "GET http://x/v1/games HTTP/1.1\r\n" HOST "\r\n", 200),
    ODD("the absolute form of the path *", "GET http://x* HTTP/1.1\r\n" HOST "\r\n", 400),
    ODD("the form for CONNECT", "CONNECT x:80 HTTP/1.1\r\n" HOST "\r\n", 400),
    ODD("the form for OPTIONS", "OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 400),
    ODD("an unknown method", "BREW /v1/games HTTP/1.1\r\n" HOST "\r\n", 405),
    ODD("a method in lower case", "get /v1/games HTTP/1.1\r\n" HOST "\r\n", 405),
    ODD("TRACE", "TRACE /v1/games HTTP/1.1\r\n" HOST "\r\n", 405),
    ODD("HTTP/1.0", "GET /v1/games HTTP/1.0\r\n\r\n", 200),
    ODD("HTTP/0.9", "GET /v1/games\r\n\r\n", 400),
    ODD("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ODD("another protocol", "GET /v1/games HTTQ/1.1\r\n" HOST "\r\n", 400),
    ODD("a space in the URL", "GET /v1/ga mes HTTP/1.1\r\n" HOST "\r\n", 404),
    ODD("empty lines first", "\r\n\r\n" GET HOST "\r\n", 200),
    ODD("TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x99\x99\x99\x99", NONE),
    ODD("an unknown expectation", POST "Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}", 415),
    ODD("an upgrade", GET HOST "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 200),
    ODD("many ranges", GET HOST "Range: bytes=0-0,1-1,2-2,3-3,4-4\r\n\r\n", 200),
};
/* clang-format on */

enum { ODDS = sizeof odds / sizeof *odds };

/* Version 1 of the library refuses more of them, and closes the connection of
 * empty lines without a response. */
static bool is_refused_by_library(int status)
{
    return MHD_VERSION >= 0x01000000 && (status == 400 || status == NONE);
}

/* The library writes the head of some of its own refusals twice; the first
 * head's length covers it, and the connection ends.  Two responses in any other
 * case mean that it was taken for two requests. */
static void expect_one_answer(const struct odd *odd, const char *text)
{
    int first, last, count = raw_count(text, &first, &last);

    cr_expect(first == odd->status || is_refused_by_library(first), "%s: %d",
              odd->claim, first);
    cr_expect(count <= 1 || (first == last && strstr(text, "<html>")),
              "%s has %d answers", odd->claim, count);
    cr_expect_null(strstr(text, "/smuggled"), "%s: %s", odd->claim, text);
}

/* All at once, so that the deadlines of those without a response pass once. */
Test(smuggling, malformed_requests_have_one_response_and_end_by_the_deadline)
{
    static const char *const settings[] = {"--request-seconds=1",
                                           "--idle-seconds=1", NULL};
    static char text[16384];
    struct service service;
    int fd[ODDS];

    service_expose();
    service_begin(&service, settings);
    for (size_t i = 0; i < ODDS; i++) {
        fd[i] = raw_connect(&service, 1);
        raw_send(fd[i], odds[i].bytes, odds[i].size);
    }
    for (size_t i = 0; i < ODDS; i++) {
        struct raw_reply reply = {.text = text, .size = sizeof text};

        raw_read(fd[i], &reply, 10000);
        cr_expect(reply.is_ended, "%s: no end", odds[i].claim);
        expect_one_answer(&odds[i], text);
        close(fd[i]);
    }
    service_end(&service);
}

Test(smuggling, pipelined_requests_get_responses_in_order)
{
    enum { REQUESTS = 20 };
    static const char *const settings[] = {"--request-seconds=1",
                                           "--idle-seconds=1", NULL};
    static char text[65536];
    struct service service;
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int first, last;
    char ask[128];

    service_expose();
    service_begin(&service, settings);
    int fd = raw_connect(&service, 1);

    for (int i = 0; i < REQUESTS; i++) {
        snprintf(ask, sizeof ask,
                 "GET /v1/nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: "
                 "number-%02d\r\n\r\n",
                 i);
        cr_assert(raw_send(fd, ask, strlen(ask)));
    }
    raw_read(fd, &reply, 10000);
    cr_expect_eq(raw_count(text, &first, &last), REQUESTS);
    const char *at = text;

    for (int i = 0; i < REQUESTS; i++) {
        snprintf(ask, sizeof ask, "X-Request-Id: number-%02d\r\n", i);
        at = strstr(at, ask);
        cr_assert_not_null(at, "%s is missing or late", ask);
    }
    close(fd);
    service_end(&service);
}

/* ---- oversized requests ---- */

static char *blown_up(const char *head, size_t size, const char *tail)
{
    char *text = malloc(strlen(head) + size + strlen(tail) + 1);

    cr_assert_not_null(text);
    memcpy(text, head, strlen(head));
    memset(text + strlen(head), 'a', size);
    memcpy(text + strlen(head) + size, tail, strlen(tail) + 1);
    return text;
}

/* The library responds 500 when a chunk's size does not fit its memory. */
Test(smuggling, an_endless_chunk_size_is_not_a_server_error, .disabled = true)
{
    char *bomb =
        blown_up(POST "Transfer-Encoding: chunked\r\n\r\n", 70000, "\r\n");
    static char text[4096];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    struct service service;
    int first, last;

    memset(strstr(bomb, "aaa"), '0', 70000);
    service_expose();
    service_begin(&service, NULL);
    int fd = raw_connect(&service, 1);

    raw_send(fd, bomb, strlen(bomb));
    raw_read(fd, &reply, 10000);
    raw_count(text, &first, &last);
    cr_expect_lt(first, 500);
    close(fd);
    free(bomb);
    service_end(&service);
}

Test(smuggling, an_oversized_body_is_refused_without_being_stored,
     .init = deep_only)
{
    static const struct {
        const char *head;
        size_t size;
        const char *tail;
        int status;
    } bombs[] = {
        {GET HOST "X: ", 20000, "\r\n\r\n", 431},
        {GET HOST "X: ", 2000000, "\r\n\r\n", 431},
        {"GET /", 5000, " HTTP/1.1\r\n" HOST "\r\n", 414},
        {"GET /", 2000000, " HTTP/1.1\r\n" HOST "\r\n", 414},
        {"GET /v1/games?", 2000000, " HTTP/1.1\r\n" HOST "\r\n", 414},
        {POST "Content-Length: 70000\r\n\r\n", 70000, "", 413},
        {POST "Content-Length: 3000000\r\n\r\n", 3000000, "", 413},
        {POST "Transfer-Encoding: chunked\r\n\r\n12000\r\n", 0x12000,
         "\r\n0\r\n\r\n", 413},
        /* Beyond 1 MiB the service stops reading. */
        {POST "Transfer-Encoding: chunked\r\n\r\n1e8480\r\n", 2000000,
         "\r\n0\r\n\r\n", NONE},
    };
    static const char *const settings[] = {"--request-seconds=1",
                                           "--idle-seconds=1", NULL};
    static char text[16384];
    struct service service;
    int first, last;

    service_expose();
    service_begin(&service, settings);
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        struct raw_reply reply = {.text = text, .size = sizeof text};
        char *bomb = blown_up(bombs[i].head, bombs[i].size, bombs[i].tail);
        int fd = raw_connect(&service, 1);

        raw_send(fd, bomb, strlen(bomb)); /* may be cut off */
        raw_read(fd, &reply, 10000);
        raw_count(text, &first, &last);
        cr_expect_eq(first, bombs[i].status, "%.40s…: %d", bombs[i].head,
                     first);
        cr_expect(reply.is_ended, "%.40s…", bombs[i].head);
        close(fd);
        free(bomb);
    }
    service_end(&service);
}
