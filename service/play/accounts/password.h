/* Passwords: hashing, comparing, and refusing the most common ones.
 *
 * Hashing and comparing are slow: call them on a thread of hashing.h. */
#ifndef PLAY_PASSWORD_H
#define PLAY_PASSWORD_H

#include "play/store/accounts.h"

#include <stdbool.h>

struct play;

/* Hash a password with a new salt.  false: no memory or no randomness. */
bool password_hash(struct play *play, const char *password,
                   char out[STORE_PASSWORD_SIZE]);
/* Return whether the password matches this hash.  With stored NULL it takes as
 * long as a comparison, and returns false. */
bool password_matches(struct play *play, const char *password,
                      const char *stored);
/* Return whether password_hash would use another algorithm or other costs. */
bool password_is_outdated(struct play *play, const char *stored);
/* Return whether the password is easy to guess: a common one, or made of the
 * name. */
bool password_is_common(const char *password, const char *name);

enum {
    PASSWORD_SHORTEST = 8,
    PASSWORD_LONGEST = 128,
    PASSWORD_SIZE = PASSWORD_LONGEST * 4 + 1,
};

/* Return whether the text has 8 to 128 characters of UTF-8.  It then fits in
 * PASSWORD_SIZE. */
bool password_fits(const char *text);

#endif
