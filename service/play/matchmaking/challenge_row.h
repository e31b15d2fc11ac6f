/* Challenges as they are stored, and their players. */
#ifndef PLAY_CHALLENGE_ROW_H
#define PLAY_CHALLENGE_ROW_H

#include "play/matchmaking/challenge.h"

#include <stdbool.h>

struct store_challenge;

/* Convert a stored challenge.  false: this build does not have its game or
 * options. */
bool challenge_from_row(struct play *play, const struct store_challenge *row,
                        struct challenge *out);

/* Return the index of the player in challenge->players; -1: none. */
int challenge_place(const struct challenge *challenge,
                    const struct player *player);

/* Set the seat of a match that this player gets. */
void challenge_seat(const struct challenge_player *who, struct match_seat *out);

/* Notify the players on this node; the store notifies other nodes. */
void challenge_wake_players(struct play *play,
                            const struct challenge *challenge);

#endif
