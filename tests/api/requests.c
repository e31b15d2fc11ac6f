/* Requests that nobody wrote by hand: thousands made from openapi.yaml, and raw
 * ones that are hardly HTTP.  Whatever comes, the service answers as documented
 * or hangs up, lives on, and leaves a match alone that is none of the asker's.
 *
 * FATHOM_REQUESTS is how many are made, FATHOM_SEED from which seed. */
#include "service.h"
#include "table.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { RAW_MAX = 200000, MOMENT_MS = 500, PATIENCE_MS = 15000 };

/* ---- made from the contract ---- */

static long number_from(const char *variable, long usual)
{
    const char *text = getenv(variable);

    return text ? strtol(text, NULL, 10) : usual;
}

Test(requests, thousands_made_from_the_contract_are_answered_as_it_says)
{
    struct service service;
    char command[256];

    if (access("build/openapi/node_modules/ajv", F_OK) != 0) {
        cr_skip("the linters' tools are not there (make openapi)");
        return;
    }
    service_begin(&service, NULL);
    snprintf(command, sizeof command,
             "node tests/requests/run.cjs %s %ld %ld build/requests",
             service.url, number_from("FATHOM_SEED", 1),
             number_from("FATHOM_REQUESTS", 1500));
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0, "a request was answered wrongly");
    cr_expect(!service_logged(&service, "internal-error"));
    service_end(&service);
}

/* ---- kept ---- */

/* Put the match and the token of a stranger where a file asks for them. */
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

/* Is there a whole reply, as far as its Content-Length tells? */
static bool is_whole(const char *reply, size_t size)
{
    const char *end = strstr(reply, "\r\n\r\n");
    const char *length = strcasestr(reply, "\r\nContent-Length:");

    if (!end || strncmp(reply, "HTTP/1.1 100", 12) == 0)
        return false;
    return length && length < end &&
           size >= (size_t)(end + 4 - reply) + strtoul(length + 17, NULL, 10);
}

/* Read until there is a whole reply, or an end.  A service that waits for more
 * is told, after a moment, that there is none.  False when nothing helps. */
static bool read_reply(int fd, char *reply, size_t reply_size)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int wait_ms = MOMENT_MS;
    size_t got = 0;

    reply[0] = '\0';
    while (!is_whole(reply, got) && got + 1 < reply_size) {
        if (poll(&ready, 1, wait_ms) == 1) {
            ssize_t n = recv(fd, reply + got, reply_size - got - 1, 0);

            if (n <= 0)
                return true;
            got += (size_t)n;
            reply[got] = '\0';
        } else if (wait_ms == MOMENT_MS) {
            shutdown(fd, SHUT_WR);
            wait_ms = PATIENCE_MS;
        } else {
            return false;
        }
    }
    return true;
}

static bool exchange(const struct service *service, const char *bytes,
                     size_t size, char *reply, size_t reply_size)
{
    int fd = connect_to(service);
    ssize_t n = 1;

    for (size_t sent = 0; sent < size && n > 0; sent += (size_t)n)
        n = send(fd, bytes + sent, size - sent, MSG_NOSIGNAL);
    bool is_over = read_reply(fd, reply, reply_size);

    close(fd);
    return is_over;
}

static void replay(struct table *table, const char *file, const char *token)
{
    static char bytes[RAW_MAX], reply[RAW_MAX];
    size_t size = fill_in(file, table->match, token, bytes);
    bool is_over = exchange(table->service, bytes, size, reply, sizeof reply);
    long status =
        strncmp(reply, "HTTP/1.1 ", 9) == 0 ? strtol(reply + 9, NULL, 10) : 0;

    cr_expect(is_over, "%s: neither an end nor an answer", file);
    cr_expect(status < 500 || status == 501 || status == 505, "%s: %.300s",
              file, reply);
    cr_expect(reply[0] == '\0' || status >= 100, "%s: %.300s", file, reply);
    cr_expect(!strstr(reply, token), "%s: tells a token", file);
}

Test(requests, what_is_hardly_http_is_refused_and_harms_nobody)
{
    static const char *const settings[] = {"--request-seconds=2", NULL};
    struct service service;
    struct table table;
    glob_t files;

    service_begin(&service, settings);
    table_begin(&table, &service, "underwater-cities", 2);
    table_play(&table, 4);
    struct client stranger = client_account(&service, "stranger");
    char *before = table_fingerprint(&table);

    cr_assert_eq(glob("tests/api/corpus/*.http", 0, NULL, &files), 0);
    cr_assert_geq(files.gl_pathc, 60);
    for (size_t i = 0; i < files.gl_pathc; i++)
        replay(&table, files.gl_pathv[i], stranger.token);
    globfree(&files);
    char *after = table_fingerprint(&table);

    cr_expect_str_eq(before, after);
    cr_expect(!service_logged(&service, "internal-error"));
    free(before);
    free(after);
    client_close(&stranger);
    table_end(&table);
    service_end(&service);
}
