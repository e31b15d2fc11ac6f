/* Who does a token speak for?  Answers are remembered for a while, as long as
 * this node hears of revocations: news of one empties its place at once. */
#include "inner.h"

#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096 };
static const int64_t remember_us = INT64_C(60) * 1000000;

struct place {
    bool is_used;
    int64_t until_us; /* on the steady clock */
    struct login login;
};

struct tokens {
    pthread_mutex_t lock;
    unsigned generation; /* rises with everything forgotten, so that what was
                            looked up before is not remembered after */
    struct place places[PLACES];
};

struct tokens *tokens_new(void)
{
    struct tokens *tokens = calloc(1, sizeof *tokens);

    if (tokens)
        pthread_mutex_init(&tokens->lock, NULL);
    return tokens;
}

void tokens_free(struct tokens *tokens)
{
    if (!tokens)
        return;
    pthread_mutex_destroy(&tokens->lock);
    free(tokens);
}

static struct place *place_of(struct tokens *tokens, const uint8_t hash[32])
{
    return &tokens->places[(hash[0] | hash[1] << 8) % PLACES];
}

void tokens_forget(struct tokens *tokens, const uint8_t hash[32])
{
    pthread_mutex_lock(&tokens->lock);
    tokens->generation++;
    place_of(tokens, hash)->is_used = false;
    pthread_mutex_unlock(&tokens->lock);
}

void tokens_forget_all(struct tokens *tokens)
{
    pthread_mutex_lock(&tokens->lock);
    tokens->generation++;
    for (size_t i = 0; i < PLACES; i++)
        tokens->places[i].is_used = false;
    pthread_mutex_unlock(&tokens->lock);
}

/* *generation is for remember(). */
static bool recall(struct play *play, const uint8_t hash[32], struct login *out,
                   unsigned *generation)
{
    struct tokens *tokens = play->tokens;
    int64_t now_us = play->config.steady_us(play->config.ctx);
    const struct place *place = place_of(tokens, hash);
    bool is_known;

    pthread_mutex_lock(&tokens->lock);
    *generation = tokens->generation;
    is_known = atomic_load(&play->hearing) && place->is_used &&
               now_us < place->until_us &&
               memcmp(place->login.hash, hash, 32) == 0;
    if (is_known)
        *out = place->login;
    pthread_mutex_unlock(&tokens->lock);
    return is_known;
}

static void remember(struct play *play, const struct login *login,
                     unsigned generation)
{
    struct tokens *tokens = play->tokens;
    int64_t now_us = play->config.steady_us(play->config.ctx);

    pthread_mutex_lock(&tokens->lock);
    if (generation == tokens->generation)
        *place_of(tokens, login->hash) =
            (struct place){true, now_us + remember_us, *login};
    pthread_mutex_unlock(&tokens->lock);
}

static enum play_err look_up(struct play *play, const uint8_t hash[32],
                             struct login *out)
{
    struct store_token row;
    enum store_err err = play->store->token_find(play->store, hash, &row);

    if (err)
        return err == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : PLAY_UNAVAILABLE;
    *out = (struct login){
        .scopes = row.scopes,
        .expires_us = row.expires_us,
        .player = {.created_us = row.account_created_us, .key = row.account},
    };
    memcpy(out->hash, row.hash, sizeof out->hash);
    memcpy(out->player.name, row.account_name, sizeof out->player.name);
    id_write("u_", &row.account, out->player.id);
    id_write("tok_", &row.id, out->token_id);
    return PLAY_OK;
}

/* false: this is no token. */
static bool hash_token(const char *token, uint8_t out[32])
{
    uint8_t secret[32];

    if (strncmp(token, "fth_", 4) != 0 ||
        !base32_read(token + 4, secret, sizeof secret))
        return false;
    SHA256((const uint8_t *)token, strlen(token), out);
    return true;
}

enum play_err token_recall(struct play *play, const char *token,
                           struct login *out)
{
    uint8_t hash[32];
    unsigned generation;

    if (!hash_token(token, hash))
        return PLAY_BAD_TOKEN;
    if (!recall(play, hash, out, &generation))
        return PLAY_UNAVAILABLE;
    return out->expires_us <= play_now_us(play) ? PLAY_BAD_TOKEN : PLAY_OK;
}

enum play_err token_find(struct play *play, const char *token,
                         struct login *out)
{
    uint8_t hash[32];
    unsigned generation;

    if (!hash_token(token, hash))
        return PLAY_BAD_TOKEN;
    if (!recall(play, hash, out, &generation)) {
        enum play_err err = look_up(play, hash, out);

        if (err)
            return err;
        remember(play, out, generation);
    }
    return out->expires_us <= play_now_us(play) ? PLAY_BAD_TOKEN : PLAY_OK;
}

enum play_err session_close(struct play *play, const struct login *login)
{
    enum store_err err =
        play->store->token_revoke(play->store, login->hash, play_now_us(play));

    tokens_forget(play->tokens, login->hash);
    return play_err_of(err);
}
