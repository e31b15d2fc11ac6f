/* A wrong system clock: preloaded (LD_PRELOAD) into a program, it changes the
 * wall clock by an offset that a test sets: support/skew.h.
 *
 * FATHOM_SKEW names a file with one int64_t, the seconds to add. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead_s;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("FATHOM_SKEW");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *at = MAP_FAILED;

    if (fd >= 0) {
        at = mmap(NULL, sizeof *ahead_s, PROT_READ, MAP_SHARED, fd, 0);
        close(fd);
    }
    if (at != MAP_FAILED)
        ahead_s = at;
}

static time_t skew(void)
{
    return ahead_s ? *ahead_s : 0;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    int err = (int)syscall(SYS_clock_gettime, id, out);

    if (err == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
        out->tv_sec += skew();
    return err;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    int err = clock_gettime(CLOCK_REALTIME, &now);

    (void)zone;
    if (err == 0)
        *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return err;
}

time_t time(time_t *out) /* allowed: it is what is wrong here */
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
