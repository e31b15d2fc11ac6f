/* Writing the effects of moves: many matches, one transaction, one round trip.
 *
 * A plain effect (one event that changes neither seats nor result) is one
 * statement: the match row is compared and raised, and only if that worked the
 * event and the idempotency key are written.  So an effect that comes too late
 * leaves nothing behind and does not spoil the others.  Other effects need
 * several statements and take a transaction of their own. */
#include "store.h"

#include "pg_inner.h"

#include <stdio.h>
#include <string.h>

enum {
    DOWN_MS = 250,
    NEWS_MAX = 4, /* notifications of one batch: 60 matches and more in each */
};

/* $1-$14 the match, $15-$21 the event, $22-$27 the key, $28-$33 the match's
 * votes and clock. */
#define STEP_SQL                                                               \
    "WITH m AS (UPDATE matches SET seq = $3, status = $4, to_act = $5,"        \
    "  moved_at = $6, build = $7, state = $8,"                                 \
    "  started_at = coalesce(started_at, CASE WHEN $4 IN (1, 2) THEN $6 END)," \
    "  finished_at = CASE WHEN $4 IN (2, 3) THEN $6 END,"                      \
    "  reason = $9, ranks = $10::text::smallint[],"                            \
    "  totals = $11::text::smallint[], breakdown = $12,"                       \
    "  outcome = $13, goals = $14, abort_votes = $28, took_back = $29,"        \
    "  deadlines = CASE WHEN turn_seconds IS NOT NULL THEN"                    \
    "   (ARRAY[$30, $31, $32, $33])[:seat_count] END,"                         \
    "  changed_xid = pg_current_xact_id()"                                     \
    "  WHERE id = $1 AND seq = $2 AND ($22::text IS NULL OR NOT EXISTS"        \
    "   (SELECT FROM idempotency_keys k WHERE k.match_id = $1"                 \
    "    AND k.account_id = $23 AND k.key = $22 AND k.created_at > $27))"      \
    "  RETURNING id),"                                                         \
    " e AS (INSERT INTO events (match_id, seq, kind, seat, created_at,"        \
    "   state_hash, move, player, to_seq)"                                     \
    "  SELECT id, $2 + 1, $15, $16, $17, $18, $19, $20, $21 FROM m),"          \
    " k AS (INSERT INTO idempotency_keys (key, account_id, body_hash, reply,"  \
    "   seat, match_id, created_at, seq)"                                      \
    "  SELECT $22, $23, $24, $25, $26, id, $6, $3 FROM m"                      \
    "  WHERE $22 IS NOT NULL"                                                  \
    "  ON CONFLICT (match_id, account_id, key) DO UPDATE SET"                  \
    "   body_hash = excluded.body_hash, reply = excluded.reply,"               \
    "   seat = excluded.seat, created_at = excluded.created_at,"               \
    "   seq = excluded.seq)"                                                   \
    " SELECT FROM m"

static const char step_sql[] = STEP_SQL;

/* The texts of a result, while a statement with it is sent. */
struct result_texts {
    char ranks[64], totals[64], breakdown[2048], goals[256];
};

static void write_result(const struct store_effect *effect, size_t seats,
                         struct result_texts *out)
{
    int16_t ranks[RULES_SEATS_MAX];

    for (size_t i = 0; i < seats; i++)
        ranks[i] = effect->result->rank[i];
    match_numbers_text(ranks, seats, out->ranks, sizeof out->ranks);
    match_numbers_text(effect->result->total, seats, out->totals,
                       sizeof out->totals);
    match_breakdown_text(effect->result, seats, out->breakdown,
                         sizeof out->breakdown);
    match_goals_text(effect->result, out->goals, sizeof out->goals);
}

enum { STEP_PARAMS = 33 };

