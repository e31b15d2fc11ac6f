/* Reading and writing rows of queue entries. */
#include "db/matchmaking/queue.h"

void queue_entry_row_read(const struct pg_result *rows, int row,
                          struct store_queue_entry *out)
{
    *out = (struct store_queue_entry){
        .seats = (uint8_t)pg_int(rows, row, QUEUE_ENTRY_ROW_SEATS),
        .clock = {.turn_seconds =
                      (uint32_t)pg_int(rows, row, QUEUE_ENTRY_ROW_TURN_SECONDS),
                  .bank_seconds =
                      (uint32_t)pg_int(rows, row, QUEUE_ENTRY_ROW_BANK_SECONDS),
                  .increment_seconds = (uint32_t)pg_int(
                      rows, row, QUEUE_ENTRY_ROW_INCREMENT_SECONDS),
                  .policy = CLOCK_AUTOMATIC},
        .takes_bots = pg_bool(rows, row, QUEUE_ENTRY_ROW_TAKES_BOTS),
        .status = (enum queue_status)pg_int(rows, row, QUEUE_ENTRY_ROW_STATUS),
        .joined_us = pg_time(rows, row, QUEUE_ENTRY_ROW_JOINED),
        .expires_us = pg_time(rows, row, QUEUE_ENTRY_ROW_EXPIRES),
        .has_match = !pg_is_null(rows, row, QUEUE_ENTRY_ROW_MATCH),
    };
    pg_bytes(rows, row, QUEUE_ENTRY_ROW_ID, &out->id, sizeof out->id);
    pg_bytes(rows, row, QUEUE_ENTRY_ROW_ACCOUNT, &out->account,
             sizeof out->account);
    pg_text_into(rows, row, QUEUE_ENTRY_ROW_GAME, out->game, sizeof out->game);
    pg_text_into(rows, row, QUEUE_ENTRY_ROW_OPTIONS, out->options,
                 sizeof out->options);
    if (out->has_match)
        pg_bytes(rows, row, QUEUE_ENTRY_ROW_MATCH, &out->match,
                 sizeof out->match);
}

/* clang-format off */
#define QUEUE_ENTRY_WRITE(FIRST, NEXT)                                         \
    FIRST(id,               PG_UUID(&entry->id))                               \
    NEXT(account_id,        PG_UUID(&entry->account))                          \
    NEXT(game,              PG_TEXT(entry->game))                              \
    NEXT(seats,             PG_INT2(entry->seats))                             \
    NEXT(options,           PG_TEXT(entry->options))                           \
    NEXT(turn_seconds,      PG_INT4_OR_NULL(clock->turn_seconds, !has_turn))   \
    NEXT(bank_seconds,      PG_INT4_OR_NULL(clock->bank_seconds, !has_bank))   \
    NEXT(increment_seconds, PG_INT4_OR_NULL(clock->increment_seconds, !has_bank)) \
    NEXT(takes_bots,        PG_BOOL(entry->takes_bots))                        \
    NEXT(status,            PG_INT2(QUEUE_WAITING))                            \
    NEXT(joined_at,         PG_TIME(entry->joined_us))                         \
    NEXT(expires_at,        PG_TIME(entry->expires_us))
enum { QUEUE_ENTRY_PARAMS = 12 };

static const char keep_sql[] =
    "UPDATE queue_tickets q"
    " SET expires_at = greatest(q.expires_at, i.expires_at)"
    " FROM (VALUES (" PG_PLACES_12 ")) i (" PG_NAMES(QUEUE_ENTRY_WRITE) ")"
    " WHERE q.account_id = i.account_id AND q.game = i.game"
    " AND q.status = i.status AND q.expires_at > i.joined_at"
    " AND (q.seats, q.options, q.takes_bots)"
    "  = (i.seats, i.options, i.takes_bots)"
    " AND (q.turn_seconds, q.bank_seconds, q.increment_seconds)"
    "  IS NOT DISTINCT FROM"
    "  (i.turn_seconds, i.bank_seconds, i.increment_seconds)"
    " RETURNING q.id";

static const char put_sql[] =
    PG_INSERT("queue_tickets", QUEUE_ENTRY_WRITE, 12)
    " ON CONFLICT (account_id, game) DO UPDATE SET id = excluded.id,"
    "  seats = excluded.seats, options = excluded.options,"
    "  turn_seconds = excluded.turn_seconds,"
    "  bank_seconds = excluded.bank_seconds,"
    "  increment_seconds = excluded.increment_seconds,"
    "  takes_bots = excluded.takes_bots, status = excluded.status,"
    "  joined_at = excluded.joined_at, expires_at = excluded.expires_at,"
    "  ended_at = NULL, match_id = NULL, changed_xid = pg_current_xact_id()";
/* clang-format on */

static void bind_entry(const struct store_queue_entry *entry,
                       struct pg_param in[QUEUE_ENTRY_PARAMS])
{
    const struct match_clock *clock = &entry->clock;
    const bool has_turn = clock->turn_seconds > 0;
    const bool has_bank = clock->bank_seconds > 0;
    const struct pg_param all[] = {PG_VALUES(QUEUE_ENTRY_WRITE)};

    _Static_assert(PG_LENGTH(all) == QUEUE_ENTRY_PARAMS, "one for each");
    memcpy(in, all, sizeof all);
}

enum store_err queue_entry_row_keep(struct pg *pg,
                                    const struct store_queue_entry *entry,
                                    bool *is_kept)
{
    struct pg_param in[QUEUE_ENTRY_PARAMS];
    struct pg_result *rows;
    enum store_err err;

    bind_entry(entry, in);
    err = pg_run(pg, keep_sql, in, PG_LENGTH(in), &rows);
    if (err)
        return err;
    *is_kept = pg_rows(rows) == 1;
    pg_clear(rows);
    return STORE_OK;
}

enum store_err queue_entry_row_put(struct pg *pg,
                                   const struct store_queue_entry *entry)
{
    struct pg_param in[QUEUE_ENTRY_PARAMS];

    bind_entry(entry, in);
    return pg_run(pg, put_sql, in, PG_LENGTH(in), NULL);
}
