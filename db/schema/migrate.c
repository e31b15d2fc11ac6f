/* Applying migrations, one node at a time: each in one transaction, or
 * statement by statement (migration.is_concurrent). */
#include "db/schema/migrate.h"

#include "db/pg/pg.h"
#include "db/schema/migrations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char create_sql[] =
    "CREATE TABLE IF NOT EXISTS migrations ("
    " number integer PRIMARY KEY CHECK (number > 0),"
    " name text NOT NULL,"
    " applied_at timestamptz NOT NULL DEFAULT now());"
    "COMMENT ON TABLE migrations IS 'Which migrations this database has had.';"
    "COMMENT ON COLUMN migrations.number IS 'Number of the migration.';"
    "COMMENT ON COLUMN migrations.name IS 'Its name.';"
    "COMMENT ON COLUMN migrations.applied_at IS 'When it was applied.'";

int db_migrations_known(void)
{
    int n = 0;

    while (migrations[n].name)
        n++;
    return n;
}

/* The lock belongs to the transaction, so that a pooler between us and the
 * server cannot lose it.  "Fath" in ASCII. */
static enum store_err lock(struct pg *pg)
{
    return pg_script(pg, "SELECT pg_advisory_xact_lock(1180791912)");
}

static enum store_err newest(struct pg *pg, int *out)
{
    struct pg_result *rows;
    enum store_err err = pg_run(
        pg, "SELECT coalesce(max(number), 0) FROM migrations", NULL, 0, &rows);

    if (err)
        return err;
    *out = (int)pg_int(rows, 0, 0);
    pg_clear(rows);
    return STORE_OK;
}

static enum store_err note(struct pg *pg, const struct migration *migration)
{
    const struct pg_param in[] = {PG_INT4(migration->number),
                                  PG_TEXT(migration->name)};

    return pg_run(pg, "INSERT INTO migrations (number, name) VALUES ($1, $2)",
                  in, PG_LENGTH(in), NULL);
}

/* A statement that waits for a lock on a table (held by a dump, perhaps) makes
 * all later statements wait, too.  So give up soon, and try again. */
static enum store_err be_brief(struct pg *pg)
{
    return pg_script(pg, "SET LOCAL lock_timeout = 3000");
}

/* ---- in a transaction ---- */

/* The result of applying the next missing migration. */
enum progress {
    NONE_LEFT,
    APPLIED,
    WAITS, /* it is concurrent, or another node applies it now */
};

/* Inside a transaction: *have migrations were applied before. */
static enum store_err apply_next(struct pg *pg, enum progress *progress,
                                 int *have)
{
    enum store_err err = lock(pg);

    *progress = NONE_LEFT;
    if (!err)
        err = be_brief(pg);
    if (!err)
        err = pg_script(pg, create_sql);
    if (!err)
        err = newest(pg, have);
    if (err || *have >= db_migrations_known())
        return err;
    *progress = migrations[*have].is_concurrent ? WAITS : APPLIED;
    if (*progress == WAITS)
        return STORE_OK;
    err = pg_script(pg, migrations[*have].sql);
    return err ? err : note(pg, &migrations[*have]);
}

static enum store_err step(struct pg *pg, enum progress *progress, int *have)
{
    enum store_err err = pg_script(pg, "BEGIN");

    if (!err)
        err = apply_next(pg, progress, have);
    return err ? err : pg_script(pg, "COMMIT");
}

/* ---- outside a transaction ---- */

/* A lock of the session.  A waiting node polls: a blocked statement would be in
 * a transaction, and building an index concurrently waits for those. */
#define CONCURRENT_LOCK "(1180791913)"

static enum store_err try_lock(struct pg *pg, bool *has_lock)
{
    struct pg_result *rows;
    enum store_err err = pg_run(
        pg, "SELECT pg_try_advisory_lock" CONCURRENT_LOCK, NULL, 0, &rows);

    *has_lock = false;
    if (err)
        return err;
    *has_lock = pg_bool(rows, 0, 0);
    pg_clear(rows);
    return STORE_OK;
}

/* The next statement, without leading comments and spaces; NULL: that was
 * the last one.  *length excludes the final semicolon. */
