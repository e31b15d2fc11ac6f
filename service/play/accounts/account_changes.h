/* Changing passwords and deleting accounts. */
#ifndef PLAY_ACCOUNT_CHANGES_H
#define PLAY_ACCOUNT_CHANGES_H

/* The threads that end accounts and move deadlines: jobs that wait for other
 * requests. */
struct pool *account_pool_new(void);

#endif
