/* Packing old matches, one at a time, and unpacking them.
 *
 * A match is packed in one transaction: its events are read, packed, unpacked
 * again and compared before their rows are deleted.  A crash leaves everything
 * unchanged. */
#include "db/matches/archive.h"
#include "db/matches/matches.h"
#include "db/pg/pg_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An arbitrary number that no other advisory lock uses. */
#define ARCHIVE_LOCK "6274193058"

_Static_assert(RULES_NOTATION_MAX == 80, "put_sql says so, too");

/* The kinds of events that are not packed: see archive_takes. */
#define STAYS "(0, 1, 4, 10)"

/* A day after the migration, no nodes remain that cannot read archives; $5: the
 * caller knows that none remain. */
static const char due_sql[] =
    "SELECT m.id, m.finished_at FROM matches m"
    " WHERE m.finished_at IS NOT NULL AND m.archived_at IS NULL"
    " AND m.finished_at < $1 AND (m.finished_at, m.id) > ($2, $3)"
    " AND NOT EXISTS (SELECT FROM ladder_matches l WHERE l.match_id = m.id"
    "  AND l.number IS NULL)"
    " AND ($5 OR EXISTS (SELECT FROM migrations WHERE name = 'archives'"
    "  AND applied_at < $4 - interval '1 day'))"
    " ORDER BY m.finished_at, m.id LIMIT 1"
    " FOR NO KEY UPDATE OF m SKIP LOCKED";

static const char many_sql[] =
    "SELECT " EVENT_COLUMNS
    " FROM events WHERE match_id = $1 AND kind NOT IN " STAYS " ORDER BY seq";

/* The deleted rows are counted: they must be those that were packed, with moves
 * no longer than what was read. */
static const char put_sql[] =
    "WITH gone AS (DELETE FROM events WHERE match_id = $1"
    "  AND kind NOT IN " STAYS " AND octet_length(coalesce(move, '')) < 80"
    "  RETURNING seq),"
    " come AS (INSERT INTO archives (match_id, format, first_seq, last_seq,"
    "   events, packed) VALUES ($1, $2, $3, $4, $5, $6))"
    " SELECT FROM gone HAVING count(*) = $5";

static const char done_sql[] =
    "UPDATE matches SET archived_at = $2, build = NULL, state = NULL"
    " WHERE id = $1";

/* Packing need not wait for the disk or standbys: a lost transaction is
 * repeated. */
static const char hurry_sql[] = "SET LOCAL synchronous_commit = off";

struct packing {
    const struct store_archiving *asked;
    struct store_archive_place place; /* the match that was found */
    bool is_found;
};

/* ---- packing ---- */

static enum store_err lock_all(struct pg *pg)
{
    struct pg_result *rows;
    enum store_err err = pg_run(pg, hurry_sql, NULL, 0, NULL);

    if (!err)
        err = pg_run(pg, "SELECT pg_try_advisory_xact_lock(" ARCHIVE_LOCK ")",
                     NULL, 0, &rows);
    if (err)
        return err;
    err = pg_bool(rows, 0, 0) ? STORE_OK : STORE_CONFLICT;
    pg_clear(rows);
    return err;
}

static enum store_err find_due(struct pg *pg, struct packing *it)
{
    const struct store_archive_place *after = it->asked->after;
    const struct pg_param in[] = {
        PG_TIME(it->asked->before_us),
        PG_TIME(after->finished_us > 0 ? after->finished_us : 1),
        PG_UUID(&after->match),
        PG_TIME(it->asked->now_us),
        PG_BOOL(it->asked->at_once),
    };
    struct pg_result *rows;
    enum store_err err = pg_run(pg, due_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    it->is_found = pg_rows(rows) > 0;
    if (it->is_found) {
        pg_bytes(rows, 0, 0, &it->place.match, sizeof it->place.match);
        it->place.finished_us = pg_time(rows, 0, 1);
    }
    pg_clear(rows);
    return it->is_found ? STORE_OK : STORE_NOT_FOUND;
}

/* Unpacking the bytes must return exactly the events that were read from the
 * rows. */
static bool comes_back(const struct match_event *events, size_t count,
                       const uint8_t *bytes, size_t size)
{
    struct match_event *again;
    size_t again_count;
    bool is_same =
        archive_unpack(bytes, size, &again, &again_count) == ARCHIVE_OK &&
        again_count == count;

    for (size_t i = 0; i < count && is_same; i++)
        is_same = again[i].seq == events[i].seq &&
                  again[i].kind == events[i].kind &&
                  again[i].seat == events[i].seat &&
                  again[i].at_us == events[i].at_us &&
                  again[i].state_hash == events[i].state_hash &&
                  again[i].to_seq == events[i].to_seq &&
                  strcmp(again[i].move, events[i].move) == 0;
    free(again);
    return is_same;
}

static enum store_err put(struct pg *pg, const struct play_id *match,
                          const struct match_event *events, size_t count)
{
    uint8_t *bytes;
    size_t size;
    enum archive_err packed = archive_pack(events, count, &bytes, &size);
    enum store_err err =
        packed == ARCHIVE_NO_MEMORY ? STORE_UNAVAILABLE : STORE_REFUSED;

    if (!packed && comes_back(events, count, bytes, size)) {
        const struct pg_param in[] = {
            PG_UUID(match),          PG_INT2(bytes[0]),
            PG_INT4(events[0].seq),  PG_INT4(events[count - 1].seq),
            PG_INT4((int64_t)count), PG_BYTES(bytes, size),
        };

        err = pg_run_one(pg, put_sql, in, PG_LENGTH(in), STORE_REFUSED);
    }
    free(bytes);
    return err;
}

/* A match without moves has nothing to pack. */
static enum store_err pack_match(struct pg *pg, const struct packing *it)
{
    const struct play_id *match = &it->place.match;
    const struct pg_param in[] = {PG_UUID(match), PG_TIME(it->asked->now_us)};
    struct match_event *events;
    size_t count;
    enum store_err err = db_events_run(pg, many_sql, match, &events, &count);

