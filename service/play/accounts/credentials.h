/* Checking the passwords that clients send. */
#ifndef PLAY_CREDENTIALS_H
#define PLAY_CREDENTIALS_H

#include "play/error.h"

struct login;
struct play;
struct store_account;

/* The source of a client that is not signed in and whose network is unknown. */
#define CLAIM_NOWHERE "unknown"

/* A name and a password to check, and the source of the request. */
struct claim {
    enum claim_by {
        CLAIM_STRANGER, /* source: the network, or CLAIM_NOWHERE */
        CLAIM_DEVICE,   /* source: a device known to the account */
        CLAIM_OWNER,    /* source: the token of the account itself */
    } by;
    const char *name, *password; /* valid for name_read and password_fits */
    char source[64];
};

/* Fill in a claim that a login's account proves its own identity. */
void claim_of_login(const struct login *login, const char *password,
                    struct claim *out);
/* Check a claim: PLAY_OK when name and password are right.  Respects locks,
 * counts failures, and replaces an outdated hash.  Call it on a thread of
 * hashing.h.  The caller cleanses *out.  PLAY_BAD_CREDENTIALS, PLAY_LOCKED
 * (*retry_s: for how many seconds), PLAY_UNAVAILABLE. */
enum play_err credentials_check(struct play *play, const struct claim *claim,
                                struct store_account *out, int *retry_s);
/* Like credentials_check, for the account of a login: PLAY_WRONG_PASSWORD
 * instead of PLAY_BAD_CREDENTIALS, and PLAY_BAD_TOKEN when the account is
 * deleted. */
enum play_err credentials_check_own(struct play *play,
                                    const struct login *login,
                                    const char *password,
                                    struct store_account *out, int *retry_s);

#endif
