/* The events of a match: its record. */
#include "store.h"

#include <stdlib.h>

static void read_event(const struct pg_result *rows, int row,
                       struct match_event *out)
{
    *out = (struct match_event){
        .seq = (uint32_t)pg_int(rows, row, 0),
        .kind = (enum event_kind)pg_int(rows, row, 1),
        .seat = (int)pg_int(rows, row, 2),
        .at_us = pg_time(rows, row, 3),
        .state_hash = (uint64_t)pg_int(rows, row, 4),
    };
    pg_text_into(rows, row, 5, out->move, sizeof out->move);
    pg_text_into(rows, row, 6, out->player, sizeof out->player);
    out->to_seq = (uint32_t)pg_int(rows, row, 7);
}

static enum store_err read_events(struct pg_result *rows,
                                  struct match_event **out, size_t *count)
{
    *out = calloc((size_t)pg_rows(rows) + 1, sizeof **out);
    for (int i = 0; *out && i < pg_rows(rows); i++)
        read_event(rows, i, &(*out)[(*count)++]);
    pg_clear(rows);
    return *out ? STORE_OK : STORE_UNAVAILABLE;
}

enum store_err db_event_list(struct store *store, const struct play_id *id,
                             uint32_t after, uint32_t limit,
                             struct match_event **out, size_t *count)
{
    const struct pg_param in[] = {PG_UUID(id), PG_INT4(after), PG_INT8(limit)};
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store),
        "SELECT seq, kind, seat, created_at, state_hash, move, player, to_seq"
        " FROM events WHERE match_id = $1 AND seq > $2 AND seq <= $2 + $3"
        " ORDER BY seq",
        in, PG_LENGTH(in), &rows);

    *out = NULL;
    *count = 0;
    return err ? err : read_events(rows, out, count);
}

enum store_err db_events_of(struct pg *pg, const struct play_id *match,
                            struct match_event **out, size_t *count)
{
    const struct pg_param in[] = {PG_UUID(match)};
    struct pg_result *rows;
    enum store_err err = pg_run(
        pg,
        "SELECT seq, kind, seat, created_at, state_hash, move, player, to_seq"
        " FROM events WHERE match_id = $1 ORDER BY seq",
        in, PG_LENGTH(in), &rows);

    *out = NULL;
    *count = 0;
    return err ? err : read_events(rows, out, count);
}

enum store_err db_event_insert(struct pg *pg, const struct play_id *match,
                               const struct match_event *event)
{
    const struct pg_param in[] = {
        PG_UUID(match),
        PG_INT4(event->seq),
        PG_INT2(event->kind),
        PG_INT2(event->seat),
        PG_TIME(event->at_us),
        PG_INT8((int64_t)event->state_hash),
        PG_TEXT(event->move[0] ? event->move : NULL),
        PG_TEXT(event->player[0] ? event->player : NULL),
        PG_INT4_OR_NULL(event->to_seq, event->kind != EVENT_UNDO),
    };

    return pg_run(pg,
                  "INSERT INTO events (match_id, seq, kind, seat, created_at,"
                  " state_hash, move, player, to_seq)"
                  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                  in, PG_LENGTH(in), NULL);
}
