/* Times as text. */
#include "base/timestamp.h"

#include <stdio.h>
#include <time.h>

void timestamp_format(int64_t us, char out[TIMESTAMP_SIZE])
{
    int64_t rest = us % 1000000;
    time_t seconds = (time_t)(us / 1000000);
    struct tm tm;

    if (rest < 0) {
        rest += 1000000;
        seconds--;
    }
    gmtime_r(&seconds, &tm);
    size_t n = strftime(out, TIMESTAMP_SIZE, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(out + n, TIMESTAMP_SIZE - n, ".%03dZ", (int)(rest / 1000));
}
