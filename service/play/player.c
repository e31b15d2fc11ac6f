/* Accounts and sessions. */
#include "player.h"

#include "inner.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_SHORTEST = 3,
    NAME_LONGEST = 24,
    PASSWORD_SHORTEST = 8,
    PASSWORD_LONGEST = 128
};

/* Someone at the door: an account to make, or a session to open. */
struct visit {
    struct play *play;
    char name[PLAY_NAME_SIZE];
    char password[PASSWORD_LONGEST * 4 + 1];
    void (*created)(void *ctx, enum play_err err, const struct player *player);
    void (*opened)(void *ctx, enum play_err err, const struct session *session,
                   int retry_s);
    void *ctx;
};

/* Lower case; false unless 3-24 of a-z 0-9 _ -. */
static bool read_name(const char *text, char out[PLAY_NAME_SIZE])
{
    size_t n = 0;

    for (; text[n]; n++) {
        char c = text[n];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (n == NAME_LONGEST ||
            !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
              c == '-'))
            return false;
        out[n] = c;
    }
    out[n] = '\0';
    return n >= NAME_SHORTEST;
}

/* Characters, not bytes: those that do not continue another in UTF-8. */
static size_t characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static bool is_password(const char *text)
{
    size_t n = characters(text);

    return n >= PASSWORD_SHORTEST && n <= PASSWORD_LONGEST &&
           strlen(text) <= PASSWORD_LONGEST * 4;
}

static void visit_free(struct visit *visit)
{
    OPENSSL_cleanse(visit, sizeof *visit);
    free(visit);
}

static struct visit *visit_new(struct play *play, const char *password,
                               void *ctx)
{
    struct visit *visit = calloc(1, sizeof *visit);

    if (!visit)
        return NULL;
    visit->play = play;
    visit->ctx = ctx;
    if (is_password(password))
        memcpy(visit->password, password, strlen(password) + 1);
    return visit;
}

static void player_from(const struct store_account *row, struct player *out)
{
    *out = (struct player){.created_us = row->created_us, .key = row->id};
    memcpy(out->name, row->name, sizeof out->name);
    id_write("u_", &row->id, out->id);
}

/* ---- making an account ---- */

static enum play_err create(struct visit *visit, struct player *out)
{
    struct play *play = visit->play;
    struct store_account row = {.created_us = play_now_us(play)};
    enum store_err err;

    memcpy(row.name, visit->name, sizeof row.name);
    if (!id_new(play, &row.id) ||
        !password_hash(play, visit->password, row.password))
        return PLAY_UNAVAILABLE;
    err = play->store->account_insert(play->store, &row);
    player_from(&row, out);
    return err == STORE_TAKEN ? PLAY_NAME_TAKEN : play_err_of(err);
}

static void create_work(void *ctx)
{
    struct visit *visit = ctx;
    struct player player;
    enum play_err err = create(visit, &player);

    visit->created(visit->ctx, err, err ? NULL : &player);
    visit_free(visit);
}

void player_create(struct play *play, const char *name, const char *password,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player),
                   void *ctx)
{
    struct visit *visit = visit_new(play, password, ctx);
    enum play_err err = PLAY_OK;

    if (!visit) {
        done(ctx, PLAY_UNAVAILABLE, NULL);
        return;
    }
    visit->created = done;
    if (!read_name(name, visit->name))
        err = PLAY_BAD_NAME;
    else if (!is_password(password))
        err = PLAY_BAD_PASSWORD;
    else if (password_is_common(password, visit->name))
        err = PLAY_COMMON_PASSWORD;
    else if (atomic_load(&play->draining) ||
             !hasher_push(play->hasher, create_work, visit))
        err = PLAY_UNAVAILABLE;
    if (err) {
        visit_free(visit);
        done(ctx, err, NULL);
    }
}

enum play_err player_find(struct play *play, const char *name,
                          struct player *out)
{
    char lower[PLAY_NAME_SIZE];
    struct store_account row;
    enum store_err err;

    if (!read_name(name, lower))
        return PLAY_NOT_FOUND;
    err = play->store->account_find(play->store, lower, &row);
    if (err)
        return play_err_of(err);
    player_from(&row, out);
    OPENSSL_cleanse(&row, sizeof row);
    return PLAY_OK;
}

