/* The games that a node offers to players. */
#ifndef PLAY_NODE_OFFERED_GAMES_H
#define PLAY_NODE_OFFERED_GAMES_H

#include <stdbool.h>

struct game;
struct play;

/* Whether players may begin matches of this game: false for a hidden one
 * (struct game) unless the config includes hidden games. */
bool play_offers(const struct play *play, const struct game *game);

/* The offered game with this id, or NULL. */
const struct game *play_game(const struct play *play, const char *id);

#endif
