/* Requests that a signed-in account confirms with its password. */
#include "play/accounts/account_request.h"

#include "play/accounts/credentials.h"
#include "play/accounts/hashing.h"
#include "play/accounts/login_locks.h"
#include "play/accounts/password.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/node/text.h"
#include "play/store/login_failures.h"

#include <openssl/crypto.h>
#include <stdlib.h>

void *
account_request_new(size_t size, struct play *play, const struct login *login,
                    void (*done)(void *ctx, enum play_err err, int retry_s),
                    void *ctx)
{
    struct account_request *request = calloc(1, size);

    if (!request) {
        done(ctx, PLAY_UNAVAILABLE, 0);
        return NULL;
    }
    request->play = play;
    request->size = size;
    request->login = *login;
    request->done = done;
    request->ctx = ctx;
    return request;
}

void account_request_end(struct account_request *request, enum play_err err,
                         int retry_s)
{
    request->done(request->ctx, err, retry_s);
    OPENSSL_cleanse(request, request->size);
    free(request);
}

static void drop(void *ctx)
{
    struct account_request *request = ctx;

    hashing_note_drop(request->play);
    account_request_end(request, PLAY_UNAVAILABLE, 0);
}

void account_request_begin(struct account_request *request,
                           const char *password, void (*work)(void *ctx))
{
    struct play *play = request->play;
    const struct hashing_job job = {work, drop, request};
    struct store_failure_record record;
    struct claim claim;
    int retry_s = 0;
    enum play_err err = PLAY_WRONG_PASSWORD;

    if (password_fits(password)) {
        text_copy(password, request->password, sizeof request->password);
        claim_of_login(&request->login, request->password, &claim);
        err = login_lock_check(play, &claim, &record, &retry_s);
    }
    if (!err && !hashing_for_owner(play, &request->login.player.key, &job))
        err = PLAY_UNAVAILABLE;
    if (err)
        account_request_end(request, err, retry_s);
}
