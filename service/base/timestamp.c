/* Times as text. */
#include "base/timestamp.h"

#include <time.h>

/* Write `count` digits and what follows them; returns the end. */
static char *put(char *out, int number, int count, const char *after)
{
    for (int i = count; i-- > 0; number /= 10)
        out[i] = (char)('0' + number % 10);
    for (out += count; *after; after++)
        *out++ = *after;
    return out;
}

/* By hand, because every event and log line has a time, and strftime takes
 * longer than the rest of the line. */
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
    out = put(out, tm.tm_year + 1900, 4, "-");
    out = put(out, tm.tm_mon + 1, 2, "-");
    out = put(out, tm.tm_mday, 2, "T");
    out = put(out, tm.tm_hour, 2, ":");
    out = put(out, tm.tm_min, 2, ":");
    out = put(out, tm.tm_sec, 2, ".");
    out = put(out, (int)(rest / 1000), 3, "Z");
    *out = '\0';
}
