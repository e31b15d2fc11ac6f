/* Bot rules: which matches a bot accepts, and how many it plays. */
#include "db/accounts/accounts.h"

#include <stdlib.h>
#include <string.h>

/* The unfinished matches in which the account holds a seat. */
#define PLAYING(account)                                                       \
    "(SELECT count(*) FROM account_matches l WHERE l.account_id = " account    \
    "  AND l.ended_xid IS NULL AND EXISTS (SELECT FROM seats s"                \
    "   WHERE s.match_id = l.match_id AND s.account_id = " account "))"

/* ---- reading ---- */

/* Games are records of id and seats. */
#define BOT_ROW(FIRST, NEXT)                                                   \
    FIRST(BOT_ROW_ID, "a.id")                                                  \
    NEXT(BOT_ROW_NAME, "a.name")                                               \
    NEXT(BOT_ROW_CREATED, "a.created_at")                                      \
    NEXT(BOT_ROW_KIND, "a.kind")                                               \
    NEXT(BOT_ROW_CLOCKS, "r.clocks")                                           \
    NEXT(BOT_ROW_RATED, "r.rated")                                             \
    NEXT(BOT_ROW_AT_ONCE, "r.at_once")                                         \
    NEXT(BOT_ROW_GAMES,                                                        \
         "(SELECT array_agg(ROW(g.game, g.seats) ORDER BY g.game)"             \
         " FROM bot_games g WHERE g.account_id = a.id)")                       \
    NEXT(BOT_ROW_PLAYING,                                                      \
         "CASE WHEN r.account_id IS NOT NULL THEN " PLAYING("a.id") " END")    \
    NEXT(BOT_ROW_BUILTIN_BOT, "a.house_bot")
enum { BOT_ROW(PG_NUMBER, PG_NUMBER) };
#define BOT_COLUMNS                                                            \
    BOT_ROW(PG_FIRST, PG_NEXT)                                                 \
    " FROM accounts a LEFT JOIN bot_rules r"                                   \
    "  ON r.account_id = a.id"                                                 \
    " WHERE a.deleted_at IS NULL"                                              \
    " AND (r.account_id IS NOT NULL OR a.house_bot IS NOT NULL)"

static void read_games(struct pg_values list, struct bot_rules *out)
{
    while (list.left > 0 && out->game_count < BOT_GAMES_MAX) {
        struct bot_game *game = &out->games[out->game_count++];
        const struct pg_value record = pg_next(&list);
        struct pg_values fields = pg_record(&record);

        pg_value_text_into(pg_next(&fields), game->id, sizeof game->id);
        game->seats = (uint8_t)pg_value_int(pg_next(&fields));
    }
}

static void read_bot(const struct pg_result *rows, int row,
                     struct store_bot *out)
{
    *out = (struct store_bot){
        .account = {.created_us = pg_time(rows, row, BOT_ROW_CREATED),
                    .kind = (enum account_kind)pg_int(rows, row, BOT_ROW_KIND)},
        .rules = {.clocks = (uint8_t)pg_int(rows, row, BOT_ROW_CLOCKS),
                  .rated = (uint8_t)pg_int(rows, row, BOT_ROW_RATED),
                  .at_once = (int)pg_int(rows, row, BOT_ROW_AT_ONCE)},
        .playing = (uint32_t)pg_int(rows, row, BOT_ROW_PLAYING),
    };
    pg_bytes(rows, row, BOT_ROW_ID, &out->account.id, sizeof out->account.id);
    pg_text_into(rows, row, BOT_ROW_NAME, out->account.name,
                 sizeof out->account.name);
    read_games(pg_array(rows, row, BOT_ROW_GAMES), &out->rules);
    pg_text_into(rows, row, BOT_ROW_BUILTIN_BOT, out->account.builtin_bot,
                 sizeof out->account.builtin_bot);
}

static enum store_err bots_find(struct store *store,
                                const struct play_id *account,
                                struct store_bot *out)
{
    const struct pg_param in[] = {PG_UUID(account)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), "SELECT " BOT_COLUMNS " AND a.id = $1", in,
                 PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0)
        err = STORE_NOT_FOUND;
    else
        read_bot(rows, 0, out);
    pg_clear(rows);
    return err;
}

