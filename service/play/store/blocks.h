/* Blocks: accounts whose challenges an account does not accept. */
#ifndef PLAY_STORE_BLOCKS_H
#define PLAY_STORE_BLOCKS_H

#include "play/accounts/block.h"
#include "play/play.h"
#include "play/store/error.h"

struct store;

struct store_blocks {
    /* Add a block; adding it twice changes nothing.  STORE_FULL: the account
     * has blocked `most` others; STORE_NOT_FOUND: one of the two is deleted. */
    enum store_err (*put)(struct store *store, const struct play_id *account,
                          const struct play_id *blocked, unsigned most,
                          int64_t now_us);
    /* Remove the account's block of the account with this name, which may be
     * deleted.  STORE_NOT_FOUND: it has no such block. */
    enum store_err (*remove)(struct store *store, const struct play_id *account,
                             const char *name);
    /* List at most limit of the accounts that this account has blocked, by
     * name, after this name (NULL: from the first); each is passed to visit,
     * borrowed for the call. */
    enum store_err (*list)(struct store *store, const struct play_id *account,
                           const char *after, unsigned limit,
                           void (*visit)(void *ctx, const struct block *block),
                           void *ctx);
};

#endif
