/* Which games this node offers to players. */
#include "play/node/offered_games.h"

#include "play/play_struct.h"

#include "rules/game.h"

bool play_offers(const struct play *play, const struct game *game)
{
    return !game->is_hidden || play->config.hidden_games;
}

const struct game *play_game(const struct play *play, const char *id)
{
    const struct game *game = game_find(id);

    return game && play_offers(play, game) ? game : NULL;
}
