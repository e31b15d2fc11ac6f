/* The event logs of matches.  Most events of an old match are packed in
 * archives; readers see no difference. */
#include "db/matches/archive.h"
#include "db/matches/matches.h"
#include "db/pg/pg_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_event(const struct pg_result *rows, int row,
                       struct match_event *out)
{
    *out = (struct match_event){
        .seq = (uint32_t)pg_int(rows, row, EVENT_ROW_SEQ),
        .kind = (enum event_kind)pg_int(rows, row, EVENT_ROW_KIND),
        .seat = (int)pg_int(rows, row, EVENT_ROW_SEAT),
        .at_us = pg_time(rows, row, EVENT_ROW_AT),
        .state_hash = (uint64_t)pg_int(rows, row, EVENT_ROW_STATE_HASH),
    };
    pg_text_into(rows, row, EVENT_ROW_MOVE, out->move, sizeof out->move);
    pg_text_into(rows, row, EVENT_ROW_PLAYER, out->player, sizeof out->player);
    out->to_seq = (uint32_t)pg_int(rows, row, EVENT_ROW_TO_SEQ);
}

/* ---- rows and what is packed, together ---- */

/* A range of a match's events: those with a seq above `after` and up to
 * `end`. */
struct range {
    uint32_t after;
    uint64_t end;
};

/* The archive of a match, if it overlaps the range, is the first row, with seq
 * 0.  It is one statement, so events that are packed meanwhile are read once.
 * more: further columns. */
#define EVENTS_SQL(more, rows, archive)                                        \
    "SELECT " EVENT_COLUMNS more " FROM events WHERE match_id = $1" rows       \
    " UNION ALL SELECT " EVENT_COLUMNS_OF_ARCHIVE more                         \
    " FROM archives WHERE match_id = $1" archive

#define IN_ORDER " ORDER BY seq"

#define SOME_SQL(more)                                                         \
    EVENTS_SQL(more, " AND seq > $2 AND seq <= $2 + $3",                       \
               " AND last_seq > $2 AND first_seq <= $2 + $3")                  \
    IN_ORDER

static const char some_sql[] = SOME_SQL("");
static const char assured_sql[] = SOME_SQL(DB_DURABLE);
static const char all_sql[] = EVENTS_SQL("", "", "") IN_ORDER;

/* The newest snapshot of the build precedes the events as a row of kind
 * EVENT_ROW_KIND_SNAPSHOT, with its body in the column of the archive.  It is
 * omitted if its event has another hash by now. */
/* clang-format off */
#define AFTER_SNAPSHOT " > coalesce((SELECT s.seq FROM s), 0)"
static const char log_sql[] =
    "WITH s AS (SELECT s.seq, s.state_hash, s.body FROM snapshots s"
    " WHERE s.match_id = $1 AND s.seq = (SELECT max(l.seq) FROM snapshots l"
    "  WHERE l.match_id = $1 AND l.seq <= $2 AND l.build = $4)"
    " AND s.state_hash = (SELECT e.state_hash FROM events e"
    "  WHERE e.match_id = s.match_id AND e.seq = s.seq)) "
    EVENTS_SQL("", " AND seq" AFTER_SNAPSHOT " AND seq <= $3",
               " AND last_seq" AFTER_SNAPSHOT " AND first_seq <= $3")
    " UNION ALL SELECT " EVENT_COLUMNS_OF_SNAPSHOT " FROM s" IN_ORDER;
/* clang-format on */

/* Merge the packed events in the range with the rows.  Both are in order and
 * have no seq in common; out has room. */
static size_t merge(const struct match_event *packed, size_t count,
                    const struct range *range, const struct pg_result *rows,
                    int row, struct match_event *out)
{
    size_t n = 0, i = 0;

    while (i < count && packed[i].seq <= range->after)
        i++;
    while (count > i && packed[count - 1].seq > range->end)
        count--;
    for (; row < pg_rows(rows); row++) {
        struct match_event event;

        read_event(rows, row, &event);
        for (; i < count && packed[i].seq < event.seq; i++)
            out[n++] = packed[i];
        out[n++] = event;
    }
    for (; i < count; i++)
        out[n++] = packed[i];
    return n;
}

/* The bytes of the column `packed`; borrowed from the rows. */
static const uint8_t *packed_bytes(const struct pg_result *rows, int row,
                                   size_t *size)
{
    uint8_t first;

    *size = pg_bytes(rows, row, EVENT_ROW_PACKED, &first, 1);
    return (const uint8_t *)pg_text(rows, row, EVENT_ROW_PACKED);
}

static enum store_err read_archive(const struct pg_result *rows, int row,
                                   struct match_event **out, size_t *count)
{
    size_t size;
    const uint8_t *bytes = packed_bytes(rows, row, &size);

    switch (archive_unpack(bytes, size, out, count)) {
    case ARCHIVE_OK: return STORE_OK;
    case ARCHIVE_NO_MEMORY: return STORE_UNAVAILABLE;
    case ARCHIVE_REFUSED:
    case ARCHIVE_CORRUPT: break;
    }
    return STORE_REFUSED;
}

static enum store_err read_snapshot(const struct pg_result *rows, int row,
                                    struct store_snapshot *out)
{
    const uint8_t *bytes = packed_bytes(rows, row, &out->size);

