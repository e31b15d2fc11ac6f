/* Challenges as those who are in them see them. */
#ifndef API_CHALLENGE_JSON_H
#define API_CHALLENGE_JSON_H

#include "play/challenge.h"
#include "rules/sink.h"

/* The members of a challenge. */
void json_challenge(struct sink *sink, const struct challenge *challenge);

#endif
