/* Creating sessions and tokens. */
#ifndef PLAY_TOKEN_ISSUE_H
#define PLAY_TOKEN_ISSUE_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/play.h"

struct issue;
struct play;
struct session;
struct store_account;

/* Create a session of an account whose password was just checked, on this
 * known device ("": on a new one).  issue is begun, and not repeated.
 * PLAY_BAD_CREDENTIALS: meanwhile the password was changed or hashed again, or
 * the account was deleted; PLAY_KEY_REUSED: meanwhile another request with the
 * key has created one. */
enum play_err session_create(struct play *play,
                             const struct store_account *account,
                             const char *device, struct issue *issue,
                             struct session *out);
/* Find the session that a repeated request has created.  PLAY_KEY_ENDED. */
enum play_err session_repeat(struct play *play, const char *device,
                             const struct issue *issue, struct session *out);

/* Return the time since when a device must have been used to be remembered. */
static inline int64_t device_since_us(const struct play *play)
{
    return play_now_us(play) - DEVICE_DAYS * INT64_C(86400000000);
}

#endif
