/* The cache of logins by token.  A login is remembered for a while, as long as
 * this node receives notifications of revocations; such a notification removes
 * it at once.
 *
 * The use of a token is noted here and stored later, in batches. */
#include "play/accounts/token_cache.h"

#include "play/accounts/player.h"
#include "play/accounts/token_digests.h"
#include "play/error.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/tokens.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 8192, /* a token has its place in one of these sets */
    WAYS = 8,    /* places in each set */
    PLACES = SETS * WAYS,
};
static const int64_t remember_us = INT64_C(60) * 1000000;
static const int64_t touch_every_us = INT64_C(600) * 1000000;

/* The part of a login that is compared first.  The logins are apart from it, so
 * that a search touches little memory. */
struct place {
    uint64_t mark;    /* part of the hash */
    int64_t until_us; /* on the steady clock; 0: the place is free */
};

struct tokens {
    pthread_mutex_t lock;
    unsigned generation; /* incremented whenever something is forgotten, so
                            that the result of an earlier lookup is not
                            remembered afterwards */
    struct place places[PLACES]; /* sets, one after the other */
    struct login logins[PLACES];
    uint8_t used[STORE_TOUCH_MAX][32]; /* hashes to be stored */
    size_t used_count;
    struct token_digests *digests;
};

struct tokens *token_cache_new(void)
{
    struct tokens *tokens = calloc(1, sizeof *tokens);

    if (!tokens)
        return NULL;
    pthread_mutex_init(&tokens->lock, NULL);
    tokens->digests = token_digests_new();
    if (tokens->digests)
        return tokens;
    token_cache_free(tokens);
    return NULL;
}

void token_cache_free(struct tokens *tokens)
{
    if (!tokens)
        return;
    pthread_mutex_destroy(&tokens->lock);
    token_digests_free(tokens->digests);
    free(tokens);
}

/* Hashes of tokens are random: nobody can aim at a set. */
static size_t set_of(const uint8_t hash[32])
{
    return (size_t)(hash[0] | hash[1] << 8) % SETS * WAYS;
}

static uint64_t mark_of(const uint8_t hash[32])
{
    uint64_t mark;

    memcpy(&mark, hash + 2, sizeof mark);
    return mark;
}

/* Under the lock: the place of a login; PLACES: it is not remembered. */
static size_t find(const struct tokens *tokens, const uint8_t hash[32])
{
    const size_t set = set_of(hash);

    for (size_t i = set; i < set + WAYS; i++)
        if (tokens->places[i].until_us > 0 &&
            tokens->places[i].mark == mark_of(hash) &&
            memcmp(tokens->logins[i].hash, hash, 32) == 0)
            return i;
    return PLACES;
}

/* Under the lock: the place for a login: its own, or that of its set which was
 * remembered first. */
static size_t place_for(const struct tokens *tokens, const uint8_t hash[32])
{
    const size_t set = set_of(hash), own = find(tokens, hash);
    size_t first = set;

    if (own < PLACES)
        return own;
    for (size_t i = set; i < set + WAYS; i++)
        if (tokens->places[i].until_us < tokens->places[first].until_us)
            first = i;
    return first;
}

void token_cache_forget(struct tokens *tokens, const uint8_t hash[32])
{
    size_t place;

    pthread_mutex_lock(&tokens->lock);
    tokens->generation++;
    place = find(tokens, hash);
    if (place < PLACES)
        tokens->places[place].until_us = 0;
    pthread_mutex_unlock(&tokens->lock);
}

void token_cache_forget_all(struct tokens *tokens)
{
    pthread_mutex_lock(&tokens->lock);
    tokens->generation++;
    memset(tokens->places, 0, sizeof tokens->places);
    pthread_mutex_unlock(&tokens->lock);
}

void token_cache_forget_account(struct tokens *tokens, const struct play_id *id)
{
    pthread_mutex_lock(&tokens->lock);
    tokens->generation++;
    for (size_t i = 0; i < PLACES; i++)
        if (tokens->places[i].until_us > 0 &&
            id_equals(&tokens->logins[i].player.key, id))
            tokens->places[i].until_us = 0;
    pthread_mutex_unlock(&tokens->lock);
}

/* ---- noting the use of tokens ---- */

/* Under the lock: return whether it is already to be stored. */
static bool is_noted(const struct tokens *tokens, const uint8_t hash[32])
{
    for (size_t i = 0; i < tokens->used_count; i++)
        if (memcmp(tokens->used[i], hash, 32) == 0)
            return true;
    return false;
}

/* Note that a valid token was used.  If the list is full nothing is lost: the
 * token will be used again. */