static const char *next_statement(const char *sql, size_t *length)
{
    const char *end;

    for (;;) {
        sql += strspn(sql, "; \n");
        if (strncmp(sql, "--", 2) != 0)
            break;
        sql += strcspn(sql, "\n");
    }
    end = strstr(sql, ";\n");
    *length = end ? (size_t)(end - sql) : strlen(sql);
    return *length > 0 ? sql : NULL;
}

static enum store_err run_each(struct pg *pg, const char *sql)
{
    enum store_err err = STORE_OK;
    size_t length;

    for (sql = next_statement(sql, &length); sql && !err;
         sql = next_statement(sql + length, &length)) {
        char *statement = strndup(sql, length);

        err = statement ? pg_script(pg, statement) : STORE_UNAVAILABLE;
        free(statement);
    }
    return err;
}

static enum store_err note_alone(struct pg *pg,
                                 const struct migration *migration)
{
    enum store_err err = pg_script(pg, "BEGIN");

    if (!err)
        err = lock(pg);
    if (!err)
        err = note(pg, migration);
    return err ? err : pg_script(pg, "COMMIT");
}

/* Another node may have applied it since the check. */
static enum store_err apply_locked(struct pg *pg, int have, bool *is_applied)
{
    int now = 0;
    enum store_err err = newest(pg, &now);

    *is_applied = false;
    if (err || now != have)
        return err;
    err = run_each(pg, migrations[have].sql);
    if (!err)
        err = note_alone(pg, &migrations[have]);
    *is_applied = !err;
    return err;
}

/* Apply the migration after the first `have`, unless another node applies it:
 * then wait for a moment. */
static enum store_err apply_concurrently(struct pg *pg, int have,
                                         bool *is_applied)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    bool has_lock;
    enum store_err err = try_lock(pg, &has_lock);

    *is_applied = false;
    if (!err && !has_lock)
        nanosleep(&pause, NULL);
    if (err || !has_lock)
        return err;
    err = apply_locked(pg, have, is_applied);
    return err ? err
               : pg_script(pg, "SELECT pg_advisory_unlock" CONCURRENT_LOCK);
}

static enum store_err apply_all(struct pg *pg, int *applied)
{
    enum progress progress = APPLIED;
    enum store_err err = STORE_OK;

    while (!err && progress != NONE_LEFT) {
        bool is_applied;
        int have = 0;

        err = step(pg, &progress, &have);
        is_applied = !err && progress == APPLIED;
        if (!err && progress == WAITS)
            err = apply_concurrently(pg, have, &is_applied);
        *applied += is_applied;
    }
    return err;
}

/* Where errors are written. */
struct reason {
    char *text;
    size_t size;
};

static void keep_reason(void *ctx, const char *text)
{
    const struct reason *reason = ctx;

    snprintf(reason->text, reason->size, "%s", text);
}

static struct pg *connect_to(struct db_config *config, const char *conninfo,
                             struct reason *reason)
{
    db_config_defaults(config);
    config->conninfo = conninfo;
    config->statement_ms = 6 * 3600 * 1000; /* there may be many rows */
    config->log = keep_reason;
    config->log_ctx = reason;
    keep_reason(reason, "no connection to the database");
    return pg_open(config);
}

bool db_is_migrated(const char *conninfo, char *why, size_t size)
{
    struct db_config config;
    struct reason reason = {why, size};
    struct pg *pg = connect_to(&config, conninfo, &reason);
    int have = 0;
    bool is_known = pg && newest(pg, &have) == STORE_OK;

    if (pg && !is_known)
        snprintf(why, size, "%s", pg_why(pg));
    else if (pg && have < db_migrations_known())
        snprintf(why, size,
                 "the database is at migration %d, this program requires %d",
                 have, db_migrations_known());
    pg_close(pg);
    return is_known && have >= db_migrations_known();
}

bool db_migrate(const char *conninfo, int *applied, char *why, size_t size)
{
    struct db_config config;
    struct reason reason = {why, size};
    struct pg *pg = connect_to(&config, conninfo, &reason);
    bool is_done;

    *applied = 0;
    if (!pg)
        return false;
    is_done = apply_all(pg, applied) == STORE_OK;
    if (!is_done)
        snprintf(why, size, "migration %d: %s", *applied + 1, pg_why(pg));
    pg_close(pg);
    return is_done;
}
