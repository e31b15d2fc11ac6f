/* fathomd check-ratings and fathomd rebuild-ratings: recompute all ratings and
 * statistics from the matches. */
#include "base/log.h"
#include "commands.h"
#include "db/db.h"
#include "play/ladder/rating_rebuild.h"

#include <inttypes.h>
#include <stdlib.h>

/* One statement compares a whole table. */
enum { STATEMENT_MS = 3600 * 1000 };

static void log_database(void *ctx, const char *text)
{
    (void)ctx;
    log_event(LOG_WARN, "database", LOG_T("text", text));
}

static void report_progress(void *ctx, int64_t matches)
{
    (void)ctx;
    log_event(LOG_INFO, "ratings", LOG_N("done", matches));
}

static void print_report(const struct rebuild_report *it, bool replace)
{
    printf("%" PRId64 " matches are rated.\n", it->matches);
    if (it->foreign > 0)
        printf("%" PRId64 " of them use rules that this program does not have; "
               "their cards are\ntaken from the stored rows.\n",
               it->foreign);
    for (size_t i = 0; i < STORE_LADDER_TABLES; i++)
        printf("  %-18s %10" PRId64 " rows, %" PRId64 " differ\n",
               it->tables[i].table, it->tables[i].rows,
               it->tables[i].differing);
    printf("%s\n", it->is_same ? "Nothing differs."
                   : replace   ? "The rows that differed were replaced."
                               : "Nothing was written.");
}

static int rebuild(const struct config *config, bool replace)
{
    struct db_config db;
    struct rebuild_report report = {.is_denied = false};
    struct rebuild rebuild = {.replace = replace, .progress = report_progress};
    enum store_err err = STORE_UNAVAILABLE;

    db_config_defaults(&db);
    db.conninfo = config->database;
    db.statement_ms = STATEMENT_MS;
    db.log = log_database;
    rebuild.store = db_store_new(&db);
    if (rebuild.store) {
        err = ladder_rebuild(&rebuild, &report);
        rebuild.store->free(rebuild.store);
    }
    if (err) {
        fputs(report.is_denied
                  ? "fathomd: the role of --database may not create temporary "
                    "tables.\nUse the role that owns the database.\n"
                  : "fathomd: the database is unavailable or returned an "
                    "unexpected result.\n",
              stderr);
        return EXIT_FAILED;
    }
    print_report(&report, replace);
    return report.is_same || replace ? EXIT_SUCCESS : EXIT_FAILED;
}

/* The default effect of the signals: nothing needs to be cleaned up. */
static void unblock(const sigset_t *signals)
{
    pthread_sigmask(SIG_UNBLOCK, signals, NULL);
}

int check_ratings_command(const struct config *config, const sigset_t *ending)
{
    unblock(ending);
    return rebuild(config, false);
}

int rebuild_ratings_command(const struct config *config, const sigset_t *ending)
{
    unblock(ending);
    return rebuild(config, true);
}
