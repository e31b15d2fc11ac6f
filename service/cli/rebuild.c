/* fathom ratings rebuild: on the database itself. */
#include "cli/rebuild.h"

#include "db/db.h"
#include "play/ladder/rating_rebuild.h"

#include <inttypes.h>
#include <stdio.h>

/* A whole table is compared by one statement. */
enum { STATEMENT_MS = 3600 * 1000 };

static void say_why(void *ctx, const char *text)
{
    (void)ctx;
    fprintf(stderr, "fathom ratings: %s\n", text);
}

static void progress(void *ctx, int64_t matches)
{
    (void)ctx;
    fprintf(stderr, "%" PRId64 " matches\n", matches);
}

static void report(const struct rebuild_report *it, bool replace)
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

bool rebuild_ladder(const char *database, bool replace)
{
    struct db_config config;
    struct rebuild_report out;
    struct rebuild rebuild = {.replace = replace, .progress = progress};
    enum store_err err = STORE_UNAVAILABLE;

    db_config_defaults(&config);
    config.conninfo = database;
    config.statement_ms = STATEMENT_MS;
    config.log = say_why;
    rebuild.store = db_store_new(&config);
    if (rebuild.store) {
        err = ladder_rebuild(&rebuild, &out);
        rebuild.store->free(rebuild.store);
    }
    if (err) {
        fprintf(stderr, "fathom ratings: the database is unavailable or "
                        "returned an unexpected result.\n");
        return false;
    }
    report(&out, replace);
    return out.is_same || replace;
}
