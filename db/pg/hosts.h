/* The hosts that a connection string names, so that each can be asked by
 * itself. */
#ifndef DB_HOSTS_H
#define DB_HOSTS_H

#include <stdbool.h>

struct hosts;

enum { HOST_SIZE = 256, PORT_SIZE = 16 };

/* One of them, as the string has it; "": not said. */
struct host {
    char name[HOST_SIZE], address[HOST_SIZE], port[PORT_SIZE];
};

/* New: release with hosts_free.  NULL: out of memory, or no connection string
 * with hosts in it: libpq knows what to make of it. */
struct hosts *hosts_read(const char *conninfo);
void hosts_free(struct hosts *hosts);

/* 1 or more; 1 for NULL. */
unsigned hosts_count(const struct hosts *hosts);

/* The index-th; all of it is "" for NULL. */
void hosts_get(const struct hosts *hosts, unsigned index, struct host *out);

#endif
