/* Health probes of a node's admin listener. */
#ifndef TESTS_PROBE_H
#define TESTS_PROBE_H

struct service;

struct probe {
    int status;
    char words[96]; /* the body's beginning */
};

/* GET "/readyz" and the like, once. */
struct probe probe_ask(const struct service *service, const char *path);

/* Repeat it until the status is this one and the body has these words.  /livez
 * must succeed all the time. */
void probe_await(const struct service *service, const char *path, int status,
                 const char *words);

#endif