static void bind_step(const struct store_effect *effect,
                      const struct result_texts *texts, int64_t since_us,
                      struct pg_param in[STEP_PARAMS])
{
    const struct store_effect *e = effect;
    const struct match_event *event = &e->events[0];
    bool has_state = e->state_size > 0;
    const char *reply = e->key ? e->reply : NULL;
    const struct pg_param all[STEP_PARAMS] = {
        PG_UUID(&e->match),
        PG_INT4(e->seq),
        PG_INT4(e->seq + (int64_t)e->event_count),
        PG_INT2(e->status),
        PG_INT2(e->to_act),
        PG_TIME(e->at_us),
        PG_TEXT(has_state ? e->build : NULL),
        PG_BYTES(has_state ? e->state : NULL, e->state_size),
        PG_INT2_OR_NULL(e->result ? e->result->reason : 0, !e->result),
        PG_TEXT(e->result ? texts->ranks : NULL),
        PG_TEXT(e->result ? texts->totals : NULL),
        PG_TEXT(e->result ? texts->breakdown : NULL),
        PG_INT2_OR_NULL(e->result ? e->result->outcome : 0, !e->result),
        PG_TEXT(e->result ? texts->goals : NULL),
        PG_INT2(event->kind),
        PG_INT2(event->seat),
        PG_TIME(event->at_us),
        PG_INT8((int64_t)event->state_hash),
        PG_TEXT(event->move[0] ? event->move : NULL),
        PG_TEXT(event->player[0] ? event->player : NULL),
        PG_INT4_OR_NULL(event->to_seq, event->kind != EVENT_UNDO),
        PG_TEXT(e->key),
        PG_UUID(e->key ? &e->account : NULL),
        PG_BYTES(e->key ? e->body_hash : NULL, sizeof e->body_hash),
        PG_TEXT(reply),
        PG_INT2(e->key_seat),
        PG_TIME(since_us),
        PG_INT2(e->abort_votes),
        PG_INT2(e->took_back),
        PG_TIME(e->deadline_us[0]),
        PG_TIME(e->deadline_us[1]),
        PG_TIME(e->deadline_us[2]),
        PG_TIME(e->deadline_us[3]),
    };

    _Static_assert(RULES_SEATS_MAX == 4, "a deadline for each seat");

    memcpy(in, all, sizeof all);
}

/* ---- telling other nodes ---- */

/* Adds as many as there is room for; how many of them. */
static size_t add_news(struct db_news *news, struct store_effect **effects,
                       size_t count)
{
    size_t n = 0;

    while (n < count &&
           db_news_add(news, &effects[n]->match,
                       effects[n]->seq + (uint32_t)effects[n]->event_count,
                       effects[n]->tags, effects[n]->tag_count))
        n++;
    return n;
}

/* ---- one effect in several statements ---- */

static enum store_err change_seat(struct pg *pg,
                                  const struct store_effect *effect)
{
    const struct match_seat *who = &effect->seat;
    const struct pg_param in[] = {
        PG_UUID(&effect->match),
        PG_INT2(effect->seat_changed),
        PG_INT2(who->kind),
        PG_UUID(who->kind == SEAT_HUMAN ? &who->account : NULL),
        PG_TEXT(who->kind == SEAT_BOT ? who->name : NULL),
    };
    enum store_err err = STORE_OK;

    /* Who is gone does not sit down: that comes too late. */
    if (who->kind == SEAT_HUMAN)
        err = db_account_hold(pg, &who->account);
    if (err)
        return err == STORE_NOT_FOUND ? STORE_STALE : err;
    err = db_feed_get_up(pg, &effect->match, effect->seat_changed);
    if (!err)
        err = pg_run(pg,
                     "UPDATE seats SET kind = $3, account_id = $4, bot = $5"
                     " WHERE match_id = $1 AND seat = $2",
                     in, PG_LENGTH(in), NULL);
    if (who->kind == SEAT_HUMAN && !err)
        err = db_feed_begin(pg, &effect->match, &who->account);
    return err;
}

static enum store_err step(struct pg *pg, const struct store_effect *effect,
                           int64_t since_us)
{
    struct pg_param in[STEP_PARAMS];
    struct result_texts texts = {.ranks = ""};
    struct pg_result *rows;
    enum store_err err;

    if (effect->result)
        write_result(effect, effect->seat_count, &texts);
    bind_step(effect, &texts, since_us, in);
    err = pg_run(pg, step_sql, in, STEP_PARAMS, &rows);
    if (err)
        return err;
    err = pg_rows(rows) == 1 ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}

static enum store_err write_parts(struct db_store *db,
                                  struct store_effect *effect, int64_t since_us)
{
    struct pg *pg = db->writer;
    bool has_ended =
        effect->status == MATCH_FINISHED || effect->status == MATCH_ABORTED;
    struct db_news news;
    enum store_err err = step(pg, effect, since_us);

    for (size_t i = 1; i < effect->event_count && !err; i++)
        err = db_event_insert(pg, &effect->match, &effect->events[i]);
    if (effect->seat_changed >= 0 && !err)
        err = change_seat(pg, effect);
    if (has_ended && !err)
        err = db_feed_end(pg, &effect->match);
    if (err)
        return err;
    db_news_begin(db, &news);
    add_news(&news, &effect, 1);
    return db_news_tell(pg, &news);
}

