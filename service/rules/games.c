/* The list of games, and what holds for all of them. */
#include "rules/game.h"

#include <stdbool.h>
#include <string.h>

/* Each is defined in game.c of its own folder. */
extern const struct game underwater_cities;
extern const struct game template_game;

const struct game *const games[] = {
    &underwater_cities,
    &template_game,
    NULL,
};

const struct game *game_find(const char *id)
{
    for (size_t i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}

void game_defaults(const struct game *game, uint8_t seats,
                   struct settings *settings)
{
    *settings = (struct settings){.seats = seats};
    for (size_t i = 0; game->options[i].name; i++)
        settings->values[i] = seats == 1 ? game->options[i].fallback_solo
                                         : game->options[i].fallback;
}

static bool is_in_range(const struct option *option, int value)
{
    int choices = 0;

    switch (option->kind) {
    case OPTION_BOOL: return value == 0 || value == 1;
    case OPTION_CHOICE:
        while (option->choices[choices])
            choices++;
        return value >= 0 && value < choices;
    case OPTION_INT: return value >= option->min && value <= option->max;
    }
    return false;
}

enum rules_err game_check_settings(const struct game *game,
                                   const struct settings *settings)
{
    size_t i = 0;
    size_t option = 0;

    if (settings->seats < game->min_seats || settings->seats > game->max_seats)
        return RULES_BAD_SETTINGS;
    for (; game->options[i].name; i++)
        if (!is_in_range(&game->options[i], settings->values[i]))
            return RULES_BAD_SETTINGS;
    if (game->refuses && game->refuses(settings, &option))
        return RULES_BAD_SETTINGS;
    return RULES_OK;
}

void game_play_listed(const struct game *game, void *state, int seat,
                      struct move move)
{
    game->play(state, seat, move);
    (void)game->settle(state);
}

void game_play(const struct game *game, void *state, int seat, struct move move,
               uint8_t passes)
{
    game->play(state, seat, move);
    while (passes-- > 0)
        (void)game->pass_forced(state);
}

int game_forced_passes(const struct game *game, const void *before, int seat,
                       struct move move, const void *after)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    int passes = 0;

    memcpy(state, before, game->state_size);
    game->play(state, seat, move);
    while (memcmp(state, after, game->state_size) != 0)
        if (++passes > UINT8_MAX || !game->pass_forced(state))
            return -1;
    return passes;
}
