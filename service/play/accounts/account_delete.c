/* Deleting accounts.
 *
 * The account first leaves or resigns its matches, one after the other.  Each
 * waits for a commit, so this runs on separate threads. */
#include "play/accounts/account_delete.h"

#include "base/base32.h"
#include "base/pool.h"
#include "play/accounts/account_request.h"
#include "play/accounts/account_row.h"
#include "play/accounts/credentials.h"
#include "play/accounts/player.h"
#include "play/accounts/token_cache.h"
#include "play/config.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/cache.h"
#include "play/match/service_commands.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/error.h"

#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct delete_request {
    struct account_request request;
    int64_t until_us; /* steady: leave seats no longer than this */
    unsigned spared;  /* seats that cannot be left */
};

/* ---- leaving one seat ---- */

/* A command that leaves a seat, and its result. */
struct leaving {
    pthread_mutex_t lock;
    pthread_cond_t finished;
    bool is_finished;
    enum play_err err;
};

static void note_result(void *ctx, const struct match_response *answer)
{
    struct leaving *leaving = ctx;

    pthread_mutex_lock(&leaving->lock);
    leaving->err = answer->err;
    leaving->is_finished = true;
    pthread_cond_signal(&leaving->finished);
    pthread_mutex_unlock(&leaving->lock);
}

/* Wait until the seat has left, or play is drained. */
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
    struct leaving leaving = {.is_finished = false};

    id_write("m_", &hold->match, match);
    pthread_mutex_init(&leaving.lock, NULL);
    pthread_cond_init(&leaving.finished, NULL);
    match_submit(play, &request, note_result, &leaving);
    pthread_mutex_lock(&leaving.lock);
    while (!leaving.is_finished)
        pthread_cond_wait(&leaving.finished, &leaving.lock);
    pthread_mutex_unlock(&leaving.lock);
    pthread_cond_destroy(&leaving.finished);
    pthread_mutex_destroy(&leaving.lock);
    return leaving.err;
}

/* After other errors the match has just started or ended, and the next try
 * sees that.  But a match whose game or rules this build does not have cannot
 * be resigned, and nobody can play in it here. */
static enum play_err note_left(struct delete_request *own, enum play_err err)
{
    if (err == PLAY_OTHER_RULES || err == PLAY_NOT_FOUND)
        own->spared++;
    return err == PLAY_UNAVAILABLE ? err : PLAY_OK;
}

/* An account that continues to play must not keep the thread busy forever. */
static bool is_late(const struct delete_request *own)
{
    const struct play_config *config = &own->request.play->config;

    return config->steady_us(config->ctx) >= own->until_us;
}

static enum play_err leave_seats(struct delete_request *own)
{
    enum { PAGE = 64 };
    struct play *play = own->request.play;
    const struct player *player = &own->request.login.player;
    struct store_held_seat holds[PAGE], last;
    size_t count = PAGE;
    bool is_first = true;
    enum play_err err = PLAY_OK;

    own->spared = 0;
    while (!err && count == PAGE) {
        err = play_err_of(play->store->accounts->list_seats(
            play->store, &player->key, is_first ? NULL : &last, holds, PAGE,
            &count));
        for (size_t i = 0; i < count && !err; i++)
            err = is_late(own)
                      ? PLAY_UNAVAILABLE
                      : note_left(own, leave_seat(play, player, &holds[i]));
        if (count > 0)
            last = holds[count - 1];
        is_first = false;
    }
    return err;
}

/* ---- deleting the account ---- */

static enum store_err erase(struct delete_request *own)
{
    struct play *play = own->request.play;
    struct store_account_deletion erasure = {.account =
                                                 own->request.login.player.key,
                                             .spared = own->spared,
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

/* End the other tokens first, so that they take no new seats meanwhile.  The
 * token of this request still can: then try again, more often than a client has
 * requests under way. */
static enum play_err delete_account(struct delete_request *own)
{
    enum { TRIES = 30, AT_MOST_S = 20 };
    struct play *play = own->request.play;
    const struct login *login = &own->request.login;
    enum store_err err = play->store->tokens->revoke_others(
        play->store, &login->player.key, login->hash, play_now_us(play));

    token_cache_forget_account(play->tokens, &login->player.key);
    if (err)
        return play_err_of(err);
    err = STORE_STALE;
    own->until_us =
        play->config.steady_us(play->config.ctx) + AT_MOST_S * INT64_C(1000000);
    for (int i = 0; i < TRIES && (err == STORE_STALE || err == STORE_CONFLICT);
         i++) {
        enum play_err left = leave_seats(own);

        if (left)
            return left;
        err = erase(own);
    }
    if (!err)
        abort_empty(play, &login->player.key);
    if (err == STORE_NOT_FOUND)
        return PLAY_BAD_TOKEN;
    return err == STORE_STALE ? PLAY_UNAVAILABLE : play_err_of(err);
}

enum play_err account_delete_now(struct play *play, const struct player *player)
{
    struct delete_request own = {
        .request = {.play = play, .login = {.player = *player}}};

    return delete_account(&own);
}

struct pool *account_pool_new(void)
{
    static const struct pool_config config = {.name = "accounts",
                                              .threads = 2,
                                              .waiting_max = 256,
                                              .waiting_per_key = 4,
                                              .running_per_key = 1};

    return pool_new(&config);
}

static void delete_work(void *ctx)
{
    struct delete_request *own = ctx;

    account_request_end(&own->request, delete_account(own), 0);
}

static bool begin_delete(struct delete_request *own, void (*work)(void *ctx))
{
    return pool_submit(
        own->request.play->account_pool,
        &(struct pool_job){.key = id_pool_key(&own->request.login.player.key),
                           .run = work,
                           .ctx = own});
}

/* A guest has no password to check.  Another node may have made it an account
 * just now, which has another name: it must give its password. */
static void guest_work(void *ctx)
{
    struct delete_request *own = ctx;
    struct play *play = own->request.play;
    struct store_account account;
    enum store_err err = play->store->accounts->find(
        play->store, own->request.login.player.name, &account);

    if (err == STORE_NOT_FOUND || (!err && !account.is_guest))
        account_request_end(&own->request, PLAY_WRONG_PASSWORD, 0);
    else if (err)
        account_request_end(&own->request, play_err_of(err), 0);
    else
        delete_work(own);
}

static void check_work(void *ctx)
{
    struct delete_request *own = ctx;
    struct account_request *request = &own->request;
    struct play *play = request->play;
    struct store_account account;
    int retry_s = 0;
    enum play_err err = credentials_check_own(
        play, &request->login, request->password, &account, &retry_s);

    OPENSSL_cleanse(&account, sizeof account);
    if (!err && begin_delete(own, delete_work))
        return;
    if (!err)
        err = PLAY_UNAVAILABLE;
    account_request_end(request, err, retry_s);
}

void player_delete(struct play *play, const struct login *login,
                   const char *password,
                   void (*done)(void *ctx, enum play_err err, int retry_s),
                   void *ctx)
{
    struct delete_request *own =
        account_request_new(sizeof *own, play, login, done, ctx);

    if (!own)
        return;
    if (!login->player.is_guest)
        account_request_begin(&own->request, password, check_work);
    else if (!begin_delete(own, guest_work))
        account_request_end(&own->request, PLAY_UNAVAILABLE, 0);
}
