/* Accounts that change or go: a new password, or none of it any more.
 *
 *
 * Leaving takes a decision in every match that is not over, one after the
 * other: that has threads of its own. */
#include "play/accounts/account_changes.h"

#include "base/base32.h"
#include "base/pool.h"
#include "play/accounts/account_row.h"
#include "play/accounts/credentials.h"
#include "play/accounts/hashing.h"
#include "play/accounts/login_locks.h"
#include "play/accounts/password.h"
#include "play/accounts/player.h"
#include "play/accounts/token_cache.h"
#include "play/config.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/cache.h"
#include "play/match/service_commands.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/error.h"
#include "play/store/login_failures.h"

#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Somebody who is signed in, and the password once more. */
struct errand {
    struct play *play;
    struct login login;
    char password[PASSWORD_SIZE], next[PASSWORD_SIZE];
    struct play_id keep[KEEP_MAX]; /* tokens that a new password does not end */
    size_t keep_count;
    void (*done)(void *ctx, enum play_err err, int retry_s);
    void *ctx;
    int64_t until_us; /* steady: leave seats no longer than this */
    unsigned spared;  /* seats that cannot be left */
};

static void errand_end(struct errand *errand, enum play_err err, int retry_s)
{
    errand->done(errand->ctx, err, retry_s);
    OPENSSL_cleanse(errand, sizeof *errand);
    free(errand);
}

static void errand_drop(void *ctx)
{
    struct errand *errand = ctx;

    hashing_note_drop(errand->play);
    errand_end(errand, PLAY_UNAVAILABLE, 0);
}

/* NULL: there is no memory, and done was told. */
static struct errand *
errand_new(struct play *play, const struct login *login,
           void (*done)(void *ctx, enum play_err err, int retry_s), void *ctx)
{
    struct errand *errand = calloc(1, sizeof *errand);

    if (!errand) {
        done(ctx, PLAY_UNAVAILABLE, 0);
        return NULL;
    }
    errand->play = play;
    errand->login = *login;
    errand->done = done;
    errand->ctx = ctx;
    return errand;
}

/* What is no password is not the right one either. */
static void errand_begin(struct errand *errand, const char *password,
                         void (*work)(void *ctx))
{
    struct play *play = errand->play;
    const struct hashing_job job = {work, errand_drop, errand};
    struct store_failure_record record;
    struct claim claim;
    int retry_s = 0;
    enum play_err err = PLAY_WRONG_PASSWORD;

    if (password_fits(password)) {
        text_copy(password, errand->password, sizeof errand->password);
        claim_of_login(&errand->login, errand->password, &claim);
        err = login_lock_check(play, &claim, &record, &retry_s);
    }
    if (!err && !hashing_for_owner(play, &errand->login.player.key, &job))
        err = PLAY_UNAVAILABLE;
    if (err)
        errand_end(errand, err, retry_s);
}

/* ---- another password ---- */

static enum play_err write_password(struct errand *errand, const char *before)
{
    struct play *play = errand->play;
    char after[STORE_PASSWORD_SIZE];
    const struct store_new_password change = {
        .account = errand->login.player.key,
        .before = before,
        .after = after,
        .asker = errand->login.hash,
        .keep = errand->keep,
        .keep_count = errand->keep_count,
        .now_us = play_now_us(play),
    };
    enum play_err err;

    if (!password_hash(play, errand->next, after))
        return PLAY_UNAVAILABLE;
    err = play_err_of(
        play->store->accounts->change_password(play->store, &change));
    token_cache_forget_account(play->tokens, &change.account);
    return err;
}

static enum play_err change_password(struct errand *errand, int *retry_s)
{
    enum { TRIES = 2 };
    struct play *play = errand->play;
    struct store_account account;
    enum play_err err = PLAY_STALE;

    /* The hash may have been replaced since it was compared: perhaps by
     * another of the same password, so it is compared again. */
    for (int i = 0; i < TRIES && err == PLAY_STALE; i++) {
        err = credentials_check_own(play, &errand->login, errand->password,
                                    &account, retry_s);
        if (!err)
            err = write_password(errand, account.password);
    }
    OPENSSL_cleanse(&account, sizeof account);
    return err == PLAY_STALE ? PLAY_WRONG_PASSWORD : err;
}

