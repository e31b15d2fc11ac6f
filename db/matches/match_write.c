/* Writing updates: many matches in one transaction, one round trip and one
 * statement.
 *
 * For a plain update (one event that changes neither seats nor result) the
 * match row is compared with the expected seq and updated, and only then is
 * the event written, with the hash of the idempotency key.  So a stale update
 * writes nothing and does not affect the others.  Other updates need further
 * statements and have a transaction each: in one round trip and a commit,
 * unless a seat changes. */
#include "base/clock.h"
#include "db/accounts/accounts.h"
#include "db/matches/matches.h"
#include "db/node/notify.h"

#include "db/pg/pg_inner.h"
#include "db/schema/migrations.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DOWN_MS = 250 };

/* ---- the statements ---- */

/* The parameters are the match, its event, its key, its votes and clock.  In a
 * statement for many updates each is an array with an element for each of them,
 * because PostgreSQL begins a statement in the time in which it writes several
 * updates; and it takes time for each parameter.  A statement for one update
 * does without the arrays, which takes a third less time.
 *
 * Most updates are lean, and need half of the parameters.  An update of a
 * running match drops the state from the row, where it was written when the
 * match began: it is the largest part of it, and follows from the log. */
/* clang-format off */
#define MANY(places) "unnest(" places ")"
#define ONE(places)  "(VALUES (" places "))"

#define WRITE_SQL(columns, rows, names, if_unused, event_at, player, keys)     \
    "WITH m AS (UPDATE matches SET " columns                                   \
    "  to_act = i.to_act, moved_at = i.at,"                                    \
    "  abort_votes = i.abort_votes, took_back = i.took_back,"                  \
    "  decided = i.decided, changed_xid = pg_current_xact_id()"                \
    "  FROM " rows " AS i (" names ")"                                         \
    "  WHERE matches.id = i.id AND matches.seq = i.seq" if_unused              \
    "  RETURNING i.*, matches.seq AS now),"                                    \
    " e AS (INSERT INTO events (match_id, seq, kind, seat, created_at,"        \
    "   state_hash, move, player, to_seq, key_hash, body_hash)"                \
    "  SELECT id, seq + 1, kind, seat, " event_at ", state_hash, move,"        \
    "   " player ", to_seq, key_hash, body_word FROM m)"                       \
    keys                                                                       \
    " SELECT id FROM m"

/* The tables in which nodes of earlier versions look for keys. */
#define IF_UNUSED                                                              \
    " AND (i.key_hash IS NULL OR NOT ("                                        \
    "EXISTS (SELECT FROM key_hashes h WHERE h.match_id = i.id"                 \
    " AND h.key_hash = i.key_hash AND h.created_at > i.since)"                 \
    " OR EXISTS (SELECT FROM idempotency_keys k WHERE k.match_id = i.id"       \
    " AND k.account_id = i.account_id AND k.key = i.key"                       \
    " AND k.created_at > i.since)))"

#define KEYS_SQL                                                               \
    ", h AS (INSERT INTO key_hashes (match_id, key_hash, body_hash,"           \
    "   created_at, seq, seat)"                                                \
    "  SELECT id, key_hash, body_word, at, now, key_seat"                      \
    "  FROM m WHERE key_hash IS NOT NULL),"                                    \
    " k AS (INSERT INTO idempotency_keys (key, account_id, body_hash, reply,"  \
    "   seat, match_id, created_at, seq)"                                      \
    "  SELECT key, account_id, body_hash, reply, key_seat, id, at, now"        \
    "  FROM m WHERE key IS NOT NULL"                                           \
    "  ON CONFLICT (match_id, account_id, key) DO UPDATE SET"                  \
    "   body_hash = excluded.body_hash, reply = excluded.reply,"               \
    "   seat = excluded.seat, created_at = excluded.created_at,"               \
    "   seq = excluded.seq)"

#define CLOCK_SQL                                                              \
    "  deadlines = CASE WHEN deadlines IS NOT NULL THEN"                       \
    "   (ARRAY[i.due0, i.due1, i.due2, i.due3])[:seat_count] END,"             \
    "  banks = CASE WHEN banks IS NOT NULL THEN"                               \
    "   (ARRAY[i.bank0, i.bank1, i.bank2, i.bank3])[:seat_count] END,"

