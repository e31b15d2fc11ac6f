/* Rate-limit usage of clients, passed between the store and the limiter. */
#include "play/node/rate_sync.h"

#include "play/error.h"
#include "play/node/errors.h"
#include "play/play_struct.h"

#include <pthread.h>

enum play_err rate_usage_secret(struct play *play,
                                uint8_t out[RATE_USAGE_SECRET_SIZE])
{
    return play_err_of(play->store->rate_usage->find_secret(play->store, out));
}

enum play_err rate_usage_send(struct play *play, const struct rate_usage *list,
                              size_t count)
{
    return play_err_of(play->store->rate_usage->send(play->store, list, count));
}

void rate_usage_subscribe(struct play *play,
                          void (*receive)(void *ctx,
                                          const struct rate_usage *one),
                          void *ctx)
{
    pthread_mutex_lock(&play->rate_usage.lock);
    play->rate_usage.receive = receive;
    play->rate_usage.ctx = ctx;
    pthread_mutex_unlock(&play->rate_usage.lock);
}

void rate_usage_receive(struct play *play, const struct rate_usage *one)
{
    pthread_mutex_lock(&play->rate_usage.lock);
    if (play->rate_usage.receive)
        play->rate_usage.receive(play->rate_usage.ctx, one);
    pthread_mutex_unlock(&play->rate_usage.lock);
}
