/* Locks against guessing passwords: too many failures lock an account. */
#ifndef PLAY_LOGIN_LOCKS_H
#define PLAY_LOGIN_LOCKS_H

#include "play/error.h"

struct claim;
struct play;
struct store_failure_record;

/* Check whether the password may be tried.  PLAY_LOCKED (*retry_s: for how
 * many seconds), PLAY_UNAVAILABLE. */
enum play_err login_lock_check(struct play *play, const struct claim *claim,
                               struct store_failure_record *out, int *retry_s);
/* Count a wrong password.  Returns PLAY_BAD_CREDENTIALS, or PLAY_UNAVAILABLE
 * when the failure could not be stored. */
enum play_err
login_lock_note_failure(struct play *play, const struct claim *claim,
                        const struct store_failure_record *record);
/* Clear the failures after a right password. */
void login_lock_note_success(struct play *play, const struct claim *claim,
                             const struct store_failure_record *record);

#endif
