/* Two nodes on one database behind the proxy. */
#ifndef TESTS_FLEET_H
#define TESTS_FLEET_H

#include "haproxy.h"
#include "service.h"

enum { FLEET_NODES = 2, FLEET_SETTINGS_MAX = 4 };

struct fleet {
    struct service nodes[FLEET_NODES];
    struct haproxy proxy; /* clients come to proxy.front */
};

/* Start them; settings (at most so many more) end with NULL. */
void fleet_begin(struct fleet *fleet, const char *const *settings);

/* Start a node that does not run at the address that it had. */
void fleet_start(struct fleet *fleet, int node);

/* Tell a node to end, see that it does so kindly, and start it again. */
void fleet_replace(struct fleet *fleet, int node);

void fleet_end(struct fleet *fleet);

#endif
