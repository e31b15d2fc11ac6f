/* fathomd archive and fathomd unarchive: move all old matches to the archive,
 * and back. */
#include "play/replay/archive.h"
#include "base/log.h"
#include "commands.h"
#include "node.h"

#include <stdlib.h>
#include <time.h>

static const int64_t day_us = INT64_C(86400) * 1000000;

/* Log a line every 1000 matches.  False, which ends the run between two
 * matches, after a signal. */
static bool report_progress(void *ctx, int64_t done, int64_t finished_us)
{
    enum { EVERY = 1000 };
    const struct timespec at_once = {0};
    const time_t ended = finished_us / 1000000;
    struct tm day;
    char text[16] = "";

    if (done > 0 && done % EVERY == 0) {
        if (ended > 0 && gmtime_r(&ended, &day))
            strftime(text, sizeof text, "%Y-%m-%d", &day);
        log_event(LOG_INFO, "archive", LOG_N("done", done),
                  LOG_T("ended", text));
    }
    return sigtimedwait(ctx, NULL, &at_once) <= 0;
}

static void print_result(const struct archive_run *run, const char *verb,
                         enum store_err err)
{
    printf("%s: %lld", verb, (long long)run->done);
    if (run->refused > 0)
        printf(", not possible: %lld, listed in the log",
               (long long)run->refused);
    puts("");
    if (err)
        fprintf(stderr, "fathomd: the database %s\n",
                err == STORE_REFUSED ? "refused" : "did not respond");
}

/* Archive the matches that are due, or restore all. */
static int run_archive(const struct config *config, const sigset_t *ending,
                       bool restore)
{
    sigset_t signals = *ending;
    struct store *store = node_open_store(config);
    struct archive_run run = {
        .store = store, .progress = report_progress, .ctx = &signals};
    enum store_err err = STORE_UNAVAILABLE;

    if (store)
        err = store->health->now(store, &run.now_us);
    run.before_us = run.now_us - config->archive_days * day_us;
    if (!err)
        err = restore ? archive_undo_all(&run) : archive_all(&run);
    if (store)
        store->free(store);
    print_result(&run, restore ? "Restored" : "Archived", err);
    return err || run.refused > 0 ? EXIT_FAILED : EXIT_SUCCESS;
}

int archive_command(const struct config *config, const sigset_t *ending)
{
    if (config->archive_days == 0) {
        fprintf(stderr, "fathomd: --archive-days is 0, so no match is ever old "
                        "enough: archive requires at least 1 day.\n");
        return EXIT_CONFIG;
    }
    return run_archive(config, ending, false);
}

int unarchive_command(const struct config *config, const sigset_t *ending)
{
    return run_archive(config, ending, true);
}
