/* Metrics of play and of the connections to the database. */
#include "api/http/server_inner.h"
#include "api/operations/exposition.h"
#include "api/operations/metrics.h"
#include "play/counts.h"
#include "play/error.h"
#include "play/play.h"
#include "rules/game.h"

#include <stdio.h>

/* ---- moves ---- */

static void write_moves(const struct play_counts *n, struct text *text)
{
    static const char name[] = "fathom_moves_total";

    exposition_family(text, name, "counter",
                      "Moves committed, by game and kind of player.");
    for (unsigned i = 0; games[i] && i < PLAY_GAMES_MAX; i++)
        for (int mover = 0; mover < MOVER_COUNT; mover++)
            exposition_number(
                text, name,
                LABELS({"game", games[i]->id},
                       {"player", mover_word((enum mover_kind)mover)}),
                n->games[i].moves[mover]);
}

/* Those that occurred, and those that are always of interest. */
static void write_refusals(const struct play_counts *n, struct text *text)
{
    static const char name[] = "fathom_refusals_total";

    exposition_family(text, name, "counter",
                      "Requests about matches that were refused, by reason.");
    for (int err = PLAY_UNAVAILABLE; err < PLAY_ERR_COUNT; err++)
        if (n->refused[err] > 0 || err == PLAY_UNAVAILABLE ||
            err == PLAY_STALE || err == PLAY_ILLEGAL_MOVE)
            exposition_number(
                text, name,
                LABELS({"reason", play_err_word((enum play_err)err)}),
                n->refused[err]);
}

static void write_rules(const struct play_counts *n, struct text *text)
{
    static const char name[] = "fathom_illegal_moves_total";

    exposition_family(text, name, "counter",
                      "Moves refused by the rules, by game and rule.");
    for (size_t i = 0; i < n->rule_count; i++)
        exposition_number(
            text, name,
            LABELS({"game",
                    games[n->rules[i].game] ? games[n->rules[i].game]->id : ""},
                   {"rule", n->rules[i].rule}),
            n->rules[i].refused);
}

static void write_judging(const struct play_counts *n, struct text *text)
{
    static const char name[] = "fathom_move_judge_seconds";

    exposition_family(text, name, "histogram",
                      "Time the rules took to check a move or a preview.");
    for (unsigned i = 0; games[i] && i < PLAY_GAMES_MAX; i++)
        exposition_histogram(text, name, LABELS({"game", games[i]->id}),
                             &histogram_work_us, &n->games[i].judge_us, 1e6);
}

/* ---- the writer ---- */

static void write_writer(const struct play_counts *n, struct text *text)
{
    exposition_family(text, "fathom_commit_seconds", "histogram",
                      "Time taken by commits of the writer.");
    exposition_histogram(text, "fathom_commit_seconds", NULL,
                         &histogram_work_us, &n->commits_us, 1e6);
    exposition_family(text, "fathom_commit_effects", "histogram",
                      "Number of moves and other changes in one commit.");
    exposition_histogram(text, "fathom_commit_effects", NULL, &histogram_sizes,
                         &n->batches, 1);
    exposition_gauge(text, "fathom_judging_queue",
                     "Moves and other changes of busy matches that wait for a "
                     "thread to check them.",
                     n->apply_pool);
    exposition_family(text, "fathom_judging_cpu_seconds_total", "counter",
                      "Processor time of the threads that check them.");
    exposition_real(text, "fathom_judging_cpu_seconds_total", NULL,
                    (double)n->judging_us / 1e6);
    exposition_gauge(text, "fathom_writer_queue",
                     "Moves and other changes waiting for the writer.",
                     n->queued);
}

/* ---- the database ---- */

