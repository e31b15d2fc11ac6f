/* An account's sessions, tokens and devices: creating, listing and ending
 * them. */
#include "play/accounts/token_issue.h"

#include "play/accounts/account_row.h"
#include "play/accounts/credentials.h"
#include "play/accounts/hashing.h"
#include "play/accounts/issue_once.h"
#include "play/accounts/login_locks.h"
#include "play/accounts/password.h"
#include "play/accounts/player.h"
#include "play/accounts/token_cache.h"
#include "play/accounts/token_secret.h"
#include "play/error.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/devices.h"
#include "play/store/error.h"
#include "play/store/login_failures.h"
#include "play/store/tokens.h"

#include <openssl/crypto.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- sessions ---- */

static uint32_t session_scopes(const struct store_account *account)
{
    uint32_t scopes =
        account->kind == ACCOUNT_BOT ? SCOPE_BOT_SESSION : SCOPE_SESSION;

    return account->is_admin ? scopes | SCOPE_ADMIN : scopes;
}

/* Find the known device or create a new one, and its hash. */
static bool prepare_device(struct play *play, const char *device,
                           const struct issue *issue, char out[PLAY_TOKEN_SIZE],
                           uint8_t hash[32])
{
    if (*device == '\0')
        return issue_secret(play, issue, DEVICE_PREFIX, out, hash);
    text_copy(device, out, PLAY_TOKEN_SIZE);
    return token_secret_read(DEVICE_PREFIX, device, hash);
}

enum play_err session_create(struct play *play,
                             const struct store_account *account,
                             const char *device, struct issue *issue,
                             struct session *out)
{
    uint8_t device_hash[32];
    const struct store_token_terms terms = {.password = account->password,
                                            .most = SESSIONS_MAX,
                                            .device = device_hash,
                                            .devices_most = DEVICES_MAX,
                                            .issue_key =
                                                issue_row(issue, &account->id)};
    struct store_token row = {.scopes = session_scopes(account),
                              .account = account->id};
    enum store_err err;

    if (!id_new(play, &row.id) ||
        !issue_secret(play, issue, TOKEN_PREFIX, out->token, row.hash) ||
        !prepare_device(play, device, issue, out->device, device_hash))
        return PLAY_UNAVAILABLE;
    out->is_repeated = false;
    row.created_us = play_now_us(play);
    row.expires_us = row.created_us +
                     (int64_t)play->config.session_days * INT64_C(86400000000);
    out->login = (struct login){.scopes = row.scopes,
                                .expires_us = row.expires_us,
                                .is_admin = account->is_admin};
    memcpy(out->login.hash, row.hash, sizeof row.hash);
    player_from(account, &out->login.player);
    id_write("tok_", &row.id, out->login.token_id);
    err = play->store->tokens->insert(play->store, &row, &terms);
    /* The oldest sessions may have ended: forget the account's logins. */
    token_cache_forget_account(play->tokens, &account->id);
    if (err == STORE_CONFLICT)
        return PLAY_KEY_REUSED;
    return err == STORE_NOT_FOUND ? PLAY_BAD_CREDENTIALS : play_err_of(err);
}

enum play_err session_repeat(struct play *play, const char *device,
                             const struct issue *issue, struct session *out)
{
    uint8_t hash[32], device_hash[32];
    enum play_err err;

    if (!issue_secret(play, issue, TOKEN_PREFIX, out->token, hash) ||
        !prepare_device(play, device, issue, out->device, device_hash))
        return PLAY_UNAVAILABLE;
    err = login_find(play, hash, &out->login);
    out->is_repeated = true;
    return err == PLAY_BAD_TOKEN ? PLAY_KEY_ENDED : err;
}

/* ---- tokens ---- */

uint32_t token_scopes_allowed(const struct login *login)
{
    uint32_t allowed = login->scopes;

    if (allowed & SCOPE_MATCH_PLAY)
        allowed |= SCOPE_BOT_PLAY;
    return allowed;
}

static int64_t token_expiry_us(struct play *play,
                               const struct new_token *new_token)
{
    return play_now_us(play) + new_token->seconds * 1000000;
}

enum token_need token_needs(struct play *play, const struct login *login,
                            const struct new_token *new_token)
{
    if (new_token->password)
        return TOKEN_NEEDS_NOTHING;
    if (new_token->scopes & SCOPES_WITH_PASSWORD)
        return TOKEN_NEEDS_FOR_SCOPES;
    if (token_expiry_us(play, new_token) > login->expires_us)
        return TOKEN_NEEDS_FOR_TIME;
    return TOKEN_NEEDS_NOTHING;
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
    if (row->has_parent)
        id_write("tok_", &row->parent, out->parent);
    memcpy(out->label, row->label, sizeof out->label);
}

