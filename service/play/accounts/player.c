/* Accounts and sessions. */
#include "play/accounts/player.h"

#include "base/base32.h"
#include "play/accounts/account_row.h"
#include "play/accounts/credentials.h"
#include "play/accounts/hashing.h"
#include "play/accounts/issue_once.h"
#include "play/accounts/login_locks.h"
#include "play/accounts/password.h"
#include "play/accounts/reserved_name.h"
#include "play/accounts/token_issue.h"
#include "play/accounts/token_secret.h"
#include "play/error.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store.h"
#include "play/store/accounts.h"
#include "play/store/error.h"
#include "play/store/login_failures.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request with a password of a client that is not signed in: to create an
 * account, or to open a session. */
struct visit {
    struct play *play;
    char name[PLAY_NAME_SIZE];
    char password[PASSWORD_SIZE];
    char network[PLAY_ADDRESS_SIZE];
    struct claim claim;           /* session: the claim */
    char device[PLAY_TOKEN_SIZE]; /* known to the account, or "" */
    enum account_kind kind;       /* new account: its kind */
    struct issue issue;           /* of the request's idempotency key */
    void (*created)(void *ctx, enum play_err err, const struct player *player,
                    bool is_repeated);
    void (*opened)(void *ctx, enum play_err err, const struct session *session,
                   const struct sign_in_tried *tried, int retry_s);
    struct sign_in_tried tried;
    void *ctx;
};

static void visit_free(struct visit *visit)
{
    OPENSSL_cleanse(visit, sizeof *visit);
    free(visit);
}

static struct visit *visit_new(struct play *play, const char *password,
                               const char *network, void *ctx)
{
    struct visit *visit = calloc(1, sizeof *visit);

    if (!visit)
        return NULL;
    visit->play = play;
    visit->ctx = ctx;
    text_copy(network && *network ? network : CLAIM_NOWHERE, visit->network,
              sizeof visit->network);
    if (password_fits(password))
        memcpy(visit->password, password, strlen(password) + 1);
    return visit;
}

/* ---- creating an account ---- */

static enum play_err check_name(struct play *play, const char *name)
{
    enum store_err err;

    if (name_is_reserved(name))
        return PLAY_NAME_RESERVED;
    err = play->store->accounts->check_name(play->store, name);
    if (err == STORE_CONFLICT)
        return PLAY_NAME_TAKEN;
    return err ? PLAY_UNAVAILABLE : PLAY_OK;
}

enum play_err player_check_new(struct play *play, const char *name,
                               const char *password)
{
    char lower[PLAY_NAME_SIZE];

    if (!name_read(name, lower))
        return PLAY_BAD_NAME;
    if (!password_fits(password))
        return PLAY_BAD_PASSWORD;
    if (password_is_common(password, lower))
        return PLAY_COMMON_PASSWORD;
    return check_name(play, lower);
}

static enum play_err insert(struct visit *visit, struct player *out)
{
    struct play *play = visit->play;
    struct store_account row = {.created_us = play_now_us(play),
                                .kind = visit->kind};
    /* Another account may have taken the name while this request waited. */
    enum play_err err = check_name(play, visit->name);

    if (err)
        return err;
    memcpy(row.name, visit->name, sizeof row.name);
    if (!id_new(play, &row.id) ||
        !password_hash(play, visit->password, row.password))
        return PLAY_UNAVAILABLE;
    player_from(&row, out);
    row.issue_key = issue_row(&visit->issue, &row.id);
    /* Or while the password was hashed: names are unique. */
    switch (play->store->accounts->insert(play->store, &row)) {
    case STORE_OK: return PLAY_OK;
    case STORE_CONFLICT: return PLAY_NAME_TAKEN;
    case STORE_STALE: return PLAY_KEY_REUSED;
    case STORE_NOT_FOUND:
    case STORE_UNAVAILABLE:
    case STORE_UNSURE:
    case STORE_REFUSED:
    case STORE_FULL: break;
    }
    return PLAY_UNAVAILABLE;
}

/* Find the account that a repeated request has created.  Its key does not prove
 * the password, which the hash of the request does not include. */
static enum play_err repeat(struct visit *visit, struct player *out)
{
    struct play *play = visit->play;
    struct store_account row;
    enum store_err err =
        play->store->accounts->find(play->store, visit->name, &row);
    enum play_err result = PLAY_OK;

