/* The secrets of tokens: generating, writing and hashing them. */
#ifndef PLAY_TOKEN_SECRET_H
#define PLAY_TOKEN_SECRET_H

#include "play/play.h"

struct play;

#define TOKEN_PREFIX  "fth_"
#define DEVICE_PREFIX "dev_"

/* Generate a secret, as text, and its hash.  false: no randomness. */
bool token_secret_new(struct play *play, const char *prefix,
                      char out[PLAY_TOKEN_SIZE], uint8_t hash[32]);
/* Write these bytes as the text of a secret, and its hash.  Erases them. */
void token_secret_write(const char *prefix, uint8_t secret[32],
                        char out[PLAY_TOKEN_SIZE], uint8_t hash[32]);
/* Hash a secret.  false: the text is not a secret with this prefix. */
bool token_secret_read(const char *prefix, const char *text, uint8_t hash[32]);

#endif
