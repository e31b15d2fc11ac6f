/* The settings of a match: defaults, and what a game allows. */
#include "rules/game.h"

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

bool options_allow(const struct option *options,
                   const struct settings *settings)
{
    for (size_t i = 0; options[i].name; i++)
        if (!is_in_range(&options[i], settings->values[i]))
            return false;
    return true;
}

enum rules_err game_check_settings(const struct game *game,
                                   const struct settings *settings)
{
    size_t option = 0;

    if (settings->seats < game->min_seats || settings->seats > game->max_seats)
        return RULES_BAD_SETTINGS;
    if (!options_allow(game->options, settings))
        return RULES_BAD_SETTINGS;
    if (game->refuses && game->refuses(settings, &option))
        return RULES_BAD_SETTINGS;
    return RULES_OK;
}