/* A request for a token. */
struct token_request {
    struct play *play;
    struct login login;
    char label[PLAY_LABEL_SIZE];
    uint32_t scopes;
    int64_t seconds;
    char password[PASSWORD_SIZE]; /* "": not given */
    struct issue issue;
    void (*done)(void *ctx, enum play_err err, const struct token *token,
                 const char *text, int retry_s);
    void *ctx;
};

/* Insert the token.  password is the hash that the given password matched;
 * NULL: no password was given. */
static enum play_err insert_token(struct token_request *token_request,
                                  const char *password, struct token *out,
                                  char text[PLAY_TOKEN_SIZE])
{
    struct play *play = token_request->play;
    const struct login *login = &token_request->login;
    struct issue *issue = &token_request->issue;
    const struct store_token_terms terms = {
        .password = password,
        .asker = login->hash,
        .most = TOKENS_MAX,
        .issue_key = issue_row(issue, &login->player.key)};
    struct store_token row = {.scopes = token_request->scopes,
                              .account = login->player.key,
                              .has_parent = !password};

    memcpy(row.label, token_request->label, sizeof row.label);
    if (!id_read("tok_", login->token_id, &row.parent) ||
        !id_new(play, &row.id) ||
        !issue_secret(play, issue, TOKEN_PREFIX, text, row.hash))
        return PLAY_UNAVAILABLE;
    row.created_us = play_now_us(play);
    row.expires_us = row.created_us + token_request->seconds * 1000000;
    /* Time has passed since this was checked. */
    if (row.has_parent && row.expires_us > login->expires_us)
        row.expires_us = login->expires_us;
    switch (play->store->tokens->insert(play->store, &row, &terms)) {
    case STORE_OK: token_from(&row, out); return PLAY_OK;
    case STORE_NOT_FOUND: return PLAY_BAD_TOKEN;
    case STORE_STALE: return PLAY_TOO_MANY_TOKENS;
    case STORE_CONFLICT: return PLAY_KEY_REUSED;
    case STORE_UNAVAILABLE:
    case STORE_UNSURE:
    case STORE_REFUSED:
    case STORE_FULL: break;
    }
    return PLAY_UNAVAILABLE;
}

/* Find the token that a repeated request has issued. */
static enum play_err repeat_token(const struct token_request *token_request,
                                  struct token *out, char text[PLAY_TOKEN_SIZE])
{
    struct play *play = token_request->play;
    struct store_token row;
    uint8_t hash[32];
    enum store_err err;

    if (!issue_secret(play, &token_request->issue, TOKEN_PREFIX, text, hash))
        return PLAY_UNAVAILABLE;
    err = play->store->tokens->find(play->store, hash, &row);
    if (err == STORE_NOT_FOUND || (!err && row.expires_us <= play_now_us(play)))
        return PLAY_KEY_ENDED;
    if (err)
        return PLAY_UNAVAILABLE;
    row.last_used_us = 0; /* as it was in the first response */
    token_from(&row, out);
    out->is_repeated = true;
    return PLAY_OK;
}

static enum play_err create_token(struct token_request *token_request,
                                  const char *password, struct token *out,
                                  char text[PLAY_TOKEN_SIZE])
{
    struct issue *issue = &token_request->issue;
    const struct play_id *account = &token_request->login.player.key;
    enum play_err err =
        issue_begin(token_request->play, ISSUE_TOKEN, account, issue);

    if (!err && !issue->is_repeated) {
        err = insert_token(token_request, password, out, text);
        if (err == PLAY_KEY_REUSED) /* another request was faster */
            err = issue_begin(token_request->play, ISSUE_TOKEN, account, issue);
    }
    return !err && issue->is_repeated ? repeat_token(token_request, out, text)
                                      : err;
}

static enum play_err check_and_create(struct token_request *token_request,
                                      struct token *out,
                                      char text[PLAY_TOKEN_SIZE], int *retry_s)
{
    struct store_account account;
    enum play_err err =
        credentials_check_own(token_request->play, &token_request->login,
                              token_request->password, &account, retry_s);

    if (!err)
        err = create_token(token_request, account.password, out, text);
    OPENSSL_cleanse(&account, sizeof account);
    return err;
}

