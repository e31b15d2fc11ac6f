/* Many requests at the same moment, from as many connections. */
#ifndef TESTS_RACE_H
#define TESTS_RACE_H

#include "match_fixture.h"
#include "service.h"

#include <pthread.h>

/* A racer: its client, and its request. */
struct racer {
    struct client client; /* its own connection */
    const char *method;
    char path[160], body[256];  /* body "": none */
    char if_match[64], key[80]; /* whole header lines; "": none */
    struct answer answer;       /* set by racers_run */
    pthread_t thread;
    pthread_barrier_t *start;
};

/* A further connection of this client's account to a service. */
void racer_init(struct racer *racer, struct service *service,
                const struct client *who);

/* Its request: method, and the path as for printf. */
void racer_asks(struct racer *racer, const char *method, const char *format,
                ...) __attribute__((format(printf, 3, 4)));

/* All connect, then all send at once; returns when all have a response. */
void racers_run(struct racer *racers, size_t count);

/* The number of responses with this status. */
size_t racers_count(const struct racer *racers, size_t count, long status);

/* Release the responses; the connections stay open. */
void racers_clear(struct racer *racers, size_t count);
/* Close the connections, too. */
void racers_end(struct racer *racers, size_t count);

/* ---- a race ---- */

enum { RACE_NODES = 2, RACERS_MAX = 100 };

/* Nodes on one database, players, and the racers. */
struct race {
    struct service node[RACE_NODES];
    int nodes;
    struct fixture fixture; /* a match of two players, at node 0 */
    struct racer racers[RACERS_MAX];
    size_t count;
    int round;
};

/* With one node, and again with two: prepare once, then run this many rounds,
 * or FATHOM_RACES.  After each, the log of the fixture's match must be
 * complete.  A quick run has half the rounds, and two nodes only: the racers of
 * each compete with one another there, too. */
void race_repeat(void (*prepare)(struct race *race),
                 void (*run)(struct race *race), int times);

/* Add a connection of this account, at the nodes in turn. */
struct racer *race_add(struct race *race, const struct client *who);
/* 16 racers of the fixture's first player; for prepare. */
void race_of_16(struct race *race);

/* One request was created; all others got one of two refusals. */
void race_expect_one_winner(const struct race *race, long lost, long other);
/* All refusals have one of these problems. */
void race_expect_refused_as(const struct race *race, const char *one,
                            const char *other);
/* All responses are equal: 201 with the same bytes, and all but one are marked
 * as replayed. */
void race_expect_one_effect(const struct race *race);

/* A query that returns what all nodes have written, not only this one. */
#define RACE_NEWEST "min_seq=4294967295"

/* The number of events of a type in the log of the fixture's match; its seq. */
int race_count_events(struct fixture *fixture, const char *type);
long race_seq(struct fixture *fixture);

#endif
