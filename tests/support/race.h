/* Many requests at the same moment, from as many connections. */
#ifndef TESTS_RACE_H
#define TESTS_RACE_H

#include "http.h"

#include <pthread.h>

/* One who races: who asks, and what. */
struct racer {
    struct client client; /* its own connection */
    const char *method;
    char path[160], body[256];  /* body "": none */
    char if_match[64], key[80]; /* whole header lines; "": none */
    struct answer answer;       /* afterwards */
    pthread_t thread;
    pthread_barrier_t *start;
};

/* Somebody's further connection to a service, at the start. */
void racer_init(struct racer *racer, struct service *service,
                const struct client *who);

/* What it will ask: method and the path as printf has it. */
void racer_asks(struct racer *racer, const char *method, const char *format,
                ...) __attribute__((format(printf, 3, 4)));

/* All connect, then all ask at once; returns when all were answered. */
void race_run(struct racer *racers, size_t count);

/* How many of the answers have this status? */
size_t race_count(const struct racer *racers, size_t count, long status);

/* Forget the answers; the connections stay. */
void race_clear(struct racer *racers, size_t count);
/* The connections too. */
void race_end(struct racer *racers, size_t count);

#endif