static enum store_err
bots_list(struct store *store, const char *game, const char *after,
          unsigned limit, void (*visit)(void *ctx, const struct store_bot *row),
          void *ctx)
{
    const struct pg_param in[] = {PG_TEXT(game), PG_TEXT(after),
                                  PG_INT8(limit)};
    struct pg_result *rows;
    /* OFFSET 0 makes the planner go from the bots to their accounts: there are
     * many accounts and few bots. */
    enum store_err err = pg_query(
        db_pool(store),
        "SELECT " BOT_COLUMNS " AND a.id IN"
        "  (SELECT account_id FROM bot_rules b WHERE $1::text IS NULL OR EXISTS"
        "    (SELECT FROM bot_games g WHERE g.account_id = b.account_id"
        "     AND g.game = $1)"
        "   UNION ALL SELECT id FROM accounts WHERE house_bot IS NOT NULL"
        "   OFFSET 0)"
        " AND ($2::text IS NULL OR a.name > $2)"
        " ORDER BY a.name LIMIT $3",
        in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_bot row;

        read_bot(rows, i, &row);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

/* ---- declaring ---- */

struct declaring {
    const struct play_id *account;
    const struct bot_rules *rules;
};

static enum store_err put_game(struct pg *pg, const struct play_id *account,
                               const struct bot_game *game)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(game->id),
                                  PG_INT2(game->seats)};

    return pg_run(pg,
                  "INSERT INTO bot_games (account_id, game, seats)"
                  " VALUES ($1, $2, $3)",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err put_rules(struct pg *pg, void *ctx)
{
    const struct declaring *it = ctx;
    const struct pg_param in[] = {
        PG_UUID(it->account), PG_INT2(it->rules->clocks),
        PG_INT2(it->rules->rated), PG_INT2(it->rules->at_once)};
    const struct pg_param account[] = {PG_UUID(it->account)};
    enum store_err err = db_account_hold(pg, it->account);

    if (!err)
        err = pg_run(pg,
                     "INSERT INTO bot_rules"
                     " (account_id, clocks, rated, at_once)"
                     " VALUES ($1, $2, $3, $4)"
                     " ON CONFLICT (account_id) DO UPDATE SET"
                     "  clocks = excluded.clocks, rated = excluded.rated,"
                     "  at_once = excluded.at_once",
                     in, PG_LENGTH(in), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM bot_games WHERE account_id = $1", account,
                     PG_LENGTH(account), NULL);
    for (size_t i = 0; i < it->rules->game_count && !err; i++)
        err = put_game(pg, it->account, &it->rules->games[i]);
    return err;
}

static enum store_err bots_put(struct store *store,
                               const struct play_id *account,
                               const struct bot_rules *rules)
{
    struct declaring it = {account, rules};

    return pg_transaction(db_pool(store), put_rules, &it);
}

static enum store_err bots_remove(struct store *store,
                                  const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(account)};

    return pg_query(db_pool(store),
                    "DELETE FROM bot_rules WHERE account_id = $1", in,
                    PG_LENGTH(in), NULL);
}

/* ---- one more match ---- */

/* A second transaction waits here for the first one's commit, and counts its
 * match, too: the statement after the lock has a newer snapshot. */
static enum store_err check_room(struct pg *pg, const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(account)};
    struct pg_result *rows;
    int64_t at_once;
    enum store_err err =
        pg_run(pg,
               "SELECT at_once FROM bot_rules WHERE account_id = $1"
               " FOR NO KEY UPDATE",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    at_once = pg_rows(rows) == 1 ? pg_int(rows, 0, 0) : INT64_MAX;
    pg_clear(rows);
    err = pg_run(pg, "SELECT " PLAYING("$1"), in, PG_LENGTH(in), &rows);
    if (err)
        return err;
    err = pg_int(rows, 0, 0) < at_once ? STORE_OK : STORE_FULL;
    pg_clear(rows);
    return err;
}

static int by_id(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct play_id));
}

enum store_err db_bots_have_room(struct pg *pg, const struct match *match)
{
    struct play_id bots[RULES_SEATS_MAX];
    enum store_err err = STORE_OK;
    size_t count = 0;

    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN &&
            match->seats[i].is_bot_account)
            bots[count++] = match->seats[i].account;
    /* Bots are locked in the order of their ids, which prevents deadlocks. */
    qsort(bots, count, sizeof *bots, by_id);
    for (size_t i = 0; i < count && !err; i++)
        err = check_room(pg, &bots[i]);
    return err;
}

const struct store_bots db_bots = {
    .find = bots_find,
    .put = bots_put,
    .remove = bots_remove,
    .list = bots_list,
};
