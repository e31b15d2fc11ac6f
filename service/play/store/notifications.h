/* Notifications from other nodes (LISTEN/NOTIFY).
 *
 * They are hints: the service stays correct if one is lost. */
#ifndef PLAY_STORE_NOTIFICATIONS_H
#define PLAY_STORE_NOTIFICATIONS_H

#include "play/node/rate_sync.h"
#include "play/play.h"
#include "play/store/error.h"

struct store;

/* Callbacks, called on the store's listening thread. */
struct store_listener {
    void (*match)(void *ctx, const struct play_id *id, uint32_t seq);
    void (*token)(void *ctx, const uint8_t hash[32]);
    /* false: notifications do not arrive from now on; true: they arrive again,
     * and any number may have been missed. */
    void (*is_listening)(void *ctx, bool is_listening_now);
    /* Something of an account with this tag changed (store_update.tags). */
    void (*account)(void *ctx, uint16_t tag);
    /* Names of players of a match changed; its seq is the same. */
    void (*names)(void *ctx, const struct play_id *id);
    /* Usage of a rate limit at another node. */
    void (*rate_usage)(void *ctx, const struct rate_usage *one);
    void *ctx;
};

struct store_notifications {
    /* Begin to listen: the listener is called until stop. */
    enum store_err (*listen)(struct store *store,
                             const struct store_listener *listener);
    void (*stop)(struct store *store);
};

#endif
