/* The options of a match: their table, and which go together. */
#ifndef UNDERWATER_CITIES_OPTIONS_H
#define UNDERWATER_CITIES_OPTIONS_H

#include "rules/game.h"

/* Places of the match options in game->options and settings.values. */
enum uwc_option {
    UWC_DRAWS,
    UWC_BOARDS,
    UWC_USE_CONTRACTS,
    UWC_BLUE_PLACEMENT,
    UWC_SOLO_START,
    UWC_OPTIONS
};

/* By enum uwc_option; a row without a name ends the table. */
extern const struct option uwc_options[UWC_OPTIONS + 1];

/* struct game's refuses and settings. */
const char *uwc_refuses(const struct settings *settings, size_t *option);
void uwc_settings(const void *state, struct settings *out);

/* Whether a match may be played with these settings. */
bool uwc_options_allow(const struct settings *settings);

#endif