static void change_work(void *ctx)
{
    int retry_s = 0;
    enum play_err err = change_password(ctx, &retry_s);

    errand_end(ctx, err, retry_s);
}

/* How many of those to be kept the account has. */
struct keeping {
    const struct password_change *change;
    size_t found;
};

static void look_for(void *ctx, const struct token *token)
{
    struct keeping *keeping = ctx;

    for (size_t i = 0; i < keeping->change->keep_count; i++)
        if (strcmp(keeping->change->keep[i], token->id) == 0)
            keeping->found++;
}

static enum play_err read_keep(struct errand *errand,
                               const struct password_change *change)
{
    struct keeping keeping = {change, 0};
    enum play_err err = PLAY_OK;

    if (change->keep_count > KEEP_MAX)
        return PLAY_NOT_FOUND;
    for (size_t i = 0; i < change->keep_count && !err; i++)
        if (!id_read("tok_", change->keep[i], &errand->keep[i]))
            err = PLAY_NOT_FOUND;
    errand->keep_count = change->keep_count;
    if (!err && change->keep_count > 0)
        err = token_list(errand->play, &errand->login, look_for, &keeping);
    if (!err && keeping.found < change->keep_count)
        err = PLAY_NOT_FOUND;
    return err;
}

void player_change_password(struct play *play, const struct login *login,
                            const struct password_change *change,
                            void (*done)(void *ctx, enum play_err err,
                                         int retry_s),
                            void *ctx)
{
    struct errand *errand = errand_new(play, login, done, ctx);
    enum play_err err;

    if (!errand)
        return;
    if (!password_fits(change->next))
        err = PLAY_BAD_PASSWORD;
    else if (password_is_common(change->next, login->player.name))
        err = PLAY_COMMON_PASSWORD;
    else
        err = read_keep(errand, change);
    if (err) {
        errand_end(errand, err, 0);
        return;
    }
    text_copy(change->next, errand->next, sizeof errand->next);
    errand_begin(errand, change->current, change_work);
}

/* ---- leaving one seat ---- */

/* A request of ours to a match, and its answer. */
struct parting {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool is_answered;
    enum play_err err;
};

static void parted(void *ctx, const struct match_answer *answer)
{
    struct parting *parting = ctx;

    pthread_mutex_lock(&parting->lock);
    parting->err = answer->err;
    parting->is_answered = true;
    pthread_cond_signal(&parting->answered);
    pthread_mutex_unlock(&parting->lock);
}

/* Everything that waits in play is answered, at a drain, too. */
static enum play_err leave_seat(struct play *play, const struct player *player,
                                const struct store_held_seat *hold)
{
    char match[PLAY_ID_SIZE];
    const struct match_request request = {
        .action = hold->is_open ? MATCH_LEAVE : MATCH_RESIGN,
        .match = match,
        .player = player,
        .seat = hold->seat,
        .expected_seq = MATCH_ANY_SEQ,
    };
    struct parting parting = {.is_answered = false};

    id_write("m_", &hold->match, match);
    pthread_mutex_init(&parting.lock, NULL);
    pthread_cond_init(&parting.answered, NULL);
    match_submit(play, &request, parted, &parting);
    pthread_mutex_lock(&parting.lock);
    while (!parting.is_answered)
        pthread_cond_wait(&parting.answered, &parting.lock);
    pthread_mutex_unlock(&parting.lock);
    pthread_cond_destroy(&parting.answered);
    pthread_mutex_destroy(&parting.lock);
    return parting.err;
}

/* Whatever else was answered, it started or ended just now: who looks again
 * will see it.  But a match whose game or rules this build does not have
 * cannot be resigned, and nobody can play in it here. */
static enum play_err note_parting(struct errand *errand, enum play_err err)
{
    if (err == PLAY_OTHER_RULES || err == PLAY_NOT_FOUND)
        errand->spared++;
    return err == PLAY_UNAVAILABLE ? err : PLAY_OK;
}

/* Who plays on while going might never be done. */
static bool is_late(const struct errand *errand)
{
    const struct play_config *config = &errand->play->config;

    return config->steady_us(config->ctx) >= errand->until_us;
}

