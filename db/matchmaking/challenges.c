/* Challenges: invitations to a match, which is created when all have accepted.
 *
 * A transaction that changes a challenge locks first the accounts that it
 * needs, then the challenge, then what the match needs, which prevents
 * deadlocks.  Only deleting an account and expiring challenges lock in the
 * reverse order; PostgreSQL ends one of two such transactions, and it is
 * retried. */
#include "db/matchmaking/challenges.h"
#include "db/accounts/accounts.h"
#include "db/matches/matches.h"
#include "db/node/notify.h"

#include <stdlib.h>
#include <string.h>

static uint16_t tag_of(const struct play_id *account)
{
    return (uint16_t)(account->bytes[0] << 8 | account->bytes[1]);
}

/* ---- making ---- */

struct inviting {
    struct db_store *db;
    const struct store_challenge *row;
    struct store_challenge_limits *limits;
};

static enum store_err check_day(struct pg *pg, const struct inviting *it)
{
    const struct pg_param in[] = {
        PG_UUID(&it->row->challenge.players[0].account),
        PG_TIME(it->limits->day_us)};
    struct pg_result *rows;
    enum store_err err;

    if (it->limits->per_day == 0)
        return STORE_OK;
    err = pg_run(pg,
                 "SELECT count(*) FROM challenges"
                 " WHERE creator_id = $1 AND created_at > $2",
                 in, PG_LENGTH(in), &rows);
    if (err)
        return err;
    it->limits->full = CHALLENGE_DAY;
    err = pg_int(rows, 0, 0) < it->limits->per_day ? STORE_OK : STORE_FULL;
    pg_clear(rows);
    return err;
}

