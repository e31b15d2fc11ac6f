/* Changing the password of an account. */
#include "play/accounts/account_request.h"
#include "play/accounts/credentials.h"
#include "play/accounts/password.h"
#include "play/accounts/player.h"
#include "play/accounts/token_cache.h"
#include "play/error.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"

#include <openssl/crypto.h>
#include <string.h>

struct change_request {
    struct account_request request;
    char next[PASSWORD_SIZE];
    struct play_id keep[KEEP_MAX]; /* tokens that the change does not revoke */
    size_t keep_count;
};

static enum play_err write_password(struct change_request *own,
                                    const char *before)
{
    struct play *play = own->request.play;
    const struct login *login = &own->request.login;
    char after[STORE_PASSWORD_SIZE];
    const struct store_new_password change = {
        .account = login->player.key,
        .before = before,
        .after = after,
        .asker = login->hash,
        .keep = own->keep,
        .keep_count = own->keep_count,
        .now_us = play_now_us(play),
    };
    enum play_err err;

    if (!password_hash(play, own->next, after))
        return PLAY_UNAVAILABLE;
    err = play_err_of(
        play->store->accounts->change_password(play->store, &change));
    token_cache_forget_account(play->tokens, &change.account);
    return err;
}

static enum play_err change_password(struct change_request *own, int *retry_s)
{
    enum { TRIES = 2 };
    struct account_request *request = &own->request;
    struct store_account account;
    enum play_err err = PLAY_STALE;

    /* The stored hash may have been replaced since it was compared, perhaps by
     * another hash of the same password, so compare again. */
    for (int i = 0; i < TRIES && err == PLAY_STALE; i++) {
        err = credentials_check_own(request->play, &request->login,
                                    request->password, &account, retry_s);
        if (!err)
            err = write_password(own, account.password);
    }
    OPENSSL_cleanse(&account, sizeof account);
    return err == PLAY_STALE ? PLAY_WRONG_PASSWORD : err;
}

static void change_work(void *ctx)
{
    struct change_request *own = ctx;
    int retry_s = 0;
    enum play_err err = change_password(own, &retry_s);

    account_request_end(&own->request, err, retry_s);
}

/* ---- the tokens to keep ---- */

struct keep_search {
    const struct password_change *change;
    size_t found; /* tokens of the account that are to be kept */
};

static void look_for(void *ctx, const struct token *token)
{
    struct keep_search *search = ctx;

    for (size_t i = 0; i < search->change->keep_count; i++)
        if (strcmp(search->change->keep[i], token->id) == 0)
            search->found++;
}

static enum play_err read_keep(struct change_request *own,
                               const struct password_change *change)
{
    struct keep_search search = {change, 0};
    enum play_err err = PLAY_OK;

    if (change->keep_count > KEEP_MAX)
        return PLAY_NOT_FOUND;
    for (size_t i = 0; i < change->keep_count && !err; i++)
        if (!id_read("tok_", change->keep[i], &own->keep[i]))
            err = PLAY_NOT_FOUND;
    own->keep_count = change->keep_count;
    if (!err && change->keep_count > 0)
        err = token_list(own->request.play, &own->request.login, look_for,
                         &search);
    if (!err && search.found < change->keep_count)
        err = PLAY_NOT_FOUND;
    return err;
}

void player_change_password(struct play *play, const struct login *login,
                            const struct password_change *change,
                            void (*done)(void *ctx, enum play_err err,
                                         int retry_s),
                            void *ctx)
{
    struct change_request *own =
        account_request_new(sizeof *own, play, login, done, ctx);
    enum play_err err;

    if (!own)
        return;
    if (!password_fits(change->next))
        err = PLAY_BAD_PASSWORD;
    else if (password_is_common(change->next, login->player.name))
        err = PLAY_COMMON_PASSWORD;
    else
        err = read_keep(own, change);
    if (err) {
        account_request_end(&own->request, err, 0);
        return;
    }
    text_copy(change->next, own->next, sizeof own->next);
    account_request_begin(&own->request, change->current, change_work);
}
