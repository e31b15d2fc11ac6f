/* The cost of each client in about the last minute, and the clients that were
 * refused. */
#include "api/http/limits/client_usage.h"

#include "base/hex.h"
#include "base/log.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 256, /* a client has its place in one of these sets */
    WAYS = 8,   /* places in each set */
    PLACES = SETS * WAYS,
    MINUTE_S = 60,
};

static const int64_t minute_us = MINUTE_S * INT64_C(1000000);

/* A client.  Minutes are counted on the steady clock. */
struct row {
    uint64_t client; /* 0: the place is free */
    bool is_account;
    char name[CLIENT_SIZE];
    int64_t minute; /* minute of `units`; those of the minute before are in
                     * `before` */
    uint64_t units, before;
    int64_t refused_minute; /* minute of the last refusal; 0: never */
    uint64_t refused;       /* not logged yet */
};

/* Refusals of one client that are to be logged. */
struct refusals {
    char name[CLIENT_SIZE];
    uint64_t count;
};

struct client_usage {
    pthread_mutex_t lock;
    struct row rows[PLACES];
    int64_t told_minute;
    int64_t lines_minute;
    unsigned lines;   /* first refusals of that minute that were logged
                       * already */
    uint64_t evicted; /* refusals of clients that lost their place */
    struct refusals telling[PLACES]; /* of client_usage_tell */
};

struct client_usage *client_usage_new(void)
{
    struct client_usage *usage = calloc(1, sizeof *usage);

    if (usage)
        pthread_mutex_init(&usage->lock, NULL);
    return usage;
}

void client_usage_free(struct client_usage *usage)
{
    if (!usage)
        return;
    client_usage_tell(usage, INT64_MAX);
    pthread_mutex_destroy(&usage->lock);
    free(usage);
}

/* ---- places ---- */

/* Move the row's figures on to this minute. */
static void turn(struct row *row, int64_t minute)
{
    if (row->minute == minute)
        return;
    row->before = row->minute + 1 == minute ? row->units : 0;
    row->units = 0;
    row->minute = minute;
}

/* The minute before counts less as this one passes. */
static uint64_t recent_units(const struct row *row, int64_t now_us)
{
    uint64_t left_s = MINUTE_S - (uint64_t)(now_us % minute_us / 1000000);

    return row->units + row->before * left_s / MINUTE_S;
}

/* Under the lock: the client's row; it may replace another client's. */
static struct row *row_of(struct client_usage *usage, uint64_t client,
                          const char *account, int64_t now_us)
{
    struct row *set = &usage->rows[client % SETS * WAYS], *least = set;

    for (struct row *row = set; row < set + WAYS; row++)
        if (row->client == client) {
            turn(row, now_us / minute_us);
            return row;
        }
    for (struct row *row = set; row < set + WAYS; row++) {
        turn(row, now_us / minute_us);
        if (recent_units(row, now_us) < recent_units(least, now_us))
            least = row;
    }
    usage->evicted += least->refused;
    least->refused = 0;
    least->refused_minute = 0;
    least->client = client;
    least->is_account = *account != '\0';
    if (least->is_account)
        snprintf(least->name, sizeof least->name, "%s", account);
    else
        hex_write_u64(client, least->name);
    return least;
}

/* ---- counting ---- */

void client_usage_charge(struct client_usage *usage, uint64_t client,
                         const char *account, uint32_t units, int64_t now_us)
{
    pthread_mutex_lock(&usage->lock);
    row_of(usage, client, account, now_us)->units += units;
    pthread_mutex_unlock(&usage->lock);
}

/* Under the lock. */
static bool has_line(struct client_usage *usage, int64_t minute)
{
    if (usage->lines_minute != minute)
        usage->lines = 0;
    usage->lines_minute = minute;
    return usage->lines < USAGE_LINES && ++usage->lines;
}

bool client_usage_refuse(struct client_usage *usage, uint64_t client,
                         const char *account, int64_t now_us)
{
    int64_t minute = now_us / minute_us;
    struct row *row;
    bool is_logged;

    pthread_mutex_lock(&usage->lock);
    row = row_of(usage, client, account, now_us);
    is_logged = row->refused_minute != minute && has_line(usage, minute);
    row->refused_minute = minute;
    row->refused += !is_logged;
    pthread_mutex_unlock(&usage->lock);
    return is_logged;
}

/* ---- logging ---- */

/* Under the lock: collect what is not logged yet, and mark it as logged. */
static size_t collect(struct client_usage *usage)
{
    size_t count = 0;

    for (size_t i = 0; i < PLACES; i++) {
        struct row *row = &usage->rows[i];

        if (row->refused == 0)
            continue;
        usage->telling[count].count = row->refused;
        memcpy(usage->telling[count++].name, row->name, sizeof row->name);
        row->refused = 0;
    }
    return count;
}

static void tell_one(const char *client, uint64_t count)
{
    log_event(LOG_INFO, "requests-refused", LOG_T("client", client),
              LOG_N("status", 429), LOG_N("count", (int64_t)count));
}

void client_usage_tell(struct client_usage *usage, int64_t now_us)
{
    int64_t minute = now_us / minute_us;
    uint64_t evicted;
    size_t count;

    pthread_mutex_lock(&usage->lock);
    if (usage->told_minute == minute) {
        pthread_mutex_unlock(&usage->lock);
        return;
    }
    usage->told_minute = minute;
    count = collect(usage);
    evicted = usage->evicted;
    usage->evicted = 0;
    pthread_mutex_unlock(&usage->lock);
    for (size_t i = 0; i < count; i++)
        tell_one(usage->telling[i].name, usage->telling[i].count);
    if (evicted > 0)
        tell_one("others", evicted);
}

size_t client_usage_top(struct client_usage *usage, int64_t now_us,
                        struct client_usage_row out[USAGE_TOP])
{
    size_t count = 0;

    pthread_mutex_lock(&usage->lock);
    for (size_t i = 0; i < PLACES; i++) {
        struct row *row = &usage->rows[i];

        turn(row, now_us / minute_us);
        uint64_t units = row->client ? recent_units(row, now_us) : 0;
        size_t at = count;

        while (at > 0 && out[at - 1].units < units)
            at--;
        if (units == 0 || at == USAGE_TOP)
            continue;
        count += count < USAGE_TOP;
        memmove(&out[at + 1], &out[at], (count - at - 1) * sizeof *out);
        memcpy(out[at].name, row->name, sizeof row->name);
        out[at].is_account = row->is_account;
        out[at].units = units;
    }
    pthread_mutex_unlock(&usage->lock);
    return count;
}
