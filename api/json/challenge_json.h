/* Challenges as those who are in them see them, and who cannot make them. */
#ifndef API_CHALLENGE_JSON_H
#define API_CHALLENGE_JSON_H

#include "play/accounts/block.h"
#include "play/matchmaking/challenge.h"
#include "rules/sink.h"

/* The members of a challenge. */
void json_challenge(struct sink *sink, const struct challenge *challenge);

/* An element of a list. */
void json_block(struct sink *sink, const struct block *block);

#endif
