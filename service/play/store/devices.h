/* Known devices of accounts. */
#ifndef PLAY_STORE_DEVICES_H
#define PLAY_STORE_DEVICES_H

#include "play/play.h"
#include "play/store/error.h"

struct store;

struct store_device {
    int64_t created_us, seen_us; /* equal: not used again so far */
};

struct store_devices {
    /* Check whether this device is remembered for the account of this name,
     * and the account has signed in on it since since_us.  STORE_NOT_FOUND:
     * no. */
    enum store_err (*find)(struct store *store, const char *name,
                           const uint8_t hash[32], int64_t since_us);
    /* List the account's devices, the most recently used first; each is passed
     * to visit. */
    enum store_err (*list)(
        struct store *store, const struct play_id *account, int64_t since_us,
        void (*visit)(void *ctx, const struct store_device *row), void *ctx);
    /* Delete those that were last used before this time. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
