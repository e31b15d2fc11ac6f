/* Opening connections: choosing the host, setting up the session, and making
 * sure that it is the current primary.
 *
 * A former primary that was replaced by a standby and is started again does not
 * know that it was replaced: writes to it are lost.  PostgreSQL increments the
 * timeline with every promotion.  We remember the newest timeline seen and
 * refuse servers of older ones; until one is seen, all hosts are tried and the
 * newest is taken. */
#include "db/pg/pg.h"

#include "db/pg/hosts.h"
#include "db/pg/pg_inner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_SIZE = 512 };

void pg_server_init(struct pg_server *server, const struct db_config *config,
                    const char *conninfo, struct pg_timeline *past)
{
    *server = (struct pg_server){
        .config = config, .conninfo = conninfo, .past = past};
}

/* ---- what a session is set to ---- */

/* Times are in UTC, and the server cancels a statement before we give up on
 * it. */
static bool set_session(struct pg *pg)
{
    char sql[256];
    int n = snprintf(sql, sizeof sql,
                     "SET statement_timeout = %u; SET lock_timeout = %u;"
                     "SET idle_in_transaction_session_timeout = 60000;"
                     "SET client_min_messages = warning; SET TimeZone = 'UTC'",
                     pg->config->statement_ms, pg->config->statement_ms);

    assert(n > 0 && (size_t)n < sizeof sql);
    return pg_script(pg, sql) == STORE_OK;
}

/* We cannot set a pooler's sessions: check their settings once. */
static bool look_at_session(struct pg *pg)
{
    char text[256];
    struct pg_result *rows;

    if (atomic_exchange(&pg->server->is_looked_at, true))
        return true;
    if (pg_ask(pg,
               "SELECT string_agg(name || ' = ' || setting, ', ' ORDER BY name)"
               " FROM pg_settings WHERE (name = 'statement_timeout' AND"
               "  setting = '0') OR (name = 'client_min_messages' AND"
               "  setting = 'error')",
               &rows)) {
        atomic_store(&pg->server->is_looked_at, false);
        return false;
    }
    if (!pg_is_null(rows, 0, 0)) {
        snprintf(text, sizeof text,
                 "sessions of the pooler have %s: set it with ALTER ROLE ..."
                 " SET, see docs/operations/database.md",
                 pg_text(rows, 0, 0));
        pg_log(pg->config, text);
    }
    pg_clear(rows);
    return true;
}

/* ---- standbys ---- */

/* A pooler reports the server's first known state for as long as it runs: query
 * the server itself. */
static bool is_writable(struct pg *pg)
{
    struct pg_result *rows;
    bool is_read_only;

    if (pg_ask(pg, "SELECT current_setting('transaction_read_only')", &rows))
        return false;
    is_read_only = strcmp(pg_text(rows, 0, 0), "on") == 0;
    pg_clear(rows);
    if (is_read_only)
        pg_keep_error(pg, "the server is read-only (a standby)");
    return !is_read_only;
}

/* ---- timelines ---- */

static bool is_in_recovery(struct pg *pg)
{
    struct pg_result *rows;

    if (pg_ask(pg, "SELECT pg_is_in_recovery()", &rows))
        return true;
    bool is_standby = strcmp(pg_text(rows, 0, 0), "t") == 0;

    pg_clear(rows);
    return is_standby;
}

/* After an error: does this server not report its timeline?  Engines that are
 * only compatible with PostgreSQL may lack the function (42883), not support it
 * (0A000) or not permit it (42501).  PostgreSQL itself returns 55000 on a
 * standby; Aurora does so on its primary, unless wal_level is logical.  Any
 * other error concerns this connection alone. */
static bool has_no_timelines(struct pg *pg)
{
    static const char *const states[] = {"42883", "0A000", "42501"};

    for (size_t i = 0; i < PG_LENGTH(states); i++)
        if (strcmp(pg->state, states[i]) == 0)
            return true;
    return strcmp(pg->state, "55000") == 0 && !is_in_recovery(pg);
}

