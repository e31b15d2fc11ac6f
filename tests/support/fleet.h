/* Two nodes on one database behind the proxy. */
#ifndef TESTS_FLEET_H
#define TESTS_FLEET_H

#include "haproxy.h"
#include "service.h"

enum { FLEET_NODES = 2, FLEET_SETTINGS_MAX = 4 };

struct fleet {
    struct service nodes[FLEET_NODES];
    struct haproxy proxy; /* clients connect to proxy.front */
};

/* Start them; settings (at most this many) end with NULL. */
void fleet_begin(struct fleet *fleet, const char *const *settings);

/* Start a stopped node at the address that it had. */
void fleet_start(struct fleet *fleet, int node);

/* Stop a node gracefully, check that it did so, and start it again. */
void fleet_replace(struct fleet *fleet, int node);

void fleet_end(struct fleet *fleet);

#endif
