/* Failures to give the right password, and the locks that follow.
 *
 * Strangers are counted by name and network together, so that nobody can lock
 * out others.  A network that tries many names is locked for all of them. A
 * name that fails from many networks is guarded: then one failure is enough to
 * lock a network that tries it.  Devices on which the account has signed in
 * and clients that are signed in are counted separately, and are not affected
 * by this.
 *
 * Names that no account has are counted and locked in the same way. */
#include "play/accounts/login_locks.h"

#include "play/accounts/credentials.h"
#include "play/config.h"
#include "play/error.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/login_failures.h"

#include <string.h>

static int64_t after_seconds(int64_t now_us, unsigned seconds)
{
    return now_us + (int64_t)seconds * 1000000;
}

enum play_err login_lock_check(struct play *play, const struct claim *claim,
                               struct store_failure_record *out, int *retry_s)
{
    enum store_err err = play->store->login_failures->find(
        play->store, claim->name, claim->source, out);
    int64_t until_us, left_us;

    if (err)
        return PLAY_UNAVAILABLE;
    until_us = out->pair.locked_until_us > out->source.locked_until_us
                   ? out->pair.locked_until_us
                   : out->source.locked_until_us;
    left_us = until_us - play_now_us(play);
    if (left_us <= 0)
        return PLAY_OK;
    *retry_s = (int)(left_us / 1000000) + 1;
    return PLAY_LOCKED;
}

static enum store_err count_pair(struct play *play, const struct claim *claim,
                                 const struct store_failure_record *record,
                                 int64_t now_us)
{
    const struct play_config *config = &play->config;
    bool is_guarded =
        claim->by == CLAIM_STRANGER && record->name.locked_until_us > now_us;
    const struct store_failure pair = {
        .name = claim->name,
        .source = claim->source,
        .now_us = now_us,
        .limit = is_guarded ? 1 : config->lock_failures,
        .lock_until_us = after_seconds(now_us, config->lock_seconds),
    };

    return play->store->login_failures->add(play->store, &pair);
}

static enum store_err count_name(struct play *play, const struct claim *claim,
                                 int64_t now_us)
{
    const struct play_config *config = &play->config;
    const struct store_failure name = {
        .name = claim->name,
        .source = STORE_ALL,
        .now_us = now_us,
        .limit = config->guard_failures,
        .lock_until_us = after_seconds(now_us, config->guard_seconds),
    };

    return play->store->login_failures->add(play->store, &name);
}

static enum store_err count_network(struct play *play,
                                    const struct claim *claim, int64_t now_us)
{
    const struct play_config *config = &play->config;
    const struct store_failure network = {
        .name = STORE_ALL,
        .source = claim->source,
        .now_us = now_us,
        .limit = config->lock_network_failures,
        .lock_until_us = after_seconds(now_us, config->lock_seconds),
    };

    return play->store->login_failures->add(play->store, &network);
}

enum play_err login_lock_note_failure(struct play *play,
                                      const struct claim *claim,
                                      const struct store_failure_record *record)
{
    int64_t now_us = play_now_us(play);
    enum store_err err = count_pair(play, claim, record, now_us);

    if (!err && claim->by == CLAIM_STRANGER)
        err = count_name(play, claim, now_us);
    if (!err && claim->by == CLAIM_STRANGER &&
        strcmp(claim->source, CLAIM_NOWHERE) != 0)
        err = count_network(play, claim, now_us);
    return err ? PLAY_UNAVAILABLE : PLAY_BAD_CREDENTIALS;
}

void login_lock_note_success(struct play *play, const struct claim *claim,
                             const struct store_failure_record *record)
{
    /* The failures of this network may have been for other names. */
    if (record->pair.count > 0)
        play->store->login_failures->clear(play->store, claim->name,
                                           claim->source);
}
