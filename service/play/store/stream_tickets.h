/* Stream tickets: the credentials of streams. */
#ifndef PLAY_STORE_STREAM_TICKETS_H
#define PLAY_STORE_STREAM_TICKETS_H

#include "play/store/error.h"

#include <stdint.h>

struct store;

enum {
    STORE_TICKETS_MAX = 20
}; /* of a token; beyond this the oldest are
    * deleted */

struct store_stream_tickets {
    enum store_err (*insert)(struct store *store, const uint8_t hash[32],
                             const uint8_t token_hash[32], int64_t expires_us);
    /* Return the ticket's token.  From its first use on the ticket belongs to
     * the path (1 to 256 bytes).  STORE_NOT_FOUND: it does not exist, belongs
     * to another path, or was not used before it expired. */
    enum store_err (*redeem)(struct store *store, const uint8_t hash[32],
                             const char *path, int64_t now_us,
                             uint8_t token_hash[32]);
    /* Delete tickets that expired before this time and were not used. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
