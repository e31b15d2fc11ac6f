/* Packing old matches now, all that there are, and putting them back: for who
 * runs the service.  A node does the first by and by, on its own.
 *
 * Matches that are packed look as before to everybody. */
#ifndef PLAY_ARCHIVE_H
#define PLAY_ARCHIVE_H

#include "play/store.h"

struct archive_run {
    struct store *store;
    int64_t before_us; /* pack what ended before this time */
    int64_t now_us;
    /* After each match: so many are done, the last of which ended then (0: it
     * was put back).  false: that is enough.  May be NULL. */
    bool (*progress)(void *ctx, int64_t done, int64_t finished_us);
    void *ctx;

    /* What came of it. */
    int64_t done;
    int64_t refused; /* could not be packed, or put back: the log names them */
};

/* One match after the other, each in a transaction of its own: who ends in the
 * middle has lost nothing, and may begin again.  Every node must be of a
 * version that knows archives.  The store's errors. */
enum store_err archive_all(struct archive_run *run);

/* Before a version is gone back to that knows no archives. */
enum store_err archive_undo_all(struct archive_run *run);

#endif