static void token_request_end(struct token_request *token_request,
                              enum play_err err, const struct token *token,
                              const char *text, int retry_s)
{
    token_request->done(token_request->ctx, err, err ? NULL : token,
                        err ? NULL : text, retry_s);
    OPENSSL_cleanse(token_request, sizeof *token_request);
    free(token_request);
}

static void token_request_work(void *ctx)
{
    struct token_request *token_request = ctx;
    char text[PLAY_TOKEN_SIZE];
    struct token token;
    int retry_s = 0;
    enum play_err err =
        *token_request->password
            ? check_and_create(token_request, &token, text, &retry_s)
            : create_token(token_request, NULL, &token, text);

    token_request_end(token_request, err, &token, text, retry_s);
    OPENSSL_cleanse(text, sizeof text);
}

static void token_request_drop(void *ctx)
{
    struct token_request *token_request = ctx;

    hashing_note_drop(token_request->play);
    token_request_end(token_request, PLAY_UNAVAILABLE, NULL, NULL, 0);
}

/* Make the checks that need no hashing. */
static enum play_err check_token_request(struct play *play,
                                         const struct login *login,
                                         const struct new_token *new_token,
                                         int *retry_s)
{
    struct store_failure_record record;
    struct claim claim;

    if (new_token->scopes & ~token_scopes_allowed(login))
        return PLAY_SCOPE_EXCEEDED;
    if (token_needs(play, login, new_token))
        return PLAY_PASSWORD_NEEDED;
    if (atomic_load(&play->draining))
        return PLAY_UNAVAILABLE;
    if (!new_token->password)
        return PLAY_OK;
    if (!password_fits(new_token->password))
        return PLAY_WRONG_PASSWORD;
    claim_of_login(login, new_token->password, &claim);
    return login_lock_check(play, &claim, &record, retry_s);
}

void token_create(struct play *play, const struct login *login,
                  const struct new_token *new_token,
                  void (*done)(void *ctx, enum play_err err,
                               const struct token *token, const char *text,
                               int retry_s),
                  void *ctx)
{
    int retry_s = 0;
    enum play_err err = check_token_request(play, login, new_token, &retry_s);
    struct token_request *token_request =
        err ? NULL : calloc(1, sizeof *token_request);
    const struct hashing_job job = {token_request_work, token_request_drop,
                                    token_request};

    if (!token_request) {
        done(ctx, err ? err : PLAY_UNAVAILABLE, NULL, NULL, retry_s);
        return;
    }
    *token_request = (struct token_request){.play = play,
                                            .login = *login,
                                            .scopes = new_token->scopes,
                                            .seconds = new_token->seconds,
                                            .done = done,
                                            .ctx = ctx};
    issue_from(&new_token->once, &token_request->issue);
    text_copy(new_token->label, token_request->label,
              sizeof token_request->label);
    if (!new_token->password) {
        token_request_work(token_request);
        return;
    }
    text_copy(new_token->password, token_request->password,
              sizeof token_request->password);
    if (!hashing_for_owner(play, &login->player.key, &job))
        token_request_end(token_request, PLAY_UNAVAILABLE, NULL, NULL, 0);
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

    return play_err_of(
        play->store->tokens->list(play->store, &login->player.key,
                                  play_now_us(play), list_one, &listing));
}

/* ---- devices ---- */

struct device_listing {
    void (*visit)(void *ctx, const struct device *device);
    void *ctx;
};

static void list_device(void *ctx, const struct store_device *row)
{
    const struct device_listing *listing = ctx;
    const struct device device = {row->created_us, row->seen_us};

    listing->visit(listing->ctx, &device);
}

enum play_err device_list(struct play *play, const struct login *login,
                          void (*visit)(void *ctx, const struct device *device),
                          void *ctx)
{
    struct device_listing listing = {visit, ctx};

    return play_err_of(play->store->devices->list(
        play->store, &login->player.key, device_since_us(play), list_device,
        &listing));
}

/* ---- revoking ---- */

/* Its children end with it: forget all logins of the account. */
enum play_err session_close(struct play *play, const struct login *login)
{
    enum store_err err = play->store->tokens->revoke(play->store, login->hash,
                                                     play_now_us(play));

    token_cache_forget_account(play->tokens, &login->player.key);
    return play_err_of(err);
}

enum play_err token_end(struct play *play, const struct login *login,
                        const char *id)
{
    struct play_id key;
    enum store_err err;

    if (!id_read("tok_", id, &key))
        return PLAY_NOT_FOUND;
    err = play->store->tokens->revoke_by_id(play->store, &login->player.key,
                                            &key, play_now_us(play));
    token_cache_forget_account(play->tokens, &login->player.key);
    return play_err_of(err);
}