static void write_pool(const struct play_counts *n, struct text *text)
{
    exposition_gauge(text, "db_pool_max",
                     "Maximum number of connections in the pool.", n->pool_max);
    exposition_gauge(text, "db_pool_open", "Open connections in the pool.",
                     n->pool_open);
    exposition_gauge(text, "db_pool_available",
                     "Connections that are idle or can still be opened.",
                     n->pool_max - n->pool_busy);
    exposition_gauge(text, "db_pool_waiting",
                     "Threads waiting for a connection.", n->pool_waiting);
    exposition_counter(text, "db_pool_timeouts_total",
                       "Waits for a connection that timed out.",
                       n->pool_timeouts);
    exposition_family(text, "db_pool_wait_seconds", "histogram",
                      "Time threads waited for a connection.");
    exposition_histogram(text, "db_pool_wait_seconds", NULL, &histogram_work_us,
                         &n->pool_waits_us, 1e6);
    exposition_counter(text, "db_connection_failures_total",
                       "Connection attempts that failed.", n->pool_failures);
    exposition_counter(text, "db_write_failures_total",
                       "Failed test writes of the readiness check (/readyz).",
                       n->unwritten);
    exposition_counter(text, "db_transaction_retries_total",
                       "Transactions retried after a conflict.",
                       n->pool_retries);
}

/* ---- passwords ---- */

static void write_passwords(const struct play_counts *n, struct text *text)
{
    exposition_counter(text, "fathom_password_hashes_total",
                       "Passwords hashed.", n->hashes);
    exposition_counter(
        text, "fathom_password_refusals_total",
        "Passwords refused because too many were waiting to be hashed.",
        n->hashing_refused);
    exposition_gauge(text, "fathom_password_queue",
                     "Passwords waiting to be hashed.", n->hashing_waiting);
}

/* ---- the backlog in the database ---- */

static double seconds(int64_t us)
{
    return (double)us / 1e6;
}

static void write_queue(const struct play_backlog *backlog, struct text *text)
{
    const struct {
        const char *player;
        const struct play_backlog_row *row;
    } rows[] = {{"human", &backlog->queue_people},
                {"bot", &backlog->queue_bots}};
    static const char tickets[] = "fathom_queue_tickets";
    static const char oldest[] = "fathom_queue_oldest_seconds";

    exposition_family(text, tickets, "gauge",
                      "Queue entries waiting for an opponent.");
    for (size_t i = 0; i < 2; i++)
        exposition_number(text, tickets, LABELS({"player", rows[i].player}),
                          rows[i].row->count);
    exposition_family(text, oldest, "gauge",
                      "Waiting time of the oldest queue entry.");
    for (size_t i = 0; i < 2; i++)
        exposition_real(text, oldest, LABELS({"player", rows[i].player}),
                        seconds(rows[i].row->oldest_us));
}

static void write_oldest(struct text *text, const char *name, const char *help,
                         const struct play_backlog_row *row)
{
    exposition_family(text, name, "gauge", help);
    exposition_real(text, name, NULL, seconds(row->oldest_us));
}

/* Write nothing until the database was queried for the first time: an unknown
 * value is not 0. */
static void write_backlog(const struct play_backlog *backlog, struct text *text)
{
    if (!backlog->is_known)
        return;
    write_queue(backlog, text);
    exposition_gauge(text, "fathom_ladder_unsettled",
                     "Finished matches that are not yet rated.",
                     backlog->unsettled.count);
    write_oldest(text, "fathom_ladder_unsettled_oldest_seconds",
                 "Time since the oldest of them ended.", &backlog->unsettled);
    exposition_gauge(text, "fathom_clocks_overdue",
                     "Matches whose clock check is overdue.",
                     backlog->clocks.count);
    write_oldest(text, "fathom_clocks_overdue_oldest_seconds",
                 "Delay of the most overdue clock check.", &backlog->clocks);
    exposition_family(text, "fathom_backlog_age_seconds", "gauge",
                      "Time since the backlogs of queue, ratings and clocks "
                      "were last read from the database.");
    exposition_real(text, "fathom_backlog_age_seconds", NULL,
                    seconds(backlog->age_us));
}

