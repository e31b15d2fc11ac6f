/* The list of games. */
#include "rules/game.h"

#include <string.h>

/* Each is defined in game.c of its own folder. */
extern const struct game underwater_cities;
extern const struct game seastead_game;
extern const struct game otys_game;
extern const struct game template_game;

const struct game *const games[] = {
    &underwater_cities, &seastead_game, &otys_game, &template_game, NULL,
};

bool game_continues(const struct game *game, unsigned version)
{
    return version >= game->oldest_version && version <= game->rules_version;
}

const struct game *game_find(const char *id)
{
    for (size_t i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}
