/* Stream tickets: one-time credentials of streams. */
#ifndef PLAY_STORE_STREAM_TICKETS_H
#define PLAY_STORE_STREAM_TICKETS_H

#include "play/store/error.h"

#include <stdint.h>

struct store;

struct store_stream_tickets {
    enum store_err (*insert)(struct store *store, const uint8_t hash[32],
                             const uint8_t token_hash[32], int64_t expires_us);
    /* Delete the ticket and return its token.  STORE_NOT_FOUND: it does not
     * exist, or has expired. */
    enum store_err (*redeem)(struct store *store, const uint8_t hash[32],
                             int64_t now_us, uint8_t token_hash[32]);
    /* Delete tickets that expired before this time. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
