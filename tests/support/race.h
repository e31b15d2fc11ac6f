/* Many requests at the same moment, from as many connections. */
#ifndef TESTS_RACE_H
#define TESTS_RACE_H

#include "service.h"
#include "table.h"

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
void racers_run(struct racer *racers, size_t count);

/* How many of the answers have this status? */
size_t racers_count(const struct racer *racers, size_t count, long status);

/* Forget the answers; the connections stay. */
void racers_clear(struct racer *racers, size_t count);
/* The connections too. */
void racers_end(struct racer *racers, size_t count);

/* ---- a race ---- */

enum { RACE_NODES = 2, RACERS_MAX = 100 };

/* Nodes on one database, people who play, and the racers. */
struct race {
    struct service node[RACE_NODES];
    int nodes;
    struct table table; /* of two, at node 0 */
    struct racer racers[RACERS_MAX];
    size_t count;
    int round;
};

/* With one node, and again with two: prepare once, then run so often, or as
 * often as FATHOM_RACES says.  After each the log of the table's match must be
 * whole. */
void race_repeat(void (*prepare)(struct race *race),
                 void (*run)(struct race *race), int usual);

/* One more connection of somebody, at one node after the other. */
struct racer *race_add(struct race *race, const struct client *who);
/* 16 of the table's first player; for prepare. */
void race_of_16(struct race *race);

/* One created; all others got one of two refusals. */
void race_expect_one_winner(const struct race *race, long lost, long other);
/* All who were refused were told one of these problems. */
void race_expect_refused_as(const struct race *race, const char *one,
                            const char *other);
/* All answers are the first one: 201 with the same bytes, all but one said to
 * be replayed. */
void race_expect_one_effect(const struct race *race);

/* Events of a type in the log of the table's match; its seq. */
int race_count_events(struct table *table, const char *type);
long race_seq(struct table *table);

#endif
