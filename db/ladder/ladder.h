/* Settlement: the transaction in which matches are settled, or settled again,
 * and the operations that use it. */
#ifndef DB_LADDER_H
#define DB_LADDER_H

#include "db/store.h"

struct store_settlement {
    struct db_store *db;
    struct pg *pg;
    bool again; /* everything, into the tables again_... */
};

/* ---- settled.c ---- */

enum store_err db_ladder_write_settled(struct store_settlement *ladder,
                                       const struct ladder_match *matches,
                                       size_t count);
/* Notify the players of rated matches that their ratings have changed. */
enum store_err db_ladder_tell(struct store_settlement *ladder,
                              const struct ladder_match *matches, size_t count);
enum store_err db_ladder_quarantine(struct store *store,
                                    const struct play_id *match);

/* ---- settle_read.c ---- */

enum store_err db_ladder_read_ratings(struct store_settlement *ladder,
                                      const struct ladder_match *matches,
                                      size_t count, struct rating_batch *book);

/* ---- settle_write.c ---- */

enum store_err db_ladder_write_updates(struct store_settlement *ladder,
                                       struct rating_batch *book);
enum store_err db_ladder_write_totals(struct store_settlement *ladder,
                                      const struct rating_batch *book);

/* ---- pairs.c ---- */

enum store_err db_ladder_read_pairs(
    struct store *store, unsigned limit,
    void (*visit)(void *ctx, const struct store_rated_pair *row), void *ctx);

/* ---- rating_rebuild.c ---- */

enum store_err db_ladder_may_rebuild(struct store *store, bool *out);
/* Create the tables again_... */
enum store_err db_ladder_rebuild(struct store_settlement *ladder);
enum store_err
db_ladder_compare(struct store_settlement *ladder, int64_t now_us,
                  struct store_difference out[STORE_LADDER_TABLES]);
enum store_err db_ladder_replace(struct store_settlement *ladder,
                                 int64_t now_us);
/* Take from the lists of open seasons who has lapsed. */
enum store_err db_ladder_lapse(struct store_settlement *ladder, int64_t now_us);
/* Write everybody's rank at the end of a season; 0: of all closed ones. */
enum store_err db_ladder_rank(struct store_settlement *ladder, int32_t season);

#endif
