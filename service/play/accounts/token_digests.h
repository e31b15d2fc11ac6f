/* The hashes of tokens that were sent lately: computing one takes longer than
 * looking it up. */
#ifndef PLAY_TOKEN_DIGESTS_H
#define PLAY_TOKEN_DIGESTS_H

#include <stdbool.h>
#include <stdint.h>

struct token_digests;

/* NULL: out of memory. */
struct token_digests *token_digests_new(void);
/* NULL is allowed. */
void token_digests_free(struct token_digests *digests);

/* As token_secret_read for TOKEN_PREFIX. */
bool token_digest(struct token_digests *digests, const char *token,
                  uint8_t hash[32]);

#endif
