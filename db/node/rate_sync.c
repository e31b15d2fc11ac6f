/* Rate-limit usage, sent to other nodes, and the secret with which all nodes
 * derive the same key for a client.
 *
 * "NODE taken LKEY,COUNT LKEY,COUNT ...": the limit as one hex digit, the key
 * as sixteen. */
#include "db/node/notify.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    HEAD_MAX = 32,                 /* "NODE taken" */
    ONE_MAX = 1 + 1 + 16 + 1 + 10, /* " LKEY,COUNT" */
};

_Static_assert(HEAD_MAX + RATE_USAGE_MAX * ONE_MAX <
                   sizeof(((struct db_notifications *)0)->text),
               "the usage sent at once fits in one notification");

static enum store_err
rate_usage_find_secret(struct store *store, uint8_t out[RATE_USAGE_SECRET_SIZE])
{
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store), "SELECT limits_secret FROM shared", NULL, 0, &rows);

    if (err)
        return err;
    if (pg_rows(rows) != 1 ||
        pg_bytes(rows, 0, 0, out, RATE_USAGE_SECRET_SIZE) !=
            RATE_USAGE_SECRET_SIZE)
        err = STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

static enum store_err send_rate_usage(struct store *store,
                                      const struct rate_usage *list,
                                      size_t count)
{
    const size_t size = sizeof(((struct db_notifications *)0)->text);
    struct db_notifications news;
    size_t n =
        (size_t)snprintf(news.text, size, "%s taken", db_store(store)->node);

    for (size_t i = 0; i < count && i < RATE_USAGE_MAX; i++)
        n += (size_t)snprintf(news.text + n, size - n,
                              " %x%016" PRIx64 ",%" PRIu32, list[i].limit & 15U,
                              list[i].key, list[i].count);
    const struct pg_param in[] = {PG_TEXT(news.text)};

    return pg_query(db_pool(store), db_notify_sql, in, PG_LENGTH(in), NULL);
}

const struct store_rate_usage db_rate_usage = {
    .find_secret = rate_usage_find_secret,
    .send = send_rate_usage,
};