/* Its players are locked, so that challenges can be counted. */
static enum store_err check_maker(struct pg *pg, const struct inviting *it)
{
    const struct challenge *c = &it->row->challenge;
    const struct pg_param in[] = {PG_UUID(&c->players[0].account),
                                  PG_TIME(c->created_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT count(*) FROM challenge_players p"
               " JOIN challenges c ON c.id = p.challenge_id"
               " WHERE p.account_id = $1 AND p.ended_xid IS NULL"
               " AND c.creator_id = $1 AND c.expires_at > $2",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    it->limits->full = CHALLENGE_WAITERS;
    err = pg_int(rows, 0, 0) < it->limits->waiting ? STORE_OK : STORE_FULL;
    pg_clear(rows);
    if (!err)
        err = check_day(pg, it);
    if (err || !it->row->room)
        return err;
    it->limits->full = CHALLENGE_ROOM;
    return db_challenge_room(pg, it->row);
}

/* Keys that are too old can be used again. */
static enum store_err free_key(struct pg *pg, const struct inviting *it)
{
    const struct pg_param in[] = {
        PG_UUID(&it->row->challenge.players[0].account), PG_TEXT(it->row->key),
        PG_TIME(it->limits->day_us)};

    if (!it->row->key)
        return STORE_OK;
    return pg_run(pg,
                  "UPDATE challenges SET key = NULL, body_hash = NULL"
                  " WHERE creator_id = $1 AND key = $2 AND created_at <= $3",
                  in, PG_LENGTH(in), NULL);
}

/* clang-format off */
#define CHALLENGE_WRITE(FIRST, NEXT)                                           \
    FIRST(id,               PG_UUID(&c->key))                                  \
    NEXT(creator_id,        PG_UUID(&c->players[0].account))                   \
    NEXT(game,              PG_TEXT(row->game_id))                             \
    NEXT(options,           PG_TEXT(row->options))                             \
    NEXT(rated,             PG_BOOL(c->rated))                                 \
    NEXT(is_private,        PG_BOOL(c->is_private))                            \
    NEXT(turn_seconds,      PG_INT4_OR_NULL(clock->turn_seconds, !has_turn))   \
    NEXT(bank_seconds,      PG_INT4_OR_NULL(clock->bank_seconds, !has_bank))   \
    NEXT(increment_seconds, PG_INT4_OR_NULL(clock->increment_seconds, !has_bank)) \
    NEXT(clock_policy,      PG_INT2(clock->policy))                            \
    NEXT(created_at,        PG_TIME(c->created_us))                            \
    NEXT(expires_at,        PG_TIME(c->expires_us))                            \
    NEXT(key,               PG_TEXT(row->key))                                 \
    NEXT(body_hash,         PG_BYTES(row->key ? row->body_hash : NULL,         \
                                     sizeof row->body_hash))                   \
    NEXT(status,            PG_INT2(CHALLENGE_WAITING))
/* clang-format on */

static enum store_err insert_row(struct pg *pg,
                                 const struct store_challenge *row)
{
    const struct challenge *c = &row->challenge;
    const struct match_clock *clock = &c->clock;
    const bool has_turn = clock->turn_seconds > 0;
    const bool has_bank = clock->bank_seconds > 0;
    const struct pg_param in[] = {PG_VALUES(CHALLENGE_WRITE)};

    return pg_run(pg, PG_INSERT("challenges", CHALLENGE_WRITE, 15), in,
                  PG_LENGTH(in), NULL);
}

static enum store_err
insert_player(struct pg *pg, const struct challenge *challenge, size_t place)
{
    const struct challenge_player *who = &challenge->players[place];
    const struct pg_param in[] = {PG_UUID(&challenge->key),
                                  PG_UUID(&who->account), PG_INT2((int)place),
                                  PG_INT2(who->answer)};
    enum store_err err =
        place > 0 ? db_account_hold(pg, &who->account) : STORE_OK;

    if (err)
        return err;
    return pg_run(pg,
                  "INSERT INTO challenge_players"
                  " (challenge_id, account_id, place, answer)"
                  " VALUES ($1, $2, $3, $4)",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err invite(struct pg *pg, void *ctx)
{
    const struct inviting *it = ctx;
    const struct challenge *c = &it->row->challenge;
    uint16_t tags[RULES_SEATS_MAX];
    enum store_err err = db_challenge_lock(pg, c);

    if (!err)
        err = check_maker(pg, it);
    if (!err) {
        it->limits->full = CHALLENGE_STRANGERS;
        err = db_challenge_strangers(pg, c, it->limits->from_strangers);
    }
    if (!err)
        err = free_key(pg, it);
    if (!err)
        err = insert_row(pg, it->row);
    for (size_t i = 0; i < c->settings.seats && !err; i++) {
        tags[i] = tag_of(&c->players[i].account);
        err = insert_player(pg, c, i);
    }
    if (!err)
        err = db_blocks_check(pg, c);
    return err ? err : db_notify_accounts(it->db, pg, tags, c->settings.seats);
}

static enum store_err challenges_insert(struct store *store,
                                        const struct store_challenge *row,
                                        struct store_challenge_limits *limits)
{
    struct inviting it = {db_store(store), row, limits};

    return pg_transaction(db_pool(store), invite, &it);
}

/* ---- ending ---- */

/* End open challenges: one, or all with an account, or those whose time is up.
 * $1: the new status (null: its creator cancels it, others decline), $2: the
 * time; the other parameters belong to `which`.  Notifies the accounts in
 * them. */
#define END_SQL(which)                                                         \
    "WITH c AS (UPDATE challenges SET ended_at = greatest($2, created_at),"    \
    "  status = coalesce($1, CASE WHEN creator_id = $3 THEN 3 ELSE 2 END),"    \
    "  changed_xid = pg_current_xact_id()"                                     \
    "  WHERE status = 0 AND id IN (" which ") RETURNING id)"                   \
    " UPDATE challenge_players p SET ended_xid = pg_current_xact_id()"         \
    " FROM c WHERE p.challenge_id = c.id RETURNING p.account_id"

enum { ENDED_MAX = 100 }; /* challenges at a time */

static enum store_err tell(const struct db_store *db, struct pg *pg,
                           const struct pg_result *rows)
{
    size_t count = (size_t)pg_rows(rows);
    uint16_t *tags = calloc(count + 1, sizeof *tags);
    enum store_err err = STORE_UNAVAILABLE;

    for (size_t i = 0; tags && i < count; i++) {
        struct play_id account;

        pg_bytes(rows, (int)i, 0, &account, sizeof account);
        tags[i] = tag_of(&account);
    }
    if (tags)
        err = db_notify_accounts(db, pg, tags, count);
    free(tags);
    return err;
}

static enum store_err end_one(const struct db_store *db, struct pg *pg,
                              const struct play_id *id,
                              enum challenge_status status, int64_t now_us)
{
    const struct pg_param in[] = {PG_INT2(status), PG_TIME(now_us),
                                  PG_UUID(id)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg, END_SQL("$3::uuid"), in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) > 0 ? tell(db, pg, rows) : STORE_STALE;
    pg_clear(rows);
    return err;
}

struct expiring {
    struct db_store *db;
    int64_t now_us;
    uint16_t *tags;
    size_t cap, count;
};

static enum store_err expire(struct pg *pg, void *ctx)
{
    struct expiring *it = ctx;
    const struct pg_param in[] = {PG_INT2(CHALLENGE_EXPIRED),
                                  PG_TIME(it->now_us), PG_UUID(NULL),
                                  PG_INT8(ENDED_MAX)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               END_SQL("SELECT id FROM challenges WHERE status = 0"
                       " AND expires_at <= $2 ORDER BY expires_at LIMIT $4"
                       " FOR UPDATE SKIP LOCKED"),
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    it->count = 0;
    for (int i = 0; i < pg_rows(rows) && it->count < it->cap; i++) {
        struct play_id account;

        pg_bytes(rows, i, 0, &account, sizeof account);
        it->tags[it->count++] = tag_of(&account);
    }
    err = tell(it->db, pg, rows);
    pg_clear(rows);
    return err;
}

static enum store_err challenges_expire(struct store *store, int64_t now_us,
                                        uint16_t *tags, size_t cap,
                                        size_t *count)
{
    struct expiring it = {db_store(store), now_us, tags, cap, 0};
    enum store_err err = pg_transaction(db_pool(store), expire, &it);

    *count = err ? 0 : it.count;
    return err;
}

enum store_err db_challenges_leave(struct pg *pg, const struct play_id *account,
                                   int64_t now_us)
{
    const struct pg_param in[] = {PG_INT2_OR_NULL(0, true), PG_TIME(now_us),
                                  PG_UUID(account)};
    const struct pg_param who[] = {PG_UUID(account)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "UPDATE challenge_players p SET answer = 2 FROM challenges c"
               " WHERE p.account_id = $1 AND p.ended_xid IS NULL"
               " AND c.id = p.challenge_id AND c.creator_id <> $1",
               who, PG_LENGTH(who), NULL);

    if (!err)
        err = pg_run(pg,
                     END_SQL("SELECT challenge_id FROM challenge_players"
                             " WHERE account_id = $3 AND ended_xid IS NULL"),
                     in, PG_LENGTH(in), &rows);
    if (err)
        return err;
    err = tell(NULL, pg, rows);
    pg_clear(rows);
    if (!err)
        err = pg_run(pg,
                     "UPDATE challenges SET key = NULL, body_hash = NULL"
                     " WHERE creator_id = $1 AND key IS NOT NULL",
                     who, PG_LENGTH(who), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM bot_rules WHERE account_id = $1", who,
                     PG_LENGTH(who), NULL);
    return err;
}

static enum store_err challenges_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM challenges WHERE status <> 0"
                    " AND ended_at < $1",
                    in, PG_LENGTH(in), NULL);
}

/* ---- answering ---- */

struct answering {
    struct db_store *db;
    const struct play_id *id, *account;
    bool accepts;
    int64_t now_us;
};

/* Lock a challenge: it is open, and remains so until the transaction ends. */
static enum store_err hold_waiting(struct pg *pg, const struct play_id *id,
                                   int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(id), PG_TIME(now_us)};

    return pg_run_one(pg,
                      "SELECT FROM challenges WHERE id = $1"
                      " AND status = 0 AND expires_at > $2"
                      " FOR NO KEY UPDATE",
                      in, PG_LENGTH(in), STORE_STALE);
}

/* STORE_STALE: is_last differs from whether all have accepted with this
 * answer. */
static enum store_err put_answer(struct pg *pg, const struct play_id *id,
                                 const struct play_id *account,
                                 enum challenge_answer answer, bool is_last)
{
    const struct pg_param in[] = {PG_UUID(id), PG_UUID(account),
                                  PG_INT2(answer), PG_BOOL(is_last)};

    return pg_run_one(pg,
                      "UPDATE challenge_players SET answer = $3"
                      " WHERE challenge_id = $1 AND account_id = $2 AND ($3 = 2"
                      "  OR EXISTS (SELECT FROM challenge_players o"
                      "   WHERE o.challenge_id = $1 AND o.account_id <> $2"
                      "   AND o.answer <> 1) <> $4)"
                      " RETURNING answer",
                      in, PG_LENGTH(in), STORE_STALE);
}

/* Notify its players of the answer. */
static enum store_err note_answer(struct pg *pg, const struct answering *it)
{
    const struct pg_param in[] = {PG_UUID(it->id)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "WITH c AS (UPDATE challenges SET"
               "  changed_xid = pg_current_xact_id() WHERE id = $1)"
               " SELECT account_id FROM challenge_players"
               " WHERE challenge_id = $1",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = tell(it->db, pg, rows);
    pg_clear(rows);
    return err;
}

static enum store_err answer(struct pg *pg, void *ctx)
{
    const struct answering *it = ctx;
    enum store_err err = db_account_hold(pg, it->account);

    if (err)
        return err == STORE_NOT_FOUND ? STORE_STALE : err;
    err = hold_waiting(pg, it->id, it->now_us);
    if (!err)
        err =
            put_answer(pg, it->id, it->account,
                       it->accepts ? ANSWER_ACCEPTED : ANSWER_DECLINED, false);
    if (err)
        return err;
    return it->accepts
               ? note_answer(pg, it)
               : end_one(it->db, pg, it->id, CHALLENGE_DECLINED, it->now_us);
}

static enum store_err challenges_answer(struct store *store,
                                        const struct play_id *id,
                                        const struct play_id *account,
                                        bool accepts, int64_t now_us)
{
    struct answering it = {db_store(store), id, account, accepts, now_us};

    return pg_transaction(db_pool(store), answer, &it);
}

static enum store_err cancel(struct pg *pg, void *ctx)
{
    const struct answering *it = ctx;
    enum store_err err = hold_waiting(pg, it->id, it->now_us);

    return err ? err
               : end_one(it->db, pg, it->id, CHALLENGE_CANCELLED, it->now_us);
}

static enum store_err
challenges_cancel(struct store *store, const struct play_id *id, int64_t now_us)
{
    struct answering it = {.db = db_store(store), .id = id, .now_us = now_us};

    return pg_transaction(db_pool(store), cancel, &it);
}

enum store_err db_challenge_accept(struct pg *pg, const struct store_match *row)
{
    const struct pg_param in[] = {PG_UUID(row->challenge),
                                  PG_TIME(row->moved_us),
                                  PG_UUID(&row->match.key)};
    enum store_err err = hold_waiting(pg, row->challenge, row->moved_us);

    if (!err)
        err =
            put_answer(pg, row->challenge, row->accepts, ANSWER_ACCEPTED, true);
    if (err)
        return err;
    /* Its players are notified of the match, and so of this. */
    return pg_run(pg,
                  "WITH c AS (UPDATE challenges SET status = 1,"
                  "  ended_at = greatest($2, created_at), match_id = $3,"
                  "  changed_xid = pg_current_xact_id() WHERE id = $1)"
                  " UPDATE challenge_players SET ended_xid ="
                  "  pg_current_xact_id() WHERE challenge_id = $1",
                  in, PG_LENGTH(in), NULL);
}

const struct store_challenges db_challenges = {
    .insert = challenges_insert,
    .find = db_challenges_find,
    .find_by_key = db_challenges_find_by_key,
    .answer = challenges_answer,
    .cancel = challenges_cancel,
    .expire = challenges_expire,
    .list = db_challenges_list,
    .list_for_builtin_bots = db_challenges_list_for_builtin_bots,
    .purge = challenges_purge,
};