    if (!err && count > 0)
        err = put(pg, match, events, count);
    if (!err)
        err = db_snapshots_drop(pg, match);
    if (!err)
        err = pg_run(pg, done_sql, in, PG_LENGTH(in), NULL);
    free(events);
    return err;
}

static enum store_err pack_next(struct pg *pg, void *ctx)
{
    struct packing *it = ctx;
    enum store_err err = lock_all(pg);

    it->is_found = false;
    if (!err)
        err = find_due(pg, it);
    return err ? err : pack_match(pg, it);
}

static void log_refused(const struct db_config *config,
                        const struct play_id *match)
{
    char id[PG_UUID_SIZE], text[128];

    pg_uuid_write(match, id);
    snprintf(text, sizeof text,
             "match %s cannot be archived: it is left unchanged", id);
    pg_log(config, text);
}

static enum store_err archive_pack_next(struct store *store,
                                        const struct store_archiving *archiving)
{
    struct packing it = {.asked = archiving};
    enum store_err err = pg_transaction(db_pool(store), pack_next, &it);

    if (it.is_found && (!err || err == STORE_REFUSED))
        *archiving->after = it.place;
    if (it.is_found && err == STORE_REFUSED)
        log_refused(&db_store(store)->config, &it.place.match);
    return err;
}

/* ---- taking out ---- */

struct taking {
    struct play_id *after;
    struct play_id match; /* that was found */
    bool is_found;
};

static const char packed_sql[] =
    "SELECT a.match_id FROM archives a JOIN matches m ON m.id = a.match_id"
    " WHERE a.match_id > $1 ORDER BY a.match_id LIMIT 1"
    " FOR NO KEY UPDATE OF m";

static const char take_sql[] =
    "WITH gone AS (DELETE FROM archives WHERE match_id = $1"
    "  RETURNING match_id, packed),"
    " m AS (UPDATE matches SET archived_at = NULL WHERE id = $1)"
    " SELECT " EVENT_COLUMNS_OF_ARCHIVE " FROM gone";

enum { EVENT_PARAMS = 9 };

/* clang-format off */
static const char rows_sql[] =
    "INSERT INTO events (" PG_NAMES(EVENT_WRITE) ")"
    " SELECT i.*" PG_UNNEST(EVENT_WRITE, 9);
/* clang-format on */

static enum store_err insert_rows(struct pg *pg, const struct play_id *match,
                                  const struct match_event *events,
                                  size_t count)
{
    struct pg_param *rows = calloc(count * EVENT_PARAMS, sizeof *rows);
    struct pg_columns columns;
    bool is_good;

    if (!rows)
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < count; i++) {
        const struct match_event *event = &events[i];
        const struct pg_param row[] = {PG_VALUES(EVENT_WRITE)};

        _Static_assert(PG_LENGTH(row) == EVENT_PARAMS, "one for each");
        memcpy(&rows[i * EVENT_PARAMS], row, sizeof row);
    }
    is_good = pg_columns_begin(&columns, rows, count, EVENT_PARAMS);
    free(rows);
    if (!is_good)
        return STORE_UNAVAILABLE;
    enum store_err err = pg_run(pg, rows_sql, columns.in, EVENT_PARAMS, NULL);

    pg_columns_end(&columns);
    return err;
}

static enum store_err take_next(struct pg *pg, void *ctx)
{
    struct taking *it = ctx;
    const struct pg_param after[] = {PG_UUID(it->after)};
    struct match_event *events = NULL;
    struct pg_result *rows;
    enum store_err err = pg_run(pg, packed_sql, after, PG_LENGTH(after), &rows);
    size_t count;

    it->is_found = !err && pg_rows(rows) > 0;
    if (err)
        return err;
    if (it->is_found)
        pg_bytes(rows, 0, 0, &it->match, sizeof it->match);
    pg_clear(rows);
    if (!it->is_found)
        return STORE_NOT_FOUND;
    err = db_events_run(pg, take_sql, &it->match, &events, &count);
    /* No row: another node was faster. */
    if (!err && count > 0)
        err = insert_rows(pg, &it->match, events, count);
    free(events);
    return err;
}

static enum store_err archive_unpack_next(struct store *store,
                                          struct play_id *after)
{
    struct taking it = {.after = after};
    enum store_err err = pg_transaction(db_pool(store), take_next, &it);

    if (it.is_found && (!err || err == STORE_REFUSED))
        *after = it.match;
    return err;
}

const struct store_archive db_archive = {
    .pack_next = archive_pack_next,
    .unpack_next = archive_unpack_next,
};
