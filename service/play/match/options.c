/* A match's options as text, by name: lines "name=value". */
#include "play/match/options.h"

#include "play/store/matches.h"
#include "rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void options_write(const struct game *game, const struct settings *settings,
                   char out[STORE_OPTIONS_SIZE])
{
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; game->options[i].name && n < STORE_OPTIONS_SIZE; i++)
        n += (size_t)snprintf(out + n, STORE_OPTIONS_SIZE - n, "%s=%d\n",
                              game->options[i].name, settings->values[i]);
}

static bool read_line(const struct game *game, const char *line,
                      struct settings *out)
{
    for (size_t i = 0; game->options[i].name; i++) {
        size_t length = strlen(game->options[i].name);

        if (strncmp(line, game->options[i].name, length) == 0 &&
            line[length] == '=') {
            out->values[i] = (int16_t)strtol(line + length + 1, NULL, 10);
            return true;
        }
    }
    return false;
}

bool options_read(const struct game *game, const char *text,
                  struct settings *out)
{
    game_defaults(game, out->seats, out);
    while (*text) {
        if (!read_line(game, text, out))
            return false;
        text = strchr(text, '\n');
        if (!text)
            break;
        text++;
    }
    return game_check_settings(game, out) == RULES_OK;
}
