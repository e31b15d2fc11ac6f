/* Guests: accounts that play at once, without a name and a password.
 *
 * A guest has a generated name and one session, and plays casual matches only:
 * no rated matches, no queue.  It becomes an ordinary account, with its matches
 * and its session, when its owner chooses a name and a password.  A guest that
 * is not used for GUEST_IDLE_DAYS is deleted as any account is. */
#ifndef PLAY_GUEST_H
#define PLAY_GUEST_H

#include "play/accounts/player.h"
#include "play/error.h"

enum { GUEST_IDLE_DAYS = 7 };

/* Create a guest and its session; out->device is "".  PLAY_KEY_REUSED,
 * PLAY_KEY_ENDED, PLAY_UNAVAILABLE. */
enum play_err guest_create(struct play *play, const struct issue_once *once,
                           struct session *out);

/* Make the guest of this login an account with a name and a password.  The
 * password is hashed on a separate thread.  Copies its arguments.  PLAY_OK
 * gives the player.  PLAY_NOT_A_GUEST, PLAY_BAD_NAME, PLAY_BAD_PASSWORD,
 * PLAY_COMMON_PASSWORD, PLAY_NAME_RESERVED, PLAY_NAME_TAKEN, PLAY_UNAVAILABLE;
 * player is NULL then. */
void guest_promote(struct play *play, const struct login *login,
                   const char *name, const char *password,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player),
                   void *ctx);

/* Delete guests that are no longer used, some at a time.  For the purge. */
void guests_delete_idle(struct play *play);

#endif
