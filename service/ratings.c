/* fathomd check-ratings, rebuild-ratings and annul: recompute all ratings and
 * statistics from the matches. */
#include "api/http/limits/security_log.h"
#include "base/log.h"
#include "commands.h"
#include "node.h"
#include "play/ladder/rating_rebuild.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* Run a rebuild with a store of its own. */
static enum store_err run(const struct config *config, struct rebuild *rebuild,
                          struct rebuild_report *report)
{
    enum store_err err;

    *report = (struct rebuild_report){.is_denied = false};
    rebuild->progress = report_progress;
    rebuild->store = node_open_patient_store(config);
    if (!rebuild->store)
        return STORE_UNAVAILABLE;
    err = ladder_rebuild(rebuild, report);
    rebuild->store->free(rebuild->store);
    return err;
}

static int fail(const struct rebuild_report *report)
{
    fputs(report->is_denied
              ? "fathomd: the role of --database may not create temporary "
                "tables.\nUse the role that owns the database.\n"
              : "fathomd: the database is unavailable or returned an "
                "unexpected result.\n",
          stderr);
    return EXIT_FAILED;
}

static int rebuild(const struct config *config, bool replace)
{
    struct rebuild_report report;
    struct rebuild rebuild = {.replace = replace};

    if (run(config, &rebuild, &report))
        return fail(&report);
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

int annul_command(const struct config *config, const sigset_t *ending)
{
    const struct operator_action action = {.what = OPERATOR_ANNUL_MATCH,
                                           .match = config->subject,
                                           .by = config->by,
                                           .why = config->why};
    struct rebuild rebuild = {.annul = &action};
    struct rebuild_report report;
    enum store_err err;

    unblock(ending);
    if (strlen(config->by) > OPERATOR_TEXT_MAX ||
        strlen(config->why) > OPERATOR_TEXT_MAX) {
        fprintf(stderr, "fathomd: --by and --why take at most %d bytes.\n",
                OPERATOR_TEXT_MAX);
        return EXIT_CONFIG;
    }
    err = run(config, &rebuild, &report);
    if (err == STORE_NOT_FOUND || err == STORE_CONFLICT) {
        fprintf(stderr, "fathomd: %s: %s\n", config->subject,
                err == STORE_NOT_FOUND
                    ? "not-found"
                    : "not rated, or not settled yet: try again in a moment");
        return EXIT_FAILED;
    }
    if (err)
        return fail(&report);
    if (!report.was_annulled)
        security_note_operator(&action);
    printf("%s: %s.\n", config->subject,
           report.was_annulled ? "was annulled before"
                               : "annulled; the ladder is without it");
    return EXIT_SUCCESS;
}