static bool read_timeline(struct pg *pg)
{
    char digits[9] = "";
    struct pg_result *rows;
    struct pg_timeline *past = pg->server->past;

    if (atomic_load(&past->has_none))
        return true;
    if (pg_ask(pg, "SELECT pg_walfile_name(pg_current_wal_lsn())", &rows)) {
        if (!pg_is_usable(pg) || !has_no_timelines(pg))
            return false;
        atomic_store(&past->has_none, true);
        return true;
    }
    pg_text_into(rows, 0, 0, digits, sizeof digits);
    pg->timeline = (uint32_t)strtoul(digits, NULL, 16);
    pg_clear(rows);
    return true;
}

static void log_timelines(const struct pg *pg, uint32_t other, const char *what)
{
    char text[sizeof pg->why + 128];

    snprintf(text, sizeof text, "%s, port %s, has timeline %u; %s %u",
             PQhost(pg->conn), PQport(pg->conn), (unsigned)pg->timeline, what,
             (unsigned)other);
    pg_log(pg->config, text);
}

static bool is_up_to_date(struct pg *pg)
{
    if (!pg_is_stale_primary(pg))
        return true;
    log_timelines(pg, atomic_load(&pg->server->past->timeline),
                  "SPLIT BRAIN: it accepts writes, but has been replaced: stop"
                  " it. The newest timeline is");
    pg_keep_error(pg, "it is a stale primary");
    return false;
}

/* Use this one. */
static void keep_timeline(const struct pg *pg)
{
    struct pg_timeline *past = pg->server->past;
    uint32_t known = atomic_load(&past->timeline);

    while (known < pg->timeline)
        if (atomic_compare_exchange_weak(&past->timeline, &known,
                                         pg->timeline)) {
            if (known != 0)
                log_timelines(pg, known,
                              "a standby was promoted; the previous"
                              " timeline was");
            break;
        }
}

/* ---- one host ---- */

static void note(void *arg, const PGresult *notice)
{
    pg_note(arg, notice);
}

/* The connection string overrides our defaults, and fixed settings override it.
 * Dead peers are noticed within seconds.  libpq would trust the state that a
 * pooler reports: is_writable queries the server instead. */
static PGconn *dial(const struct pg_server *server, const struct host *host)
{
    char timeout[16];
    // clang-format off
    const char *const words[][2] = {
        {"application_name", "fathom"},
        {"connect_timeout", timeout},
        {"target_session_attrs", "read-write"},
        {"keepalives_idle", "4"},
        {"keepalives_interval", "2"},
        {"keepalives_count", "2"},
        {"tcp_user_timeout", "6000"},
        {"dbname", server->conninfo},
        {"host", host->name},
        {"hostaddr", host->address},
        {"port", host->port},
        {"client_encoding", "UTF8"},
        {"target_session_attrs", "any"}, /* the last: of poolers only */
    };
    // clang-format on
    const char *keys[PG_LENGTH(words) + 1] = {NULL};
    const char *values[PG_LENGTH(words) + 1] = {NULL};
    const size_t count = PG_LENGTH(words) - !server->is_pooled;

    snprintf(timeout, sizeof timeout, "%u", server->config->connect_s);
    for (size_t i = 0; i < count; i++) {
        keys[i] = words[i][0];
        values[i] = words[i][1];
    }
    return PQconnectdbParams(keys, values, 1);
}

static bool set_up(struct pg *pg)
{
    bool is_set = pg->server->is_pooled ? look_at_session(pg) : set_session(pg);

    return is_set && is_writable(pg) && read_timeline(pg) && is_up_to_date(pg);
}

/* *pg is new in any case; false: it is unusable, and pg_why has the reason. */
static bool connect_to(struct pg_server *server, const struct host *host,
                       struct pg **pg)
{
    struct pg *new = calloc(1, sizeof *new);

