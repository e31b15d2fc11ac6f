/* Vacations, and the seats that they concern. */
#include "db/accounts/accounts.h"

static const int64_t day_us = MATCH_DAY_SECONDS * INT64_C(1000000);

static enum store_err vacations_list(struct store *store,
                                     const struct play_id *account,
                                     struct vacation *out, size_t cap,
                                     size_t *count)
{
    const struct pg_param in[] = {PG_UUID(account), PG_INT8((int64_t)cap)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT began_at, until FROM vacations WHERE account_id = $1"
                 " ORDER BY began_at DESC LIMIT $2",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows) && *count < cap; i++)
        out[(*count)++] = (struct vacation){.began_us = pg_time(rows, i, 0),
                                            .until_us = pg_time(rows, i, 1)};
    pg_clear(rows);
    return STORE_OK;
}

struct writing {
    const struct play_id *account;
    const struct vacation *before, *after;
};

static enum store_err check_newest(struct pg *pg, const struct writing *it)
{
    const struct pg_param in[] = {PG_UUID(it->account)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT began_at, until FROM vacations WHERE account_id = $1"
               " ORDER BY began_at DESC LIMIT 1",
               in, PG_LENGTH(in), &rows);
    bool is_same;

    if (err)
        return err;
    if (it->before)
        is_same = pg_rows(rows) == 1 &&
                  pg_time(rows, 0, 0) == it->before->began_us &&
                  pg_time(rows, 0, 1) == it->before->until_us;
    else
        is_same = pg_rows(rows) == 0;
    pg_clear(rows);
    return is_same ? STORE_OK : STORE_STALE;
}

static enum store_err write_all(struct pg *pg, void *ctx)
{
    const struct writing *it = ctx;
    /* Two of the periods that are counted: the number of rows is bounded. */
    const int64_t old_us =
        it->after->began_us - 2 * VACATION_YEAR_DAYS * day_us;
    const struct pg_param old[] = {PG_UUID(it->account), PG_TIME(old_us)};
    const struct pg_param in[] = {PG_UUID(it->account),
                                  PG_TIME(it->after->began_us),
                                  PG_TIME(it->after->until_us)};
    enum store_err err = db_account_lock(pg, it->account);

    if (!err)
        err = check_newest(pg, it);
    if (!err)
        err = pg_run(pg,
                     "DELETE FROM vacations"
                     " WHERE account_id = $1 AND until < $2",
                     old, PG_LENGTH(old), NULL);
    if (err)
        return err;
    return pg_run(pg,
                  "INSERT INTO vacations (account_id, began_at, until)"
                  " VALUES ($1, $2, $3) ON CONFLICT (account_id, began_at)"
                  " DO UPDATE SET until = excluded.until",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err vacations_write(struct store *store,
                                      const struct play_id *account,
                                      const struct vacation *before,
                                      const struct vacation *after)
{
    struct writing it = {account, before, after};

    return pg_transaction(db_pool(store), write_all, &it);
}

static enum store_err vacations_list_seats(struct store *store,
                                           const struct play_id *account,
                                           int64_t until_us, bool is_back,
                                           const struct store_held_seat *after,
                                           struct store_held_seat *out,
                                           size_t cap, size_t *count)
{
    const struct pg_param in[] = {
        PG_UUID(account),
        PG_TIME(until_us),
        PG_BOOL(is_back),
        PG_UUID(after ? &after->match : NULL),
        PG_INT2(after ? after->seat : 0),
        PG_INT4(MATCH_DAY_SECONDS),
        PG_INT8((int64_t)cap),
    };
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store),
        "SELECT " HELD_SEAT_COLUMNS
        " FROM seats s JOIN matches m ON m.id = s.match_id"
        " WHERE s.account_id = $1 AND m.status IN (0, 1)"
        " AND (m.turn_seconds >= $6 OR m.turn_seconds IS NULL"
        "  AND m.bank_seconds IS NULL AND EXISTS (SELECT FROM seats o"
        "   WHERE o.match_id = m.id AND o.kind = 1 AND o.account_id <> $1))"
        /* A seat that resigned (4) or ran out of time (10) has left. */
        " AND NOT EXISTS (SELECT FROM events e WHERE e.match_id = s.match_id"
        "  AND e.seat = s.seat AND e.kind IN (4, 10))"
        " AND CASE WHEN $3 THEN m.away_until[s.seat + 1] > $2"
        "  ELSE coalesce(m.away_until[s.seat + 1] < $2, true) END"
        " AND ($4::uuid IS NULL OR (s.match_id, s.seat) > ($4, $5))"
        " ORDER BY s.match_id, s.seat LIMIT $7",
        in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    *count = db_held_seats_read(rows, out, cap);
    pg_clear(rows);
    return STORE_OK;
}

const struct store_vacations db_vacations = {
    .list = vacations_list,
    .write = vacations_write,
    .list_seats = vacations_list_seats,
};
