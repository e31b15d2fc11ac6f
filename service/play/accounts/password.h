/* Passwords: hashing, comparing, and refusing the most common ones.
 *
 * Hashing and comparing take long: call them on a thread of hashing.h. */
#ifndef PLAY_PASSWORD_H
#define PLAY_PASSWORD_H

#include "play/store/accounts.h"

#include <stdbool.h>

struct play;

/* A new hash of a password.  false: no memory or no randomness. */
bool password_hash(struct play *play, const char *password,
                   char out[STORE_PASSWORD_SIZE]);
/* Does the password match this hash?  With stored NULL it takes as long as for
 * a new hash, and returns false. */
bool password_matches(struct play *play, const char *password,
                      const char *stored);
/* Would password_hash use another algorithm or other costs? */
bool password_is_outdated(struct play *play, const char *stored);
/* Is the password easy to guess: a common one, or made of the name? */
bool password_is_common(const char *password, const char *name);

enum {
    PASSWORD_SHORTEST = 8,
    PASSWORD_LONGEST = 128,
    PASSWORD_SIZE = PASSWORD_LONGEST * 4 + 1,
};

/* Does the text have 8 to 128 characters of UTF-8?  Then it fits in
 * PASSWORD_SIZE. */
bool password_fits(const char *text);

#endif