    *pg = new;
    if (!new)
        return false;
    new->config = server->config;
    new->server = server;
    new->conn = dial(server, host);
    if (!new->conn || PQstatus(new->conn) != CONNECTION_OK) {
        pg_keep_error(new,
                      new->conn ? PQerrorMessage(new->conn) : "out of memory");
        return false;
    }
    PQsetNoticeReceiver(new->conn, note, new);
    return set_up(new);
}

/* ---- all of them ---- */

/* The error of each host that was tried. */
struct complaints {
    char text[LIST_SIZE];
    size_t length;
};

static void complain(struct complaints *all, const char *why)
{
    size_t room = sizeof all->text - all->length;
    int n = snprintf(all->text + all->length, room, "%s%s",
                     all->length > 0 ? "; " : "", why);

    all->length += (size_t)n < room ? (size_t)n : room - 1;
}

/* The connection with the newer timeline; the other one is closed. */
static struct pg *newer(struct pg *a, struct pg *b)
{
    struct pg *out = !a || b->timeline > a->timeline ? b : a;
    struct pg *other = out == a ? b : a;

    if (other && other->timeline != out->timeline)
        log_timelines(other, out->timeline,
                      "SPLIT BRAIN: it accepts writes, but has been replaced:"
                      " stop it. The newest timeline is");
    pg_close(other);
    return out;
}

static struct pg *connect_to_any(struct pg_server *server,
                                 const struct hosts *hosts,
                                 struct complaints *all)
{
    unsigned count = hosts_count(hosts);
    unsigned first = atomic_load(&server->first);
    bool is_survey = count > 1 && atomic_load(&server->past->timeline) == 0 &&
                     !atomic_load(&server->past->has_none);
    struct pg *best = NULL;

    for (unsigned i = 0; i < count && (is_survey || !best); i++) {
        struct host host;
        struct pg *pg;

        hosts_get(hosts, (first + i) % count, &host);
        if (connect_to(server, &host, &pg)) {
            pg->host = (first + i) % count;
            best = newer(best, pg);
            continue;
        }
        complain(all, pg ? pg->why : "out of memory");
        pg_close(pg);
    }
    return best;
}

struct pg *pg_open_at(struct pg_server *server)
{
    struct hosts *hosts = hosts_read(server->conninfo);
    struct complaints all = {.length = 0};
    struct pg *pg = connect_to_any(server, hosts, &all);

    if (pg) {
        atomic_store(&server->first, pg->host);
        pg->host_count = hosts_count(hosts);
        keep_timeline(pg);
    } else {
        pg_log(server->config, all.text);
        if (server->config->failures)
            atomic_fetch_add(server->config->failures, 1);
    }
    hosts_free(hosts);
    return pg;
}

/* ---- a connection by itself ---- */

/* What pg_open allocates beside the connection. */
struct pg_own {
    struct pg_server server;
    struct pg_timeline past;
};

struct pg *pg_open(const struct db_config *config)
{
    struct pg_own *own = calloc(1, sizeof *own);
    struct pg *pg = NULL;

    if (!own)
        return NULL;
    pg_server_init(&own->server, config, config->conninfo, &own->past);
    pg = pg_open_at(&own->server);
    if (pg)
        pg->own = own;
    else
        free(own);
    return pg;
}

/* After a host did not respond, try the others first: waiting for it takes
 * long. */
static void distrust_host(const struct pg *pg)
{
    unsigned lost = pg->host;

    if (pg->host_count > 1)
        atomic_compare_exchange_strong(&pg->server->first, &lost,
                                       (lost + 1) % pg->host_count);
}

void pg_close(struct pg *pg)
{
    if (!pg)
        return;
    if (pg->is_silent)
        distrust_host(pg);
    PQfinish(pg->conn);
    free(pg->own);
    free(pg);
}