/* ---- signing in ---- */

static enum play_err session_new(struct play *play,
                                 const struct store_account *account,
                                 struct session *out)
{
    struct store_token row = {.scopes = SCOPE_SESSION, .account = account->id};
    uint8_t secret[32];

    if (!id_new(play, &row.id) || !play_random(play, secret, sizeof secret))
        return PLAY_UNAVAILABLE;
    memcpy(out->token, "fth_", 4);
    base32_write(secret, sizeof secret, out->token + 4);
    OPENSSL_cleanse(secret, sizeof secret);
    SHA256((const uint8_t *)out->token, strlen(out->token), row.hash);
    row.created_us = play_now_us(play);
    row.expires_us = row.created_us +
                     (int64_t)play->config.session_days * INT64_C(86400000000);
    out->login =
        (struct login){.scopes = row.scopes, .expires_us = row.expires_us};
    memcpy(out->login.hash, row.hash, sizeof row.hash);
    player_from(account, &out->login.player);
    id_write("tok_", &row.id, out->login.token_id);
    return play_err_of(play->store->token_insert(play->store, &row));
}

/* Is this name locked?  *retry_s says for how long yet. */
static enum play_err check_lock(struct play *play, const char *name,
                                struct store_failures *failures, int *retry_s)
{
    enum store_err err =
        play->store->failures_find(play->store, name, failures);
    int64_t left_us;

    if (err)
        return play_err_of(err);
    left_us = failures->locked_until_us - play_now_us(play);
    if (left_us <= 0)
        return PLAY_OK;
    *retry_s = (int)(left_us / 1000000) + 1;
    return PLAY_LOCKED;
}

static enum play_err note_failure(struct play *play, const char *name)
{
    int64_t now_us = play_now_us(play);
    int64_t until_us = now_us + (int64_t)play->config.lock_seconds * 1000000;
    enum store_err err = play->store->failures_add(
        play->store, name, now_us, play->config.lock_failures, until_us);

    return err ? PLAY_UNAVAILABLE : PLAY_BAD_CREDENTIALS;
}

static enum play_err sign_in(struct visit *visit, struct session *out,
                             int *retry_s)
{
    struct play *play = visit->play;
    struct store_failures failures;
    struct store_account account;
    enum play_err err = check_lock(play, visit->name, &failures, retry_s);
    enum store_err found;
    bool matches;

    if (err)
        return err;
    found = play->store->account_find(play->store, visit->name, &account);
    if (found && found != STORE_NOT_FOUND)
        return PLAY_UNAVAILABLE;
    /* An unknown name costs what a known one does. */
    matches = password_matches(play, visit->password,
                               found ? NULL : account.password);
    if (!matches)
        return note_failure(play, visit->name);
    if (failures.count > 0)
        play->store->failures_clear(play->store, visit->name);
    return session_new(play, &account, out);
}

static void sign_in_work(void *ctx)
{
    struct visit *visit = ctx;
    struct session session = {0};
    int retry_s = 0;
    enum play_err err = sign_in(visit, &session, &retry_s);

    visit->opened(visit->ctx, err, err ? NULL : &session, retry_s);
    OPENSSL_cleanse(&session, sizeof session);
    visit_free(visit);
}

void session_open(struct play *play, const char *name, const char *password,
                  void (*done)(void *ctx, enum play_err err,
                               const struct session *session, int retry_s),
                  void *ctx)
{
    struct visit *visit = visit_new(play, password, ctx);
    enum play_err err = PLAY_OK;

    if (!visit) {
        done(ctx, PLAY_UNAVAILABLE, NULL, 0);
        return;
    }
    visit->opened = done;
    /* What cannot be a name or a password is nobody's: no secret in that. */
    if (!read_name(name, visit->name) || !is_password(password))
        err = PLAY_BAD_CREDENTIALS;
    else if (atomic_load(&play->draining) ||
             !hasher_push(play->hasher, sign_in_work, visit))
        err = PLAY_UNAVAILABLE;
    if (err) {
        visit_free(visit);
        done(ctx, err, NULL, 0);
    }
}
