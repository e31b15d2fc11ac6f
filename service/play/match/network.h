/* The networks from which players come to rated matches.
 *
 * A match of two seats of one network is not evidence of strength
 * (ladder/settle.h).  Only salted hashes are stored: of an account for a day,
 * and of a seat until its match is settled. */
#ifndef PLAY_NETWORK_H
#define PLAY_NETWORK_H

#include "play/error.h"

#include <stdbool.h>

struct play;
struct player;

/* Return whether a network ("192.0.2.7", "2001:db8:0:1::/64") is one of the
 * internet.  Others, such as those of a home or of a proxy, are the same for
 * players who have nothing to do with each other. */
bool network_is_public(const char *network);

/* Note the network from which a player asks for a match; one that is not public
 * counts as unknown.  PLAY_UNAVAILABLE. */
enum play_err network_note(struct play *play, const struct player *player,
                           const char *network);

#endif