#define LEAN_SQL(clock, rows, names)                                           \
    WRITE_SQL("seq = i.seq + 1, build = NULL, state = NULL," clock, rows,      \
              PG_NAMES(MATCH_LEAN) names, "", "at", "NULL", "")

#define LEAN_CLOCK_SQL(rows)                                                   \
    LEAN_SQL("  look_at = least(look_at, i.look)," CLOCK_SQL, rows,            \
             MATCH_LEAN_CLOCK(PG_NAME_NEXT))

#define STEP_SQL(result, rows, names)                                          \
    WRITE_SQL("seq = i.next, status = i.status, build = i.build,"              \
              "  state = i.state, started_at = coalesce(started_at,"           \
              "   CASE WHEN i.status IN (1, 2) THEN i.at END),"                \
              "  finished_at = CASE WHEN i.status IN (2, 3) THEN i.at END,"    \
              "  forfeits = i.forfeits,"                                       \
              "  look_at = CASE WHEN i.status = 1"                             \
              "   THEN least(look_at, i.look) END," CLOCK_SQL result,          \
              rows, PG_NAMES(MATCH_UPDATE) names,                              \
              IF_UNUSED, "event_at", "player", KEYS_SQL)

static const char lean_sql[] = LEAN_SQL("", MANY(PG_PLACES_14), "");
static const char lean_one_sql[] = LEAN_SQL("", ONE(PG_PLACES_14), "");
static const char lean_clock_sql[] = LEAN_CLOCK_SQL(MANY(PG_PLACES_23));
static const char lean_clock_one_sql[] = LEAN_CLOCK_SQL(ONE(PG_PLACES_23));
static const char step_sql[] = STEP_SQL("", MANY(PG_PLACES_36), "");
static const char step_one_sql[] = STEP_SQL("", ONE(PG_PLACES_36), "");

/* The same with the result, for a match that ends. */
static const char end_one_sql[] = STEP_SQL(
    "  reason = i.reason, ranks = i.ranks::smallint[],"
    "  totals = i.totals::smallint[], breakdown = i.breakdown,"
    "  item_names = i.item_names::text[],"
    "  item_points = i.item_points::smallint[],"
    "  outcome = i.outcome, goals = i.goals,"
    "  goal_names = i.goal_names::text[],"
    "  goal_points = i.goal_points::smallint[],",
    ONE(PG_PLACES_46), MATCH_UPDATE_RESULT(PG_NAME_NEXT));
/* clang-format on */

enum {
    LEAN_PARAMS = 14,
    LEAN_CLOCK_PARAMS = 23,
    STEP_PARAMS = 36,
    END_PARAMS = 46,
};

/* What applies to all updates of a call. */
struct keeping {
    int64_t since_us;      /* older keys do not count */
    int64_t short_keys_us; /* as the store has them */
    int64_t event_keys_us;
};

static struct keeping keeping_of(const struct db_store *db, int64_t since_us)
{
    return (struct keeping){since_us, db->short_keys_us,
                            atomic_load(&db->event_keys_us)};
}

static const char *reply_kept(const struct store_update *effect,
                              const struct keeping *keeping)
{
    bool is_short =
        effect->reply_is_replayable && effect->at_us >= keeping->short_keys_us;

    return effect->key && !is_short ? effect->reply : NULL;
}

static void bind_lean(const struct store_update *e,
                      const struct keeping *keeping, struct pg_param *in)
{
    (void)keeping;
    const struct match_event *event = &e->events[0];
    const struct pg_param all[] = {PG_VALUES(MATCH_LEAN)};

    _Static_assert(PG_LENGTH(all) == LEAN_PARAMS,
                   "lean_sql has a place for each");
    memcpy(in, all, sizeof all);
}

static void bind_lean_clock(const struct store_update *e,
                            const struct keeping *keeping, struct pg_param *in)
{
    const struct pg_param all[] = {MATCH_LEAN_CLOCK(PG_VALUE)};

    _Static_assert(PG_LENGTH(all) == LEAN_CLOCK_PARAMS - LEAN_PARAMS,
                   "lean_clock_sql has a place for each");
    bind_lean(e, keeping, in);
    memcpy(in + LEAN_PARAMS, all, sizeof all);
}

