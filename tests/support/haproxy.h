/* HAProxy with docker/haproxy.cfg, in front of a test's own nodes.  It finds
 * them by name, as in containers. */
#ifndef TESTS_HAPROXY_H
#define TESTS_HAPROXY_H

#include "names.h"
#include "service.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { HAPROXY_NODES_MAX = 4 };

struct haproxy {
    struct service front; /* clients use it as the service: only its addresses
                           * and its authority are set */
    char home[64];        /* its certificate and its log: /tmp/fathom-ha.… */
    char plain[64];       /* the address without TLS: "http://…" */
    char figures[64];     /* the address of its statistics */
    char nodes[HAPROXY_NODES_MAX][64], probes[HAPROXY_NODES_MAX][16];
    int node_count;
    int once; /* the port at which it sends requests to itself */
    struct names names;
    int listening[3]; /* its sockets, which it inherits: they stay open while it
                       * is stopped */
    pid_t pid;
};

/* Prepare it; then add nodes, which must keep their addresses (port.h) when
 * they restart, and start it.  It ends with the thread that started it, and is
 * ready when all nodes are. */
void haproxy_prepare(struct haproxy *haproxy);
void haproxy_add(struct haproxy *haproxy, const struct service *node);
void haproxy_start(struct haproxy *haproxy);

/* Wait until it considers this many nodes ready. */
void haproxy_await(const struct haproxy *haproxy, long nodes);

/* The sum of one of its metrics over all lines with this text. */
long haproxy_metric(const struct haproxy *haproxy, const char *text);

/* Stop it gracefully, or at once. */
void haproxy_stop(struct haproxy *haproxy, int signal_number);
void haproxy_end(struct haproxy *haproxy);

#endif
