/* The hosts that a connection string names. */
#include "db/pg/hosts.h"

#include <libpq-fe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hosts {
    PQconninfoOption *options;
    const char *names, *addresses, *ports; /* lists; NULL: not said */
    unsigned count;
};

static unsigned list_count(const char *list)
{
    unsigned n = list && *list;

    for (; list && *list; list++)
        n += *list == ',';
    return n;
}

struct hosts *hosts_read(const char *conninfo)
{
    struct hosts *hosts = calloc(1, sizeof *hosts);

    if (!hosts)
        return NULL;
    hosts->options = PQconninfoParse(conninfo, NULL);
    for (PQconninfoOption *o = hosts->options; o && o->keyword; o++) {
        if (strcmp(o->keyword, "host") == 0)
            hosts->names = o->val;
        if (strcmp(o->keyword, "hostaddr") == 0)
            hosts->addresses = o->val;
        if (strcmp(o->keyword, "port") == 0)
            hosts->ports = o->val;
    }
    /* As libpq counts them. */
    hosts->count = list_count(hosts->addresses);
    if (hosts->count == 0)
        hosts->count = list_count(hosts->names);
    if (hosts->count == 0) {
        hosts_free(hosts);
        return NULL;
    }
    return hosts;
}

void hosts_free(struct hosts *hosts)
{
    if (!hosts)
        return;
    PQconninfoFree(hosts->options);
    free(hosts);
}

unsigned hosts_count(const struct hosts *hosts)
{
    return hosts ? hosts->count : 1;
}

/* The index-th element of a list, "" if the list is shorter. */
static void list_get(const char *list, unsigned index, char *out, size_t size)
{
    *out = '\0';
    if (!list)
        return;
    for (; index > 0; index--) {
        list = strchr(list, ',');
        if (!list)
            return;
        list++;
    }
    snprintf(out, size, "%.*s", (int)strcspn(list, ","), list);
}

void hosts_get(const struct hosts *hosts, unsigned index, struct host *out)
{
    *out = (struct host){.name = ""};
    if (!hosts)
        return;
    list_get(hosts->names, index, out->name, sizeof out->name);
    list_get(hosts->addresses, index, out->address, sizeof out->address);
    /* A single port applies to all hosts. */
    list_get(hosts->ports, list_count(hosts->ports) == 1 ? 0 : index, out->port,
             sizeof out->port);
}
