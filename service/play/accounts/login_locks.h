/* Locks against guessing passwords: failures are counted, then refused. */
#ifndef PLAY_LOGIN_LOCKS_H
#define PLAY_LOGIN_LOCKS_H

#include "play/play.h"

struct claim;
struct play;
struct store_failure_record;

/* May the password be tried?  PLAY_LOCKED (*retry_s says how long),
 * PLAY_UNAVAILABLE. */
enum play_err login_lock_check(struct play *play, const struct claim *claim,
                               struct store_failure_record *out, int *retry_s);
/* It was wrong: PLAY_BAD_CREDENTIALS, or PLAY_UNAVAILABLE. */
enum play_err
login_lock_note_failure(struct play *play, const struct claim *claim,
                        const struct store_failure_record *record);
void login_lock_note_success(struct play *play, const struct claim *claim,
                             const struct store_failure_record *record);

#endif