static void bind_step(const struct store_update *e,
                      const struct keeping *keeping, struct pg_param *in)
{
    const struct match_event *event = &e->events[0];
    const bool has_state = e->state_size > 0 && !store_is_plain(e);
    const struct pg_param all[] = {PG_VALUES(MATCH_UPDATE)};

    _Static_assert(PG_LENGTH(all) == STEP_PARAMS,
                   "STEP_SQL has a place for each");
    _Static_assert(RULES_SEATS_MAX == 4, "a deadline and a bank for each seat");
    memcpy(in, all, sizeof all);
}

/* texts must live until the statement is sent. */
static void bind_result(const struct store_update *e,
                        struct match_result_texts *texts, struct pg_param *in)
{
    match_result_write(e->result, e->seat_count, texts);

    const struct pg_param all[] = {MATCH_UPDATE_RESULT(PG_VALUE)};

    _Static_assert(PG_LENGTH(all) == END_PARAMS - STEP_PARAMS,
                   "end_one_sql has a place for each");
    memcpy(in, all, sizeof all);
}

/* ---- telling other nodes ---- */

/* Add the notifications that fit; returns their number. */
static size_t add_news(struct db_notifications *news,
                       struct store_update **effects, size_t count)
{
    size_t n = 0;

    while (n < count &&
           db_notify_add(news, &effects[n]->match,
                         effects[n]->seq + (uint32_t)effects[n]->event_count,
                         effects[n]->tags, effects[n]->tag_count))
        n++;
    return n;
}

/* ---- one effect in several statements ---- */

static enum store_err change_seat(struct pg *pg,
                                  const struct store_update *effect)
{
    const struct match_seat *who = &effect->seat;
    const struct pg_param in[] = {
        PG_UUID(&effect->match),
        PG_INT2(effect->seat_changed),
        PG_INT2(who->kind),
        PG_UUID(seat_account(who)),
        PG_TEXT(who->kind == SEAT_BOT ? who->bot : NULL),
    };
    enum store_err err = STORE_OK;

    /* An account that is deleted cannot take a seat. */
    if (who->kind == SEAT_HUMAN)
        err = db_account_hold(pg, &who->account);
    if (err)
        return err == STORE_NOT_FOUND ? STORE_STALE : err;
    err = db_feed_get_up(pg, &effect->match, effect->seat_changed);
    if (!err)
        err = pg_run(pg,
                     "UPDATE seats s SET kind = $3, account_id = $4, bot = $5,"
                     " network = (SELECT n.network FROM account_networks n"
                     "  JOIN matches m ON m.id = $1 WHERE m.rated"
                     "  AND n.account_id = $4)"
                     " WHERE match_id = $1 AND seat = $2",
                     in, PG_LENGTH(in), NULL);
    if (who->kind == SEAT_HUMAN && !err)
        err = db_feed_begin(pg, &effect->match, &who->account);
    return err;
}

static enum store_err change_away(struct pg *pg,
                                  const struct store_update *effect)
{
    const struct pg_param in[] = {
        PG_UUID(&effect->match),           PG_TIME(effect->away_until_us[0]),
        PG_TIME(effect->away_until_us[1]), PG_TIME(effect->away_until_us[2]),
        PG_TIME(effect->away_until_us[3]),
    };

    _Static_assert(RULES_SEATS_MAX == 4, "a time for each seat");
    return pg_run(pg,
                  "UPDATE matches SET away_until ="
                  " (ARRAY[$2, $3, $4, $5])[:seat_count] WHERE id = $1",
                  in, PG_LENGTH(in), NULL);
}

/* rows: NULL while statements are gathered. */
static enum store_err step(struct pg *pg, const struct store_update *effect,
                           const struct keeping *keeping,
                           struct pg_result **rows)
{
    const size_t count = effect->result ? END_PARAMS : STEP_PARAMS;
    struct pg_param row[END_PARAMS];
    struct match_result_texts texts;

    bind_step(effect, keeping, row);
    if (effect->result)
        bind_result(effect, &texts, row + STEP_PARAMS);
    return pg_run(pg, effect->result ? end_one_sql : step_one_sql, row, count,
                  rows);
}

