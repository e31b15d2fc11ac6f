/* What creating a challenge and accepting it have in common. */
#ifndef PLAY_CHALLENGE_CREATE_H
#define PLAY_CHALLENGE_CREATE_H

#include "play/matchmaking/challenge.h"

/* Check that every bot accepts the challenge.  PLAY_BOT_DECLINES: fault has the
 * bot and its rule; PLAY_UNAVAILABLE. */
enum play_err challenge_check_bots(struct play *play,
                                   const struct challenge *challenge,
                                   struct challenge_fault *fault);

#endif
