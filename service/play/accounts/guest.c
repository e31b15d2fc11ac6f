/* Guests. */
#include "play/accounts/guest.h"

#include "base/base32.h"
#include "play/accounts/account_delete.h"
#include "play/accounts/account_row.h"
#include "play/accounts/hashing.h"
#include "play/accounts/issue_once.h"
#include "play/accounts/password.h"
#include "play/accounts/token_cache.h"
#include "play/accounts/token_issue.h"
#include "play/match/cache.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

/* ---- creating one ---- */

static enum store_err insert(struct play *play, struct store_account *row)
{
    uint8_t letters[5];

    if (!id_new(play, &row->id) || !play_random(play, letters, sizeof letters))
        return STORE_UNAVAILABLE;
    memcpy(row->name, GUEST_PREFIX, sizeof GUEST_PREFIX);
    base32_write(letters, sizeof letters, row->name + sizeof GUEST_PREFIX - 1);
    return play->store->accounts->insert(play->store, row);
}

static enum play_err create(struct play *play, struct issue *issue,
                            struct session *out)
{
    enum { TRIES = 3 };
    struct store_account row = {.created_us = play_now_us(play),
                                .kind = ACCOUNT_HUMAN,
                                .is_guest = true};
    enum store_err err = STORE_CONFLICT;
    enum play_err made;

    for (int i = 0; i < TRIES && err == STORE_CONFLICT; i++)
        err = insert(play, &row);
    if (err)
        return PLAY_UNAVAILABLE;
    made = session_create(play, &row, "", issue, out);
    if (made == PLAY_KEY_REUSED) { /* another request was faster */
        account_delete_now(play, &out->login.player);
        return made;
    }
    return made ? PLAY_UNAVAILABLE : PLAY_OK;
}

enum play_err guest_create(struct play *play, const struct issue_once *once,
                           struct session *out)
{
    struct issue issue;
    enum play_err err;

    issue_from(once, &issue);
    err = issue_begin(play, ISSUE_GUEST, NULL, &issue);
    if (!err && !issue.is_repeated) {
        err = create(play, &issue, out);
        if (err == PLAY_KEY_REUSED)
            err = issue_begin(play, ISSUE_GUEST, NULL, &issue);
    }
    return !err && issue.is_repeated ? session_repeat(play, "", &issue, out)
                                     : err;
}

/* ---- becoming an account ---- */

struct promotion {
    struct play *play;
    struct login login;
    char name[PLAY_NAME_SIZE];
    char password[PASSWORD_SIZE];
    void (*done)(void *ctx, enum play_err err, const struct player *player);
    void *ctx;
};

static void promotion_end(struct promotion *promotion, enum play_err err,
                          const struct player *player)
{
    promotion->done(promotion->ctx, err, err ? NULL : player);
    OPENSSL_cleanse(promotion, sizeof *promotion);
    free(promotion);
}

static enum play_err promote(const struct promotion *promotion)
{
    struct play *play = promotion->play;
    const struct play_id *account = &promotion->login.player.key;
    char hash[STORE_PASSWORD_SIZE];
    const struct store_promotion row = {*account, promotion->name, hash};
    struct play_id *matches = NULL;
    size_t count = 0;

    if (!password_hash(play, promotion->password, hash))
        return PLAY_UNAVAILABLE;
    enum store_err err =
        play->store->accounts->promote(play->store, &row, &matches, &count);

    token_cache_forget_account(play->tokens, account);
    for (size_t i = 0; i < count; i++)
        cache_hint(play->cache, &matches[i]);
    free(matches);
    if (err == STORE_CONFLICT)
        return PLAY_NAME_TAKEN;
    return err == STORE_NOT_FOUND ? PLAY_NOT_A_GUEST : play_err_of(err);
}

static void promotion_work(void *ctx)
{
    struct promotion *promotion = ctx;
    struct player player = promotion->login.player;
    enum play_err err = promote(promotion);

    memcpy(player.name, promotion->name, sizeof player.name);
    player.is_guest = false;
    promotion_end(promotion, err, &player);
}

static void promotion_drop(void *ctx)
{
    struct promotion *promotion = ctx;

    hashing_note_drop(promotion->play);
    promotion_end(promotion, PLAY_UNAVAILABLE, NULL);
}

void guest_promote(struct play *play, const struct login *login,
                   const char *name, const char *password,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player),
                   void *ctx)
{
    enum play_err err = login->player.is_guest
                            ? player_check_new(play, name, password)
                            : PLAY_NOT_A_GUEST;
    struct promotion *promotion = err ? NULL : calloc(1, sizeof *promotion);
    const struct hashing_job job = {promotion_work, promotion_drop, promotion};

    if (!promotion) {
        done(ctx, err ? err : PLAY_UNAVAILABLE, NULL);
        return;
    }
    promotion->play = play;
    promotion->login = *login;
    promotion->done = done;
    promotion->ctx = ctx;
    name_read(name, promotion->name);
    text_copy(password, promotion->password, sizeof promotion->password);
    if (!hashing_for_owner(play, &login->player.key, &job))
        promotion_end(promotion, PLAY_UNAVAILABLE, NULL);
}

/* ---- those that are no longer used ---- */

void guests_delete_idle(struct play *play)
{
    enum { SOME = 20 };
    struct store_guest guests[SOME];
    const int64_t before_us =
        play_now_us(play) - GUEST_IDLE_DAYS * INT64_C(86400000000);
    size_t count;

    if (play->store->accounts->list_idle_guests(play->store, before_us, guests,
                                                SOME, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        struct player player = {.key = guests[i].account};

        id_write("u_", &player.key, player.id);
        text_copy(guests[i].name, player.name, sizeof player.name);
        account_delete_now(play, &player);
    }
}