/* The match is still at the seq of the effect, or STORE_STALE. */
static enum store_err step_alone(struct pg *pg,
                                 const struct store_update *effect,
                                 const struct keeping *keeping)
{
    struct pg_result *rows;
    enum store_err err = step(pg, effect, keeping, &rows);

    if (err)
        return err;
    err = pg_rows(rows) == 1 ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}

/* Queue the match for settlement, in the transaction that ends it, so that none
 * is lost. */
static enum store_err enter_ladder(struct pg *pg, const struct play_id *match)
{
    const struct pg_param in[] = {PG_UUID(match)};

    return pg_run(pg,
                  "INSERT INTO ladder_matches"
                  " (match_id, game, seat_count, rated, finished_at)"
                  " SELECT id, game, seat_count, rated, finished_at"
                  " FROM matches WHERE id = $1 AND finished_at IS NOT NULL",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err note_abort(struct pg *pg,
                                 const struct store_update *effect)
{
    const struct pg_param in[] = {PG_UUID(&effect->match),
                                  PG_INT2(effect->abort_reason)};

    return pg_run(pg, "UPDATE matches SET abort_reason = $2 WHERE id = $1", in,
                  PG_LENGTH(in), NULL);
}

/* The statements after `step`. */
static enum store_err write_rest(struct db_store *db,
                                 struct store_update *effect)
{
    struct pg *pg = db->writer;
    bool has_ended =
        effect->status == MATCH_FINISHED || effect->status == MATCH_ABORTED;
    struct db_notifications news;
    enum store_err err = STORE_OK;

    for (size_t i = 1; i < effect->event_count && !err; i++)
        err = db_event_insert(pg, &effect->match, &effect->events[i]);
    if (effect->seat_changed >= 0 && !err)
        err = change_seat(pg, effect);
    if (effect->away_changed && !err)
        err = change_away(pg, effect);
    if (effect->status == MATCH_ABORTED && effect->abort_reason && !err)
        err = note_abort(pg, effect);
    if (has_ended && !err)
        err = db_feed_end(pg, &effect->match);
    if (effect->counts && !err)
        err = enter_ladder(pg, &effect->match);
    else if (has_ended && !err)
        err = db_networks_forget(pg, &effect->match);
    if (err)
        return err;
    db_notify_begin(db, &news);
    add_news(&news, &effect, 1);
    return db_notify_send(pg, &news);
}

static enum store_err write_parts(struct db_store *db,
                                  struct store_update *effect,
                                  const struct keeping *keeping)
{
    enum store_err err = pg_begin(db->writer);

    if (err)
        return err;
    err = step_alone(db->writer, effect, keeping);
    if (!err)
        err = write_rest(db, effect);
    if (err)
        pg_roll_back(db->writer);
    return err;
}

static void count_rows(void *ctx, int number, const struct pg_result *result)
{
    int *stepped = ctx;

    if (number == 1) /* BEGIN is 0 */
        *stepped = pg_rows(result);
}

/* The same in one round trip: nothing that is read decides what is written.  A
 * stale effect is rolled back afterwards, so that what follows `step` must not
 * fail because the match has moved on. */
static enum store_err write_gathered(struct db_store *db,
                                     struct store_update *effect,
                                     const struct keeping *keeping)
{
    struct pg *pg = db->writer;
    enum store_err err, result;
    int stepped = 0;

    if (!pg_gather_begin(pg))
        return STORE_UNAVAILABLE;
    err = pg_begin(pg);
    if (!err)
        err = step(pg, effect, keeping, NULL);
    if (!err)
        err = write_rest(db, effect);
    result = pg_gather_end(pg, count_rows, &stepped);
    err = result ? result : err;
    if (!err && stepped != 1)
        err = STORE_STALE;
    if (err)
        pg_roll_back(pg);
    return err;
}

/* In a transaction of its own. */
static enum store_err write_alone(struct db_store *db,
                                  struct store_update *effect, int64_t since_us)
{
    const struct keeping keeping = keeping_of(db, since_us);
    enum store_err err = effect->seat_changed >= 0
                             ? write_parts(db, effect, &keeping)
                             : write_gathered(db, effect, &keeping);

    /* The account holds a seat of this match already, or the event exists:
     * another request was faster. */
    if (err == STORE_CONFLICT)
        return STORE_STALE;
    return err ? err : pg_commit(db->writer);
}

/* ---- many plain effects in one statement ---- */

/* The statements for plain updates: each can write all that the one before can,
 * and has more parameters. */
static const struct form {
    const char *sql, *one_sql; /* for many updates, and for one */
    size_t params;
    void (*bind)(const struct store_update *e, const struct keeping *keeping,
                 struct pg_param *in);
} forms[] = {
    {lean_sql, lean_one_sql, LEAN_PARAMS, bind_lean},
    {lean_clock_sql, lean_clock_one_sql, LEAN_CLOCK_PARAMS, bind_lean_clock},
    {step_sql, step_one_sql, STEP_PARAMS, bind_step},
};

/* The first form that can write a plain update.  A lean form does not look for
 * the key, and stores it with the event only: older nodes must have written
 * none of the keys that count, and none may be running. */
static const struct form *form_of(const struct store_update *e,
                                  const struct keeping *keeping)
{
    const struct match_event *event = &e->events[0];
    const bool is_lean =
        e->status == MATCH_RUNNING && e->forfeits == 0 &&
        event->at_us == e->at_us && !event->player[0] &&
        !reply_kept(e, keeping) &&
        (!e->key || (e->key_seat == event->seat &&
                     keeping->since_us >= keeping->event_keys_us));

    if (!is_lean)
        return &forms[2];
    return e->has_clock ? &forms[1] : &forms[0];
}

struct batch {
    struct store_update *effects[STORE_BATCH_MAX]; /* by match */
    size_t count;
    const struct form *form; /* that can write all of them */
    struct pg_param *rows;   /* form->params for each effect */
    struct pg_columns columns;
};

static const char *batch_sql(const struct batch *batch)
{
    return batch->count == 1 ? batch->form->one_sql : batch->form->sql;
}

/* The parameters of batch_sql. */
static const struct pg_param *batch_params(const struct batch *batch)
{
    return batch->count == 1 ? batch->rows : batch->columns.in;
}

static int by_match(const void *a, const void *b)
{
    const struct store_update *const *x = a, *const *y = b;

    return memcmp(&(*x)->match, &(*y)->match, sizeof(*x)->match);
}

static void batch_end(struct batch *batch)
{
    if (batch->count > 1)
        pg_columns_end(&batch->columns);
    free(batch->rows);
}

/* Ended by batch_end.  Rows are written in the order of the matches, which
 * prevents deadlocks between nodes. */
static bool batch_begin(struct batch *batch, struct store_update **effects,
                        size_t count, const struct keeping *keeping)
{
    assert(count > 0 && count <= STORE_BATCH_MAX);
    batch->count = count;
    batch->form = forms;
    for (size_t i = 0; i < count; i++) {
        const struct form *form = form_of(effects[i], keeping);

        batch->form = form > batch->form ? form : batch->form;
    }
    const size_t params = batch->form->params;

    batch->rows = calloc(count * params, sizeof *batch->rows);
    if (!batch->rows)
        return false;
    memcpy(batch->effects, effects, count * sizeof(struct store_update *));
    qsort(batch->effects, count, sizeof(struct store_update *), by_match);
    for (size_t i = 0; i < count; i++)
        batch->form->bind(batch->effects[i], keeping, &batch->rows[i * params]);
    if (count == 1 ||
        pg_columns_begin(&batch->columns, batch->rows, count, params))
        return true;
    free(batch->rows);
    return false;
}

static void keep_outcomes(void *ctx, int number, const struct pg_result *result)
{
    struct batch *batch = ctx;
    struct store_update key, *const sought = &key, **found;

    if (number > 0)
        return; /* the notification */
    for (size_t i = 0; i < batch->count; i++)
        batch->effects[i]->outcome = STORE_STALE;
    for (int i = 0; i < pg_rows(result); i++) {
        pg_bytes(result, i, 0, &key.match, sizeof key.match);
        found = bsearch(&sought, batch->effects, batch->count,
                        sizeof(struct store_update *), by_match);
        if (found)
            (*found)->outcome = STORE_OK;
    }
}

static enum store_err write_batch(struct db_store *db,
                                  struct store_update **effects, size_t count,
                                  int64_t since_us)
{
    const struct keeping keeping = keeping_of(db, since_us);
    struct batch batch;
    struct db_notifications news;
    const struct pg_param told[] = {PG_TEXT(news.text)};
    struct pg *pg = db->writer;
    enum store_err err = STORE_UNAVAILABLE;

    if (!batch_begin(&batch, effects, count, &keeping))
        return err;
    if (pg_pipeline_know(pg, batch_sql(&batch), batch_params(&batch),
                         batch.form->params) &&
        pg_pipeline_know(pg, db_notify_sql, told, 1) && pg_pipeline_begin(pg)) {
        pg_pipeline_add(pg, batch_sql(&batch), batch_params(&batch),
                        batch.form->params);
        for (size_t n = 0; n < count;) {
            db_notify_begin(db, &news);
            n += add_news(&news, effects + n, count - n);
            pg_pipeline_add(pg, db_notify_sql, told, 1);
        }
        err = pg_pipeline_end(pg, keep_outcomes, &batch);
    }
    batch_end(&batch);
    return err;
}

/* ---- the operation ---- */

/* The writer's statements must find rows by their keys, even if a table was
 * small when the plan was made.  The plan is made once: PostgreSQL otherwise
 * makes one for each execution while batches are small, which takes longer
 * than the writing.  A sequential scan now counts as so expensive that
 * PostgreSQL would compile a statement that needs one: for about 200 ms, while
 * the first moves wait. */
static const char plans_sql[] = "SET enable_seqscan = off;"
                                " SET enable_hashjoin = off;"
                                " SET enable_mergejoin = off;"
                                " SET plan_cache_mode = force_generic_plan;"
                                " SET jit = off";

/* Read the time from which all nodes know a migration. */
static bool read_common(struct pg *pg, const char *migration, int64_t *out)
{
    const struct pg_param in[] = {PG_TEXT(migration)};
    struct pg_result *rows;

    if (pg_run(pg, db_common_sql, in, PG_LENGTH(in), &rows))
        return false;
    *out = pg_rows(rows) == 1 ? pg_time(rows, 0, 0) : INT64_MAX;
    pg_clear(rows);
    return true;
}

/* Older nodes repeat the reply that is stored with a key, and find keys in
 * their own tables only. */
static bool prepare_writer(struct db_store *db)
{
    int64_t event_keys_us;

    if (pg_script(db->writer, plans_sql) ||
        !read_common(db->writer, "short-keys", &db->short_keys_us) ||
        !read_common(db->writer, "event-keys", &event_keys_us))
        return false;
    atomic_store(&db->event_keys_us, event_keys_us);
    return true;
}

/* The writer's connection, opened again when it was lost. */
static bool has_writer(struct db_store *db)
{
    if (db->writer && pg_is_alive(db->writer))
        return true;
    pg_close(db->writer);
    db->writer = NULL;
    if (clock_steady_ms() < db->writer_down_until_ms)
        return false;
    db->writer = pg_open_at(&db->direct);
    if (db->writer && !prepare_writer(db)) {
        pg_close(db->writer);
        db->writer = NULL;
    }
    if (!db->writer)
        db->writer_down_until_ms = clock_steady_ms() + DOWN_MS;
    return db->writer != NULL;
}

/* At most STORE_BATCH_MAX updates, and only one if it is not plain. */
static enum store_err write_some(struct db_store *db,
                                 struct store_update **effects, size_t count,
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
        if (!err || !pg_is_soft(db->writer) || !pg_is_usable(db->writer))
            break;
        pg_pause(n);
    }
    return err;
}

static enum store_err updates_write(struct store *store,
                                    struct store_update **effects, size_t count,
                                    int64_t keys_since_us)
{
    struct db_store *db = db_store(store);

    if (count > STORE_BATCH_MAX)
        return STORE_REFUSED;
    for (size_t i = 0; i < count; i++)
        if (count > 1 && !store_is_plain(effects[i]))
            return STORE_REFUSED;
    return write_some(db, effects, count, keys_since_us);
}

const struct store_updates db_updates = {
    .write = updates_write,
};
