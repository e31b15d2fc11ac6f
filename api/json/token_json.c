/* JSON of tokens and scopes. */
#include "api/json/token_json.h"

#include "api/json/members.h"

#include <string.h>

static const struct {
    const char *word;
    uint32_t bit;
} scopes[] = {
    {"match:read", SCOPE_MATCH_READ}, {"match:play", SCOPE_MATCH_PLAY},
    {"bot:play", SCOPE_BOT_PLAY},     {"account:write", SCOPE_ACCOUNT_WRITE},
    {"admin", SCOPE_ADMIN},
};

enum { SCOPES = sizeof scopes / sizeof *scopes };

uint32_t scope_find(const char *word)
{
    for (size_t i = 0; i < SCOPES; i++)
        if (strcmp(scopes[i].word, word) == 0)
            return scopes[i].bit;
    return 0;
}

void json_token(struct sink *sink, const struct token *token,
                const struct login *login)
{
    bool is_session = token->label[0] == '\0';

    sink_string(sink, "id", token->id);
    if (is_session)
        sink_null(sink, "label");
    else
        sink_string(sink, "label", token->label);
    sink_string(sink, "kind", is_session ? "session" : "token");
    sink_array(sink, "scopes");
    for (size_t i = 0; i < SCOPES; i++)
        if (token->scopes & scopes[i].bit)
            sink_string(sink, NULL, scopes[i].word);
    sink_close(sink);
    if (*token->parent)
        sink_string(sink, "parent", token->parent);
    else
        sink_null(sink, "parent");
    sink_timestamp(sink, "created_at", token->created_us);
    sink_timestamp(sink, "last_used_at", token->last_used_us);
    sink_timestamp(sink, "expires_at", token->expires_us);
    sink_truth(sink, "current", strcmp(token->id, login->token_id) == 0);
}