/* Nothing is written of what is unknown. */
static void write_size(const struct play_counts *n, struct text *text)
{
    if (n->database_bytes > 0)
        exposition_gauge(text, "fathom_database_bytes",
                         "Bytes of the database on disk, read once a minute.",
                         n->database_bytes);
    if (n->kept_matches > 0)
        exposition_gauge(text, "fathom_kept_matches",
                         "Matches in the database, running and ended, as its"
                         " last VACUUM or ANALYZE estimated.",
                         n->kept_matches);
    if (n->disk_bytes > 0)
        exposition_gauge(text, "fathom_database_disk_bytes",
                         "Bytes that the database may fill:"
                         " --database-disk-bytes.",
                         n->disk_bytes);
}

/* ---- the node's clock ---- */

/* Write nothing until the time of the database is known. */
static void write_clock(const struct play_clock *clock, struct text *text)
{
    static const char name[] = "fathom_clock_skew_seconds";

    if (!clock->is_known)
        return;
    exposition_family(text, name, "gauge",
                      "Clock of this node minus clock of the database.");
    exposition_real(text, name, NULL, seconds(clock->skew_us));
}

/* ---- all of it ---- */

static void write_events(const struct play_counts *n, struct text *text)
{
    exposition_counter(text, "fathom_undos_total", "Undos of moves.", n->undos);
    exposition_counter(text, "fathom_idempotent_replays_total",
                       "Requests repeated with their idempotency key.",
                       n->replayed);
    exposition_counter(text, "fathom_matches_reloaded_total",
                       "Cached matches reloaded because they were out of date.",
                       n->reloads);
    exposition_counter(text, "fathom_snapshots_rebuilt_total",
                       "States computed by replay, because the node did not "
                       "have them.",
                       n->rebuilt);
    exposition_counter(
        text, "fathom_replay_failures_total",
        "Event logs whose replay differed from the stored state.",
        n->unreplayed);
    exposition_counter(text, "fathom_replayed_events_total",
                       "Events replayed to compute a state.",
                       n->replayed_events);
    exposition_counter(text, "fathom_snapshots_written_total",
                       "Snapshots of earlier states written.",
                       n->snapshots_written);
    exposition_counter(text, "fathom_snapshots_dropped_total",
                       "Snapshots not written: too many at a time, or the "
                       "database was unavailable.",
                       n->snapshots_dropped);
    exposition_counter(text, "fathom_snapshots_damaged_total",
                       "Snapshots that could not be read; the match was "
                       "replayed from its first event.",
                       n->snapshots_damaged);
    exposition_counter(text, "fathom_ladder_settled_total",
                       "Matches rated by this node.", n->settled);
    exposition_counter(text, "fathom_ladder_put_aside_total",
                       "Matches excluded from the ratings because of errors.",
                       n->put_aside);
    exposition_counter(text, "fathom_archived_total",
                       "Matches archived by this node.", n->archived);
    exposition_counter(text, "fathom_deleted_matches_total",
                       "Aborted matches and ended sandboxes deleted by this "
                       "node after --delete-days.",
                       n->deleted);
}

void metrics_write_play(struct server *server, struct text *text)
{
    struct play_counts n = {0};

    play_count(server->play, &n);
    write_moves(&n, text);
    write_refusals(&n, text);
    write_rules(&n, text);
    write_judging(&n, text);
    write_writer(&n, text);
    write_events(&n, text);
    exposition_gauge(text, "fathom_matches_cached", "Matches cached in memory.",
                     n.cached);
    exposition_gauge(text, "fathom_hearing",
                     "1 while notifications from other nodes arrive.",
                     n.is_listening);
    write_passwords(&n, text);
    write_pool(&n, text);
    write_backlog(&n.backlog, text);
    write_size(&n, text);
    write_clock(&n.clock, text);
}
