/* Accounts and sessions. */
#include "player.h"

#include "inner.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

/* Someone at the door: an account to make, or a session to open. */
struct visit {
    struct play *play;
    char name[PLAY_NAME_SIZE];
    char password[PASSWORD_SIZE];
    char from[PLAY_ADDRESS_SIZE];
    enum account_kind kind; /* of an account to make */
    void (*created)(void *ctx, enum play_err err, const struct player *player);
    void (*opened)(void *ctx, enum play_err err, const struct session *session,
                   int retry_s);
    void *ctx;
};

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
    if (password_fits(password))
        memcpy(visit->password, password, strlen(password) + 1);
    return visit;
}

void player_from(const struct store_account *row, struct player *out)
{
    *out = (struct player){
        .created_us = row->created_us, .key = row->id, .kind = row->kind};
    memcpy(out->name, row->name, sizeof out->name);
    id_write("u_", &row->id, out->id);
}

/* ---- making an account ---- */

static enum play_err create(struct visit *visit, struct player *out)
{
    struct play *play = visit->play;
    struct store_account row = {.created_us = play_now_us(play),
                                .kind = visit->kind};
    enum store_err err;

    memcpy(row.name, visit->name, sizeof row.name);
    if (!id_new(play, &row.id) ||
        !password_hash(play, visit->password, row.password))
        return PLAY_UNAVAILABLE;
    err = play->store->account_insert(play->store, &row);
    player_from(&row, out);
    return err == STORE_TAKEN ? PLAY_NAME_TAKEN : play_err_of(err);
}

/* Such names have those who are gone, and the house's own bots. */
static bool is_reserved(const char *name)
{
    return strncmp(name, GONE_PREFIX, strlen(GONE_PREFIX)) == 0 ||
           strncmp(name, HOUSE_PREFIX, strlen(HOUSE_PREFIX)) == 0;
}

static void create_work(void *ctx)
{
    struct visit *visit = ctx;
    struct player player;
    enum play_err err = create(visit, &player);

    visit->created(visit->ctx, err, err ? NULL : &player);
    visit_free(visit);
}

void player_create(struct play *play, enum account_kind kind, const char *name,
                   const char *password,
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
    visit->kind = kind;
    if (!name_read(name, visit->name))
        err = PLAY_BAD_NAME;
    else if (is_reserved(visit->name))
        err = PLAY_NAME_TAKEN;
    else if (!password_fits(password))
        err = PLAY_BAD_PASSWORD;
    else if (password_is_common(password, visit->name))
        err = PLAY_COMMON_PASSWORD;
    else if (atomic_load(&play->draining) ||
             !lane_push(play->hashing, create_work, visit))
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

    if (!name_read(name, lower))
        return PLAY_NOT_FOUND;
    err = play->store->account_find(play->store, lower, &row);
    if (err)
        return play_err_of(err);
    player_from(&row, out);
    OPENSSL_cleanse(&row, sizeof row);
    return PLAY_OK;
}

enum play_err player_file_read(struct play *play, const struct login *login,
                               struct player_file *out)
{
    struct store *store = play->store;
    struct store_failures failures = {0};
    struct store_account row;
    enum store_err err = store->account_find(store, login->player.name, &row);

    if (!err)
        err = store->failures_find(store, row.name, &failures);
    if (err)
        return err == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : PLAY_UNAVAILABLE;
    *out = (struct player_file){
        .is_admin = row.is_admin,
        .failures = failures.count,
        .failed_us = failures.failed_us,
        .locked_until_us = failures.locked_until_us,
    };
    player_from(&row, &out->player);
    OPENSSL_cleanse(&row, sizeof row);
    /* Somebody else may have the name by now. */
    return id_equals(&out->player.key, &login->player.key) ? PLAY_OK
                                                           : PLAY_BAD_TOKEN;
}

enum play_err player_set_admin(struct store *store, const char *name,
                               bool is_admin)
{
    char lower[PLAY_NAME_SIZE];
    int64_t now_us;
    enum store_err err;

    if (!name_read(name, lower))
        return PLAY_NOT_FOUND;
    err = store->now(store, &now_us);
    return play_err_of(
        err ? err : store->account_admin(store, lower, is_admin, now_us));
}

/* ---- signing in ---- */

static enum play_err sign_in(struct visit *visit, struct session *out,
                             int *retry_s)
{
    const struct claim claim = {visit->name, visit->password, visit->from};
    struct store_account account;
    enum play_err err =
        credentials_check(visit->play, &claim, &account, retry_s);

    if (!err)
        err = session_give(visit->play, &account, out);
    OPENSSL_cleanse(&account, sizeof account);
    return err;
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
                  const char *from,
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
    text_copy(from ? from : "", visit->from, sizeof visit->from);
    /* What cannot be a name or a password is nobody's: no secret in that. */
    if (!name_read(name, visit->name) || !password_fits(password))
        err = PLAY_BAD_CREDENTIALS;
    else if (atomic_load(&play->draining) ||
             !lane_push(play->hashing, sign_in_work, visit))
        err = PLAY_UNAVAILABLE;
    if (err) {
        visit_free(visit);
        done(ctx, err, NULL, 0);
    }
}
