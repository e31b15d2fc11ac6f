/* A small disk that can be filled. */
#include "disk.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <unistd.h>

bool disk_mount(struct disk *disk, int kib)
{
    const struct passwd *user = getpwnam("postgres");
    char options[64];

    snprintf(disk->path, sizeof disk->path, "/tmp/fathom-disk.XXXXXX");
    cr_assert_not_null(mkdtemp(disk->path));
    snprintf(options, sizeof options, "size=%dk,mode=700", kib);
    if (geteuid() != 0 || !user || unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", disk->path, "tmpfs", 0, options) != 0) {
        rmdir(disk->path);
        return false;
    }
    cr_assert_eq(chown(disk->path, user->pw_uid, user->pw_gid), 0);
    return true;
}

static void name_filler(const struct disk *disk, char path[128])
{
    snprintf(path, 128, "%s/filler", disk->path);
}

void disk_fill(const struct disk *disk)
{
    static const char nothing[4096];
    char path[128];
    int fd;

    name_filler(disk, path);
    fd = open(path, O_WRONLY | O_CREAT, 0600);
    cr_assert_geq(fd, 0);
    while (write(fd, nothing, sizeof nothing) > 0)
        ;
    cr_assert_eq(errno, ENOSPC);
    close(fd);
}

void disk_free(const struct disk *disk)
{
    char path[128];

    name_filler(disk, path);
    cr_assert_eq(unlink(path), 0);
}

void disk_forget(struct disk *disk)
{
    cr_expect_eq(umount2(disk->path, MNT_DETACH), 0);
    rmdir(disk->path);
}
