/* Actions of operators on accounts and matches. */
#include "play/accounts/operator.h"

#include "base/base32.h"
#include "play/accounts/account_row.h"
#include "play/accounts/password.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store.h"
#include "play/store/accounts.h"
#include "play/store/error.h"
#include "play/store/operators.h"

#include <openssl/crypto.h>
#include <pthread.h>

const char *operator_word(enum operator_what what)
{
    static const char *const words[] = {
        [OPERATOR_GRANT_ADMIN] = "grant-admin",
        [OPERATOR_REVOKE_ADMIN] = "revoke-admin",
        [OPERATOR_BAN] = "ban",
        [OPERATOR_UNBAN] = "unban",
        [OPERATOR_END_SESSIONS] = "end-sessions",
        [OPERATOR_RESET_PASSWORD] = "reset-password",
        [OPERATOR_ABORT_MATCH] = "abort-match",
        [OPERATOR_ANNUL_MATCH] = "annul",
    };

    return words[what];
}

/* Apply and store an action; hash: of the new password, or NULL. */
static enum play_err act(struct store *store,
                         const struct operator_action *action, const char *name,
                         const char *hash, char account[PLAY_ID_SIZE])
{
    char lower[PLAY_NAME_SIZE];
    struct store_operator_command command = {.action = *action,
                                             .password = hash};
    struct play_id id;
    enum store_err err;

    /* No name is as long as an id. */
    if (name_read(name, lower))
        command.name = lower;
    else if (!id_read("u_", name, &command.id))
        return PLAY_NOT_FOUND;
    err = store->health->now(store, &command.now_us);
    if (!err)
        err = store->operators->act(store, &command, &id);
    if (!err)
        id_write("u_", &id, account);
    return err == STORE_STALE ? PLAY_GUEST : play_err_of(err);
}

enum play_err operator_act(struct store *store,
                           const struct operator_action *action,
                           const char *name, char account[PLAY_ID_SIZE])
{
    return act(store, action, name, NULL, account);
}

enum play_err operator_reset(struct play *play,
                             const struct operator_action *action,
                             const char *name, char account[PLAY_ID_SIZE],
                             char password[OPERATOR_PASSWORD_SIZE])
{
    enum { BYTES = 15 }; /* 24 letters */
    char hash[STORE_PASSWORD_SIZE];
    uint8_t random[BYTES];
    enum play_err err;

    if (!play_random(play, random, sizeof random))
        return PLAY_UNAVAILABLE;
    base32_write(random, sizeof random, password);
    if (!password_hash(play, password, hash))
        return PLAY_UNAVAILABLE;
    err = act(play->store, action, name, hash, account);
    OPENSSL_cleanse(hash, sizeof hash);
    return err;
}

/* ---- a match ---- */

struct aborting {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool is_answered;
    enum play_err err;
};

static void aborted(void *ctx, const struct match_response *answer)
{
    struct aborting *aborting = ctx;

    pthread_mutex_lock(&aborting->lock);
    aborting->err = answer->err;
    aborting->is_answered = true;
    pthread_cond_signal(&aborting->answered);
    pthread_mutex_unlock(&aborting->lock);
}

/* A command always calls done, also when play is drained. */
static enum play_err abort_now(struct play *play, const char *match)
{
    struct aborting aborting = {.is_answered = false};

    pthread_mutex_init(&aborting.lock, NULL);
    pthread_cond_init(&aborting.answered, NULL);
    match_abort_by_operator(play, match, aborted, &aborting);
    pthread_mutex_lock(&aborting.lock);
    while (!aborting.is_answered)
        pthread_cond_wait(&aborting.answered, &aborting.lock);
    pthread_mutex_unlock(&aborting.lock);
    pthread_cond_destroy(&aborting.answered);
    pthread_mutex_destroy(&aborting.lock);
    return aborting.err;
}

enum play_err operator_abort(struct play *play,
                             const struct operator_action *action)
{
    struct store_operator_command command = {.action = *action,
                                             .now_us = play_now_us(play)};
    struct play_id none;
    enum play_err err;

    if (!id_read("m_", action->match, &command.id))
        return PLAY_NOT_FOUND;
    err = abort_now(play, action->match);
    if (err)
        return err;
    return play_err_of(
        play->store->operators->act(play->store, &command, &none));
}
