/* Challenges: finding one, and lists of them. */
#include "db/matches/matches.h"
#include "db/matchmaking/challenges.h"

#include <stdlib.h>
#include <string.h>

#define CHALLENGE_COLUMNS                                                      \
    "c.id, c.game, c.options, c.rated, c.is_private, c.turn_seconds,"          \
    " c.bank_seconds, c.increment_seconds, c.clock_policy, c.status,"          \
    " c.created_at, c.expires_at, c.ended_at, c.match_id, c.body_hash,"        \
    " (SELECT string_agg(p.account_id || ' ' || a.name || ' ' || a.kind"       \
    " || ' ' || coalesce(a.house_bot, '-') || ' ' || p.answer,"                \
    " E'\\n' ORDER BY p.place) FROM challenge_players p"                       \
    " JOIN accounts a ON a.id = p.account_id WHERE p.challenge_id = c.id)"

/* ---- a row ---- */

/* Lines "account name kind house-bot answer". */
static void read_players(const char *text, struct challenge *out)
{
    while (*text && out->settings.seats < RULES_SEATS_MAX) {
        struct challenge_player *who = &out->players[out->settings.seats++];
        char account[40], kind[4], answer[4];

        text = db_word_read(text, account, sizeof account);
        text = db_word_read(text, who->name, sizeof who->name);
        text = db_word_read(text, kind, sizeof kind);
        text = db_word_read(text, who->house_bot, sizeof who->house_bot);
        text = db_word_read(text, answer, sizeof answer);
        db_uuid_read(account, &who->account);
        who->kind = (enum account_kind)strtol(kind, NULL, 10);
        who->answer = (enum challenge_answer)strtol(answer, NULL, 10);
        if (who->kind != ACCOUNT_HOUSE)
            who->house_bot[0] = '\0';
    }
}

static void challenge_row_read(const struct pg_result *rows, int row,
                               struct store_challenge *out)
{
    struct challenge *c = &out->challenge;

    *out = (struct store_challenge){
        .challenge = {
            .rated = pg_bool(rows, row, 3),
            .is_private = pg_bool(rows, row, 4),
            .clock = {.turn_seconds = (uint32_t)pg_int(rows, row, 5),
                      .bank_seconds = (uint32_t)pg_int(rows, row, 6),
                      .increment_seconds = (uint32_t)pg_int(rows, row, 7),
                      .policy = (enum clock_policy)pg_int(rows, row, 8)},
            .status = (enum challenge_status)pg_int(rows, row, 9),
            .created_us = pg_time(rows, row, 10),
            .expires_us = pg_time(rows, row, 11),
            .ended_us = pg_time(rows, row, 12),
            .has_match = !pg_is_null(rows, row, 13),
        }};
    pg_bytes(rows, row, 0, &c->key, sizeof c->key);
    pg_text_into(rows, row, 1, out->game_id, sizeof out->game_id);
    pg_text_into(rows, row, 2, out->options, sizeof out->options);
    pg_bytes(rows, row, 13, &c->match, sizeof c->match);
    pg_bytes(rows, row, 14, out->body_hash, sizeof out->body_hash);
    read_players(pg_text(rows, row, 15), c);
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

/* From the few accounts of the house to what waits for them (OFFSET 0); any of
 * it, so that what cannot be answered keeps nothing else waiting for ever. */
enum store_err db_challenges_list_for_house(struct store *store, int64_t now_us,
                                            struct store_house_challenge *out,
                                            size_t cap, size_t *count)
{
    const struct pg_param in[] = {PG_TIME(now_us), PG_INT8((int64_t)cap)};
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store),
        "SELECT p.challenge_id, a.id, a.name, a.house_bot"
        " FROM (SELECT id, name, house_bot FROM accounts"
        "  WHERE house_bot IS NOT NULL OFFSET 0) a"
        " CROSS JOIN LATERAL (SELECT challenge_id FROM challenge_players"
        "  WHERE account_id = a.id AND ended_xid IS NULL AND answer = 0"
        "  OFFSET 0) p JOIN challenges c ON c.id = p.challenge_id"
        " WHERE c.status = 0 AND c.expires_at > $1 ORDER BY random() LIMIT $2",
        in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows) && *count < cap; i++) {
        struct store_house_challenge *call = &out[(*count)++];

        *call = (struct store_house_challenge){.account.kind = ACCOUNT_HOUSE};
        pg_bytes(rows, i, 0, &call->challenge, sizeof call->challenge);
        pg_bytes(rows, i, 1, &call->account.id, sizeof call->account.id);
        pg_text_into(rows, i, 2, call->account.name, sizeof call->account.name);
        pg_text_into(rows, i, 3, call->account.house_bot,
                     sizeof call->account.house_bot);
    }
    pg_clear(rows);
    return STORE_OK;
}
