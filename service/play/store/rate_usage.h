/* Rate-limit usage, shared between nodes (rate_sync.h). */
#ifndef PLAY_STORE_RATE_USAGE_H
#define PLAY_STORE_RATE_USAGE_H

#include "play/node/rate_sync.h"
#include "play/store/error.h"

#include <stddef.h>

struct store;

struct store_rate_usage {
    /* Read the secret that all nodes share.  STORE_NOT_FOUND: no secret
     * exists. */
    enum store_err (*find_secret)(struct store *store,
                                  uint8_t out[RATE_USAGE_SECRET_SIZE]);
    /* Send usage, at most RATE_USAGE_MAX entries, to the other nodes. */
    enum store_err (*send)(struct store *store, const struct rate_usage *list,
                           size_t count);
};

#endif
