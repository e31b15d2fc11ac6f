/* HAProxy with the configuration that is shipped, docker/haproxy.cfg, before
 * nodes of a test's own.  It knows them by names, as in containers. */
#ifndef TESTS_HAPROXY_H
#define TESTS_HAPROXY_H

#include "names.h"
#include "service.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { HAPROXY_NODES_MAX = 4 };

struct haproxy {
    struct service front; /* clients take it for the service: only its
                             addresses and its authority count */
    char home[64];        /* its certificate and its log: /tmp/fathom-ha.… */
    char plain[64];       /* where it speaks without TLS: "http://…" */
    char figures[64];     /* where its own figures are */
    char nodes[HAPROXY_NODES_MAX][64], probes[HAPROXY_NODES_MAX][16];
    int node_count;
    struct names names;
    int listening[3]; /* its sockets, which it inherits: they stay open while
                         it does not run */
    pid_t pid;
};

/* Make what it needs; then add nodes, which must keep their addresses (port.h)
 * when they come again, and start it.  It ends with the thread that started it,
 * and is there when all nodes are ready. */
void haproxy_prepare(struct haproxy *haproxy);
void haproxy_add(struct haproxy *haproxy, const struct service *node);
void haproxy_start(struct haproxy *haproxy);

/* Wait until it takes so many nodes for ready. */
void haproxy_await(const struct haproxy *haproxy, long nodes);

/* The sum of a metric of its own over all lines with this text. */
long haproxy_metric(const struct haproxy *haproxy, const char *text);

/* End it kindly, or at once. */
void haproxy_stop(struct haproxy *haproxy, int signal_number);
void haproxy_end(struct haproxy *haproxy);

#endif
