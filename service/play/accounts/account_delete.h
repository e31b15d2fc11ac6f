/* Deleting accounts.  player_delete (player.h) begins it. */
#ifndef PLAY_ACCOUNT_DELETE_H
#define PLAY_ACCOUNT_DELETE_H

#include "play/error.h"

struct play;
struct player;
struct pool;

/* The threads that delete accounts and move deadlines for vacations: jobs that
 * wait for commands in many matches.  New: release with pool_free. */
struct pool *account_pool_new(void);

/* Delete an account that has no password.  Waits for its matches.
 * PLAY_UNAVAILABLE; PLAY_BAD_TOKEN: it is deleted already. */
enum play_err account_delete_now(struct play *play,
                                 const struct player *player);

#endif
