/* Writing and deleting snapshots of matches.  store_events.find_log (events.c)
 * reads them together with the events that follow. */
#include "db/matches/matches.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define SNAPSHOT_WRITE(FIRST, NEXT)                                            \
    FIRST(match_id,     PG_UUID(&snapshot->match))                             \
    NEXT(seq,           PG_INT4(snapshot->seq))                                \
    NEXT(build,         PG_TEXT(build))                                        \
    NEXT(state_hash,    PG_INT8((int64_t)snapshot->state_hash))                \
    NEXT(body,          PG_BYTES(snapshot->body, snapshot->size))

/* Only if the event exists and has this hash: a node may offer a snapshot of an
 * event that was lost in a failover, and packed events need none.  An existing
 * row that differs is of another build, or damaged, and is replaced.  Sorted,
 * so that two nodes that write the same rows do not deadlock. */
static const char write_sql[] =
    "INSERT INTO snapshots (" PG_NAMES(SNAPSHOT_WRITE) ")"
    " SELECT i.*" PG_UNNEST(SNAPSHOT_WRITE, 5)
    " WHERE (SELECT e.state_hash FROM events e"
    "  WHERE e.match_id = i.match_id AND e.seq = i.seq) = i.state_hash"
    " ORDER BY i.match_id, i.seq"
    " ON CONFLICT (match_id, seq) DO UPDATE SET build = excluded.build,"
    "  state_hash = excluded.state_hash, body = excluded.body"
    " WHERE (snapshots.build, snapshots.state_hash, snapshots.body)"
    "  IS DISTINCT FROM (excluded.build, excluded.state_hash, excluded.body)";
/* clang-format on */

enum { COLUMNS = 5 };

/* A snapshot that is lost with the machine is created again. */
static const char hurry_sql[] = "SET LOCAL synchronous_commit = off";

static enum store_err write_all(struct pg *pg, void *ctx)
{
    const struct pg_columns *columns = ctx;
    enum store_err err = pg_run(pg, hurry_sql, NULL, 0, NULL);

    return err ? err : pg_run(pg, write_sql, columns->in, COLUMNS, NULL);
}

static enum store_err snapshots_write(struct store *store, const char *build,
                                      const struct store_snapshot *list,
                                      size_t count)
{
    struct pg_param rows[STORE_SNAPSHOTS_MAX * COLUMNS];
    struct pg_columns columns;
    enum store_err err;

    if (count == 0)
        return STORE_OK;
    if (count > STORE_SNAPSHOTS_MAX)
        return STORE_REFUSED;
    for (size_t i = 0; i < count; i++) {
        const struct store_snapshot *snapshot = &list[i];
        const struct pg_param row[] = {PG_VALUES(SNAPSHOT_WRITE)};

        _Static_assert(PG_LENGTH(row) == COLUMNS, "one for each");
        memcpy(&rows[i * COLUMNS], row, sizeof row);
    }
    if (!pg_columns_begin(&columns, rows, count, COLUMNS))
        return STORE_UNAVAILABLE;
    err = pg_transaction(db_pool(store), write_all, &columns);
    pg_columns_end(&columns);
    return err;
}

enum store_err db_snapshots_drop(struct pg *pg, const struct play_id *match)
{
    const struct pg_param in[] = {PG_UUID(match)};

    return pg_run(pg, "DELETE FROM snapshots WHERE match_id = $1", in,
                  PG_LENGTH(in), NULL);
}

const struct store_snapshots db_snapshots = {
    .write = snapshots_write,
};
