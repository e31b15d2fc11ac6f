/* Checking the passwords that clients send. */
#ifndef PLAY_CREDENTIALS_H
#define PLAY_CREDENTIALS_H

#include "play/play.h"

struct login;
struct play;
struct store_account;

/* The source of a stranger whose network is not known. */
#define CLAIM_NOWHERE "unknown"

/* Who somebody claims to be. */
struct claim {
    enum claim_by {
        CLAIM_STRANGER, /* source: the network, or CLAIM_NOWHERE */
        CLAIM_DEVICE,   /* source: a device that the account knows */
        CLAIM_OWNER,    /* source: the token of the account that asks */
    } by;
    const char *name, *password; /* as name_read and password_fits take them */
    char source[64];
};

void claim_of_login(const struct login *login, const char *password,
                    struct claim *out);
/* Is it true?  Looks at locks, hashes, counts failures, and replaces an old
 * hash.  On a thread of hashing.c.  PLAY_BAD_CREDENTIALS, PLAY_LOCKED (*retry_s
 * says how long), PLAY_UNAVAILABLE.  Cleanse *out. */
enum play_err credentials_check(struct play *play, const struct claim *claim,
                                struct store_account *out, int *retry_s);
/* The same about a login's own account: PLAY_WRONG_PASSWORD, and
 * PLAY_BAD_TOKEN when it is gone. */
enum play_err credentials_check_own(struct play *play,
                                    const struct login *login,
                                    const char *password,
                                    struct store_account *out, int *retry_s);

#endif
