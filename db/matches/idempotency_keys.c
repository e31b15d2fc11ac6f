/* Idempotency keys.  Those of changes are written with them: match_write.c.
 *
 * The key of each change is stored as a hash, with its first event.  Those of
 * changes whose response does not follow from the event log are stored whole as
 * well, with the response to repeat. */
#include "db/matches/matches.h"

#include <stdlib.h>
#include <string.h>

/* ---- of changes ---- */

#define KEY_ROW(FIRST, NEXT)                                                   \
    FIRST(KEY_ROW_BODY_HASH, "body_hash")                                      \
    NEXT(KEY_ROW_SEQ, "seq")                                                   \
    NEXT(KEY_ROW_SEAT, "seat")                                                 \
    NEXT(KEY_ROW_REPLY, "reply")                                               \
    NEXT(KEY_ROW_BODY_WORD, "body_word")
enum { KEY_ROW(PG_NUMBER, PG_NUMBER) };
#define KEY_COLUMNS KEY_ROW(PG_FIRST, PG_NEXT)

static const char find_sql[] =
    "SELECT " KEY_COLUMNS DB_DURABLE " FROM"
    " (SELECT body_hash, seq, seat, reply, NULL::bigint AS body_word"
    "  FROM idempotency_keys WHERE match_id = $1 AND account_id = $2"
    "   AND key = $3 AND created_at > $4"
    "  UNION ALL SELECT NULL, seq, seat, NULL, body_hash FROM key_hashes"
    "  WHERE match_id = $1 AND key_hash = $5 AND created_at > $4"
    "  UNION ALL SELECT NULL, seq, seat, NULL, body_hash FROM events"
    "  WHERE match_id = $1 AND key_hash = $5 AND created_at > $4) k"
    " ORDER BY body_hash IS NULL, seq DESC LIMIT 1";

int64_t db_key_hash(const struct play_id *account, const char *key)
{
    return key ? (int64_t)store_key_hash(account, key) : 0;
}

int64_t db_body_word(const uint8_t body_hash[32])
{
    uint64_t word = 0;

    for (size_t i = 0; i < sizeof word; i++)
        word = word << 8 | body_hash[i];
    return (int64_t)word;
}

static void read_body(const struct pg_result *rows, struct store_key *out)
{
    uint64_t word;

    if (!pg_is_null(rows, 0, KEY_ROW_BODY_HASH)) {
        out->hash_size = pg_bytes(rows, 0, KEY_ROW_BODY_HASH, out->body_hash,
                                  sizeof out->body_hash);
        return;
    }
    word = (uint64_t)pg_int(rows, 0, KEY_ROW_BODY_WORD);
    out->hash_size = sizeof word;
    for (size_t i = sizeof word; i-- > 0; word >>= 8)
        out->body_hash[i] = (uint8_t)word;
}

static enum store_err idempotency_keys_find(struct store *store,
                                            const struct play_id *match,
                                            const struct play_id *account,
                                            const char *key, int64_t since_us,
                                            struct store_key *out)
{
    const struct pg_param in[] = {PG_UUID(match), PG_UUID(account),
                                  PG_TEXT(key), PG_TIME(since_us),
                                  PG_INT8(db_key_hash(account, key))};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), find_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        read_body(rows, out);
        out->seq = (uint32_t)pg_int(rows, 0, KEY_ROW_SEQ);
        out->seat = (int)pg_int(rows, 0, KEY_ROW_SEAT);
        out->reply = NULL;
        if (!pg_is_null(rows, 0, KEY_ROW_REPLY)) {
            out->reply = strdup(pg_text(rows, 0, KEY_ROW_REPLY));
            if (!out->reply)
                err = STORE_UNAVAILABLE;
        }
    }
    pg_clear(rows);
    return err;
}

