/* The logins that this node remembers, keyed by the hash of their token. */
#ifndef PLAY_TOKEN_CACHE_H
#define PLAY_TOKEN_CACHE_H

#include "play/error.h"

#include <stdint.h>

struct login;
struct play;
struct play_id;

struct tokens *token_cache_new(void);
void token_cache_free(struct tokens *tokens);
void token_cache_forget(struct tokens *tokens, const uint8_t hash[32]);
void token_cache_forget_all(struct tokens *tokens);
/* Find the login of the token with this hash; errors as of token_find. */
enum play_err login_find(struct play *play, const uint8_t hash[32],
                         struct login *out);
void token_cache_forget_account(struct tokens *tokens,
                                const struct play_id *id);
/* Store which tokens were used.  Called by a job, never by a request. */
void token_cache_flush(struct play *play);

#endif
