/* An account's sessions and tokens: giving them out, listing them, ending
 * them. */
#include "inner.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

/* ---- giving out ---- */

/* A new secret: its text, and what is kept of it in row. */
static bool make_secret(struct play *play, struct store_token *row,
                        char out[PLAY_TOKEN_SIZE])
{
    uint8_t secret[32];

    if (!id_new(play, &row->id) || !play_random(play, secret, sizeof secret))
        return false;
    memcpy(out, "fth_", 4);
    base32_write(secret, sizeof secret, out + 4);
    OPENSSL_cleanse(secret, sizeof secret);
    SHA256((const uint8_t *)out, strlen(out), row->hash);
    return true;
}

enum play_err session_give(struct play *play,
                           const struct store_account *account,
                           struct session *out)
{
    const struct store_terms terms = {.password = account->password,
                                      .most = SESSIONS_MAX};
    struct store_token row = {.scopes = account->kind == ACCOUNT_BOT
                                            ? SCOPE_BOT_SESSION
                                            : SCOPE_SESSION,
                              .account = account->id};
    enum store_err err;

    if (!make_secret(play, &row, out->token))
        return PLAY_UNAVAILABLE;
    row.created_us = play_now_us(play);
    row.expires_us = row.created_us +
                     (int64_t)play->config.session_days * INT64_C(86400000000);
    out->login = (struct login){.scopes = row.scopes,
                                .expires_us = row.expires_us,
                                .is_admin = account->is_admin};
    memcpy(out->login.hash, row.hash, sizeof row.hash);
    player_from(account, &out->login.player);
    id_write("tok_", &row.id, out->login.token_id);
    err = play->store->token_insert(play->store, &row, &terms);
    /* Those that this one ended are the oldest of all: let us forget them. */
    tokens_forget_account(play->tokens, &account->id);
    return err == STORE_NOT_FOUND ? PLAY_BAD_CREDENTIALS : play_err_of(err);
}

uint32_t token_scopes_allowed(const struct login *login)
{
    uint32_t allowed = login->scopes;

    if (allowed & SCOPE_MATCH_PLAY)
        allowed |= SCOPE_BOT_PLAY;
    if (login->is_admin)
        allowed |= SCOPE_ADMIN;
    return allowed;
}

static void token_from(const struct store_token *row, struct token *out)
{
    *out = (struct token){
        .scopes = row->scopes,
        .created_us = row->created_us,
        .expires_us = row->expires_us,
        .last_used_us = row->last_used_us,
    };
    id_write("tok_", &row->id, out->id);
    memcpy(out->label, row->label, sizeof out->label);
}

enum play_err token_create(struct play *play, const struct login *login,
                           const char *label, uint32_t scopes, int64_t seconds,
                           struct token *out, char token[PLAY_TOKEN_SIZE])
{
    const struct store_terms terms = {.parent = login->hash,
                                      .most = TOKENS_MAX};
    struct store_token row = {.scopes = scopes, .account = login->player.key};

    if (scopes & ~token_scopes_allowed(login))
        return PLAY_SCOPE_EXCEEDED;
    text_copy(label, row.label, sizeof row.label);
    if (atomic_load(&play->draining) || !make_secret(play, &row, token))
        return PLAY_UNAVAILABLE;
    row.created_us = play_now_us(play);
    row.expires_us = row.created_us + seconds * 1000000;
    switch (play->store->token_insert(play->store, &row, &terms)) {
    case STORE_OK: token_from(&row, out); return PLAY_OK;
    case STORE_NOT_FOUND: return PLAY_BAD_TOKEN;
    case STORE_STALE: return PLAY_TOO_MANY_TOKENS;
    case STORE_TAKEN:
    case STORE_UNAVAILABLE:
    case STORE_UNSURE:
    case STORE_REFUSED:
    case STORE_FULL: break;
    }
    return PLAY_UNAVAILABLE;
}

/* ---- listing ---- */

struct listing {
    void (*visit)(void *ctx, const struct token *token);
    void *ctx;
};

static void list_one(void *ctx, const struct store_token *row)
{
    const struct listing *listing = ctx;
    struct token token;

    token_from(row, &token);
    listing->visit(listing->ctx, &token);
}

enum play_err token_list(struct play *play, const struct login *login,
                         void (*visit)(void *ctx, const struct token *token),
                         void *ctx)
{
    struct listing listing = {visit, ctx};

    return play_err_of(play->store->token_list(play->store, &login->player.key,
                                               play_now_us(play), list_one,
                                               &listing));
}

/* ---- ending ---- */

enum play_err session_close(struct play *play, const struct login *login)
{
    enum store_err err =
        play->store->token_revoke(play->store, login->hash, play_now_us(play));

    tokens_forget(play->tokens, login->hash);
    return play_err_of(err);
}

enum play_err token_end(struct play *play, const struct login *login,
                        const char *id)
{
    struct play_id key;
    uint8_t hash[32];
    enum store_err err;

    if (!id_read("tok_", id, &key))
        return PLAY_NOT_FOUND;
    err = play->store->token_end(play->store, &login->player.key, &key,
                                 play_now_us(play), hash);
    if (!err)
        tokens_forget(play->tokens, hash);
    return play_err_of(err);
}
