/* JSON of challenges, for the players in them, and of blocks. */
#ifndef API_CHALLENGE_JSON_H
#define API_CHALLENGE_JSON_H

#include "play/accounts/block.h"
#include "play/matchmaking/challenge.h"
#include "rules/sink.h"

/* The members of a challenge. */
void json_challenge(struct sink *sink, const struct challenge *challenge);

/* A block, as an element of a list. */
void json_block(struct sink *sink, const struct block *block);

#endif