static enum play_err leave_seats(struct errand *errand)
{
    enum { AT_ONCE = 64 };
    struct play *play = errand->play;
    const struct player *player = &errand->login.player;
    struct store_held_seat holds[AT_ONCE], last;
    size_t count = AT_ONCE;
    bool is_first = true;
    enum play_err err = PLAY_OK;

    errand->spared = 0;
    while (!err && count == AT_ONCE) {
        err = play_err_of(play->store->accounts->list_seats(
            play->store, &player->key, is_first ? NULL : &last, holds, AT_ONCE,
            &count));
        for (size_t i = 0; i < count && !err; i++)
            err =
                is_late(errand)
                    ? PLAY_UNAVAILABLE
                    : note_parting(errand, leave_seat(play, player, &holds[i]));
        if (count > 0)
            last = holds[count - 1];
        is_first = false;
    }
    return err;
}

/* ---- going ---- */

struct pool *account_pool_new(void)
{
    static const struct pool_config config = {.threads = 2,
                                              .waiting_max = 256,
                                              .waiting_per_key = 4,
                                              .running_per_key = 1};

    return pool_new(&config);
}

static enum store_err erase(struct errand *errand)
{
    struct play *play = errand->play;
    struct store_account_deletion erasure = {.account =
                                                 errand->login.player.key,
                                             .spared = errand->spared,
                                             .now_us = play_now_us(play)};
    struct play_id *matches = NULL;
    uint8_t letters[10];
    size_t count = 0;
    enum store_err err;

    if (!play_random(play, letters, sizeof letters))
        return STORE_UNAVAILABLE;
    memcpy(erasure.name, GONE_PREFIX, sizeof GONE_PREFIX);
    base32_write(letters, sizeof letters,
                 erasure.name + sizeof GONE_PREFIX - 1);
    err = play->store->accounts->erase(play->store, &erasure, &matches, &count);
    token_cache_forget_account(play->tokens, &erasure.account);
    for (size_t i = 0; i < count; i++)
        cache_hint(play->cache, &matches[i]);
    free(matches);
    return err;
}

/* What else speaks for it ends first, so that nobody sits down in its name
 * while it goes.  But this login may: then once more. */
static enum play_err go(struct errand *errand)
{
    enum { TRIES = 5, AT_MOST_S = 20 };
    struct play *play = errand->play;
    const struct login *login = &errand->login;
    enum store_err err = play->store->tokens->revoke_others(
        play->store, &login->player.key, login->hash, play_now_us(play));

    token_cache_forget_account(play->tokens, &login->player.key);
    if (err)
        return play_err_of(err);
    err = STORE_STALE;
    errand->until_us =
        play->config.steady_us(play->config.ctx) + AT_MOST_S * INT64_C(1000000);
    for (int i = 0; i < TRIES && (err == STORE_STALE || err == STORE_CONFLICT);
         i++) {
        enum play_err left = leave_seats(errand);

        if (left)
            return left;
        err = erase(errand);
    }
    if (!err)
        abort_empty(play, &login->player.key);
    if (err == STORE_NOT_FOUND)
        return PLAY_BAD_TOKEN;
    return err == STORE_STALE ? PLAY_UNAVAILABLE : play_err_of(err);
}

static void go_work(void *ctx)
{
    errand_end(ctx, go(ctx), 0);
}

static void check_work(void *ctx)
{
    struct errand *errand = ctx;
    struct store_account account;
    int retry_s = 0;
    enum play_err err = credentials_check_own(
        errand->play, &errand->login, errand->password, &account, &retry_s);

    OPENSSL_cleanse(&account, sizeof account);
    if (!err && pool_submit(errand->play->leaving,
                            &(struct pool_job){
                                .key = id_pool_key(&errand->login.player.key),
                                .run = go_work,
                                .ctx = errand}))
        return;
    if (!err)
        err = PLAY_UNAVAILABLE;
    errand_end(errand, err, retry_s);
}

void player_delete(struct play *play, const struct login *login,
                   const char *password,
                   void (*done)(void *ctx, enum play_err err, int retry_s),
                   void *ctx)
{
    struct errand *errand = errand_new(play, login, done, ctx);

    if (errand)
        errand_begin(errand, password, check_work);
}
