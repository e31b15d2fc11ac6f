/* Accounts as the store has them: names, and the player of an account. */
#ifndef PLAY_ACCOUNT_ROW_H
#define PLAY_ACCOUNT_ROW_H

#include "play/play.h"

struct player;
struct store_account;

/* Read a name into out, in lower case.  Returns false unless it has 3 to 24
 * characters of a-z, 0-9, _ and -. */
bool name_read(const char *text, char out[PLAY_NAME_SIZE]);

/* Reserved prefixes: no account may choose a name that begins with one. */
#define GONE_PREFIX    "gone-"
#define BUILTIN_PREFIX "house-"
#define GUEST_PREFIX   "guest-"

/* Fill in the player of a stored account. */
void player_from(const struct store_account *row, struct player *out);

#endif
