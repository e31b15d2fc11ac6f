/* Purging: deletes rows that nobody needs after their time. */
#include "play/node/purge.h"

#include "base/thread.h"
#include "play/accounts/guest.h"
#include "play/accounts/token_issue.h"
#include "play/config.h"
#include "play/match/idempotency_key.h"
#include "play/matchmaking/challenge.h"
#include "play/matchmaking/queue.h"
#include "play/node/current_time.h"
#include "play/play.h"
#include "play/play_struct.h"

enum { PERIOD_MS = 600000, RETRY_MS = 1000 };

static const int64_t day_us = INT64_C(24) * 3600 * 1000000;

/* How long rows are kept after they ended, so that clients can still read what
 * became of them. */
enum { TOKEN_DAYS = 7, LOGIN_FAILURE_DAYS = 1 };

static uint32_t purge(void *ctx)
{
    struct play *play = ctx;
    struct store *store = play->store;
    const int64_t now_us = play_now_us(play);

    if (!current_time_is_sound(play))
        return RETRY_MS;
    store->idempotency_keys->purge(store, key_since_us(play));
    store->issue_keys->purge(store, key_since_us(play));
    store->tokens->purge(store, now_us - TOKEN_DAYS * day_us);
    store->stream_tickets->purge(store, now_us);
    store->login_failures->purge(store, now_us - LOGIN_FAILURE_DAYS * day_us);
    store->devices->purge(store, device_since_us(play));
    store->queue->purge(store, now_us - QUEUE_SLOW_S * INT64_C(1000000));
    guests_delete_idle(play);
    store->challenges->purge(store, now_us - CHALLENGE_DAYS_KEPT * day_us);
    return PERIOD_MS;
}

struct thread *purge_start(struct play *play)
{
    const struct thread_config config = {
        .name = "purge", .run = purge, .ctx = play};

    return thread_new(&config);
}
