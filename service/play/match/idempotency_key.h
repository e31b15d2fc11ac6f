/* How long idempotency keys are kept. */
#ifndef PLAY_IDEMPOTENCY_KEY_H
#define PLAY_IDEMPOTENCY_KEY_H

#include "play/play.h"

struct play;

/* Idempotency keys stored at or before this time are expired. */
static inline int64_t key_since_us(const struct play *play)
{
    return play_now_us(play) - INT64_C(24) * 3600 * 1000000;
}

#endif
