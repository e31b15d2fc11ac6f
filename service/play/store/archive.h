/* The archive: finished matches, packed out of the hot tables. */
#ifndef PLAY_STORE_ARCHIVE_H
#define PLAY_STORE_ARCHIVE_H

#include "play/play.h"
#include "play/store/error.h"

struct store;

/* The last match that was considered for packing, in the order in which they
 * ended.  Zeroes: begin with the first. */
struct store_archive_place {
    int64_t finished_us;
    struct play_id match;
};

/* The matches to pack: the first after a place, which advances, that ended
 * before a time and has been settled, if it is rated. */
struct store_archiving {
    struct store_archive_place *after;
    int64_t before_us, now_us;
    /* Also within a day after the migration that adds archives.  Until then,
     * nodes of a version that cannot read them may be running. */
    bool at_once;
};

struct store_archive {
    /* Pack a match: compress its events and delete its snapshot; reading it
     * returns the same as before.  STORE_NOT_FOUND: no match qualifies, or not
     * yet; STORE_CONFLICT: another node packs; STORE_REFUSED: this match cannot
     * be packed, and the place is behind it. */
    enum store_err (*pack_next)(struct store *store,
                                const struct store_archiving *archiving);
    /* Unpack the first packed match after this id, and set *after to its id.
     * STORE_NOT_FOUND: no packed match is left; STORE_REFUSED: the archive
     * cannot be read. */
    enum store_err (*unpack_next)(struct store *store, struct play_id *after);
};

#endif