    if (err)
        return err == STORE_NOT_FOUND ? PLAY_KEY_ENDED : PLAY_UNAVAILABLE;
    if (!id_equals(&row.id, &visit->issue.row.account) ||
        !password_matches(play, visit->password, row.password))
        result = PLAY_KEY_REUSED;
    player_from(&row, out);
    OPENSSL_cleanse(&row, sizeof row);
    return result;
}

static enum play_err create(struct visit *visit, struct player *out)
{
    struct issue *issue = &visit->issue;
    enum play_err err = issue_begin(visit->play, ISSUE_ACCOUNT, NULL, issue);

    if (!err && !issue->is_repeated) {
        err = insert(visit, out);
        /* Another request was faster. */
        if (err == PLAY_KEY_REUSED || (err == PLAY_NAME_TAKEN && *issue->key)) {
            enum play_err again =
                issue_begin(visit->play, ISSUE_ACCOUNT, NULL, issue);

            err = again || issue->is_repeated ? again : err;
        }
    }
    return !err && issue->is_repeated ? repeat(visit, out) : err;
}

static void create_end(struct visit *visit, enum play_err err,
                       const struct player *player)
{
    visit->created(visit->ctx, err, err ? NULL : player,
                   visit->issue.is_repeated);
    visit_free(visit);
}

static void create_work(void *ctx)
{
    struct player player;
    enum play_err err = create(ctx, &player);

    create_end(ctx, err, &player);
}

static void create_drop(void *ctx)
{
    struct visit *visit = ctx;

    hashing_note_drop(visit->play);
    create_end(visit, PLAY_UNAVAILABLE, NULL);
}

void player_create(struct play *play, const struct new_player *new_player,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player, bool is_repeated),
                   void *ctx)
{
    enum play_err err =
        player_check_new(play, new_player->name, new_player->password);

    if (err == PLAY_NAME_TAKEN && new_player->once.key)
        err = PLAY_OK; /* perhaps by this request, the first time */
    struct visit *visit =
        err ? NULL
            : visit_new(play, new_player->password, new_player->from, ctx);
    const struct hashing_job job = {create_work, create_drop, visit};

    if (!visit) {
        done(ctx, err ? err : PLAY_UNAVAILABLE, NULL, false);
        return;
    }
    visit->created = done;
    issue_from(&new_player->once, &visit->issue);
    visit->kind = new_player->kind;
    name_read(new_player->name, visit->name);
    if (!hashing_for_stranger(play, visit->network, &job))
        create_end(visit, PLAY_UNAVAILABLE, NULL);
}

enum play_err player_find(struct play *play, const char *name,
                          struct player *out)
{
    char lower[PLAY_NAME_SIZE];
    struct store_account row;
    enum store_err err;

    if (!name_read(name, lower))
        return PLAY_NOT_FOUND;
    err = play->store->accounts->find(play->store, lower, &row);
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
    struct store_failure_record record = {0};
    struct store_account row;
    enum store_err err = store->accounts->find(store, login->player.name, &row);

    if (!err)
        err = store->login_failures->find(store, row.name, STORE_ALL, &record);
    if (err)
        return err == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : PLAY_UNAVAILABLE;
    *out = (struct player_file){
        .is_admin = row.is_admin,
        .failures = record.name.count,
        .failed_us = record.name.failed_us,
        .guarded_until_us = record.name.locked_until_us,
    };
    player_from(&row, &out->player);
    OPENSSL_cleanse(&row, sizeof row);
    /* Another account may have the name by now. */
    return id_equals(&out->player.key, &login->player.key) ? PLAY_OK
                                                           : PLAY_BAD_TOKEN;
}

/* ---- signing in ---- */

static enum play_err open_session(struct visit *visit,
                                  const struct store_account *account,
                                  struct session *out)
{
    struct play *play = visit->play;
    struct issue *issue = &visit->issue;
    enum play_err err = issue_begin(play, ISSUE_SESSION, &account->id, issue);

    if (!err && !issue->is_repeated) {
        err = session_create(play, account, visit->device, issue, out);
        if (err == PLAY_KEY_REUSED) /* another request was faster */
            err = issue_begin(play, ISSUE_SESSION, &account->id, issue);
    }
    return !err && issue->is_repeated
               ? session_repeat(play, visit->device, issue, out)
               : err;
}

