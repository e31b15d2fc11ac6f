/* Times as text. */
#include "base/timestamp.h"

/* Write `count` digits and what follows them; returns the end. */
static char *put(char *out, int number, int count, const char *after)
{
    for (int i = count; i-- > 0; number /= 10)
        out[i] = (char)('0' + number % 10);
    for (out += count; *after; after++)
        *out++ = *after;
    return out;
}

/* The date of a day, counted from 1970-01-01.  Years begin in March here, so
 * that the leap day is the last day of a year, and are counted in eras of 400
 * years, which all have the same number of days. */
static void date_of(int64_t day, int *year, int *month, int *of_month)
{
    enum { DAYS_OF_ERA = 146097, TO_MARCH_OF_0 = 719468 };
    int64_t days = day + TO_MARCH_OF_0;
    int64_t era = (days >= 0 ? days : days - (DAYS_OF_ERA - 1)) / DAYS_OF_ERA;
    int of_era = (int)(days - era * DAYS_OF_ERA);
    int years =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int of_year = of_era - (365 * years + years / 4 - years / 100);
    int from_march = (5 * of_year + 2) / 153;

    *of_month = of_year - (153 * from_march + 2) / 5 + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = years + (int)era * 400 + (*month <= 2);
}

/* By hand, because every event and log line has a time: strftime takes longer
 * than the rest of the line, and gmtime_r takes a lock. */
void timestamp_format(int64_t us, char out[TIMESTAMP_SIZE])
{
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    int64_t ms = us / 1000 - (us % 1000 < 0);
    int64_t day = ms / DAY_MS - (ms % DAY_MS < 0);
    int of_day = (int)(ms - day * DAY_MS);
    int year, month, of_month;

    date_of(day, &year, &month, &of_month);
    out = put(out, year, 4, "-");
    out = put(out, month, 2, "-");
    out = put(out, of_month, 2, "T");
    out = put(out, of_day / 3600000, 2, ":");
    out = put(out, of_day / 60000 % 60, 2, ":");
    out = put(out, of_day / 1000 % 60, 2, ".");
    out = put(out, of_day % 1000, 3, "Z");
    *out = '\0';
}
