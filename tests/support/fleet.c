/* Two nodes on one database behind the proxy. */
#include "fleet.h"

#include "port.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

/* A node that keeps its addresses. */
static void begin_node(struct fleet *fleet, int number,
                       const char *const *settings)
{
    char listen[48], admin[48];
    const char *all[4 + FLEET_SETTINGS_MAX] = {listen, admin,
                                               "--trusted-proxies=1"};

    for (int i = 0; settings && settings[i]; i++)
        all[3 + i] = settings[i];
    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port_free());
    snprintf(admin, sizeof admin, "--admin-listen=127.0.0.1:%d", port_free());
    if (number == 0)
        service_begin(&fleet->nodes[0], all);
    else
        service_join_as(&fleet->nodes[number], &fleet->nodes[0], all);
    haproxy_add(&fleet->proxy, &fleet->nodes[number]);
}

void fleet_begin(struct fleet *fleet, const char *const *settings)
{
    haproxy_prepare(&fleet->proxy);
    for (int i = 0; i < FLEET_NODES; i++)
        begin_node(fleet, i, settings);
    haproxy_start(&fleet->proxy);
}

void fleet_start(struct fleet *fleet, int node)
{
    service_start(&fleet->nodes[node]);
    haproxy_await(&fleet->proxy, FLEET_NODES);
}

void fleet_replace(struct fleet *fleet, int node)
{
    int status = service_signal(&fleet->nodes[node], SIGTERM);

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "node %d ended with status %d", node, status);
    fleet_start(fleet, node);
}

void fleet_end(struct fleet *fleet)
{
    haproxy_end(&fleet->proxy);
    for (int i = FLEET_NODES - 1; i >= 0; i--)
        service_end(&fleet->nodes[i]);
}