    out->seq = (uint32_t)pg_int(rows, row, EVENT_ROW_SEQ);
    out->state_hash = (uint64_t)pg_int(rows, row, EVENT_ROW_STATE_HASH);
    free(out->body); /* there is one at most */
    out->body = malloc(out->size + 1);
    if (!out->body)
        return STORE_UNAVAILABLE;
    memcpy(out->body, bytes, out->size);
    return STORE_OK;
}

/* Read the log from these rows: the events in range and after the snapshot. */
static enum store_err read_log(const struct pg_result *rows, struct range range,
                               struct store_log *out)
{
    struct match_event *packed = NULL;
    size_t packed_count = 0;
    enum store_err err = STORE_OK;
    int row = 0;

    for (; row < pg_rows(rows) && !pg_is_null(rows, row, EVENT_ROW_PACKED) &&
           !err;
         row++)
        if (pg_int(rows, row, EVENT_ROW_KIND) == EVENT_ROW_KIND_SNAPSHOT) {
            err = read_snapshot(rows, row, &out->snapshot);
            range.after = out->snapshot.seq;
        } else {
            err = read_archive(rows, row, &packed, &packed_count);
            out->is_packed = true;
        }
    if (!err)
        out->events = calloc((size_t)pg_rows(rows) + packed_count + 1,
                             sizeof *out->events);
    if (out->events)
        out->count =
            merge(packed, packed_count, &range, rows, row, out->events);
    free(packed);
    return out->events || err ? err : STORE_UNAVAILABLE;
}

/* Takes the rows. */
static enum store_err read_events(struct pg_result *rows,
                                  const struct range *range,
                                  struct match_event **out, size_t *count)
{
    struct store_log log = {.is_packed = false};
    enum store_err err = read_log(rows, *range, &log);

    pg_clear(rows);
    free(log.snapshot.body); /* these rows have none */
    *out = log.events;
    *count = log.count;
    return err;
}

/* Log an archive that cannot be read, for the operator. */
static void log_corrupt(const struct db_config *config,
                        const struct play_id *match)
{
    char id[PG_UUID_SIZE], text[128];

    pg_uuid_write(match, id);
    snprintf(text, sizeof text, "the archive of match %s cannot be read", id);
    pg_log(config, text);
}

static enum store_err list_events(struct store *store, const char *sql,
                                  const struct play_id *id, uint32_t after,
                                  uint32_t limit, struct match_event **out,
                                  size_t *count)
{
    const struct pg_param in[] = {PG_UUID(id), PG_INT4(after), PG_INT8(limit)};
    const struct range range = {after, (uint64_t)after + limit};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), sql, in, PG_LENGTH(in), &rows);

    *out = NULL;
    *count = 0;
    if (err)
        return err;
    err = read_events(rows, &range, out, count);
    if (err == STORE_REFUSED)
        log_corrupt(&db_store(store)->config, id);
    return err;
}

static enum store_err events_list(struct store *store, const struct play_id *id,
                                  uint32_t after, uint32_t limit,
                                  struct match_event **out, size_t *count)
{
    return list_events(store, some_sql, id, after, limit, out, count);
}

static enum store_err events_list_durable(struct store *store,
                                          const struct play_id *id,
                                          uint32_t after, uint32_t limit,
                                          struct match_event **out,
                                          size_t *count)
{
    return list_events(store, assured_sql, id, after, limit, out, count);
}

static enum store_err events_find_log(struct store *store,
                                      const struct store_log_query *query,
                                      struct store_log *out)
{
    const struct pg_param in[] = {PG_UUID(query->match), PG_INT4(query->from),
                                  PG_INT4(query->to), PG_TEXT(query->build)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), log_sql, in, PG_LENGTH(in), &rows);

    *out = (struct store_log){.snapshot.match = *query->match};
    if (err)
        return err;
    err = read_log(rows, (struct range){0, query->to}, out);
    pg_clear(rows);
    if (err)
        free(out->snapshot.body);
    if (err == STORE_REFUSED)
        log_corrupt(&db_store(store)->config, query->match);
    return err;
}

enum store_err db_events_run(struct pg *pg, const char *sql,
                             const struct play_id *match,
                             struct match_event **out, size_t *count)
{
    const struct pg_param in[] = {PG_UUID(match)};
    const struct range range = {0, UINT64_MAX};
    struct pg_result *rows;
    enum store_err err = pg_run(pg, sql, in, PG_LENGTH(in), &rows);

    *out = NULL;
    *count = 0;
    if (err)
        return err;
    err = read_events(rows, &range, out, count);
    if (err == STORE_REFUSED)
        log_corrupt(pg->config, match);
    return err;
}

enum store_err db_events_of(struct pg *pg, const struct play_id *match,
                            struct match_event **out, size_t *count)
{
    return db_events_run(pg, all_sql, match, out, count);
}

enum store_err db_event_insert(struct pg *pg, const struct play_id *match,
                               const struct match_event *event)
{
    const struct pg_param in[] = {PG_VALUES(EVENT_WRITE)};

    return pg_run(pg, PG_INSERT("events", EVENT_WRITE, 9), in, PG_LENGTH(in),
                  NULL);
}

const struct store_events db_events = {
    .list = events_list,
    .list_durable = events_list_durable,
    .find_log = events_find_log,
};
