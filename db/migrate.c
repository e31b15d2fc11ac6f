/* Applying migrations: one transaction each, one node at a time. */
#include "migrate.h"

#include "migrations.h"
#include "pg.h"

#include <stdio.h>

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

/* The lock is the transaction's, so that a pooler between us and the server
 * cannot lose it.  "Fath" in ASCII. */
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

/* Who waits for a table that others hold, a dump perhaps, has all who come
 * later wait, too: play would stand still.  So it is given up soon, and tried
 * again.
 */
static enum store_err be_brief(struct pg *pg)
{
    return pg_script(pg, "SET LOCAL lock_timeout = 3000");
}

/* Inside a transaction: apply the next missing one; *left says whether there
 * was one. */
static enum store_err apply_next(struct pg *pg, bool *left)
{
    int have = 0;
    enum store_err err = lock(pg);

    *left = false;
    if (!err)
        err = be_brief(pg);
    if (!err)
        err = pg_script(pg, create_sql);
    if (!err)
        err = newest(pg, &have);
    if (err || have >= db_migrations_known())
        return err;
    err = pg_script(pg, migrations[have].sql);
    if (!err)
        err = note(pg, &migrations[have]);
    *left = !err;
    return err;
}

static enum store_err apply_all(struct pg *pg, int *applied)
{
    bool left = true;

    while (left) {
        enum store_err err = pg_script(pg, "BEGIN");

        if (!err)
            err = apply_next(pg, &left);
        if (!err)
            err = pg_script(pg, "COMMIT");
        if (err)
            return err;
        *applied += left;
    }
    return STORE_OK;
}

/* Where to say why not. */
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
        snprintf(why, size, "it has migrations to %d, this program needs %d",
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
