/* A player made of a stored account, and the reserved names. */
#ifndef PLAY_ACCOUNT_ROW_H
#define PLAY_ACCOUNT_ROW_H

struct player;
struct store_account;

/* Nobody may choose a name that begins like these. */
#define GONE_PREFIX  "gone-"
#define HOUSE_PREFIX "house-"

void player_from(const struct store_account *row, struct player *out);

#endif