static enum play_err sign_in(struct visit *visit, struct session *out,
                             int *retry_s)
{
    enum { TRIES = 2 };
    struct play *play = visit->play;
    struct store_account account = {.name = ""};
    enum play_err err = PLAY_OK;

    /* The session is refused if the hash was replaced meanwhile.  The password
     * may still be right, if it was only hashed again. */
    for (int i = 0; i < TRIES; i++) {
        err = credentials_check(play, &visit->claim, &account, retry_s);
        if (!err && account.is_banned)
            err = PLAY_BANNED;
        if (err)
            break;
        err = open_session(visit, &account, out);
        if (err != PLAY_BAD_CREDENTIALS)
            break;
    }
    if (*account.name)
        id_write("u_", &account.id, visit->tried.account);
    OPENSSL_cleanse(&account, sizeof account);
    return err;
}

static void sign_in_end(struct visit *visit, enum play_err err,
                        const struct session *session, int retry_s)
{
    text_copy(visit->name, visit->tried.name, sizeof visit->tried.name);
    visit->opened(visit->ctx, err, err ? NULL : session, &visit->tried,
                  retry_s);
    visit_free(visit);
}

static void sign_in_work(void *ctx)
{
    struct session session = {0};
    int retry_s = 0;
    enum play_err err = sign_in(ctx, &session, &retry_s);

    sign_in_end(ctx, err, &session, retry_s);
    OPENSSL_cleanse(&session, sizeof session);
}

static void sign_in_drop(void *ctx)
{
    struct visit *visit = ctx;

    hashing_note_drop(visit->play);
    sign_in_end(visit, PLAY_UNAVAILABLE, NULL, 0);
}

/* Check whether the account has signed in on the device.  An unknown device is
 * ignored. */
static enum play_err read_device(struct visit *visit, const char *device)
{
    struct play *play = visit->play;
    struct claim *claim = &visit->claim;
    uint8_t hash[32];
    size_t n;

    if (!device || !token_secret_read(DEVICE_PREFIX, device, hash))
        return PLAY_OK;
    switch (play->store->devices->find(play->store, visit->name, hash,
                                       device_since_us(play))) {
    case STORE_OK: break;
    case STORE_NOT_FOUND: return PLAY_OK;
    case STORE_CONFLICT:
    case STORE_STALE:
    case STORE_UNAVAILABLE:
    case STORE_UNSURE:
    case STORE_REFUSED:
    case STORE_FULL: return PLAY_UNAVAILABLE;
    }
    claim->by = CLAIM_DEVICE;
    n = (size_t)snprintf(claim->source, sizeof claim->source, "device ");
    base32_write(hash, sizeof hash / 2, claim->source + n);
    text_copy(device, visit->device, sizeof visit->device);
    return PLAY_OK;
}

/* Make the checks that need no hashing. */
static enum play_err begin_sign_in(struct visit *visit,
                                   const struct sign_in *who, int *retry_s)
{
    struct claim *claim = &visit->claim;
    struct store_failure_record record;
    enum play_err err;

    /* A text that cannot be a name or a password belongs to no account, which
     * is not a secret. */
    if (!name_read(who->name, visit->name) || !password_fits(who->password))
        return PLAY_BAD_CREDENTIALS;
    *claim = (struct claim){
        .by = CLAIM_STRANGER, .name = visit->name, .password = visit->password};
    text_copy(visit->network, claim->source, sizeof claim->source);
    err = read_device(visit, who->device);
    return err ? err : login_lock_check(visit->play, claim, &record, retry_s);
}

void session_open(struct play *play, const struct sign_in *who,
                  void (*done)(void *ctx, enum play_err err,
                               const struct session *session,
                               const struct sign_in_tried *tried, int retry_s),
                  void *ctx)
{
    struct visit *visit = visit_new(play, who->password, who->from, ctx);
    const struct hashing_job job = {sign_in_work, sign_in_drop, visit};
    int retry_s = 0;
    enum play_err err;

    if (!visit) {
        done(ctx, PLAY_UNAVAILABLE, NULL, &(struct sign_in_tried){{0}, {0}}, 0);
        return;
    }
    visit->opened = done;
    issue_from(&who->once, &visit->issue);
    err = begin_sign_in(visit, who, &retry_s);
    if (!err && !hashing_for_stranger(play, visit->network, &job))
        err = PLAY_UNAVAILABLE;
    if (err)
        sign_in_end(visit, err, NULL, retry_s);
}
