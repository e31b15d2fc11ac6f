/* What the proxy as it is shipped sends to another node when one took a request
 * and said nothing, and what only once: nothing may be done twice. */
#include "haproxy.h"
#include "http.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- a node that is ready, takes requests, and goes without a reply ---- */

struct mute {
    struct service service; /* only its addresses count */
    int listening;
    atomic_int taken; /* requests, but for probes */
    pthread_t thread;
};

static void take_one(struct mute *mute, int fd)
{
    static const char ready[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
                                "Connection: close\r\n\r\n";
    char text[4096] = "";
    size_t length = 0;

    while (!strstr(text, "\r\n\r\n") && length < sizeof text - 1) {
        ssize_t n = read(fd, text + length, sizeof text - 1 - length);

        if (n <= 0)
            break;
        length += (size_t)n;
        text[length] = '\0';
    }
    if (strncmp(text, "GET /readyz ", 12) == 0)
        send(fd, ready, sizeof ready - 1, MSG_NOSIGNAL);
    else if (length > 0)
        atomic_fetch_add(&mute->taken, 1);
    shutdown(fd, SHUT_WR);
    while (length > 0 && read(fd, text, sizeof text) > 0)
        continue; /* no reset: the proxy sees an end */
    close(fd);
}

static void *be_mute(void *arg)
{
    struct mute *mute = arg;
    int fd;

    while ((fd = accept(mute->listening, NULL, NULL)) >= 0)
        take_one(mute, fd);
    return NULL;
}

static void mute_begin(struct mute *mute)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof at;

    *mute = (struct mute){0};
    mute->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(mute->listening, (struct sockaddr *)&at, length), 0);
    cr_assert_eq(listen(mute->listening, 64), 0);
    getsockname(mute->listening, (struct sockaddr *)&at, &length);
    snprintf(mute->service.address, sizeof mute->service.address,
             "127.0.0.1:%d", ntohs(at.sin_port));
    snprintf(mute->service.admin, sizeof mute->service.admin,
             "http://127.0.0.1:%d", ntohs(at.sin_port));
    cr_assert_eq(pthread_create(&mute->thread, NULL, be_mute, mute), 0);
}

static void mute_end(struct mute *mute)
{
    shutdown(mute->listening, SHUT_RDWR);
    pthread_join(mute->thread, NULL);
    close(mute->listening);
}

/* ---- what is repeated ---- */

static const char key[] = "Idempotency-Key: 1";

static const struct {
    const char *method, *path, *header;
    bool is_repeated;
} requests[] = {
    {"GET", "/v1/games", NULL, true},
    {"PUT", "/v1/queue/template", NULL, true},
    {"DELETE", "/v1/queue/template", NULL, true},
    {"POST", "/v1/matches", key, true},
    {"POST", "/v1/matches?a=b", key, true},
    {"POST", "/v1/matches/m/moves", key, true},
    {"POST", "/v1/challenges", key, true},
    {"POST", "/v1/matches", NULL, false},
    {"POST", "/v1/matches/m/moves", NULL, false},
    {"POST", "/v1/challenges/c/answers", key, false},
    {"POST", "/v1/accounts", key, false},
    {"POST", "/v1/sessions", key, false},
    {"POST", "/v1/tokens", key, false},
    {"POST", "/v1/stream-tickets", key, false},
    {"PATCH", "/v1/me", key, false},
};

static void expect_repeats(struct client *client, struct mute *mute, size_t i)
{
    const bool has_body = *requests[i].method == 'P';

    atomic_store(&mute->taken, 0);
    if (requests[i].header)
        client_with(client, requests[i].header);
    struct answer answer = client_send(
        client, requests[i].method, requests[i].path, has_body ? "{}" : NULL);
    int taken = atomic_load(&mute->taken);

    cr_expect(answer.status == 502 || answer.status == 0, "%ld", answer.status);
    cr_expect(requests[i].is_repeated ? taken > 1 : taken == 1,
              "%s %s%s was sent %d times", requests[i].method, requests[i].path,
              requests[i].header ? " with a key" : "", taken);
    answer_clear(&answer);
}

Test(repeats, only_what_may_be_done_again_is_sent_again, .timeout = 600)
{
    static struct mute mute;
    static struct haproxy proxy;
    struct client client;

    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    mute_begin(&mute);
    haproxy_prepare(&proxy);
    haproxy_add(&proxy, &mute.service);
    haproxy_start(&proxy);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        /* At its first request a connection ends with a reply; at a later one
         * without, upon which the client itself would ask again. */
        client = client_open(&proxy.front);
        client.may_fail = true;
        expect_repeats(&client, &mute, i);
        client_close(&client);
    }
    haproxy_end(&proxy);
    mute_end(&mute);
}
