/* The plans of the statements that a store runs. */
#include "db_explain.h"

#include "db/db.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* NULL when this user may not read it. */
static FILE *open_log(void)
{
    const char *host = strstr(getenv("FATHOM_TEST_DATABASE"), "host=/");
    char path[256];
    size_t length;

    if (!host)
        return NULL;
    host += strlen("host=");
    length = strcspn(host, " ");
    snprintf(path, sizeof path, "%.*s/postgres.log", (int)length, host);
    return fopen(path, "r");
}

bool explain_begin(struct explain *explain, struct world *world,
                   const char *settings)
{
    struct db_config config;

    *explain = (struct explain){.world = world, .log = open_log()};
    if (!explain->log) {
        cr_skip("the log of FATHOM_TEST_DATABASE cannot be read");
        return false;
    }
    snprintf(explain->conninfo, sizeof explain->conninfo,
             "%s options='-c session_preload_libraries=auto_explain"
             " -c auto_explain.log_min_duration=0"
             " -c auto_explain.log_analyze=on"
             " -c auto_explain.log_timing=off"
             " -c auto_explain.log_buffers=on%s'",
             world->admin, settings);
    world_db_defaults(&config);
    config.conninfo = explain->conninfo;
    config.pool_max = 1;
    explain->store = db_store_new(&config);
    cr_assert_not_null(explain->store);
    explain_skip(explain);
    return true;
}

void explain_end(struct explain *explain)
{
    explain->store->free(explain->store);
    fclose(explain->log);
}

void explain_skip(struct explain *explain)
{
    fseek(explain->log, 0, SEEK_END);
    explain->is_ours = false;
}

/* Does this process serve the test's own database?  Others write to the same
 * log. */
static bool is_of_world(struct explain *explain, int session)
{
    char sql[128];

    for (int i = 0; i < explain->session_count; i++)
        if (explain->sessions[i] == session)
            return true;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_stat_activity"
             " WHERE datname = current_database() AND pid = %d",
             session);
    if (explain->session_count == EXPLAIN_SESSIONS ||
        world_number(explain->world, sql) != 1)
        return false;
    explain->sessions[explain->session_count++] = session;
    return true;
}

/* "2026-11-22 09:00:00.000 UTC [4711] LOG:  duration: 0.1 ms  plan:" is the
 * first line of a plan; its other lines begin with a tab. */
static bool begins_plan(struct explain *explain, const char *line)
{
    const char *session = strchr(line, '[');

    return strstr(line, "  plan:") && session &&
           is_of_world(explain, (int)strtol(session + 1, NULL, 10));
}

int explain_plans(struct explain *explain,
                  void (*visit)(void *ctx, const char *line, bool is_first),
                  void *ctx)
{
    static char line[1 << 16]; /* a statement is one line */
    int plans = 0;

    while (fgets(line, sizeof line, explain->log)) {
        if (line[0] != '\t') {
            explain->is_ours = begins_plan(explain, line);
            plans += explain->is_ours;
        }
        if (explain->is_ours)
            visit(ctx, line, line[0] != '\t');
    }
    clearerr(explain->log);
    return plans;
}
