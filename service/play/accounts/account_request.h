/* Requests that a signed-in account confirms with its password: a new password,
 * or deleting the account. */
#ifndef PLAY_ACCOUNT_REQUEST_H
#define PLAY_ACCOUNT_REQUEST_H

#include "play/accounts/password.h"
#include "play/accounts/player.h"
#include "play/error.h"

#include <stddef.h>

struct play;

/* The first member of the struct of a request. */
struct account_request {
    struct play *play;
    size_t size; /* of the whole struct, in bytes */
    struct login login;
    char password[PASSWORD_SIZE];
    void (*done)(void *ctx, enum play_err err, int retry_s);
    void *ctx;
};

/* Return a new struct of this size that begins with a request; the rest is
 * zero.  NULL: no memory, and done was called. */
void *
account_request_new(size_t size, struct play *play, const struct login *login,
                    void (*done)(void *ctx, enum play_err err, int retry_s),
                    void *ctx);

/* Call work with the struct on a thread of hashing.h; it checks
 * request->password with credentials_check_own.  Ends the request instead if
 * that cannot succeed: the text is not a password, or it is locked, or the
 * queue is full. */
void account_request_begin(struct account_request *request,
                           const char *password, void (*work)(void *ctx));

/* Call done, erase the password, and free the struct. */
void account_request_end(struct account_request *request, enum play_err err,
                         int retry_s);

#endif
