/* Notifications for other nodes.
 *
 * "NODE match ID SEQ,TAG,TAG ID SEQ ..." is a hint for nodes that cache these
 * matches, and for those at which one of these accounts waits; "NODE
 * accounts,TAG,TAG" is about accounts alone. */
#include "db/node/notify.h"
#include "base/decimal.h"
#include "base/hex.h"

#include <stdio.h>

enum {
    TAG_SIZE = 5, /* ",c3fe" */
    /* The maximum for one match: its id, seq and tags. */
    ONE_MAX = 34 + 11 + TAG_SIZE * STORE_TAGS_MAX,
};

_Static_assert(ONE_MAX < 128, "many matches have room in one notification");

const char db_notify_sql[] = "SELECT pg_notify('" DB_CHANNEL "', $1)";

void db_notify_begin(const struct db_store *db, struct db_notifications *news)
{
    news->length =
        (size_t)snprintf(news->text, sizeof news->text, "%s match", db->node);
}

/* Write ",c3fe" and a NUL; returns the size without it. */
static size_t put_tag(char *out, uint16_t tag)
{
    const uint8_t bytes[] = {(uint8_t)(tag >> 8), (uint8_t)tag};

    out[0] = ',';
    hex_write(bytes, sizeof bytes, out + 1);
    return TAG_SIZE;
}

bool db_notify_add(struct db_notifications *news, const struct play_id *match,
                   uint32_t seq, const uint16_t *tags, size_t tag_count)
{
    char *out = news->text;
    const size_t size = sizeof news->text;
    size_t n = news->length;

    if (n + ONE_MAX >= size)
        return false;
    out[n++] = ' ';
    hex_write(match->bytes, sizeof match->bytes, out + n);
    n += 2 * sizeof match->bytes;
    out[n++] = ' ';
    n = (size_t)(decimal_write(seq, out + n) - out);
    for (size_t i = 0; i < tag_count && i < STORE_TAGS_MAX; i++)
        n += put_tag(out + n, tags[i]);
    news->length = n;
    return true;
}

enum store_err db_notify_accounts(const struct db_store *db, struct pg *pg,
                                  const uint16_t *tags, size_t count)
{
    struct db_notifications news;
    enum store_err err = STORE_OK;

    for (size_t i = 0; i < count && !err;) {
        char *out = news.text;
        size_t n = (size_t)snprintf(out, sizeof news.text, "%s accounts",
                                    db ? db->node : "0000000000000000");

        for (; i < count && n + TAG_SIZE < sizeof news.text; i++)
            n += put_tag(out + n, tags[i]);
        news.length = n;
        err = db_notify_send(pg, &news);
    }
    return err;
}

enum store_err db_notify_names(const char *node, struct pg *pg,
                               const struct play_id *matches, size_t count)
{
    struct db_notifications news;
    enum store_err err = STORE_OK;

    for (size_t i = 0; i < count && !err;) {
        size_t n =
            (size_t)snprintf(news.text, sizeof news.text, "%s names", node);

        for (; i < count && n + ONE_MAX < sizeof news.text; i++) {
            news.text[n++] = ' ';
            hex_write(matches[i].bytes, sizeof matches[i].bytes, news.text + n);
            n += 2 * sizeof matches[i].bytes;
        }
        news.length = n;
        err = db_notify_send(pg, &news);
    }
    return err;
}

enum store_err db_notify_send(struct pg *pg,
                              const struct db_notifications *news)
{
    const struct pg_param in[] = {PG_TEXT(news->text)};

    return pg_run(pg, db_notify_sql, in, PG_LENGTH(in), NULL);
}
