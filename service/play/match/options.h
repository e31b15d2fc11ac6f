/* The options of a match as stored text. */
#ifndef PLAY_OPTIONS_H
#define PLAY_OPTIONS_H

#include "play/store/matches.h"

#include <stdbool.h>

struct game;
struct settings;

void options_write(const struct game *game, const struct settings *settings,
                   char out[STORE_OPTIONS_SIZE]);
/* false: the text has an option or a value that this game does not have. */
bool options_read(const struct game *game, const char *text,
                  struct settings *out);

#endif
