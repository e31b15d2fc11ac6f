/* Blocks: an account can prevent other accounts from challenging it.
 *
 * A block affects only challenges that are made after it.  It changes nothing
 * in matches, in the queue or in open matches.
 *
 * When the blocked account is deleted, the block stays, under the name that
 * marks the account as deleted ("gone-…").  It then applies to any account
 * that gets the former name. */
#ifndef PLAY_BLOCK_H
#define PLAY_BLOCK_H

#include "play/accounts/player.h"

enum { BLOCKS_MAX = 1000 }; /* of one account */

struct block {
    char name[PLAY_NAME_SIZE]; /* of the blocked account, also when deleted */
    int64_t created_us;
};

/* Block the account with this name.  Blocking it twice changes nothing.
 * PLAY_NOT_FOUND: no account has the name; PLAY_OWN_ACCOUNT;
 * PLAY_TOO_MANY_BLOCKS; PLAY_UNAVAILABLE. */
enum play_err block_put(struct play *play, const struct player *player,
                        const char *name);

/* Remove the block of the account with this name.  Returns PLAY_OK also when no
 * such block exists.  PLAY_NOT_FOUND: no account has the name, and no block;
 * PLAY_UNAVAILABLE. */
enum play_err block_drop(struct play *play, const struct player *player,
                         const char *name);

/* List a page of the player's blocks, ordered by name: at most limit (1 to
 * 100) into out.  cursor and next as for match_list.  PLAY_BAD_CURSOR,
 * PLAY_UNAVAILABLE. */
enum play_err block_list(struct play *play, const struct player *player,
                         const char *cursor, unsigned limit, struct block *out,
                         size_t *count, char next[PLAY_CURSOR_SIZE]);

#endif
