/* What clients took of their rate limits: between the store and whoever
 * counts. */
#include "play/node/rate_sync.h"

#include "play/inner.h"

enum play_err taken_secret(struct play *play, uint8_t out[TAKEN_SECRET_SIZE])
{
    return play_err_of(play->store->taken_secret(play->store, out));
}

enum play_err taken_tell(struct play *play, const struct taken *list,
                         size_t count)
{
    return play_err_of(play->store->taken_tell(play->store, list, count));
}

void taken_hear(struct play *play,
                void (*hear)(void *ctx, const struct taken *one), void *ctx)
{
    pthread_mutex_lock(&play->taken.lock);
    play->taken.hear = hear;
    play->taken.ctx = ctx;
    pthread_mutex_unlock(&play->taken.lock);
}

void taken_heard(struct play *play, const struct taken *one)
{
    pthread_mutex_lock(&play->taken.lock);
    if (play->taken.hear)
        play->taken.hear(play->taken.ctx, one);
    pthread_mutex_unlock(&play->taken.lock);
}