static enum store_err
idempotency_keys_list_tags(struct store *store, const struct store_tag_query *q,
                           uint32_t **out, size_t *count)
{
    const struct pg_param in[] = {PG_UUID(q->match), PG_INT4(q->after),
                                  PG_INT4(q->last), PG_TIME(q->since_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT key_hash FROM events WHERE match_id = $1"
                 " AND seq > $2 AND seq <= $3"
                 " AND key_hash IS NOT NULL AND created_at > $4",
                 in, PG_LENGTH(in), &rows);

    *out = NULL;
    *count = 0;
    if (err)
        return err;
    *count = (size_t)pg_rows(rows);
    *out = *count ? calloc(*count, sizeof **out) : NULL;
    if (*count && !*out)
        err = STORE_UNAVAILABLE;
    for (size_t i = 0; i < *count && !err; i++)
        (*out)[i] = store_key_tag((uint64_t)pg_int(rows, (int)i, 0));
    pg_clear(rows);
    return err;
}

static bool idempotency_keys_are_listed(struct store *store, int64_t since_us)
{
    return since_us >= atomic_load(&db_store(store)->event_keys_us);
}

/* ---- of matches that were made ---- */

#define MADE_ROW(FIRST, NEXT)                                                  \
    FIRST(MADE_ROW_MATCH, "match_id")                                          \
    NEXT(MADE_ROW_BODY_HASH, "body_hash")                                      \
    NEXT(MADE_ROW_REPLY, "reply")
enum { MADE_ROW(PG_NUMBER, PG_NUMBER) };
#define MADE_COLUMNS MADE_ROW(PG_FIRST, PG_NEXT)

static enum store_err
idempotency_keys_find_match(struct store *store, const struct play_id *account,
                            const char *key, int64_t since_us,
                            struct store_created_match *out)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(key),
                                  PG_TIME(since_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " MADE_COLUMNS DB_DURABLE " FROM creation_keys"
                 " WHERE account_id = $1 AND key = $2 AND created_at > $3",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, MADE_ROW_MATCH, &out->match, sizeof out->match);
        pg_bytes(rows, 0, MADE_ROW_BODY_HASH, out->body_hash,
                 sizeof out->body_hash);
        out->reply = strdup(pg_text(rows, 0, MADE_ROW_REPLY));
        if (!out->reply)
            err = STORE_UNAVAILABLE;
    }
    pg_clear(rows);
    return err;
}

/* A second transaction with the key waits here for the first one's commit. */
enum store_err db_creation_insert(struct pg *pg, const struct store_match *row)
{
    const struct store_creation_key *made = row->creation;
    const struct pg_param in[] = {
        PG_UUID(&row->creator),
        PG_TEXT(made->key),
        PG_BYTES(made->body_hash, sizeof made->body_hash),
        PG_TIME(row->match.created_us),
        PG_UUID(&row->match.key),
        PG_TEXT(made->reply),
        PG_TIME(made->since_us),
    };

    return pg_run_one(
        pg,
        "INSERT INTO creation_keys AS k"
        " (account_id, key, body_hash, created_at, match_id, reply)"
        " VALUES ($1, $2, $3, $4, $5, $6)"
        " ON CONFLICT (account_id, key) DO UPDATE SET"
        "  body_hash = excluded.body_hash,"
        "  created_at = excluded.created_at,"
        "  match_id = excluded.match_id, reply = excluded.reply"
        "  WHERE k.created_at <= $7"
        " RETURNING match_id",
        in, PG_LENGTH(in), STORE_CONFLICT);
}

/* ---- both ---- */

static enum store_err idempotency_keys_purge(struct store *store,
                                             int64_t before_us)
{
    static const char *const purges[] = {
        "DELETE FROM idempotency_keys WHERE created_at < $1",
        "DELETE FROM key_hashes WHERE created_at < $1",
        "DELETE FROM creation_keys WHERE created_at < $1",
    };
    const struct pg_param in[] = {PG_TIME(before_us)};
    enum store_err err = STORE_OK;

    for (size_t i = 0; i < PG_LENGTH(purges) && !err; i++)
        err = pg_query(db_pool(store), purges[i], in, PG_LENGTH(in), NULL);
    return err;
}

const struct store_idempotency_keys db_idempotency_keys = {
    .find = idempotency_keys_find,
    .list_tags = idempotency_keys_list_tags,
    .are_listed = idempotency_keys_are_listed,
    .find_match = idempotency_keys_find_match,
    .purge = idempotency_keys_purge,
};
