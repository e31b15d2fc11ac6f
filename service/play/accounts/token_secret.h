/* The secrets of tokens: how they are made, written and hashed. */
#ifndef PLAY_TOKEN_SECRET_H
#define PLAY_TOKEN_SECRET_H

#include "play/play.h"

struct play;

#define TOKEN_PREFIX  "fth_"
#define DEVICE_PREFIX "dev_"

/* Make a secret, as text, and its hash.  false: no randomness. */
bool token_secret_new(struct play *play, const char *prefix,
                      char out[PLAY_TOKEN_SIZE], uint8_t hash[32]);
/* The hash of a secret.  false: the text is not one with this prefix. */
bool token_secret_read(const char *prefix, const char *text, uint8_t hash[32]);

#endif
