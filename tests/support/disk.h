/* A small disk that can be filled. */
#ifndef TESTS_DISK_H
#define TESTS_DISK_H

#include <stdbool.h>

struct disk {
    char path[96]; /* the directory where it is mounted */
};

/* Mount a disk of this many KiB, which belongs to the owner of PostgreSQL.
 * Only this thread and the processes that it starts later see it.  False:
 * mounting is not allowed here (it needs root). */
bool disk_mount(struct disk *disk, int kib);

/* Fill it to the last byte, and delete what filled it. */
void disk_fill(const struct disk *disk);
void disk_free(const struct disk *disk);

/* Unmount it.  The thread keeps its own view of mounts. */
void disk_forget(struct disk *disk);

#endif
