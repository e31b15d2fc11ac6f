/* The hosts of a connection string, so that each can be tried by itself. */
#ifndef DB_HOSTS_H
#define DB_HOSTS_H

#include <stdbool.h>

struct hosts;

enum { HOST_SIZE = 256, PORT_SIZE = 16 };

/* One host, as the string has it; "": not given. */
struct host {
    char name[HOST_SIZE], address[HOST_SIZE], port[PORT_SIZE];
};

/* New: release with hosts_free.  NULL: out of memory, or the string has no
 * hosts: libpq applies its defaults. */
struct hosts *hosts_read(const char *conninfo);
void hosts_free(struct hosts *hosts);

/* 1 or more; 1 for NULL. */
unsigned hosts_count(const struct hosts *hosts);

/* The index-th host; all members are "" for NULL. */
void hosts_get(const struct hosts *hosts, unsigned index, struct host *out);

#endif