static void note_use(struct play *play, const struct login *login,
                     int64_t now_us)
{
    struct tokens *tokens = play->tokens;
    size_t place;

    if (now_us - login->last_used_us < touch_every_us)
        return;
    pthread_mutex_lock(&tokens->lock);
    if (tokens->used_count < STORE_TOUCH_MAX) {
        if (!is_noted(tokens, login->hash))
            memcpy(tokens->used[tokens->used_count++], login->hash, 32);
        place = find(tokens, login->hash);
        if (place < PLACES)
            tokens->logins[place].last_used_us = now_us;
    }
    pthread_mutex_unlock(&tokens->lock);
}

void token_cache_flush(struct play *play)
{
    struct tokens *tokens = play->tokens;
    int64_t now_us = play_now_us(play);
    uint8_t used[STORE_TOUCH_MAX][32];
    size_t count;

    pthread_mutex_lock(&tokens->lock);
    count = tokens->used_count;
    memcpy(used, tokens->used, count * sizeof *used);
    tokens->used_count = 0;
    pthread_mutex_unlock(&tokens->lock);
    if (count > 0)
        play->store->tokens->touch(play->store, (const uint8_t(*)[32])used,
                                   count, now_us, now_us - touch_every_us);
}

/* ---- lookups ---- */

/* Find a remembered login; *generation is for remember(). */
static bool recall(struct play *play, const uint8_t hash[32], struct login *out,
                   unsigned *generation)
{
    struct tokens *tokens = play->tokens;
    int64_t now_us = play->config.steady_us(play->config.ctx);
    bool is_known;
    size_t place;

    pthread_mutex_lock(&tokens->lock);
    *generation = tokens->generation;
    place = find(tokens, hash);
    is_known = atomic_load(&play->is_listening) && place < PLACES &&
               now_us < tokens->places[place].until_us;
    if (is_known)
        *out = tokens->logins[place];
    pthread_mutex_unlock(&tokens->lock);
    return is_known;
}

static void remember(struct play *play, const struct login *login,
                     unsigned generation)
{
    struct tokens *tokens = play->tokens;
    int64_t now_us = play->config.steady_us(play->config.ctx);
    size_t place;

    pthread_mutex_lock(&tokens->lock);
    if (generation == tokens->generation) {
        place = place_for(tokens, login->hash);
        tokens->places[place] =
            (struct place){mark_of(login->hash), now_us + remember_us};
        tokens->logins[place] = *login;
    }
    pthread_mutex_unlock(&tokens->lock);
}

static enum play_err look_up(struct play *play, const uint8_t hash[32],
                             struct login *out)
{
    struct store_token row;
    enum store_err err = play->store->tokens->find(play->store, hash, &row);

    if (err)
        return err == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : PLAY_UNAVAILABLE;
    *out = (struct login){
        .scopes = row.scopes,
        .expires_us = row.expires_us,
        .last_used_us = row.last_used_us,
        .is_admin = row.account_is_admin,
        .is_experienced = row.account_is_experienced,
        .player = {.created_us = row.account_created_us,
                   .key = row.account,
                   .kind = row.account_kind,
                   .is_guest = row.account_is_guest},
    };
    memcpy(out->hash, row.hash, sizeof out->hash);
    memcpy(out->player.name, row.account_name, sizeof out->player.name);
    memcpy(out->player.display, row.account_display,
           sizeof out->player.display);
    id_write("u_", &row.account, out->player.id);
    id_write("tok_", &row.id, out->token_id);
    return PLAY_OK;
}

static enum play_err admit(struct play *play, const struct login *login)
{
    int64_t now_us = play_now_us(play);

    if (login->expires_us <= now_us)
        return PLAY_BAD_TOKEN;
    note_use(play, login, now_us);
    return PLAY_OK;
}

enum play_err token_recall(struct play *play, const char *token,
                           struct login *out)
{
    uint8_t hash[32];
    unsigned generation;

    if (!token_digest(play->tokens->digests, token, hash))
        return PLAY_BAD_TOKEN;
    if (!recall(play, hash, out, &generation))
        return PLAY_UNAVAILABLE;
    return admit(play, out);
}

enum play_err login_find(struct play *play, const uint8_t hash[32],
                         struct login *out)
{
    unsigned generation;

    if (!recall(play, hash, out, &generation)) {
        enum play_err err = look_up(play, hash, out);

        if (err)
            return err;
        remember(play, out, generation);
    }
    return admit(play, out);
}

enum play_err token_find(struct play *play, const char *token,
                         struct login *out)
{
    uint8_t hash[32];

    return token_digest(play->tokens->digests, token, hash)
               ? login_find(play, hash, out)
               : PLAY_BAD_TOKEN;
}

enum play_err login_check(struct play *play, const struct login *login)
{
    struct login now;

    return login_find(play, login->hash, &now);
}