/* In a transaction of its own. */
static enum store_err write_alone(struct db_store *db,
                                  struct store_effect *effect, int64_t since_us)
{
    struct pg *pg = db->writer;
    enum store_err err = pg_run(pg, "BEGIN", NULL, 0, NULL);

    if (err)
        return err;
    err = write_parts(db, effect, since_us);
    if (err) {
        bool is_soft = pg_is_soft(pg);

        if (pg_is_good(pg) && pg_run(pg, "ROLLBACK", NULL, 0, NULL))
            pg->is_broken = true;
        pg->is_soft = is_soft;
        /* The seat's player sits in this match already, or the event is
         * there: someone else was faster. */
        return err == STORE_TAKEN ? STORE_STALE : err;
    }
    err = pg_run(pg, "COMMIT", NULL, 0, NULL);
    return err && !pg_is_good(pg) ? STORE_UNSURE : err;
}

/* ---- many plain effects in one round trip ---- */

static void keep_outcome(void *ctx, int number, const struct pg_result *result)
{
    struct store_effect **effects = ctx;

    /* The last statements are the news. */
    if (effects[number])
        effects[number]->outcome =
            pg_rows(result) == 1 ? STORE_OK : STORE_STALE;
}

static enum store_err write_batch(struct db_store *db,
                                  struct store_effect **effects, size_t count,
                                  int64_t since_us)
{
    struct store_effect *numbered[STORE_BATCH_MAX + NEWS_MAX] = {0};
    struct pg_param in[STEP_PARAMS];
    struct db_news news;
    const struct pg_param told[] = {PG_TEXT(news.text)};
    /* Plain effects have no result. */
    const struct result_texts texts = {.ranks = ""};
    struct pg *pg = db->writer;

    bind_step(effects[0], &texts, since_us, in);
    if (!pg_pipeline_know(pg, step_sql, in, STEP_PARAMS) ||
        !pg_pipeline_know(pg, db_news_sql, told, 1) || !pg_pipeline_begin(pg))
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < count; i++) {
        bind_step(effects[i], &texts, since_us, in);
        numbered[pg_pipeline_add(pg, step_sql, in, STEP_PARAMS)] = effects[i];
    }
    for (size_t n = 0; n < count;) {
        db_news_begin(db, &news);
        n += add_news(&news, effects + n, count - n);
        pg_pipeline_add(pg, db_news_sql, told, 1);
    }
    return pg_pipeline_end(pg, keep_outcome, numbered);
}

/* ---- the operation ---- */

/* The writer's connection, opened again when it was lost. */
static bool has_writer(struct db_store *db)
{
    if (db->writer && pg_is_alive(db->writer))
        return true;
    pg_close(db->writer);
    db->writer = NULL;
    if (pg_steady_ms() < db->writer_down_until_ms)
        return false;
    db->writer = pg_open(&db->config);
    if (!db->writer)
        db->writer_down_until_ms = pg_steady_ms() + DOWN_MS;
    return db->writer != NULL;
}

/* At most STORE_BATCH_MAX at once, and only one when it is not plain. */
static enum store_err write_some(struct db_store *db,
                                 struct store_effect **effects, size_t count,
                                 int64_t since_us)
{
    enum store_err err = STORE_UNAVAILABLE;

    if (!has_writer(db))
        return err;
    for (int n = 0; n < 5; n++) {
        if (count == 1 && !store_is_plain(effects[0])) {
            err = write_alone(db, effects[0], since_us);
            effects[0]->outcome = err;
            if (err == STORE_STALE)
                return STORE_OK;
        } else {
            err = write_batch(db, effects, count, since_us);
        }
        if (!err || !pg_is_soft(db->writer) || !pg_is_good(db->writer))
            break;
        pg_pause(n);
    }
    return err;
}

enum store_err db_write(struct store *store, struct store_effect **effects,
                        size_t count, int64_t keys_since_us)
{
    struct db_store *db = db_store(store);

    if (count > STORE_BATCH_MAX)
        return STORE_REFUSED;
    for (size_t i = 0; i < count; i++)
        if (count > 1 && !store_is_plain(effects[i]))
            return STORE_REFUSED;
    return write_some(db, effects, count, keys_since_us);
}
