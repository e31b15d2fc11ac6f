/* Recomputing the ladder. */
#include "play/ladder/rating_rebuild.h"

#include "play/ladder/cards_played.h"
#include "play/ladder/settle.h"
#include "play/ladder/settler.h"
#include "play/node/id.h"
#include "play/store.h"
#include "play/store/error.h"
#include "play/store/health.h"
#include "play/store/ladder.h"
#include "play/store/operators.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 1000 };

/* Add one batch of matches after this number; *count is their number. */
static enum store_err step(const struct rebuild *rebuild,
                           struct store_settlement *ladder, int64_t after,
                           struct rating_batch *batch, size_t *count,
                           struct rebuild_report *report)
{
    const struct store *store = rebuild->store;
    struct ladder_match *matches;
    enum store_err err =
        store->ladder->list_matches(ladder, after, BATCH, &matches, count);

    if (err)
        return err;
    for (size_t i = 0; i < *count && !err; i++) {
        if (!rebuild->annul)
            err = ladder_read_cards(rebuild->store, ladder, &matches[i]);
        if (!err && !ladder_step(batch, &matches[i]))
            err = STORE_UNAVAILABLE;
        report->foreign += matches[i].is_foreign;
    }
    if (!err)
        err = store->ladder->write_updates(ladder, batch);
    report->matches += (int64_t)*count;
    ladder_list_free(matches, *count);
    return err;
}

static enum store_err compute(const struct rebuild *rebuild,
                              struct store_settlement *ladder, int64_t last,
                              struct rebuild_report *report)
{
    enum store_err err = STORE_OK;
    struct rating_batch batch;
    size_t count = 1;

    rating_batch_init(&batch);
    while (report->matches < last && count > 0 && !err) {
        err = step(rebuild, ladder, report->matches, &batch, &count, report);
        if (!err && rebuild->progress)
            rebuild->progress(rebuild->ctx, report->matches);
    }
    if (!err)
        err = rebuild->store->ladder->write_totals(ladder, &batch);
    rating_batch_clear(&batch);
    return err;
}

static enum store_err annul(const struct rebuild *rebuild,
                            struct store_settlement *ladder,
                            struct rebuild_report *report)
{
    struct store_operator_command command = {.action = *rebuild->annul};
    enum store_err err;

    if (!id_read("m_", rebuild->annul->match, &command.id))
        return STORE_NOT_FOUND;
    err = rebuild->store->health->now(rebuild->store, &command.now_us);
    if (!err)
        err = rebuild->store->ladder->annul(ladder, &command);
    report->was_annulled = err == STORE_STALE;
    return err;
}

/* Compute the tables, compare them, and replace those that differ. */
static enum store_err repeat(const struct rebuild *rebuild,
                             struct store_settlement *ladder, int64_t last,
                             struct rebuild_report *out)
{
    const struct store *store = rebuild->store;
    enum store_err err = compute(rebuild, ladder, last, out);

    if (!err)
        err = store->ladder->compare(ladder, rebuild->now_us, out->tables);
    out->is_same = true;
    for (size_t i = 0; i < STORE_LADDER_TABLES; i++)
        out->is_same = out->is_same && out->tables[i].differing == 0;
    if (!err && (rebuild->replace || rebuild->annul) && !out->is_same)
        err = store->ladder->replace(ladder, rebuild->now_us);
    return err;
}

enum store_err ladder_rebuild(const struct rebuild *rebuild,
                              struct rebuild_report *out)
{
    const struct store *store = rebuild->store;
    struct store_settlement *ladder;
    enum store_err err;
    bool is_allowed;
    int64_t last;

    memset(out, 0, sizeof *out);
    err = store->ladder->may_rebuild(rebuild->store, &is_allowed);
    if (err)
        return err;
    out->is_denied = !is_allowed;
    if (out->is_denied)
        return STORE_REFUSED;
    err = store->ladder->begin(rebuild->store, true, &ladder, &last);
    if (err)
        return err;
    if (rebuild->annul)
        err = annul(rebuild, ladder, out);
    if (!err)
        err = repeat(rebuild, ladder, last, out);
    if (err) {
        store->ladder->end(ladder, false);
        return out->was_annulled ? STORE_OK : err;
    }
    return store->ladder->end(ladder, rebuild->annul ||
                                          (rebuild->replace && !out->is_same));
}
