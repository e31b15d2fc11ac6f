/* Times as text. */
#include "base/timestamp.h"

#include <string.h>

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

/* The inverse of date_of. */
static int64_t day_of(int year, int month, int of_month)
{
    enum { DAYS_OF_ERA = 146097, TO_MARCH_OF_0 = 719468 };
    int years = year - (month <= 2), from_march = (month + 9) % 12;
    int of_era = years % 400;
    int of_year = (153 * from_march + 2) / 5 + of_month - 1;

    return (int64_t)(years / 400) * DAYS_OF_ERA + of_era * 365 + of_era / 4 -
           of_era / 100 + of_year - TO_MARCH_OF_0;
}

static bool is_date(int year, int month, int of_month)
{
    int back_year, back_month, back_day;

    if (month < 1 || month > 12 || of_month < 1 || of_month > 31)
        return false;
    date_of(day_of(year, month, of_month), &back_year, &back_month, &back_day);
    return back_month == month && back_day == of_month;
}

/* Read `count` digits and the character after them; returns the end, or NULL.
 */
static const char *take(const char *text, int count, char after, int *number)
{
    *number = 0;
    for (; text && count > 0; count--, text++) {
        if (*text < '0' || *text > '9')
            return NULL;
        *number = *number * 10 + *text - '0';
    }
    if (!text || !after)
        return text;
    return *text == after ? text + 1 : NULL;
}

bool timestamp_read(const char *text, int64_t *us)
{
    int year, month, day, hour, minute, second;
    int64_t fraction = 0, unit = 100000;

    text = take(text, 4, '-', &year);
    text = take(text, 2, '-', &month);
    text = take(text, 2, 'T', &day);
    text = take(text, 2, ':', &hour);
    text = take(text, 2, ':', &minute);
    text = take(text, 2, '\0', &second);
    if (!text || year < 1970 || !is_date(year, month, day) || hour > 23 ||
        minute > 59 || second > 59)
        return false;
    if (*text == '.') {
        if (text[1] < '0' || text[1] > '9')
            return false;
        for (text++; *text >= '0' && *text <= '9'; text++, unit /= 10)
            fraction += (*text - '0') * unit;
    }
    *us = ((day_of(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    *us = *us * 1000000 + fraction;
    return strcmp(text, "Z") == 0 && *us > 0;
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
