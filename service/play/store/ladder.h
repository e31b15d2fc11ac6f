/* The ladder's transactions: settling finished matches, and rebuilding what was
 * settled. */
#ifndef PLAY_STORE_LADDER_H
#define PLAY_STORE_LADDER_H

#include "play/ladder/settle.h"
#include "play/store/error.h"

struct store;
struct store_match;            /* matches.h */
struct store_operator_command; /* operators.h */
struct store_settlement;       /* a transaction; internal to db */

enum { STORE_LADDER_TABLES = 6 };

/* How a stored table differs from the rebuilt one. */
struct store_difference {
    const char *table;
    int64_t rows;      /* of the rebuilt one */
    int64_t differing; /* of both */
};

struct store_ladder {
    /* Check whether the role may settle everything again: it needs temporary
     * tables. */
    enum store_err (*may_rebuild)(struct store *store, bool *out);
    /* Begin a transaction in which no other node settles; *out is new: release
     * it with end.  *last is the highest number that was settled.
     * STORE_CONFLICT: another node settles.  `again` settles everything again,
     * into temporary tables: it waits for a node that settles, and reads what
     * was settled. */
    enum store_err (*begin)(struct store *store, bool again,
                            struct store_settlement **out, int64_t *last);
    /* End the transaction: commit (keep) or roll back. */
    enum store_err (*end)(struct store_settlement *ladder, bool keep);
    /* List all seasons, in order: *out is new (free it). */
    enum store_err (*list_seasons)(struct store_settlement *ladder,
                                   struct ladder_season **out, size_t *count);
    enum store_err (*open_season)(struct store_settlement *ladder,
                                  const struct ladder_season *season);
    /* Take from the leaderboards of seasons that are not closed who has become
     * provisional without play, until now_us; and forget networks that are
     * older than a day. */
    enum store_err (*lapse)(struct store_settlement *ladder, int64_t now_us);
    /* Make a season's leaderboards final and write everybody's rank, if all
     * matches that ended before the season's end are settled; if not:
     * STORE_STALE. */
    enum store_err (*close_season)(struct store_settlement *ladder,
                                   int32_t season, int64_t now_us);
    /* List at most limit matches that are to be settled, in the order in which
     * they ended, skipping the first `after`; or, if settling again, those
     * after this number. *out is new: each is to be cleared, and all freed.
     * The matches have no cards, or those that were found when they were
     * settled. */
    enum store_err (*list_matches)(struct store_settlement *ladder,
                                   int64_t after, size_t limit,
                                   struct ladder_match **out, size_t *count);
    /* Read the record of a match; row gets everything that a replay needs
     * except game and settings.  *events is new (free it). */
    enum store_err (*find_record)(struct store_settlement *ladder,
                                  const struct play_id *match,
                                  struct store_match *row,
                                  struct match_event **events, size_t *count);
    /* Read the stored ratings that these matches change, and how often their
     * players have met, into the batch.  The matches have their seasons. */
    enum store_err (*read_ratings)(struct store_settlement *ladder,
                                   const struct ladder_match *matches,
                                   size_t count, struct rating_batch *batch);
    /* Store the numbers and seasons of matches that were settled, and notify
     * the accounts of rated ones. */
    enum store_err (*write_settled)(struct store_settlement *ladder,
                                    const struct ladder_match *matches,
                                    size_t count);
    /* Store the batch's updates, and remove them from the batch. */
    enum store_err (*write_updates)(struct store_settlement *ladder,
                                    struct rating_batch *batch);
    /* Store the rest of the batch: ratings and pairs that changed, and the
     * increments of high scores, statistics and tallies. */
    enum store_err (*write_totals)(struct store_settlement *ladder,
                                   const struct rating_batch *batch);
    /* Take a rated match that was settled out of the ladder: when it is settled
     * again, it changes nothing.  Records the action and notifies the players.
     * STORE_STALE: it was done before; STORE_NOT_FOUND: there is no such match;
     * STORE_CONFLICT: it is not rated, or not settled yet. */
    enum store_err (*annul)(struct store_settlement *ladder,
                            const struct store_operator_command *command);
    /* Exclude a match that cannot be settled from now on, and log it. */
    enum store_err (*quarantine)(struct store *store,
                                 const struct play_id *match);
    /* Compare all rebuilt rows with the stored ones, bit for bit; and
     * (replace) replace the stored ones.  now_us: as for lapse; 0: the time of
     * the database. */
    enum store_err (*compare)(struct store_settlement *ladder, int64_t now_us,
                              struct store_difference out[STORE_LADDER_TABLES]);
    enum store_err (*replace)(struct store_settlement *ladder, int64_t now_us);
};

#endif
