/* The threads that hash passwords.
 *
 * A hash takes about 30 ms and 19 MiB on purpose, so the queue is shared
 * fairly. Clients that are not signed in are distinguished by their network.
 * Clients that are signed in have a separate thread, so strangers cannot delay
 * them. */
#include "play/accounts/hashing.h"

#include "base/digest.h"
#include "base/pool.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"

#include <openssl/crypto.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    STRANGERS_WAITING = 256, /* in total */
    NETWORK_WAITING = 32,    /* of one network, such as a school; all but one
                                of them make room for others when the queue is
                                full */
    OWNERS_WAITING = 64,
    OWNER_WAITING = 4,
    THREADS_MAX = 8,
};

struct hashing {
    struct pool *strangers, *owners;
    uint8_t secret[16]; /* prevents collisions on purpose with another
                           network's key */
};

/* Return the configured number of threads, or half the processors. */
static unsigned thread_count(const struct play *play)
{
    long half = sysconf(_SC_NPROCESSORS_ONLN) / 2;

    if (play->config.password_threads > 0)
        return play->config.password_threads;
    return half < 1 ? 1 : half > THREADS_MAX ? THREADS_MAX : (unsigned)half;
}

struct hashing *hashing_new(struct play *play)
{
    const struct pool_config strangers = {.name = "passwords",
                                          .threads = thread_count(play),
                                          .waiting_max = STRANGERS_WAITING,
                                          .waiting_per_key = NETWORK_WAITING,
                                          .running_per_key = 1};
    const struct pool_config owners = {.name = "own-passwords",
                                       .threads = 1,
                                       .waiting_max = OWNERS_WAITING,
                                       .waiting_per_key = OWNER_WAITING,
                                       .running_per_key = 1};
    struct hashing *hashing = calloc(1, sizeof *hashing);

    if (!hashing)
        return NULL;
    if (play_random(play, hashing->secret, sizeof hashing->secret)) {
        hashing->strangers = pool_new(&strangers);
        hashing->owners = pool_new(&owners);
    }
    if (hashing->strangers && hashing->owners)
        return hashing;
    hashing_free(hashing);
    return NULL;
}

void hashing_stop(struct hashing *hashing)
{
    pool_stop(hashing->strangers);
    pool_stop(hashing->owners);
}

void hashing_free(struct hashing *hashing)
{
    if (!hashing)
        return;
    pool_free(hashing->strangers);
    pool_free(hashing->owners);
    free(hashing);
}

unsigned hashing_waiting(struct hashing *hashing)
{
    return pool_waiting(hashing->strangers) + pool_waiting(hashing->owners);
}

static uint64_t network_key(const struct hashing *hashing, const char *network)
{
    uint8_t text[sizeof hashing->secret + PLAY_ADDRESS_SIZE] = {0};
    uint8_t hash[DIGEST_SIZE];
    uint64_t key;

    memcpy(text, hashing->secret, sizeof hashing->secret);
    text_copy(network, (char *)text + sizeof hashing->secret,
              PLAY_ADDRESS_SIZE);
    digest_sha256(text, sizeof text, hash);
    memcpy(&key, hash, sizeof key);
    return key;
}

void hashing_note_drop(struct play *play)
{
    atomic_fetch_add(&play->counts.hashing_refused, 1);
}

static bool submit(struct play *play, struct pool *pool, uint64_t key,
                   const struct hashing_job *job)
{
    const struct pool_job queued = {
        .key = key, .run = job->run, .drop = job->drop, .ctx = job->ctx};

    if (!atomic_load(&play->draining) && pool_submit(pool, &queued))
        return true;
    hashing_note_drop(play);
    return false;
}

bool hashing_for_stranger(struct play *play, const char *network,
                          const struct hashing_job *job)
{
    return submit(play, play->hashing->strangers,
                  network_key(play->hashing, network), job);
}

bool hashing_for_owner(struct play *play, const struct play_id *account,
                       const struct hashing_job *job)
{
    uint64_t key;

    memcpy(&key, account->bytes, sizeof key);
    return submit(play, play->hashing->owners, key, job);
}
