/* What a node's admin listener says to probes. */
#ifndef TESTS_PROBE_H
#define TESTS_PROBE_H

struct service;

struct probe {
    int status;
    char words[96]; /* the body's beginning */
};

/* Ask for "/readyz" and the like, once. */
struct probe probe_ask(const struct service *service, const char *path);

/* Ask until it answers with this status and its words have these in them.  It
 * must stay alive all the while. */
void probe_await(const struct service *service, const char *path, int status,
                 const char *words);

#endif
