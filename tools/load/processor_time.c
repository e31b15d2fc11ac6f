/* The processor time of the processes that a load puts to work. */
#include "processor_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of one process, in ticks: the 14th and 15th word of its line, counted from
 * behind its name, which may have spaces.  A process that has ended counts
 * nothing. */
static int64_t ticks_of(long pid)
{
    char path[64], line[1024] = "";
    long long user = 0, system = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    file = fopen(path, "r");
    if (!file)
        return 0;
    const char *rest = fgets(line, sizeof line, file) ? strrchr(line, ')') : "";

    fclose(file);
    if (!rest || sscanf(rest,
                        ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld "
                        "%lld",
                        &user, &system) != 2)
        return 0;
    return user + system;
}

int64_t processor_us(const char *pids)
{
    const long per_second = sysconf(_SC_CLK_TCK);
    int64_t ticks = 0;
    char *end;

    for (const char *at = pids ? pids : ""; *at; at = end) {
        long pid = strtol(at, &end, 10);

        if (end == at)
            break;
        ticks += ticks_of(pid);
    }
    return ticks * 1000000 / per_second;
}
