/* Recomputing all ratings and statistics from the matches, in the order in
 * which they were settled; and taking a match out of them. */
#ifndef PLAY_RATING_REBUILD_H
#define PLAY_RATING_REBUILD_H

#include "play/store.h"

struct rebuild_report {
    bool is_denied;  /* the role of the database may not rebuild: nothing was
                        computed */
    int64_t matches; /* settled matches */
    int64_t foreign; /* of these: matches with rules that this build does not
                        have; their cards are kept as they were found when they
                        were settled */
    struct store_difference tables[STORE_LADDER_TABLES];
    bool is_same;
    bool was_annulled; /* the match was annulled before: nothing was computed */
};

struct operator_action;

struct rebuild {
    struct store *store; /* with long statement timeouts */
    int64_t now_us;      /* the present, for places on lists that lapse without
                            play; 0: the time of the database */
    bool replace;        /* false: only count the differences, write nothing */
    /* Replace, and before that take a rated match out of the ladder
     * (OPERATOR_ANNUL_MATCH): all in one transaction.  The cards of matches are
     * not counted again, which makes it quicker.  NULL: no. */
    const struct operator_action *annul;
    /* Called repeatedly with the number of matches done.  May be NULL. */
    void (*progress)(void *ctx, int64_t matches);
    void *ctx;
};

/* Rebuild the ladder.  While it runs no node settles matches; everything else
 * continues.  On an error of the store nothing was written.
 * For annul also STORE_NOT_FOUND: there is no such match; STORE_CONFLICT: it is
 * not rated, not over, or not settled yet. */
enum store_err ladder_rebuild(const struct rebuild *rebuild,
                              struct rebuild_report *out);

#endif
