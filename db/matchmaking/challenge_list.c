/* Challenges: finding one, and lists of them. */
#include "db/matches/matches.h"
#include "db/matchmaking/challenges.h"

#include <stdlib.h>
#include <string.h>

/* ---- a row ---- */

#define PLAYER_ROW(FIRST, NEXT)                                                \
    FIRST(PLAYER_ROW_ACCOUNT, "p.account_id")                                  \
    NEXT(PLAYER_ROW_NAME, "a.name")                                            \
    NEXT(PLAYER_ROW_DISPLAY, "a.display_name")                                 \
    NEXT(PLAYER_ROW_KIND, "a.kind")                                            \
    NEXT(PLAYER_ROW_BUILTIN_BOT, "a.house_bot")                                \
    NEXT(PLAYER_ROW_ANSWER, "p.answer")
enum { PLAYER_ROW(PG_NUMBER, PG_NUMBER) PLAYER_FIELDS };
#define PLAYER_COLUMNS PLAYER_ROW(PG_FIRST, PG_NEXT)

/* Its players are an array of records. */
#define CHALLENGE_ROW(FIRST, NEXT)                                             \
    FIRST(ROW_ID, "c.id")                                                      \
    NEXT(ROW_GAME, "c.game")                                                   \
    NEXT(ROW_OPTIONS, "c.options")                                             \
    NEXT(ROW_RATED, "c.rated")                                                 \
    NEXT(ROW_IS_PRIVATE, "c.is_private")                                       \
    NEXT(ROW_TURN_SECONDS, "c.turn_seconds")                                   \
    NEXT(ROW_BANK_SECONDS, "c.bank_seconds")                                   \
    NEXT(ROW_INCREMENT_SECONDS, "c.increment_seconds")                         \
    NEXT(ROW_CLOCK_POLICY, "c.clock_policy")                                   \
    NEXT(ROW_STATUS, "c.status")                                               \
    NEXT(ROW_CREATED, "c.created_at")                                          \
    NEXT(ROW_EXPIRES, "c.expires_at")                                          \
    NEXT(ROW_ENDED, "c.ended_at")                                              \
    NEXT(ROW_MATCH, "c.match_id")                                              \
    NEXT(ROW_BODY_HASH, "c.body_hash")                                         \
    NEXT(ROW_PLAYERS,                                                          \
         "(SELECT array_agg(ROW(" PLAYER_COLUMNS ") ORDER BY p.place)"         \
         " FROM challenge_players p JOIN accounts a ON a.id = p.account_id"    \
         " WHERE p.challenge_id = c.id)")
enum { CHALLENGE_ROW(PG_NUMBER, PG_NUMBER) };
#define CHALLENGE_COLUMNS CHALLENGE_ROW(PG_FIRST, PG_NEXT)

static void read_player(struct pg_value record, struct challenge_player *out)
{
    struct pg_values fields = pg_record(&record);
    struct pg_value field[PLAYER_FIELDS];

    for (int i = 0; i < PLAYER_FIELDS; i++)
        field[i] = pg_next(&fields);
    pg_value_bytes(field[PLAYER_ROW_ACCOUNT], &out->account,
                   sizeof out->account);
    pg_value_text_into(field[PLAYER_ROW_NAME], out->name, sizeof out->name);
    pg_value_text_into(field[PLAYER_ROW_DISPLAY], out->display,
                       sizeof out->display);
    pg_value_text_into(field[PLAYER_ROW_BUILTIN_BOT], out->builtin_bot,
                       sizeof out->builtin_bot);
    out->kind = (enum account_kind)pg_value_int(field[PLAYER_ROW_KIND]);
    out->answer = (enum challenge_answer)pg_value_int(field[PLAYER_ROW_ANSWER]);
}

static void read_players(struct pg_values players, struct challenge *out)
{
    while (players.left > 0 && out->settings.seats < RULES_SEATS_MAX)
        read_player(pg_next(&players), &out->players[out->settings.seats++]);
}

static void challenge_row_read(const struct pg_result *rows, int row,
                               struct store_challenge *out)
{
    struct challenge *c = &out->challenge;

    *out = (struct store_challenge){
        .challenge = {
            .rated = pg_bool(rows, row, ROW_RATED),
            .is_private = pg_bool(rows, row, ROW_IS_PRIVATE),
            .clock = {.turn_seconds =
                          (uint32_t)pg_int(rows, row, ROW_TURN_SECONDS),
                      .bank_seconds =
                          (uint32_t)pg_int(rows, row, ROW_BANK_SECONDS),
                      .increment_seconds =
                          (uint32_t)pg_int(rows, row, ROW_INCREMENT_SECONDS),
                      .policy = (enum clock_policy)pg_int(rows, row,
                                                          ROW_CLOCK_POLICY)},
            .status = (enum challenge_status)pg_int(rows, row, ROW_STATUS),
            .created_us = pg_time(rows, row, ROW_CREATED),
            .expires_us = pg_time(rows, row, ROW_EXPIRES),
            .ended_us = pg_time(rows, row, ROW_ENDED),
            .has_match = !pg_is_null(rows, row, ROW_MATCH),
        }};
    pg_bytes(rows, row, ROW_ID, &c->key, sizeof c->key);
    pg_text_into(rows, row, ROW_GAME, out->game_id, sizeof out->game_id);
    pg_text_into(rows, row, ROW_OPTIONS, out->options, sizeof out->options);
    pg_bytes(rows, row, ROW_MATCH, &c->match, sizeof c->match);
    pg_bytes(rows, row, ROW_BODY_HASH, out->body_hash, sizeof out->body_hash);
    read_players(pg_array(rows, row, ROW_PLAYERS), c);
}

