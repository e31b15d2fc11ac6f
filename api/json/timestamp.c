/* Times as clients see them. */
#include "api/json/timestamp.h"

#include <stdio.h>
#include <time.h>

void timestamp_format(int64_t us, char out[WHEN_SIZE])
{
    int64_t rest = us % 1000000;
    time_t seconds = (time_t)(us / 1000000);
    struct tm tm;

    if (rest < 0) {
        rest += 1000000;
        seconds--;
    }
    gmtime_r(&seconds, &tm);
    size_t n = strftime(out, WHEN_SIZE, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(out + n, WHEN_SIZE - n, ".%03dZ", (int)(rest / 1000));
}

void sink_timestamp(struct sink *sink, const char *key, int64_t us)
{
    char at[WHEN_SIZE];

    if (us == 0) {
        sink_null(sink, key);
        return;
    }
    timestamp_format(us, at);
    sink_string(sink, key, at);
}

int64_t clock_steady_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
