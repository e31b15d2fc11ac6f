/* Health probes of a node's admin listener. */
#include "probe.h"

#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATIENCE_MS = 240000, PAUSE_MS = 20 };

struct probe probe_ask(const struct service *service, const char *path)
{
    char *reply = raw_admin(service, path);
    const char *body = strstr(reply, "\r\n\r\n");
    struct probe said = {0};
    int last;

    raw_count(reply, &said.status, &last);
    snprintf(said.words, sizeof said.words, "%s", body ? body + 4 : "");
    free(reply);
    return said;
}

void probe_await(const struct service *service, const char *path, int status,
                 const char *words)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    const long until = raw_now_ms() + PATIENCE_MS;
    struct probe said = probe_ask(service, path);

    while ((said.status != status || !strstr(said.words, words)) &&
           raw_now_ms() < until) {
        cr_expect_eq(probe_ask(service, "/livez").status, 200);
        nanosleep(&pause, NULL);
        said = probe_ask(service, path);
    }
    cr_assert_eq(said.status, status, "%s: %d %s", path, said.status,
                 said.words);
    cr_expect(strstr(said.words, words), "%s: %s", path, said.words);
}