static enum store_err read_only_row(struct pg_result *rows,
                                    struct store_challenge *out)
{
    enum store_err err = pg_rows(rows) == 1 ? STORE_OK : STORE_NOT_FOUND;

    if (!err)
        challenge_row_read(rows, 0, out);
    pg_clear(rows);
    return err;
}

enum store_err db_challenges_find(struct store *store, const struct play_id *id,
                                  struct store_challenge *out)
{
    const struct pg_param in[] = {PG_UUID(id)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "SELECT " CHALLENGE_COLUMNS
                                  " FROM challenges c WHERE c.id = $1",
                                  in, PG_LENGTH(in), &rows);

    return err ? err : read_only_row(rows, out);
}

enum store_err db_challenges_find_by_key(struct store *store,
                                         const struct play_id *creator,
                                         const char *key, int64_t since_us,
                                         struct store_challenge *out)
{
    const struct pg_param in[] = {PG_UUID(creator), PG_TEXT(key),
                                  PG_TIME(since_us)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "SELECT " CHALLENGE_COLUMNS DB_DURABLE
                                  " FROM challenges c WHERE c.creator_id = $1"
                                  " AND c.key = $2 AND c.created_at > $3",
                                  in, PG_LENGTH(in), &rows);

    return err ? err : read_only_row(rows, out);
}

/* ---- lists ---- */

enum store_err db_challenges_list(
    struct store *store, const struct store_challenge_query *query,
    void (*visit)(void *ctx, const struct store_challenge *row), void *ctx)
{
    const struct store_challenge_query *q = query;
    const struct pg_param in[] = {
        PG_UUID(q->account),
        PG_BOOL(q->cursor_is_over),
        PG_TIME(q->has_cursor ? q->cursor_us : 0),
        PG_UUID(q->has_cursor ? &q->cursor_id : NULL),
        PG_INT8(q->limit),
        PG_INT4((int)q->statuses),
        PG_TIME(q->now_us),
    };
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store),
        "SELECT " CHALLENGE_COLUMNS " FROM challenge_players q"
        " JOIN challenges c ON c.id = q.challenge_id"
        " WHERE q.account_id = $1 AND $6::integer & (1 << CASE"
        "  WHEN c.status = 0 AND c.expires_at <= $7 THEN 4"
        "  ELSE c.status END) <> 0 AND ($4::uuid IS NULL"
        "  OR (c.status <> 0) > $2 OR (c.status <> 0) = $2"
        "   AND (c.created_at, c.id) < ($3, $4))"
        " ORDER BY c.status <> 0, c.created_at DESC, c.id DESC LIMIT $5",
        in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_challenge row;

        challenge_row_read(rows, i, &row);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

#define BUILTIN_ROW(FIRST, NEXT)                                               \
    FIRST(BUILTIN_ROW_CHALLENGE, "p.challenge_id")                             \
    NEXT(BUILTIN_ROW_ACCOUNT, "a.id")                                          \
    NEXT(BUILTIN_ROW_NAME, "a.name")                                           \
    NEXT(BUILTIN_ROW_BOT, "a.house_bot")
enum { BUILTIN_ROW(PG_NUMBER, PG_NUMBER) };
#define BUILTIN_COLUMNS BUILTIN_ROW(PG_FIRST, PG_NEXT)

/* OFFSET 0 makes the planner go from the few accounts of the built-in bots
 * to their challenges.  The order is random, so that challenges to which
 * the bots cannot respond do not block the others. */
enum store_err
db_challenges_list_for_builtin_bots(struct store *store, int64_t now_us,
                                    struct store_builtin_challenge *out,
                                    size_t cap, size_t *count)
{
    const struct pg_param in[] = {PG_TIME(now_us), PG_INT8((int64_t)cap)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " BUILTIN_COLUMNS
                 " FROM (SELECT id, name, house_bot FROM accounts"
                 "  WHERE house_bot IS NOT NULL OFFSET 0) a"
                 " CROSS JOIN LATERAL (SELECT challenge_id FROM "
                 "challenge_players"
                 "  WHERE account_id = a.id AND ended_xid IS NULL AND "
                 "answer = 0"
                 "  OFFSET 0) p JOIN challenges c ON c.id = p.challenge_id"
                 " WHERE c.status = 0 AND c.expires_at > $1 ORDER BY "
                 "random() LIMIT $2",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows) && *count < cap; i++) {
        struct store_builtin_challenge *call = &out[(*count)++];

        *call =
            (struct store_builtin_challenge){.account.kind = ACCOUNT_BUILTIN};
        pg_bytes(rows, i, BUILTIN_ROW_CHALLENGE, &call->challenge,
                 sizeof call->challenge);
        pg_bytes(rows, i, BUILTIN_ROW_ACCOUNT, &call->account.id,
                 sizeof call->account.id);
        pg_text_into(rows, i, BUILTIN_ROW_NAME, call->account.name,
                     sizeof call->account.name);
        pg_text_into(rows, i, BUILTIN_ROW_BOT, call->account.builtin_bot,
                     sizeof call->account.builtin_bot);
    }
    pg_clear(rows);
    return STORE_OK;
}
