/* Passwords: hashing, comparing, and refusing the most common ones.
 *
 * These functions take long: call them on a thread of hashing.h. */
#ifndef PLAY_PASSWORD_H
#define PLAY_PASSWORD_H

#include "play/store.h"

struct play;

bool password_hash(struct play *play, const char *password,
                   char out[STORE_PASSWORD_SIZE]);
/* Is it the password of this hash?  stored NULL: takes as long as for a new
 * hash, says no. */
bool password_matches(struct play *play, const char *password,
                      const char *stored);
/* Would password_hash make another kind of hash? */
bool password_is_outdated(struct play *play, const char *stored);
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
