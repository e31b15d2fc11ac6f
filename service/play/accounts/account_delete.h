/* Deleting accounts.  player_delete (player.h) begins it. */
#ifndef PLAY_ACCOUNT_DELETE_H
#define PLAY_ACCOUNT_DELETE_H

struct pool;

/* The threads that delete accounts and move deadlines for vacations: jobs that
 * wait for commands in many matches.  New: release with pool_free. */
struct pool *account_pool_new(void);

#endif
