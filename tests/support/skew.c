/* Programs with a wrong system clock: tests/skew/clock.c is preloaded. */
#include "skew.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* PostgreSQL, which runs as another user, must be able to read all of it. */
void skew_begin(struct skew *skew)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char command[256], path[96];

    *skew = (struct skew){0};
    snprintf(skew->home, sizeof skew->home, "/tmp/fathom-skew.XXXXXX");
    cr_assert_not_null(mkdtemp(skew->home));
    cr_assert_eq(chmod(skew->home, 0755), 0);
    snprintf(command, sizeof command, "install -m 755 %s/skew.so %s",
             build ? build : "build/asan", skew->home);
    cr_assert_eq(system(command), 0); /* allowed: a tool of the tests */
    snprintf(path, sizeof path, "%s/ahead", skew->home);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);

    cr_assert_geq(fd, 0);
    cr_assert_eq(fchmod(fd, 0644), 0);
    cr_assert_eq(ftruncate(fd, sizeof *skew->ahead_s), 0);
    void *at = mmap(NULL, sizeof *skew->ahead_s, PROT_READ | PROT_WRITE,
                    MAP_SHARED, fd, 0);

    cr_assert_neq(at, MAP_FAILED);
    close(fd);
    skew->ahead_s = at;
}

void skew_set(struct skew *skew, int64_t ahead_s)
{
    *skew->ahead_s = ahead_s;
}

void skew_end(struct skew *skew)
{
    char path[96];

    munmap((void *)(uintptr_t)skew->ahead_s, sizeof *skew->ahead_s);
    snprintf(path, sizeof path, "%s/ahead", skew->home);
    unlink(path);
    snprintf(path, sizeof path, "%s/skew.so", skew->home);
    unlink(path);
    rmdir(skew->home);
}

/* The address sanitizer must be loaded first unless this is set. */
void skew_enter(const struct skew *skew)
{
    const char *options = getenv("ASAN_OPTIONS");
    char text[512];

    snprintf(text, sizeof text, "%s/ahead", skew->home);
    setenv("FATHOM_SKEW", text, 1);
    snprintf(text, sizeof text, "%s:verify_asan_link_order=0",
             options ? options : "");
    setenv("ASAN_OPTIONS", text, 1);
    snprintf(text, sizeof text, "%s/skew.so", skew->home);
    setenv("LD_PRELOAD", text, 1);
}

void skew_leave(void)
{
    unsetenv("LD_PRELOAD");
    unsetenv("FATHOM_SKEW");
}
