/* The queue: tickets of those who look for a match. */
#include "store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_id(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct play_id));
}

static enum store_err match_ticket(struct pg *pg, const struct play_id *ticket,
                                   const struct store_match *row)
{
    const struct pg_param in[] = {PG_UUID(ticket), PG_TIME(row->moved_us),
                                  PG_UUID(&row->match.key)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "UPDATE queue_tickets SET status = 1, ended_at = $2,"
               " match_id = $3, changed_xid = pg_current_xact_id()"
               " WHERE id = $1 AND status = 0 RETURNING id",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) == 1 ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}

enum store_err db_tickets_match(struct pg *pg, const struct store_match *row)
{
    struct play_id sorted[RULES_SEATS_MAX];
    enum store_err err = STORE_OK;

    /* In one order, so that two that want the same ones do not wait for each
     * other. */
    assert(row->ticket_count <= RULES_SEATS_MAX);
    memcpy(sorted, row->tickets, row->ticket_count * sizeof *sorted);
    qsort(sorted, row->ticket_count, sizeof *sorted, by_id);
    for (size_t i = 0; i < row->ticket_count && !err; i++)
        err = match_ticket(pg, &sorted[i], row);
    return err;
}
