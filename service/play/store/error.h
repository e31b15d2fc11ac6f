/* Results of store operations. */
#ifndef PLAY_STORE_ERROR_H
#define PLAY_STORE_ERROR_H

enum store_err {
    STORE_OK,
    STORE_NOT_FOUND,
    STORE_CONFLICT,    /* a row with this unique name, id or hash exists */
    STORE_STALE,       /* the match is not at the expected seq, or the key
                          exists: nothing was written */
    STORE_UNAVAILABLE, /* no connection, the pool is exhausted, or a timeout:
                          nothing was written */
    STORE_UNSURE,      /* the connection was lost during the commit, or a
                          standby did not confirm it: all was written or
                          nothing, and what was written may yet be lost */
    STORE_REFUSED,     /* the database refuses the statement: a bug */
    STORE_FULL,        /* a limit is reached: nothing was written */
};

#endif
