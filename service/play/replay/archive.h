/* Packing all old matches at once, and unpacking them, for operators.  Nodes
 * pack old matches on their own, some at a time (archiver.h).
 *
 * A match that is packed looks the same to clients. */
#ifndef PLAY_ARCHIVE_H
#define PLAY_ARCHIVE_H

#include "play/store/error.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

struct archive_run {
    struct store *store;
    int64_t before_us; /* pack what ended before this time */
    int64_t now_us;
    /* Called after each match, with the number of matches so far and the time
     * at which this one ended (0: it was unpacked).  Return false to stop.  May
     * be NULL. */
    bool (*progress)(void *ctx, int64_t done, int64_t finished_us);
    void *ctx;

    /* The result. */
    int64_t done;
    int64_t refused; /* could not be packed or unpacked: the log names them */
};

/* Pack matches one after the other, each in a transaction of its own: after an
 * interruption nothing is lost, and it can be started again.  Every node must
 * be of a version that supports archives.  Returns the store's errors. */
enum store_err archive_all(struct archive_run *run);

/* Unpack all matches, before a downgrade to a version without archives. */
enum store_err archive_undo_all(struct archive_run *run);

#endif
