/* The options of a match as stored text. */
#ifndef PLAY_OPTIONS_H
#define PLAY_OPTIONS_H

#include "play/store.h"

struct game;
struct settings;

void options_write(const struct game *game, const struct settings *settings,
                   char out[STORE_OPTIONS_SIZE]);
/* false: an option or value that this game does not have. */
bool options_read(const struct game *game, const char *text,
                  struct settings *out);

#endif
