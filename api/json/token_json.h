/* JSON of tokens and scopes. */
#ifndef API_TOKEN_JSON_H
#define API_TOKEN_JSON_H

#include "play/accounts/player.h"
#include "rules/sink.h"

/* The bit of "match:read" and the like; 0 for any other word. */
uint32_t scope_find(const char *word);

/* The members of a token.  login is that of the request. */
void json_token(struct sink *sink, const struct token *token,
                const struct login *login);

#endif
